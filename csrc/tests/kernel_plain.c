/* kernel_plain.c: the portable kernel as compilers without vector types build it. */
#define F2048_PLAIN_LANES
#define f2048_kernel_portable kernel_plain
#include "../kernel_portable.c"
