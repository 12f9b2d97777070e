/* inline.h: functions that a kernel must have inlined, since a call would pass
 * sixteen registers through memory, and loops over registers, which must vanish
 * for the same reason. */
#ifndef F2048_INLINE_H
#define F2048_INLINE_H

#if defined(_MSC_VER)
#define INLINE static __forceinline
#define RARE static __declspec(noinline)
#define UNROLLED
#else
#define INLINE static inline __attribute__((always_inline))
#define RARE static __attribute__((noinline, cold))
#if defined(__clang__)
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif
#endif

#endif
