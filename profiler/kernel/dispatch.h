/* Which of the compiled kernels there are. */
#ifndef PDL_DISPATCH_H
#define PDL_DISPATCH_H

typedef struct Kernel Kernel;

extern const Kernel kernel_portable;

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_AVX2 1
extern const Kernel kernel_avx2;
#endif

#endif
