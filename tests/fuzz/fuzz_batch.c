/* fuzz_batch.c: many boards at once, in every kernel, against the scalar engine. All memory
 * is of the size that the call may use, so that a byte too many is found. */
#include "input.h"

static void check(const f2048_kernel *kernel, const uint8_t *boards, const uint8_t *moves, size_t n) {
    uint8_t *after = malloc(16 * n + !n), *legal = malloc(4 * n + !n), *terminal = malloc(n + !n);
    uint32_t *rewards = malloc(sizeof *rewards * (n + !n));
    MUST(after && legal && terminal && rewards);
    f2048_boards_slide(kernel, boards, moves, n, after, rewards);
    f2048_boards_legal(kernel, boards, n, legal);
    f2048_boards_terminal(kernel, boards, n, terminal);
    for (size_t i = 0; i < n; i++) {
        f2048_board board = {0, 0};
        uint8_t expected[16];
        for (int cell = 0; cell < F2048_CELLS; cell++)
            board = f2048_board_put(board, cell, boards[16 * i + (size_t)cell]);
        f2048_slide slide = f2048_board_slide(shared_tables(), board, moves[i]);
        board_cells(slide.after, expected);
        MUST(!memcmp(after + 16 * i, expected, 16) && rewards[i] == slide.reward);
        for (int move = 0; move < 4; move++)
            MUST(legal[4 * i + (size_t)move] == (f2048_board_legal(board) >> move & 1));
        MUST(terminal[i] == !f2048_board_legal(board));
    }
    free(after);
    free(legal);
    free(terminal);
    free(rewards);
}

/* Seventeen bytes a board: its cells as they are, and a move. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    input from = {bytes, size};
    size_t n = size / 17, first_bad = n;
    uint8_t *boards = malloc(16 * n + !n), *moves = malloc(n + !n);
    MUST(boards && moves);
    for (size_t i = 0; i < n; i++) {
        for (size_t cell = 0; cell < 16; cell++) {
            boards[16 * i + cell] = take(&from);
            if (boards[16 * i + cell] > F2048_MAX_EXPONENT && i < first_bad)
                first_bad = i;
        }
        moves[i] = take(&from) % 4;
    }
    const f2048_kernel *kernel;
    for (unsigned number = 0; (kernel = usable_kernel(number)); number++) {
        MUST(f2048_boards_check(kernel, boards, n) == first_bad);
        check(kernel, boards, moves, first_bad);
    }
    free(boards);
    free(moves);
    return 0;
}
