/* Questions about a whole text that need no table: is it of its encoding, how do its lines begin? */
#ifndef PDL_TEXT_H
#define PDL_TEXT_H

#include "survey.h"

#define MOST_BEGINNINGS 16
#define ASCII_WORDS 4

typedef struct { const u8 *text; size_t size; } Beginning;

/* The place of the first byte of 128 or more from `at` on, or a place of at most 32 bytes before it. */
static inline size_t skip_ascii(const u8 *p, size_t at, size_t n)
{
    const u64 high = 0x8080808080808080ULL;
    for (; at + 8 * ASCII_WORDS <= n; at += 8 * ASCII_WORDS)
        if ((load64(p + at) | load64(p + at + 8) | load64(p + at + 16) | load64(p + at + 24)) & high)
            break;
    return at;
}

#ifndef KERNEL_AVX2
static size_t skip_utf8(const u8 *p, size_t n)
{
    (void)p, (void)n;
    return 0;
}
#else
/* What may be wrong with two bytes that follow one another (Keiser, Lemire: "Validating UTF-8 in less
 * than one instruction per byte", 2021, table 3). */
enum {
    TOO_SHORT = 1, TOO_LONG = 2, OVERLONG_3 = 4, TOO_LARGE = 8, SURROGATE = 16, OVERLONG_2 = 32,
    TOO_LARGE_1000 = 64, OVERLONG_4 = 64, TWO_CONTINUATIONS = 128,
    CARRY = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS,
    ABOVE = CARRY | TOO_LARGE | TOO_LARGE_1000,
    SECOND = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS
};
#define TWICE(...) _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))
#define SIGNED(x) ((char)(x))

/* The bytes before those of v, by as many places; `before` are the 32 bytes before it. */
#define BEHIND(v, before, places) \
    _mm256_alignr_epi8(v, _mm256_permute2x128_si256(before, v, 0x21), 16 - (places))

static inline __m256i utf8_errors(__m256i v, __m256i before)
{
    const __m256i first_high = TWICE(
        TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,
        SIGNED(TWO_CONTINUATIONS), SIGNED(TWO_CONTINUATIONS), SIGNED(TWO_CONTINUATIONS),
        SIGNED(TWO_CONTINUATIONS), TOO_SHORT | OVERLONG_2, TOO_SHORT,
        TOO_SHORT | OVERLONG_3 | SURROGATE, TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4);
    const __m256i first_low = TWICE(
        SIGNED(CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4), SIGNED(CARRY | OVERLONG_2),
        SIGNED(CARRY), SIGNED(CARRY), SIGNED(CARRY | TOO_LARGE), SIGNED(ABOVE), SIGNED(ABOVE),
        SIGNED(ABOVE), SIGNED(ABOVE), SIGNED(ABOVE), SIGNED(ABOVE), SIGNED(ABOVE), SIGNED(ABOVE),
        SIGNED(ABOVE | SURROGATE), SIGNED(ABOVE), SIGNED(ABOVE));
    const __m256i second_high = TWICE(
        TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
        SIGNED(SECOND | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4),
        SIGNED(SECOND | OVERLONG_3 | TOO_LARGE), SIGNED(SECOND | SURROGATE | TOO_LARGE),
        SIGNED(SECOND | SURROGATE | TOO_LARGE), TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT);
    const __m256i half = _mm256_set1_epi8(15);
    __m256i one = BEHIND(v, before, 1);
    __m256i wrong = _mm256_shuffle_epi8(first_high, _mm256_and_si256(_mm256_srli_epi16(one, 4), half));
    wrong = _mm256_and_si256(wrong, _mm256_shuffle_epi8(first_low, _mm256_and_si256(one, half)));
    wrong = _mm256_and_si256(
        wrong, _mm256_shuffle_epi8(second_high, _mm256_and_si256(_mm256_srli_epi16(v, 4), half)));
    __m256i third = _mm256_subs_epu8(BEHIND(v, before, 2), _mm256_set1_epi8(0xE0 - 0x80));
    __m256i fourth = _mm256_subs_epu8(BEHIND(v, before, 3), _mm256_set1_epi8(0xF0 - 0x80));
    __m256i must = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(SIGNED(128)));
    return _mm256_xor_si256(must, wrong);
}

/* A place up to which the text is UTF-8, at the start of a character and not far before an error. */
static size_t skip_utf8(const u8 *p, size_t n)
{
    __m256i before = _mm256_setzero_si256();
    size_t at = 0;
    for (; at + 32 <= n; at += 32) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(p + at));
        if (_mm256_movemask_epi8(_mm256_or_si256(v, before))) {
            __m256i errors = utf8_errors(v, before);
            if (!_mm256_testz_si256(errors, errors))
                break;
        }
        before = v;
    }
    at = at < 4 ? 0 : at - 4;
    while (at && (p[at] & 0xC0) == 0x80)
        at--;
    return at;
}
#endif

/* How many bytes from the start on are whole characters of strict UTF-8, or of CP949 with its table of
 * code points by lead and trail byte. `p` is padded. */
static size_t valid_bytes(const u8 *p, size_t n, const u16 *cp949)
{
    size_t at = cp949 ? 0 : skip_utf8(p, n);
    u32 code;
    while (at < n) {
        if (p[at] < 128) {
            at = skip_ascii(p, at + 1, n);
            continue;
        }
        if (cp949) {
            while (n - at >= 2 && p[at] >= 128 && cp949[p[at] << 8 | p[at + 1]])
                at += 2;
            if (at < n && p[at] >= 128)
                break;
            continue;
        }
        u32 size = utf8_char(p + at, p + n, &code);
        if (!size)
            break;
        at += size;
    }
    return at;
}

/* Does a line that follows a line end in p[0:n] begin as one of `beginnings`? Those that need more bytes
 * than there are do not count. */
static int begins_line(const u8 *p, size_t n, const Beginning *beginnings, u32 count)
{
    for (int sign = 0; sign < 2; sign++) {
        const u8 *end = p + n, *at = p;
        while ((at = memchr(at, sign ? '\r' : '\n', (size_t)(end - at)))) {
            at++;
            if (sign && at < end && *at == '\n')
                continue; /* CRLF ends with LF */
            for (u32 i = 0; i < count; i++)
                if (beginnings[i].size <= (size_t)(end - at)
                    && !memcmp(at, beginnings[i].text, beginnings[i].size))
                    return 1;
            if (at == end)
                break;
        }
    }
    return 0;
}

#endif
