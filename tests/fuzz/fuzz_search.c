/* fuzz_search.c: a search remembers what it has seen in a table, and gives what it would give
 * without one. */
#include "input.h"
#include "search.h"

/* Any function of the board will do; this one tells nearly all of them apart. */
static float value(const void *context, f2048_board board) {
    uint64_t mixed = (board.low ^ board.high * *(const uint64_t *)context) * 0x9E3779B97F4A7C15u;
    return (float)(mixed >> 52);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static f2048_search_entry entries[1 << 6];
    static f2048_search_table table = {entries, 6, 0};
    input from = {bytes, size};
    uint64_t factor = take_word(&from) | 1;
    int depth = 1 + take(&from) % 2;
    f2048_board board = take_board(&from);
    f2048_search search = {shared_tables(), {value, &factor}, NULL, 0, NULL, NULL};
    f2048_search_result plain, remembered;
    memset(entries, 0, sizeof entries);
    table.generation = 0;
    MUST(f2048_search_run(&search, board, depth, &plain));
    search.table = &table;
    MUST(f2048_search_run(&search, board, depth, &remembered));
    MUST(plain.legal == f2048_board_legal(board) && plain.depth == depth);
    MUST(remembered.legal == plain.legal && remembered.best == plain.best);
    for (int move = 0; move < 4; move++) {
        if (!(plain.legal >> move & 1))
            continue;
        MUST(plain.values[move] == remembered.values[move]);
        MUST(plain.values[move] <= plain.values[plain.best]);
    }
    return 0;
}
