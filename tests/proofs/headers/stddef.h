/* What the proofs need of the compiler's header. */
typedef unsigned long size_t;
#define NULL 0
typedef long ptrdiff_t;
