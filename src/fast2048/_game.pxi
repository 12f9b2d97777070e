# GameState: one game with all its undo steps.

def _restore_game(cls, seed, number, start, moves, keep_playing):
    """What a pickled game calls: plays the moves again, each one checked."""
    game = GameState.__new__(cls, seed, number, start)
    for move in moves:
        if game.awaiting_choice:
            game.keep_playing()
        game.push(move)
    if keep_playing:
        game.keep_playing()
    return game


cdef class GameState:
    """The part of Game that lives in C: see fast2048.game.Game."""

    cdef engine.f2048_game now
    cdef engine.f2048_game *past  # the positions before each move, oldest first
    cdef Py_ssize_t room          # for how many positions past has memory
    cdef object _seed, _number    # ints
    cdef object _start            # Board or None
    cdef object __weakref__

    def __cinit__(self, seed, number=0, start=None):
        self._seed = as_seed(seed, "seed", 64)
        self._number = as_seed(number, "game number", 63)
        self._start = start
        if start is None:
            engine.f2048_game_start(&self.now, self._seed, self._number)
        elif type(start) is Board:
            engine.f2048_game_start_from(
                &self.now, self._seed, self._number, (<Board>start).packed)
        else:
            raise InvalidBoardError(f"not a Board to start from: {quote(start)}")

    def __dealloc__(self):
        PyMem_Free(self.past)

    cdef int make_room(self, Py_ssize_t needed) except -1:
        if needed <= self.room:
            return 0
        cdef Py_ssize_t room = max(needed, 2 * self.room, 64)
        cdef void *grown = PyMem_Realloc(self.past, room * sizeof(engine.f2048_game))
        if grown == NULL:
            raise MemoryError()
        self.past = <engine.f2048_game *>grown
        self.room = room
        return 0

    # ---- playing
    #
    # A game belongs to one thread. One that is handed to several all the same must not
    # bring the interpreter down: C state is read and written with no Python in between,
    # and without the GIL under the object's own lock.

    @cython.critical_section
    def push(self, move):
        """Make a move, a Move or an integer from 0 to 3, and let a tile spawn.

        Returns the reward, the sum of the merged tiles.
        Raises IllegalMoveError if the move would not change the board,
        ChoicePendingError while the choice after a win is open, InvalidMoveError for
        what is no move; the game is then as it was.
        """
        cdef int direction = as_move(move)
        cdef Py_ssize_t moves = self.now.moves
        cdef uint32_t score = self.now.score
        self.make_room(moves + 1)
        self.past[moves] = self.now
        cdef engine.f2048_status status = engine.f2048_game_push(&self.now, &TABLES, direction)
        if status == engine.F2048_OK:
            return self.now.score - score
        if status == engine.F2048_MUST_CHOOSE:
            raise ChoicePendingError(
                f"{Move(direction)!r} while the win is not answered: keep_playing() or a new game")
        raise IllegalMoveError(f"{Move(direction)!r} changes nothing on {self.board.text}")

    @cython.critical_section
    def pop(self):
        """Take the last move back: board, score, flags and generator. Returns the Move.

        The same move made again brings the same tile. Raises IndexError at the start.
        """
        cdef Py_ssize_t moves = self.now.moves
        cdef int undone = self.now.move
        if moves == 0:
            raise IndexError("no move to take back")
        self.now = self.past[moves - 1]
        return Move(undone)

    @cython.critical_section
    def keep_playing(self):
        """Play on after the win. Raises Fast2048Error if there is no choice to make."""
        if not engine.f2048_game_keep_playing(&self.now):
            raise Fast2048Error("keep_playing() where no choice is open")

    # ---- looking

    @property
    def seed(self):
        """The seed, an int: with ``number`` it names the random stream."""
        return self._seed

    @property
    def number(self):
        """Which of the seed's streams, an int."""
        return self._number

    @property
    def start(self):
        """The Board that the game began from, or None: an empty one with two spawns."""
        return self._start

    @property
    def board(self):
        """The Board as it lies now."""
        return new_board(self.now.board)

    @property
    def score(self):
        """The score, an int: the sum of all rewards."""
        return self.now.score

    @property
    def moves(self):
        """How many moves have been made, an int."""
        return self.now.moves

    @property
    def history(self):
        """The moves made, oldest first, as a tuple of Move."""
        return tuple([Move(move) for move in self.moves_made()])

    @cython.critical_section
    cdef bytes moves_made(self):
        cdef Py_ssize_t i, moves = self.now.moves
        cdef bytes made = PyBytes_FromStringAndSize(NULL, moves)
        cdef char *numbers = made
        for i in range(1, moves):
            numbers[i - 1] = self.past[i].move
        if moves:
            numbers[moves - 1] = self.now.move
        return made

    @property
    def legal_moves(self):
        """The moves that ``push`` accepts now, as a tuple: none while the choice is open."""
        if self.now.flags & engine.F2048_CHOICE_OPEN:
            return ()
        return MOVES_BY_MASK[self.now.legal]

    @property
    def is_over(self):
        """Whether the board has no legal move left, a bool."""
        return self.now.legal == 0

    @property
    def is_won(self):
        """Whether a merge has made a 2048 tile in this game, a bool."""
        return self.now.flags & engine.F2048_WON != 0

    @property
    def awaiting_choice(self):
        """Whether the game is won and waits for ``keep_playing()``, a bool."""
        return self.now.flags & engine.F2048_CHOICE_OPEN != 0

    @property
    def last_move(self):
        """The Move made last, or None at the start."""
        return Move(self.now.move) if self.now.moves else None

    @property
    @cython.critical_section
    def last_reward(self):
        """What the last move scored, an int; 0 at the start."""
        cdef Py_ssize_t moves = self.now.moves
        return self.now.score - self.past[moves - 1].score if moves else 0

    @property
    def last_spawn(self):
        """``(cell, tile)`` of the tile that spawned last, or None if none ever did."""
        if self.now.spawn_exponent:
            return self.now.spawn_cell, 1 << self.now.spawn_exponent
        return None

    # ---- as a Python object

    def copy(self):
        """The same game, undo steps included; the two then go their own ways."""
        cdef GameState twin = GameState.__new__(type(self), self._seed, self._number, self._start)
        with cython.critical_section(self):
            twin.make_room(self.now.moves)
            if self.now.moves:
                memcpy(twin.past, self.past, self.now.moves * sizeof(engine.f2048_game))
            twin.now = self.now
        if hasattr(self, "__dict__"):  # a subclass may have attributes of its own
            vars(twin).update(vars(self))
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return _restore_game, (type(self), self._seed, self._number, self._start,
                               *self.moves_and_answer()), getattr(self, "__dict__", None)

    @cython.critical_section
    cdef tuple moves_and_answer(self):
        """The moves, and whether a choice was answered after the last of them. One that
        was open before was answered by the move that followed."""
        cdef Py_ssize_t moves = self.now.moves
        answered = (moves > 0 and self.now.flags == engine.F2048_WON and self.now.legal != 0
                    and not self.past[moves - 1].flags & engine.F2048_WON)
        return self.moves_made(), answered
