# Many boards in one call, and many games that advance together; see batch.py, which
# checks shapes and types.

def boards_check(boards, size_t n, kernel=None):
    """The index of the first of n boards with an exponent above 17, or n."""
    cdef const engine.f2048_kernel *chosen = kernel_or_default(kernel)
    cdef View view = View(boards, n * 16)
    return engine.f2048_boards_check(chosen, <uint8_t *>view.buffer.buf, n)


def moves_check(moves, size_t n, narrow):
    """Puts n moves of type int64 into bytes; the index of the first wrong one, or n."""
    cdef View wide = View(moves, n * 8)
    cdef View bytes_view = View(narrow, n, True)
    return engine.f2048_moves_check(
        <int64_t *>wide.buffer.buf, n, <uint8_t *>bytes_view.buffer.buf)


def boards_slide(boards, moves, size_t n, after, rewards, kernel=None):
    cdef const engine.f2048_kernel *chosen = kernel_or_default(kernel)
    cdef View boards_view = View(boards, n * 16)
    cdef View moves_view = View(moves, n)
    cdef View after_view = View(after, n * 16, True)
    cdef View rewards_view = View(rewards, n * 4, True)
    with nogil:
        engine.f2048_boards_slide(
            chosen, <uint8_t *>boards_view.buffer.buf, <uint8_t *>moves_view.buffer.buf, n,
            <uint8_t *>after_view.buffer.buf, <uint32_t *>rewards_view.buffer.buf)


def boards_legal(boards, size_t n, legal, kernel=None):
    cdef const engine.f2048_kernel *chosen = kernel_or_default(kernel)
    cdef View boards_view = View(boards, n * 16)
    cdef View legal_view = View(legal, n * 4, True)
    with nogil:
        engine.f2048_boards_legal(
            chosen, <uint8_t *>boards_view.buffer.buf, n, <uint8_t *>legal_view.buffer.buf)


def boards_terminal(boards, size_t n, terminal, kernel=None):
    cdef const engine.f2048_kernel *chosen = kernel_or_default(kernel)
    cdef View boards_view = View(boards, n * 16)
    cdef View terminal_view = View(terminal, n, True)
    with nogil:
        engine.f2048_boards_terminal(
            chosen, <uint8_t *>boards_view.buffer.buf, n, <uint8_t *>terminal_view.buffer.buf)


def boards_tiles(boards, size_t n, tiles):
    cdef View boards_view = View(boards, n * 16)
    cdef View tiles_view = View(tiles, n * 64, True)
    with nogil:
        engine.f2048_boards_tiles(
            <uint8_t *>boards_view.buffer.buf, n, <uint32_t *>tiles_view.buffer.buf)


cdef class GamesState:
    """The part of batch.Games that lives in C. Methods fill arrays of n entries."""

    cdef engine.f2048_games games
    cdef void *memory  # of which games.blocks is the aligned part

    def __cinit__(self, size_t n, seed, bint restart, kernel=None):
        cdef size_t blocks = engine.f2048_games_blocks(n)
        cdef size_t size = blocks * sizeof(engine.f2048_games_block)
        if blocks > <size_t>PY_SSIZE_T_MAX // sizeof(engine.f2048_games_block):
            raise MemoryError(f"no memory for {n} games")
        self.games.kernel = kernel_or_default(kernel)
        self.games.seed = as_seed(seed, "seed", 64)
        self.games.n = n
        self.games.restart = restart
        self.memory = malloc(size + 64)
        if self.memory == NULL:
            raise MemoryError(f"no memory for {n} games")
        self.games.blocks = <engine.f2048_games_block *>(
            (<size_t>self.memory + 63) & ~<size_t>63)
        with nogil:
            engine.f2048_games_begin(&self.games)

    def __dealloc__(self):
        free(self.memory)

    def advance(self, moves, rewards, ended):
        cdef size_t n = self.games.n
        cdef View moves_view = View(moves, n)
        cdef View rewards_view = View(rewards, n * 4, True)
        cdef View ended_view = View(ended, n, True)
        with nogil:
            engine.f2048_games_step(
                &self.games, <uint8_t *>moves_view.buffer.buf,
                <uint32_t *>rewards_view.buffer.buf, <uint8_t *>ended_view.buffer.buf)

    def read_boards(self, boards, bint last):
        cdef View view = View(boards, self.games.n * 16, True)
        engine.f2048_games_boards(&self.games, last, <uint8_t *>view.buffer.buf)

    def read_scores(self, scores, bint last):
        cdef View view = View(scores, self.games.n * 4, True)
        engine.f2048_games_scores(&self.games, last, <uint32_t *>view.buffer.buf)

    def read_moves(self, moves, bint last):
        cdef View view = View(moves, self.games.n * 4, True)
        engine.f2048_games_moves(&self.games, last, <uint32_t *>view.buffer.buf)

    def read_numbers(self, numbers):
        cdef View view = View(numbers, self.games.n * 8, True)
        engine.f2048_games_numbers(&self.games, <uint64_t *>view.buffer.buf)

    def read_legal(self, legal):
        cdef View view = View(legal, self.games.n * 4, True)
        engine.f2048_games_legal(&self.games, <uint8_t *>view.buffer.buf)
