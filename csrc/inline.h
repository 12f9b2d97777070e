/* inline.h: functions that a kernel must have inlined: a call would pass sixteen
 * registers through memory. */
#ifndef F2048_INLINE_H
#define F2048_INLINE_H

#if defined(_MSC_VER)
#define INLINE static __forceinline
#define RARE static __declspec(noinline)
#else
#define INLINE static inline __attribute__((always_inline))
#define RARE static __attribute__((noinline, cold))
#endif

#endif
