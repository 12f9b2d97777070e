# Random games to the end; see playouts.py.

cdef enum:
    STEPS_AT_ONCE = 20000  # of all lanes, between two looks at signals: some 5 ms


@cython.final
cdef class View:
    """The memory of an array in one piece, held as long as this object lives."""

    cdef Py_buffer buffer

    def __cinit__(self, object owner, Py_ssize_t size, bint writable=False):
        PyObject_GetBuffer(
            owner, &self.buffer, PyBUF_C_CONTIGUOUS | (PyBUF_WRITABLE if writable else 0))
        if self.buffer.len != size:
            raise BufferError(f"{self.buffer.len} bytes where {size} are needed")

    def __dealloc__(self):
        PyBuffer_Release(&self.buffer)


def run_playouts(seed, first, count, start, results, stopped, kernel=None):
    """Play games first .. first + count - 1 of a seed to the end, at random.

    ``results`` is None, or the four arrays for scores and moves (uint32), largest
    exponents and won (uint8) of these games. ``stopped`` is called every few
    milliseconds and ends it all if it returns something true. Returns a dict of
    exact sums and counts over the games that ended.
    """
    cdef engine.f2048_playouts playouts
    cdef engine.f2048_playout_results into
    cdef engine.f2048_playout_summary *summary = &playouts.summary
    cdef const engine.f2048_board *board = NULL
    cdef const engine.f2048_kernel *chosen = kernel_or_default(kernel)
    cdef uint64_t seed_word = seed, first_number = first, games = count
    cdef bint done = games == 0
    cdef int e
    cdef View scores, moves, max_exponents, won
    memset(&into, 0, sizeof(into))
    if results is not None:
        scores = View(results[0], games * 4, True)
        moves = View(results[1], games * 4, True)
        max_exponents = View(results[2], games, True)
        won = View(results[3], games, True)
        into.scores = <uint32_t *>scores.buffer.buf
        into.moves = <uint32_t *>moves.buffer.buf
        into.max_exponents = <uint8_t *>max_exponents.buffer.buf
        into.won = <uint8_t *>won.buffer.buf
    if start is not None:
        board = &(<Board>start).packed
    total = {"games": 0, "won": 0, "score": 0, "score_squared": 0, "moves": 0,
             "moves_squared": 0}
    least_score = least_moves = most_score = most_moves = None
    max_counts = [0] * engine.F2048_EXPONENTS
    engine.f2048_playouts_begin(
        &playouts, chosen, seed_word, first_number, games, board, into)
    while not done:
        with nogil:
            done = engine.f2048_playouts_run(&playouts, STEPS_AT_ONCE)
        if summary.games:
            total["games"] += summary.games
            total["won"] += summary.won
            total["score"] += summary.score
            total["score_squared"] += summary.score_squared
            total["moves"] += summary.moves
            total["moves_squared"] += summary.moves_squared
            for e in range(engine.F2048_EXPONENTS):
                max_counts[e] += summary.max_exponents[e]
            if least_score is None or summary.score_least < least_score:
                least_score = summary.score_least
            if most_score is None or summary.score_most > most_score:
                most_score = summary.score_most
            if least_moves is None or summary.moves_least < least_moves:
                least_moves = summary.moves_least
            if most_moves is None or summary.moves_most > most_moves:
                most_moves = summary.moves_most
            engine.f2048_playout_summary_clear(summary)
        PyErr_CheckSignals()
        if stopped is not None and stopped():
            break
    total["score_least"], total["score_most"] = least_score, most_score
    total["moves_least"], total["moves_most"] = least_moves, most_moves
    total["max_exponents"] = max_counts
    return total
