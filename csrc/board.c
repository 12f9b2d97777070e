/* board.c: the row tables, the slide of any line, and what is asked of a board. */
#include "board.h"

/* The rules of a push, in the one place of the engine that knows them: four
 * exponents, pushed towards line[0]. Returns the gain. */
static uint32_t line_slide(uint8_t line[4]) {
    uint32_t gain = 0;
    int filled = 0;   /* cells of the line that are settled */
    uint8_t last = 0; /* the last settled tile, if it may still merge, else 0 */
    for (int i = 0; i < 4; i++) {
        uint8_t tile = line[i];
        if (!tile)
            continue;
        line[i] = 0;
        if (tile == last) {
            line[filled - 1] = (uint8_t)(tile + 1);
            gain += (uint32_t)2 << tile;
            if (tile + 1 == F2048_WINNING_EXPONENT)
                gain += F2048_GAIN_WIN;
            last = 0;
        } else {
            line[filled++] = tile;
            last = tile;
        }
    }
    return gain;
}

static unsigned row_reverse(unsigned row) {
    return (row & 0xF) << 12 | (row & 0xF0) << 4 | (row >> 4 & 0xF0) | row >> 12;
}

/* A row as a column: its cells 16 bits apart. */
static uint64_t row_stand(unsigned row) {
    return (row & 0xF) | (uint64_t)(row & 0xF0) << 12 | (uint64_t)(row & 0xF00) << 24 |
           (uint64_t)(row & 0xF000) << 36;
}

void f2048_tables_build(f2048_tables *tables) {
    for (unsigned row = 0; row < 65536; row++) {
        uint8_t line[4] = {row & 15, row >> 4 & 15, row >> 8 & 15, (uint8_t)(row >> 12)};
        tables->gain[row] = line_slide(line);
        /* A pair of 32768s makes an exponent that has no room here. Boards on
         * which that could matter never come to the tables: beyond_tables. */
        unsigned pushed = (line[0] & 15u) | (line[1] & 15u) << 4 | (line[2] & 15u) << 8 |
                          (line[3] & 15u) << 12;
        unsigned mirrored = row_reverse(row), pushed_back = row_reverse(pushed);
        tables->left[row] = (uint16_t)pushed;
        tables->right[mirrored] = (uint16_t)pushed_back;
        tables->up[row] = row_stand(pushed);
        tables->down[mirrored] = row_stand(pushed_back);
    }
}

unsigned f2048_board_exponent(f2048_board board, int cell) {
    return board_exponent(board, cell);
}

f2048_board f2048_board_put(f2048_board board, int cell, unsigned exponent) {
    board.low = (board.low & ~((uint64_t)15 << 4 * cell)) | (uint64_t)(exponent & 15) << 4 * cell;
    board.high = (uint16_t)((board.high & ~(1u << cell)) | (exponent >> 4 & 1u) << cell);
    return board;
}

f2048_slide board_slide_by_lines(f2048_board board, int move) {
    bool vertical = !(move & 1), backwards = move == F2048_RIGHT || move == F2048_DOWN;
    f2048_slide slide = {{0, 0}, 0, 0};
    for (int number = 0; number < 4; number++) {
        uint8_t line[4];
        int cells[4];
        for (int i = 0; i < 4; i++) {
            int place = backwards ? 3 - i : i;
            cells[i] = vertical ? 4 * place + number : 4 * number + place;
            line[i] = (uint8_t)f2048_board_exponent(board, cells[i]);
        }
        uint32_t gain = line_slide(line);
        slide.reward += gain & F2048_GAIN_REWARD;
        slide.wins += gain / F2048_GAIN_WIN;
        for (int i = 0; i < 4; i++)
            slide.after = f2048_board_put(slide.after, cells[i], line[i]);
    }
    return slide;
}

f2048_slide f2048_board_slide(const f2048_tables *tables, f2048_board board, int move) {
    return board_slide(tables, board, move);
}

unsigned f2048_board_legal(f2048_board board) {
    return (unsigned)board_legal(board.low, board_fifths(board));
}

unsigned f2048_board_empty(f2048_board board) {
    return (unsigned)board_gather(board_occupied_flags(board)) ^ 0xFFFFu;
}

unsigned f2048_board_max_exponent(f2048_board board) {
    unsigned largest = 0;
    for (int cell = 0; cell < F2048_CELLS; cell++) {
        unsigned exponent = f2048_board_exponent(board, cell);
        if (exponent > largest)
            largest = exponent;
    }
    return largest;
}

f2048_board f2048_board_transform(f2048_board board, int symmetry) {
    uint64_t low = board.low, fifths = board_fifths(board);
    if (symmetry & 1) {
        low = board_mirror(low);
        fifths = board_mirror(fifths);
    }
    if (symmetry & 2) {
        low = board_flip(low);
        fifths = board_flip(fifths);
    }
    if (symmetry & 4) {
        low = board_transpose(low);
        fifths = board_transpose(fifths);
    }
    return (f2048_board){low, (uint16_t)board_gather(fifths)};
}

f2048_board f2048_board_canonical(f2048_board board) {
    f2048_board least = board;
    for (int symmetry = 1; symmetry < F2048_SYMMETRIES; symmetry++) {
        f2048_board image = f2048_board_transform(board, symmetry);
        if (image.high < least.high || (image.high == least.high && image.low < least.low))
            least = image;
    }
    return least;
}
