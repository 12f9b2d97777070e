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


cdef float as_step(double step) except -1:
    """As a float32, which is what weights are multiplied by."""
    cdef float narrow = step
    if not 0 < narrow < float("inf"):
        raise InvalidNetworkError(f"not a step of weights: {step} (above 0, within a float32)")
    return narrow


cdef class NetworkTables:
    """The part of Network that lives in C: see fast2048.networks.Network.

    ``weights`` is a buffer of as many int16 as the shape has weights; it is kept, not
    copied. Raises InvalidNetworkError if there are more or fewer.
    """

    cdef engine.f2048_network network
    cdef object _shape             # fast2048.shapes.Shape
    cdef object _weights           # the buffer
    cdef const int16_t[::1] table  # the same, for C

    def __cinit__(self, shape, weights, double step=1):
        make_shape(&self.network.shape, shape)
        if KERNEL == kernel_named("portable"):
            self.network.shape.by_extraction = False
        self._weights = weights
        self.table = weights
        cdef size_t expected = engine.f2048_shape_weights(&self.network.shape)
        if <size_t>self.table.shape[0] != expected:
            raise InvalidNetworkError(
                f"not the weights of {shape.text}: {self.table.shape[0]} of {expected}")
        self.network.weights = &self.table[0]
        self.network.step = as_step(step)
        self._shape = shape

    @property
    def shape(self):
        """The Shape."""
        return self._shape

    @property
    def step(self):
        """The points that a weight of 1 stands for, a float of 32 bits."""
        return self.network.step

    @property
    def weights(self):
        """The buffer of weights, int16."""
        return self._weights

    def value(self, Board board not None):
        """What the network holds an afterstate to be worth: a float, the points to come."""
        return engine.f2048_network_value(&self.network, board.packed)


def count_weights(const int16_t[::1] weights not None):
    """How many are not 0."""
    return engine.f2048_weights_used(&weights[0], weights.shape[0])


def pack_weights(const int16_t[::1] weights not None):
    """Weights in three streams of bytes, ``(kept, low, high)``: see csrc/network.h."""
    cdef engine.f2048_packing packing
    cdef size_t count = weights.shape[0]
    packing.packed = engine.f2048_weights_used(&weights[0], count)
    kept = bytearray((count + 7) // 8)
    low = bytearray(packing.packed)
    high = bytearray(packing.packed)
    packing.kept = kept
    packing.low = low
    packing.high = high
    with nogil:
        engine.f2048_weights_pack(&weights[0], count, &packing)
    return kept, low, high


def unpack_weights(int16_t[::1] weights not None, bytes kept not None, bytes low not None,
                   bytes high not None):
    """Into ``weights``, all 0 before. False if the streams do not fit together."""
    cdef engine.f2048_packing packing
    cdef size_t count = weights.shape[0]
    cdef bint fits
    packing.packed = len(low)
    if <size_t>len(kept) != (count + 7) // 8 or len(low) != len(high):
        return False
    packing.kept = kept
    packing.low = low
    packing.high = high
    with nogil:
        fits = engine.f2048_weights_unpack(&weights[0], count, &packing)
    return fits
