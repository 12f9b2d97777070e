# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: freethreading_compatible=True, embedsignature=False
"""The engine for Python: Board and the state of a game.

What comes from outside is checked here, then handed to the C of csrc/. No rule
of the game is in this module.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.long cimport PyLong_AsLongAndOverflow
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS,
    PyBUF_WRITABLE,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from cpython.exc cimport PyErr_CheckSignals
from cpython.pyport cimport PY_SSIZE_T_MAX
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from libc.math cimport INFINITY
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from fast2048 cimport _engine as engine
from fast2048 cimport _engine_search as engine_search

from itertools import islice
from os import environ

from fast2048.checks import as_integer, quote
from fast2048.errors import (
    ChoicePendingError,
    Fast2048Error,
    IllegalMoveError,
    InvalidBoardError,
    InvalidCellError,
    InvalidExponentError,
    InvalidMoveError,
    InvalidNetworkError,
    InvalidSeedError,
    InvalidTileError,
)
from fast2048.move import Move

cimport cython

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

cdef engine.f2048_tables TABLES
engine.f2048_tables_build(&TABLES)

include "_checks.pxi"
include "_generator.pxi"
include "_board.pxi"
include "_game.pxi"
include "_kernels.pxi"
include "_playouts.pxi"
include "_batch.pxi"
include "_network.pxi"
include "_search.pxi"
include "_learning.pxi"
