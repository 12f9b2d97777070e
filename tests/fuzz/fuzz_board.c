/* fuzz_board.c: one board, pushed: against the rules written out once more, and through the
 * eight symmetries. */
#include "input.h"

/* The rules, in the plainest words: along a line, from the edge that is pushed towards. */
static uint32_t push_line(unsigned line[4]) {
    unsigned pushed[4] = {0, 0, 0, 0};
    uint32_t reward = 0;
    int length = 0;
    bool may_merge = false;
    for (int i = 0; i < 4; i++) {
        if (!line[i])
            continue;
        if (may_merge && pushed[length - 1] == line[i]) {
            pushed[length - 1]++;
            reward += 1u << pushed[length - 1];
            may_merge = false;
        } else {
            pushed[length++] = line[i];
            may_merge = true;
        }
    }
    memcpy(line, pushed, sizeof pushed);
    return reward;
}

static f2048_slide push(f2048_board board, int move) {
    f2048_slide slide = {board, 0, 0};
    for (int number = 0; number < 4; number++) {
        unsigned line[4];
        int cells[4];
        for (int i = 0; i < 4; i++) {
            int place = move == F2048_RIGHT || move == F2048_DOWN ? 3 - i : i;
            cells[i] = move == F2048_UP || move == F2048_DOWN ? 4 * place + number
                                                              : 4 * number + place;
            line[i] = f2048_board_exponent(board, cells[i]);
        }
        slide.reward += push_line(line);
        for (int i = 0; i < 4; i++)
            slide.after = f2048_board_put(slide.after, cells[i], line[i]);
    }
    return slide;
}

static bool same(f2048_board one, f2048_board other) {
    return one.low == other.low && one.high == other.high;
}

static uint64_t sum(f2048_board board) {
    uint64_t total = 0;
    for (int cell = 0; cell < F2048_CELLS; cell++) {
        unsigned exponent = f2048_board_exponent(board, cell);
        total += exponent ? (uint64_t)1 << exponent : 0;
    }
    return total;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    input from = {bytes, size};
    f2048_board board = take_board(&from);
    unsigned legal = f2048_board_legal(board), empty = f2048_board_empty(board), largest = 0;
    for (int cell = 0; cell < F2048_CELLS; cell++) {
        unsigned exponent = f2048_board_exponent(board, cell);
        MUST((exponent == 0) == (empty >> cell & 1));
        largest = exponent > largest ? exponent : largest;
    }
    MUST(f2048_board_max_exponent(board) == largest);
    for (int move = 0; move < 4; move++) {
        f2048_slide expected = push(board, move);
        f2048_slide found = f2048_board_slide(shared_tables(), board, move);
        MUST(same(found.after, expected.after) && found.reward == expected.reward);
        MUST((legal >> move & 1) == !same(found.after, board));
        MUST(sum(found.after) == sum(board));
    }
    f2048_board least = f2048_board_canonical(board);
    for (int symmetry = 0; symmetry < F2048_SYMMETRIES; symmetry++) {
        f2048_board image = f2048_board_transform(board, symmetry);
        MUST(same(f2048_board_canonical(image), least));
        MUST(f2048_board_max_exponent(image) == largest && sum(image) == sum(board));
    }
    return 0;
}
