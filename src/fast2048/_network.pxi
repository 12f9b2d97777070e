# NetworkTables and LearnerTables: the weights of an n-tuple network, for play and
# for learning.

cdef int make_shape(engine.f2048_shape *made, object shape) except -1:
    """From a fast2048.shapes.Shape."""
    cdef uint16_t cells[engine.F2048_MAX_TUPLES]
    cdef uint8_t stage_from[engine.F2048_MAX_STAGES]
    cdef int tuples = len(shape.tuples), stages = 1 + len(shape.stages), i
    if tuples <= engine.F2048_MAX_TUPLES and stages <= engine.F2048_MAX_STAGES:
        for i in range(tuples):
            cells[i] = sum([1 << cell for cell in shape.tuples[i]])
        for i in range(stages - 1):
            stage_from[i] = shape.stages[i]
        if engine.f2048_shape_make(made, tuples, cells, stages, stage_from):
            return 0
    raise InvalidNetworkError(f"not a network's shape: {quote(shape)}")


cdef class NetworkTables:
    """The part of Network that lives in C: see fast2048.networks.Network.

    ``weights`` is a buffer of as many int16 as the shape has weights; it is kept, not
    copied. Raises InvalidNetworkError if there are more or fewer.
    """

    cdef engine.f2048_network network
    cdef readonly object shape       # fast2048.shapes.Shape
    cdef readonly float step         # points that a weight of 1 stands for
    cdef const int16_t[::1] weights  # keeps the memory

    def __cinit__(self, shape, weights, float step=1):
        make_shape(&self.network.shape, shape)
        self.weights = weights
        cdef size_t expected = engine.f2048_shape_weights(&self.network.shape)
        if <size_t>self.weights.shape[0] != expected:
            raise InvalidNetworkError(
                f"not the weights of {shape.text}: {self.weights.shape[0]} of {expected}")
        if not 0 < step < float("inf"):
            raise InvalidNetworkError(f"not a step of weights: {step} (above 0)")
        self.network.weights = &self.weights[0]
        self.network.step = self.step = step
        self.shape = shape

    def value(self, Board board not None):
        """What the network holds an afterstate to be worth: the points still to come."""
        return engine.f2048_network_value(&self.network, board.packed)

    @property
    def digest(self):
        """A short name of all that decides about values: equal where they are."""
        found = hashlib.sha256(f"{self.shape} {self.step!r} ".encode())
        found.update(self.weights)
        return found.hexdigest()[:16]
