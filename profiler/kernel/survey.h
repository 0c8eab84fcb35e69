/* What is read many bytes at a time: where cells end, and which kinds of bytes a value has.
 *
 * Each function exists twice: for AVX2, and portable; both give the same. See variant.h. */
#ifndef PDL_SURVEY_H
#define PDL_SURVEY_H

#include "bytes.h"

#ifdef KERNEL_AVX2
#include <immintrin.h>
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

/* structure(p, delimiter, masks, count): masks of the bytes of `count` words that are the delimiter,
 * LF or CR. has_head(p, n, heads, count): does the second and third byte of one of `count` (at most
 * MOST_HEADS) heads occur? zeros(p, n): how many bytes are NUL. hangul_chars(p, n, chars): is it UTF-8
 * of ASCII and Hangul syllables up to U+D77F alone, and of how many? 0: it may be all the same. */

static inline size_t zeros_one_by_one(const u8 *p, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += !p[i];
    return found;
}

#ifndef KERNEL_AVX2
static void structure(const u8 *p, u8 delimiter, u64 *masks, size_t count)
{
    for (size_t w = 0; w < count; w++, p += 64) {
        u64 mask = 0;
        for (int i = 0; i < 64; i++)
            mask |= (u64)(p[i] == delimiter || p[i] == '\n' || p[i] == '\r') << i;
        masks[w] = mask;
    }
}

static Survey survey(const u8 *p, size_t n, const AsciiSet *special)
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

static int has_head(const u8 *p, size_t n, const u16 *heads, u32 count)
{
    for (size_t i = 0; i + 1 < n; i++)
        for (u32 h = 0; h < count; h++)
            if (load16(p + i) == heads[h])
                return 1;
    return 0;
}

static size_t zeros(const u8 *p, size_t n) { return zeros_one_by_one(p, n); }

static int hangul_chars(const u8 *p, size_t n, u32 *chars)
{
    (void)p, (void)n, (void)chars;
    return 0;
}

#else
static inline u32 equal32(__m256i v, __m256i to)
{
    return (u32)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, to));
}

static void structure(const u8 *p, u8 delimiter, u64 *masks, size_t count)
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
static Survey survey(const u8 *p, size_t n, const AsciiSet *special)
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

static int has_head(const u8 *p, size_t n, const u16 *heads, u32 count)
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

static size_t zeros(const u8 *p, size_t n)
{
    size_t found = 0, i = 0;
    for (; n - i >= 32; i += 32) {
        u32 mask = equal32(_mm256_loadu_si256((const __m256i *)(p + i)), _mm256_setzero_si256());
        found += (size_t)_mm_popcnt_u32(mask);
    }
    return found + zeros_one_by_one(p + i, n - i);
}

/* Which bytes of v are above a bound, both taken as signed: 0x80 to 0xFF are below all others. */
static inline u32 below32(__m256i v, u8 bound)
{
    return (u32)_mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8((char)bound), v));
}

static int hangul_chars(const u8 *p, size_t n, u32 *chars)
{
    u32 leads = 0, continuations = 0, first = 0, last = 0;
    u64 before = 0;
    for (size_t i = 0; i < n; i += 32) {
        u32 valid = n - i >= 32 ? ~0u : (1u << (n - i)) - 1;
        __m256i v = _mm256_loadu_si256((const __m256i *)(p + i));
        __m256i from = _mm256_sub_epi8(v, _mm256_set1_epi8((char)0xEA));
        u32 lead = valid & equal32(_mm256_min_epu8(from, _mm256_set1_epi8(3)), from);
        u32 continuation = valid & below32(v, 0xC0);
        u64 joined = (u64)lead << 2 | before;
        if ((valid & (u32)_mm256_movemask_epi8(v)) != (lead | continuation)
            || (valid & (u32)(joined | joined >> 1)) != continuation)
            return 0;
        u32 is_first = equal32(v, _mm256_set1_epi8((char)0xEA));
        u32 is_last = equal32(v, _mm256_set1_epi8((char)0xED));
        if ((is_first << 1 | first) & below32(v, 0xB0) & valid)
            return 0;
        if ((is_last << 1 | last) & ~below32(v, 0x9E) & valid)
            return 0;
        leads += (u32)_mm_popcnt_u32(lead);
        continuations += (u32)_mm_popcnt_u32(continuation);
        before = lead >> 30;
        first = is_first >> 31;
        last = is_last >> 31;
    }
    *chars = (u32)n - continuations;
    return continuations == 2 * leads;
}
#endif

#endif
