/* test_board.c: the bit tricks and the tables against their definitions. */
#include "check.h"

#include "../board.h"

static bool same(f2048_board a, f2048_board b) {
    return a.low == b.low && a.high == b.high;
}

static f2048_board board_of(const uint8_t exponents[16]) {
    f2048_board board = {0, 0};
    for (int cell = 0; cell < F2048_CELLS; cell++)
        board = f2048_board_put(board, cell, exponents[cell]);
    return board;
}

static void every_table_entry_is_the_push_of_its_row(void) {
    const f2048_tables *tables = test_tables();
    for (unsigned row = 0; row < 65536; row++) {
        f2048_board across = {row, 0}, down = {board_transpose(row), 0};
        if (board_beyond_tables(row, 0))
            continue;
        f2048_slide left = board_slide_by_lines(across, F2048_LEFT);
        f2048_slide right = board_slide_by_lines(across, F2048_RIGHT);
        f2048_slide up = board_slide_by_lines(down, F2048_UP);
        f2048_slide downwards = board_slide_by_lines(down, F2048_DOWN);
        CHECK(tables->left[row] == left.after.low && !left.after.high);
        CHECK(tables->right[row] == right.after.low);
        CHECK(tables->up[row] == up.after.low);
        CHECK(tables->down[row] == downwards.after.low);
        uint32_t gain = left.reward + left.wins * F2048_GAIN_WIN;
        CHECK(tables->gain[row] == gain);
        CHECK(right.reward == left.reward && right.wins == left.wins);
        CHECK(up.reward == left.reward && downwards.reward == left.reward);
    }
}

static void tables_and_lines_agree_on_whole_boards(void) {
    f2048_generator random = f2048_generator_seed(1, 0);
    for (int i = 0; i < 200000; i++) {
        f2048_board board = test_board(&random, i % 2 ? 15 : 4);
        for (int move = 0; move < 4; move++) {
            f2048_slide fast = f2048_board_slide(test_tables(), board, move);
            f2048_slide slow = board_slide_by_lines(board, move);
            CHECK(same(fast.after, slow.after));
            CHECK(fast.reward == slow.reward && fast.wins == slow.wins);
        }
    }
}

static void legal_means_that_the_slide_changes_the_board(void) {
    f2048_generator random = f2048_generator_seed(2, 0);
    static const unsigned most[] = {1, 2, 4, 11, 17, 31};
    for (int i = 0; i < 300000; i++) {
        f2048_board board = test_board(&random, most[i % 6]);
        if (i % 3 == 0) /* full boards, where only pairs allow a move */
            for (int cell = 0; cell < F2048_CELLS; cell++)
                if (!f2048_board_exponent(board, cell))
                    board = f2048_board_put(board, cell, 1u + (unsigned)(cell + i) % most[i % 6]);
        unsigned legal = f2048_board_legal(board);
        for (int move = 0; move < 4; move++) {
            f2048_slide slide = board_slide_by_lines(board, move);
            CHECK((legal >> move & 1) == !same(slide.after, board));
        }
    }
}

static void two_large_tiles_merge_into_a_fifth_bit(void) {
    for (unsigned exponent = 14; exponent <= 17; exponent++)
        for (int move = 0; move < 4; move++)
            for (int line = 0; line < 4; line++) {
                uint8_t cells[16] = {0};
                int step = move & 1 ? 1 : 4, first = move & 1 ? 4 * line : line;
                cells[first] = cells[first + step] = (uint8_t)exponent;
                f2048_slide slide = f2048_board_slide(test_tables(), board_of(cells), move);
                int edge = move == F2048_UP || move == F2048_LEFT ? first : first + 3 * step;
                f2048_board expected =
                    f2048_board_put((f2048_board){0, 0}, edge, exponent + 1);
                CHECK(same(slide.after, expected));
                CHECK(slide.reward == 2u << exponent && slide.wins == 0);
            }
}

static void a_win_is_counted_where_two_1024s_merge(void) {
    static const uint8_t cells[16] = {10, 10, 10, 10, 11, 0, 0, 11, 0, 10, 0, 10, 10, 9, 10, 0};
    f2048_slide left = f2048_board_slide(test_tables(), board_of(cells), F2048_LEFT);
    CHECK(left.wins == 3 && left.reward == 3 * 2048 + 4096);
    f2048_slide up = f2048_board_slide(test_tables(), board_of(cells), F2048_UP);
    CHECK(up.wins == 2 && up.reward == 2 * 2048);
}

static void cells_come_back_as_they_were_put(void) {
    for (int cell = 0; cell < F2048_CELLS; cell++)
        for (unsigned exponent = 0; exponent < 32; exponent++) {
            f2048_board full = {~(uint64_t)0, 0xFFFF};
            f2048_board board = f2048_board_put(full, cell, exponent);
            for (int other = 0; other < F2048_CELLS; other++)
                CHECK(f2048_board_exponent(board, other) == (other == cell ? exponent : 31));
            CHECK(f2048_board_empty(board) == (exponent ? 0u : 1u << cell));
            CHECK(f2048_board_max_exponent(board) == 31);
        }
}

static void flags_are_spread_gathered_counted_and_picked(void) {
    for (uint64_t mask = 0; mask < 65536; mask++) {
        uint64_t flags = board_spread(mask);
        CHECK(board_gather(flags) == mask);
        unsigned seen = 0;
        for (int cell = 0; cell < F2048_CELLS; cell++)
            if (mask >> cell & 1) {
                CHECK(flags >> 4 * cell & 1);
                CHECK(board_nth(flags, seen) == (uint64_t)1 << 4 * cell);
                seen++;
            }
        CHECK(board_count(flags) == seen);
        CHECK(board_any(flags) == (mask != 0));
    }
}

static void symmetries_move_cells_where_their_names_say(void) {
    f2048_generator random = f2048_generator_seed(3, 0);
    for (int i = 0; i < 20000; i++) {
        f2048_board board = test_board(&random, 31), least = board;
        for (int k = 0; k < F2048_SYMMETRIES; k++) {
            f2048_board image = f2048_board_transform(board, k);
            for (int row = 0; row < 4; row++)
                for (int column = 0; column < 4; column++) {
                    int r = k & 4 ? column : row, c = k & 4 ? row : column;
                    int from = 4 * (k & 2 ? 3 - r : r) + (k & 1 ? 3 - c : c);
                    CHECK(f2048_board_exponent(image, 4 * row + column) ==
                          f2048_board_exponent(board, from));
                }
            if (image.high < least.high || (image.high == least.high && image.low < least.low))
                least = image;
        }
        for (int k = 0; k < F2048_SYMMETRIES; k++)
            CHECK(same(f2048_board_canonical(f2048_board_transform(board, k)), least));
    }
}

void test_board_rules(void) {
    every_table_entry_is_the_push_of_its_row();
    tables_and_lines_agree_on_whole_boards();
    legal_means_that_the_slide_changes_the_board();
    two_large_tiles_merge_into_a_fifth_bit();
    a_win_is_counted_where_two_1024s_merge();
    cells_come_back_as_they_were_put();
    flags_are_spread_gathered_counted_and_picked();
    symmetries_move_cells_where_their_names_say();
}
