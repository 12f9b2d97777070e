# Network: stand-in until the real one.
cdef class Network:
    cdef engine.f2048_network network
    cdef object weights
    cdef readonly tuple tuples
    cdef readonly float step

    def __cinit__(self, tuples, const short[::1] weights not None, float step):
        cdef uint16_t cells[12]
        cdef int i
        for i in range(len(tuples)):
            cells[i] = tuples[i]
        if not engine.f2048_shape_make(&self.network.shape, len(tuples), cells, 1, NULL):
            raise ValueError("shape")
        if engine.f2048_shape_weights(&self.network.shape) != <size_t>weights.shape[0]:
            raise ValueError("weights")
        self.weights = weights
        self.tuples = tuple(tuples)
        self.step = step
        self.network.weights = &weights[0]
        self.network.step = step

    def value(self, Board board not None):
        return engine.f2048_network_value(&self.network, board.packed)
