/* check.h: the one assertion of the C tests, and random boards. */
#ifndef F2048_CHECK_H
#define F2048_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include "../fast2048.h"

extern unsigned long checks; /* how many were made */

#define CHECK(condition)                                                              \
    do {                                                                              \
        checks++;                                                                     \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

/* The tables, built once for all tests. */
const f2048_tables *test_tables(void);

/* A board with exponents 0..most, about a third of the cells equal to the one
 * before them, so that merges are common. */
f2048_board test_board(f2048_generator *generator, unsigned most);

#endif
