/* main.c: runs the C tests of the engine; made to be built with sanitizers. */
#include "check.h"

unsigned long checks;

void test_board_rules(void);
void test_generator(void);
void test_game(void);
void test_network(void);
void test_learning(void);
void test_kernels(void);
void test_search(void);

const f2048_tables *test_tables(void) {
    static f2048_tables tables;
    static bool built;
    if (!built)
        f2048_tables_build(&tables);
    built = true;
    return &tables;
}

f2048_board test_board(f2048_generator *generator, unsigned most) {
    f2048_board board = {0, 0};
    unsigned exponent = 0;
    for (int cell = 0; cell < F2048_CELLS; cell++) {
        uint64_t word = f2048_generator_next(generator);
        if (word % 3)
            exponent = (unsigned)(word / 3 % (most + 1));
        board = f2048_board_put(board, cell, exponent);
    }
    return board;
}

int main(void) {
    test_board_rules();
    test_generator();
    test_game();
    test_network();
    test_learning();
    test_kernels();
    test_search();
    printf("engine: %lu checks passed\n", checks);
    return 0;
}
