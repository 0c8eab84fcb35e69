/* The kernel once more, for processors with AVX2; _scan.c chooses at run time. */

#include "kernel/dispatch.h"

#ifdef HAVE_AVX2

#define KERNEL_AVX2 1
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif

#include "kernel/variant.h"

const Kernel kernel_avx2 = {"avx2", run, find_starts, say, valid_bytes};

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
