/* What is read many bytes at a time: where cells end, and which kinds of bytes a value has.
 *
 * Each function exists twice: for AVX2, chosen at run time, and portable. Both give the same. */
#ifndef PDL_SURVEY_H
#define PDL_SURVEY_H

#include "bytes.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_AVX2 1
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2,bmi,popcnt")))
#endif

#define MOST_HEADS 8
#define WINDOW 64 /* words of 64 bytes whose masks are made at once */

/* Sets of ASCII bytes, as bits of the high half of a byte by its low half. */
typedef struct { u8 low[16]; } AsciiSet;

static const u8 high_bit[16] = {1, 2, 4, 8, 16, 32, 64, 128};

static void ascii_add(AsciiSet *set, u8 c) { set->low[c & 15] |= high_bit[c >> 4]; }
static inline int ascii_has(const AsciiSet *set, u8 c)
{
    return c < 128 && set->low[c & 15] & high_bit[c >> 4];
}

#define LONG_RUN 4
enum { SEEN_LETTER = 1, SEEN_SPECIAL = 2, SEEN_HIGH = 4, SEEN_RUN = 8, ALL_SEEN = 16 };

typedef struct {
    u32 digits; /* how many ASCII digits */
    u32 seen;   /* letters of ASCII, bytes of the special set, bytes of 0x80 and above, LONG_RUN digits */
} Survey;

typedef struct {
    /* Masks of the bytes of `count` words that are the delimiter, LF or CR. */
    void (*structure)(const u8 *p, u8 delimiter, u64 *masks, size_t count);
    Survey (*survey)(const u8 *p, size_t n, const AsciiSet *special);
    /* Does the second and third byte of one of `count` (at most MOST_HEADS) heads occur? */
    int (*has_head)(const u8 *p, size_t n, const u16 *heads, u32 count);
    size_t (*zeros)(const u8 *p, size_t n);
    const char *name;
} Simd;

static void structure_portable(const u8 *p, u8 delimiter, u64 *masks, size_t count)
{
    for (size_t w = 0; w < count; w++, p += 64) {
        u64 mask = 0;
        for (int i = 0; i < 64; i++)
            mask |= (u64)(p[i] == delimiter || p[i] == '\n' || p[i] == '\r') << i;
        masks[w] = mask;
    }
}

static Survey survey_portable(const u8 *p, size_t n, const AsciiSet *special)
{
    Survey found = {0, 0};
    u32 run = 0;
    for (size_t i = 0; i < n; i++) {
        u8 c = p[i];
        run = is_digit(c) ? run + 1 : 0;
        if (run == LONG_RUN)
            found.seen |= SEEN_RUN;
        if (run)
            found.digits++;
        else if (c >= 128)
            found.seen |= SEEN_HIGH;
        else if (is_letter(c))
            found.seen |= SEEN_LETTER;
        else if (ascii_has(special, c))
            found.seen |= SEEN_SPECIAL;
    }
    return found;
}

static size_t zeros_portable(const u8 *p, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += !p[i];
    return found;
}

static int has_head_portable(const u8 *p, size_t n, const u16 *heads, u32 count)
{
    for (size_t i = 0; i + 1 < n; i++)
        for (u32 h = 0; h < count; h++)
            if (load16(p + i) == heads[h])
                return 1;
    return 0;
}

static const Simd portable = {
    structure_portable, survey_portable, has_head_portable, zeros_portable, "portable",
};

#ifdef HAVE_AVX2
AVX2 static inline u32 equal32(__m256i v, __m256i to)
{
    return (u32)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, to));
}

AVX2 static void structure_avx2(const u8 *p, u8 delimiter, u64 *masks, size_t count)
{
    const __m256i d = _mm256_set1_epi8((char)delimiter);
    const __m256i lf = _mm256_set1_epi8('\n'), cr = _mm256_set1_epi8('\r');
    for (size_t w = 0; w < count; w++, p += 64) {
        u64 mask = 0;
        for (int half = 0; half < 2; half++) {
            __m256i v = _mm256_loadu_si256((const __m256i *)(p + 32 * half));
            __m256i any = _mm256_or_si256(_mm256_cmpeq_epi8(v, d), _mm256_cmpeq_epi8(v, lf));
            any = _mm256_or_si256(any, _mm256_cmpeq_epi8(v, cr));
            mask |= (u64)(u32)_mm256_movemask_epi8(any) << 32 * half;
        }
        masks[w] = mask;
    }
}

/* Classifies by the halves of a byte, as simdjson does (Langdale, Lemire 2019, section 3.1.2). */
AVX2 static Survey survey_avx2(const u8 *p, size_t n, const AsciiSet *special)
{
    Survey found = {0, 0};
    const __m256i zero = _mm256_set1_epi8('0'), nine = _mm256_set1_epi8(9);
    const __m256i a = _mm256_set1_epi8('a'), z = _mm256_set1_epi8(25), bit5 = _mm256_set1_epi8(32);
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i low = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)special->low));
    const __m256i high = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)high_bit));
    u32 letters = 0, specials = 0, highs = 0;
    u64 runs = 0, before = 0;
    for (size_t i = 0; i < n; i += 32) {
        u32 valid = n - i >= 32 ? ~0u : (1u << (n - i)) - 1;
        __m256i v = _mm256_loadu_si256((const __m256i *)(p + i));
        __m256i d = _mm256_sub_epi8(v, zero);
        u32 digits = valid & equal32(_mm256_min_epu8(d, nine), d);
        found.digits += (u32)_mm_popcnt_u32(digits);
        u64 joined = (u64)digits << (LONG_RUN - 1) | before;
        runs |= joined & joined >> 1 & joined >> 2 & joined >> 3;
        before = digits >> (32 - (LONG_RUN - 1));
        __m256i l = _mm256_sub_epi8(_mm256_or_si256(v, bit5), a);
        letters |= valid & equal32(_mm256_min_epu8(l, z), l);
        __m256i row = _mm256_shuffle_epi8(low, v); /* 0 for bytes of 0x80 and above */
        __m256i column = _mm256_and_si256(_mm256_srli_epi16(v, 4), half);
        __m256i hit = _mm256_and_si256(row, _mm256_shuffle_epi8(high, column));
        specials |= valid & ~equal32(hit, _mm256_setzero_si256());
        highs |= valid & (u32)_mm256_movemask_epi8(v);
    }
    found.seen = (letters ? SEEN_LETTER : 0) | (specials ? SEEN_SPECIAL : 0)
        | (highs ? SEEN_HIGH : 0) | (runs ? SEEN_RUN : 0);
    return found;
}

AVX2 static int has_head_avx2(const u8 *p, size_t n, const u16 *heads, u32 count)
{
    __m256i first[MOST_HEADS], second[MOST_HEADS];
    for (u32 h = 0; h < count; h++) {
        first[h] = _mm256_set1_epi8((char)(heads[h] & 255));
        second[h] = _mm256_set1_epi8((char)(heads[h] >> 8));
    }
    for (size_t i = 0; i < n; i += 32) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(p + i));
        __m256i w = _mm256_loadu_si256((const __m256i *)(p + i + 1));
        __m256i any = _mm256_setzero_si256();
        for (u32 h = 0; h < count; h++)
            any = _mm256_or_si256(any, _mm256_and_si256(_mm256_cmpeq_epi8(v, first[h]),
                                                        _mm256_cmpeq_epi8(w, second[h])));
        u32 valid = n - i >= 32 ? ~0u : (1u << (n - i)) - 1;
        if (valid & (u32)_mm256_movemask_epi8(any))
            return 1;
    }
    return 0;
}

AVX2 static size_t zeros_avx2(const u8 *p, size_t n)
{
    size_t found = 0, i = 0;
    for (; n - i >= 32; i += 32) {
        u32 mask = equal32(_mm256_loadu_si256((const __m256i *)(p + i)), _mm256_setzero_si256());
        found += (size_t)_mm_popcnt_u32(mask);
    }
    return found + zeros_portable(p + i, n - i);
}

static const Simd avx2 = {structure_avx2, survey_avx2, has_head_avx2, zeros_avx2, "avx2"};
#endif

/* The best that this machine has. */
static const Simd *best_simd(void)
{
#ifdef HAVE_AVX2
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
        return &avx2;
#endif
    return &portable;
}

#endif
