# Search: expectimax over a network, with a table of its own.

cdef extern from * nogil:
    """
    #ifdef _WIN32
    #define WIN32_LEAN_AND_MEAN
    #include <windows.h>
    static double monotonic_seconds(void) {
        return (double)GetTickCount64() / 1000;
    }
    #else
    #include <time.h>
    static double monotonic_seconds(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
    }
    #endif
    """
    double monotonic_seconds() noexcept

MAX_DEPTH = engine_search.F2048_SEARCH_MAX_DEPTH


# How often a running search looks whether a signal has come, Ctrl-C say.
cdef double SECONDS_BETWEEN_LOOKS = 0.02

# In a game of quick moves, how many pass between two looks at the clock.
cdef int MOVES_BETWEEN_LOOKS = 64


cdef engine_search.c_bool should_stop(void *search) noexcept nogil:
    return (<Search>search).must_stop()


cdef float network_value(const void *network, engine.f2048_board after) noexcept nogil:
    return engine.f2048_network_value(<const engine.f2048_network *>network, after)


@cython.final
cdef class Search:
    """A network, and a table to search with: for one thread at a time.

    ``depth`` 0 is deeper when few cells are empty. With ``seconds`` above 0, 1 ply is
    searched, then 2 and so on to ``depth``, until they are over. ``entries`` is how many
    afterstates the table has room for, a power of two from 2 on, or 0. All arguments are
    trusted: fast2048.solver.Solver checks them.
    """

    cdef engine_search.f2048_search search
    cdef engine_search.f2048_search_table table
    cdef NetworkTables network
    cdef int depth
    cdef double seconds
    cdef double deadline     # in monotonic_seconds
    cdef double look_at      # when to look for signals again
    cdef object interruption # the exception that a signal raised, or None

    def __cinit__(self, NetworkTables network not None, int depth, double seconds, double cutoff,
                  Py_ssize_t entries):
        self.network = network
        self.depth = depth
        self.seconds = seconds
        self.search.tables = &TABLES
        self.search.evaluation.value = network_value
        self.search.evaluation.context = &network.network
        self.search.cutoff = cutoff
        self.search.stop = should_stop
        self.search.stop_context = <void *>self
        if entries:
            self.table.entries = <engine_search.f2048_search_entry *>calloc(
                entries, sizeof(engine_search.f2048_search_entry))
            if self.table.entries == NULL:
                raise MemoryError(f"no memory for a table of {entries} positions")
            while <Py_ssize_t>1 << self.table.bits < entries:
                self.table.bits += 1
            self.search.table = &self.table

    def __dealloc__(self):
        free(self.table.entries)

    cdef bint must_stop(self) noexcept nogil:
        cdef double now = monotonic_seconds()
        if now >= self.look_at:
            self.look_at = now + SECONDS_BETWEEN_LOOKS
            with gil:
                try:
                    PyErr_CheckSignals()
                except BaseException as error:
                    self.interruption = error
                    self.deadline = 0
        return now >= self.deadline

    cdef engine_search.f2048_search_result look(self, engine.f2048_board board) noexcept nogil:
        cdef engine_search.f2048_search_result found
        cdef int depth = self.depth
        if self.seconds > 0:
            self.deadline = monotonic_seconds() + self.seconds
            engine_search.f2048_search_deepen(
                &self.search, board, depth or engine_search.F2048_SEARCH_MAX_DEPTH, &found)
        else:
            self.deadline = INFINITY
            engine_search.f2048_search_run(
                &self.search, board, depth or engine_search.f2048_search_depth(board), &found)
        return found

    def run(self, Board board not None):
        """Search a board. Returns ``(values, best, depth, evaluations)``.

        ``values`` are four floats, None for illegal moves; ``best`` is the number of a
        move, or -1; ``depth`` is how many plies were searched.
        """
        cdef engine_search.f2048_search_result found
        with nogil:
            found = self.look(board.packed)
        self.raise_interruption()
        values = [found.values[move] if found.legal >> move & 1 else None for move in range(4)]
        return values, found.best, found.depth, found.evaluations

    def play(self, seed, number):
        """Play ``Game(seed, number)`` to its end.

        Returns the score, the number of moves and the largest tile.
        """
        cdef engine.f2048_game game
        engine.f2048_game_start(
            &game, as_seed(seed, "seed", 64), as_seed(number, "game number", 63))
        with nogil:
            while game.legal:
                best = self.look(game.board).best
                if game.moves % MOVES_BETWEEN_LOOKS == 0:
                    self.must_stop()
                if self.deadline == 0:
                    break
                engine.f2048_game_push(&game, &TABLES, best)
                engine.f2048_game_keep_playing(&game)
        self.raise_interruption()
        return (game.score, game.moves,
                <uint32_t>1 << engine.f2048_board_max_exponent(game.board))

    cdef int raise_interruption(self) except -1:
        if self.interruption is not None:
            interruption, self.interruption = self.interruption, None
            raise interruption
        return 0
