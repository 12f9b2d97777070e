# Generator: the random stream of a game by itself, for whoever checks it.

@cython.final
cdef class Generator:
    """The random words of game ``number`` of ``seed``: xoroshiro128++ 1.0.

    ``reference.Generator`` is its twin in plain Python. A Game has its own.
    """

    cdef engine.f2048_generator state

    def __cinit__(self, seed, number=0):
        self.state = engine.f2048_generator_seed(
            as_seed(seed, "seed", 64), as_seed(number, "game number", 63))

    @staticmethod
    def from_state(s0, s1):
        """A generator in a given state of two 64-bit words, not both zero."""
        cdef Generator generator = Generator(0)
        generator.state.s0 = as_seed(s0, "state word", 64)
        generator.state.s1 = as_seed(s1, "state word", 64)
        if not generator.state.s0 | generator.state.s1:
            raise InvalidSeedError("not a state: (0, 0), from which only zeros would come")
        return generator

    def next(self):
        """The next 64-bit word, an int."""
        return engine.f2048_generator_next(&self.state)

    def draw(self, n):
        """Which of n (1 to 16) empty cells, and the exponent of the tile that spawns:
        1, or 2 one time in ten, exactly."""
        integer = as_integer(n)
        if integer is None or not 1 <= integer <= 16:
            raise InvalidCellError(f"not a number of empty cells: {quote(n)} (1 to 16)")
        cdef engine.f2048_draw draw = engine.f2048_generator_draw(&self.state, integer)
        return draw.index, draw.exponent
