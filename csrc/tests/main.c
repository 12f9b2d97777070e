/* main.c: runs the C tests of the engine; made to be built with sanitizers. */
#include "check.h"

#include <string.h>

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

static const struct {
    const char *name;
    void (*run)(void);
} rooms[] = {
    {"board", test_board_rules}, {"generator", test_generator}, {"game", test_game},
    {"network", test_network},   {"learning", test_learning},   {"kernels", test_kernels},
    {"search", test_search},
};

static bool is_named(const char *name, int count, char **names) {
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

/* Tests the rooms that are named, or all. */
int main(int count, char **names) {
    int tested = 0;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        if (count > 1 && !is_named(rooms[i].name, count - 1, names + 1))
            continue;
        rooms[i].run();
        tested++;
    }
    if (count > 1 && tested != count - 1) {
        fprintf(stderr, "engine: only %d of these rooms are there\n", tested);
        return 2;
    }
    printf("engine: %lu checks passed\n", checks);
    return 0;
}
