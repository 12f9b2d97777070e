# LearnerTables and Player: learning by playing, in C. See fast2048.learning.

cdef class Player:
    """What one thread needs to play: memory for the steps of a game, and the positions
    from which some games begin."""

    cdef engine.f2048_step *steps
    cdef engine.f2048_restarts restarts

    def __cinit__(self):
        self.steps = <engine.f2048_step *>malloc(
            engine.F2048_LONGEST_GAME * sizeof(engine.f2048_step))
        if self.steps == NULL:
            raise MemoryError()
        self.restarts.saved = 0

    def __dealloc__(self):
        free(self.steps)

    @property
    def saved(self):
        """How many positions were ever saved, and those that are still there, as packed
        boards: what ``saved`` can be set to."""
        cdef int i
        cdef engine.f2048_board board
        boards = []
        for i in range(min(self.restarts.saved, <uint64_t>engine.F2048_RESTARTS)):
            board = self.restarts.boards[i]
            boards.append(<object>board.high << 64 | board.low)
        return self.restarts.saved, boards

    @saved.setter
    def saved(self, value):
        cdef int i
        saved, boards = value
        if as_integer(saved) is None or saved >= 1 << 64 or len(boards) != min(saved, engine.F2048_RESTARTS):
            raise InvalidNetworkError(f"not saved positions: {len(boards)} of {quote(saved)}")
        for i, bits in enumerate(boards):
            self.restarts.boards[i] = unpack(bits, engine.F2048_MAX_EXPONENT).packed
        self.restarts.saved = saved


cdef object as_uses(object value):
    integer = as_integer(value)
    if integer is None or not 0 <= integer < 1 << 32:
        raise InvalidNetworkError(
            f"not a number of uses: {quote(value)} (an integer from 0 to 2**32 - 1)")
    return integer


cdef class LearnerTables:
    """The part of Trainer that lives in C: see fast2048.learning.Trainer.

    ``weights`` is a writable buffer of 3 float32 a weight: the value, the sum of its errors
    and the sum of their sizes. It is kept, not copied.
    """

    cdef engine.f2048_learner learner
    cdef float[::1] weights  # keeps the memory

    def __cinit__(self, shape, weights, float rate, float lambda_, bint coherent, kernel=None):
        self.learner.kernel = kernel_or_default(kernel)
        make_shape(&self.learner.shape, shape)
        self.weights = weights
        cdef size_t expected = engine.f2048_shape_weights(&self.learner.shape)
        if <size_t>self.weights.shape[0] != 3 * expected:
            raise InvalidNetworkError(
                f"not the weights of {shape.text}: {self.weights.shape[0]} of {3 * expected}")
        self.learner.weights = <engine.f2048_weight *>&self.weights[0]
        self.learner.rate = rate
        self.learner.lambda_ = lambda_
        self.learner.coherent = coherent

    def value(self, Board board not None):
        """What the weights make of an afterstate."""
        return engine.f2048_learner_value(&self.learner, board.packed)

    def promote(self, stage):
        """Gives stage 1, 2 ... the weights of the stage before it."""
        integer = as_integer(stage)
        if integer is None or not 1 <= integer < self.learner.shape.stages:
            raise InvalidNetworkError(f"not a stage: {quote(stage)}")
        cdef int number = integer
        with nogil:
            engine.f2048_learner_promote(&self.learner, number)

    def round_into(self, int16_t[::1] weights not None, double step,
                   const uint32_t[::1] uses=None, least=0):
        """The values in whole steps, into ``weights`` that are 0; those that ``uses``, a
        counter for each, tells to be used less than ``least`` times stay 0."""
        cdef float narrow = as_step(step)
        cdef uint32_t fewest = as_uses(least)
        cdef bint finite
        cdef size_t count = engine.f2048_shape_weights(&self.learner.shape)
        if <size_t>weights.shape[0] != count or uses is not None and uses.shape[0] != weights.shape[0]:
            raise InvalidNetworkError(f"not room for {count} weights: {weights.shape[0]}")
        cdef const uint32_t *counters = NULL if uses is None else &uses[0]
        with nogil:
            finite = engine.f2048_learner_round(
                &self.learner, narrow, counters, fewest, &weights[0])
        if not finite:
            raise InvalidNetworkError(
                "these weights have grown beyond all bounds: a lower rate is needed")

    def play(self, Player player not None, seed, first, games, float restart_share=0,
             uint8_t restart_from=0, uint32_t[::1] uses=None):
        """Plays games ``first``, ``first + 1`` ... of a seed and learns from each; with
        ``uses``, a counter for each weight, looks them up and counts instead.

        Returns a list of (score, moves, exponent of the largest tile, whether the game
        began from a saved position). The GIL is released; a Player belongs to one call
        at a time.
        """
        cdef engine.f2048_learner learner = self.learner
        cdef engine.f2048_round round
        round.seed = as_seed(seed, "seed", 64)
        round.first = as_seed(first, "game number", 63)
        round.games = as_seed(games, "number of games", 31)
        round.restart_share = restart_share
        round.restart_from = restart_from
        if uses is not None:
            if uses.shape[0] * 3 != self.weights.shape[0]:
                raise InvalidNetworkError(f"not a counter for each weight: {uses.shape[0]}")
            learner.uses = &uses[0]
        cdef engine.f2048_outcome *outcomes = <engine.f2048_outcome *>malloc(
            max(round.games, <uint64_t>1) * sizeof(engine.f2048_outcome))
        if outcomes == NULL:
            raise MemoryError()
        cdef uint64_t i
        try:
            with nogil:
                engine.f2048_learner_play(
                    &learner, &TABLES, &round, player.steps, &player.restarts, outcomes)
            return [
                (outcomes[i].score, outcomes[i].moves, outcomes[i].max_exponent,
                 bool(outcomes[i].restarted))
                for i in range(round.games)
            ]
        finally:
            free(outcomes)
