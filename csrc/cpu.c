/* cpu.c: which kernels this processor runs. */
#include "kernel.h"

#if defined(F2048_X86_64) && !defined(__GNUC__)
#include <immintrin.h>
#include <intrin.h>
#endif

static const f2048_kernel *const kernels[] = {
#ifdef F2048_X86_64
    &f2048_kernel_avx512,
    &f2048_kernel_avx2,
#endif
    &f2048_kernel_portable,
};

const f2048_kernel *f2048_kernel_number(unsigned number) {
    return number < sizeof kernels / sizeof *kernels ? kernels[number] : NULL;
}

bool f2048_kernel_supported(const f2048_kernel *kernel) {
#ifdef F2048_X86_64
#if defined(__GNUC__)
    __builtin_cpu_init();
    if (kernel == &f2048_kernel_avx512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    if (kernel == &f2048_kernel_avx2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2");
#else
    if (kernel != &f2048_kernel_portable) {
        int leaf[4];
        __cpuid(leaf, 0);
        if (leaf[0] < 7)
            return false;
        __cpuid(leaf, 1);
        bool system_saves = (leaf[2] & 1 << 27) && (leaf[2] & 1 << 28);
        unsigned long long saved = system_saves ? _xgetbv(0) : 0;
        __cpuidex(leaf, 7, 0);
        bool bmi = (leaf[1] & 1 << 3) && (leaf[1] & 1 << 8);
        if (kernel == &f2048_kernel_avx512)
            return bmi && (saved & 0xE6) == 0xE6 && (leaf[1] & 1 << 16) && (leaf[1] & 1 << 30);
        return bmi && (saved & 0x06) == 0x06 && (leaf[1] & 1 << 5);
    }
#endif
#endif
    return kernel == &f2048_kernel_portable;
}

const f2048_kernel *f2048_kernel_best(void) {
    unsigned number = 0;
    /* The last one, the portable, runs everywhere. */
    while (number + 1 < sizeof kernels / sizeof *kernels &&
           !f2048_kernel_supported(kernels[number]))
        number++;
    return kernels[number];
}

const char *f2048_kernel_name(const f2048_kernel *kernel) {
    return kernel->name;
}

unsigned f2048_kernel_lanes(const f2048_kernel *kernel) {
    return kernel->lanes;
}
