/* Bytes, hashes and characters. */
#ifndef PDL_BYTES_H
#define PDL_BYTES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* Every buffer that is read has at least this many readable bytes behind its end. */
#define PADDING 64

static inline u16 load16(const u8 *p) { u16 v; memcpy(&v, p, 2); return v; }
static inline u32 load32(const u8 *p) { u32 v; memcpy(&v, p, 4); return v; }
static inline u64 load64(const u8 *p) { u64 v; memcpy(&v, p, 8); return v; }
static inline int is_digit(u8 c) { return (u8)(c - '0') < 10; }
static inline int is_letter(u8 c) { return (u8)((c | 32) - 'a') < 26 && c < 128; }

/* XXH64 with seed 0 (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md). */
#define P1 11400714785074694791ULL
#define P2 14029467366897019727ULL
#define P3 1609587929392839161ULL
#define P4 9650029242287828579ULL
#define P5 2870177450012600261ULL

static inline u64 rotate(u64 x, int by) { return x << by | x >> (64 - by); }
static inline u64 xxh_round(u64 acc, u64 lane) { return rotate(acc + lane * P2, 31) * P1; }

static u64 xxh64(const u8 *p, size_t n)
{
    const u8 *end = p + n;
    u64 h = P5;
    if (n >= 32) {
        u64 a = P1 + P2, b = P2, c = 0, d = 0 - P1;
        do {
            a = xxh_round(a, load64(p));
            b = xxh_round(b, load64(p + 8));
            c = xxh_round(c, load64(p + 16));
            d = xxh_round(d, load64(p + 24));
            p += 32;
        } while (end - p >= 32);
        h = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18);
        h = (h ^ xxh_round(0, a)) * P1 + P4;
        h = (h ^ xxh_round(0, b)) * P1 + P4;
        h = (h ^ xxh_round(0, c)) * P1 + P4;
        h = (h ^ xxh_round(0, d)) * P1 + P4;
    }
    h += n;
    for (; end - p >= 8; p += 8)
        h = rotate(h ^ xxh_round(0, load64(p)), 27) * P1 + P4;
    if (end - p >= 4) {
        h = rotate(h ^ load32(p) * P1, 23) * P2 + P3;
        p += 4;
    }
    for (; p < end; p++)
        h = rotate(h ^ *p * P5, 11) * P1;
    h = (h ^ h >> 33) * P2;
    h = (h ^ h >> 29) * P3;
    return h ^ h >> 32;
}

/* A quick hash for caches alone, after wyhash (https://github.com/wangyi-fudan/wyhash). The secret is
 * random in each run, so that nobody can make two values that are taken for one another. */
typedef struct { u64 a, b, c; } Secret;

static inline u64 fold(u64 a, u64 b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (u64)product ^ (u64)(product >> 64);
}

static inline u64 quick_hash(const u8 *p, size_t n, const Secret *secret)
{
    u64 a = 0, b = 0, state = secret->c;
    if (n <= 16) {
        if (n >= 8) {
            a = load64(p);
            b = load64(p + n - 8);
        } else if (n >= 4) {
            a = load32(p);
            b = load32(p + n - 4);
        } else if (n) {
            a = (u64)p[0] << 16 | (u64)p[n >> 1] << 8 | p[n - 1];
        }
    } else {
        size_t left = n;
        for (; left > 16; left -= 16, p += 16)
            state = fold(load64(p) ^ secret->a, load64(p + 8) ^ state);
        a = load64(p + left - 16);
        b = load64(p + left - 8);
    }
    return fold(secret->b ^ n, fold(a ^ secret->a, b ^ state));
}

/* One character of strict UTF-8 at p, before end: its length, 0 where there is none. `p` is padded. */
static inline u32 utf8_char(const u8 *p, const u8 *end, u32 *code)
{
    u32 c = p[0], left = (u32)(end - p > 4 ? 4 : end - p);
    *code = c;
    if (c < 0x80)
        return 1;
    if ((c & 0xF0) == 0xE0) {
        *code = (c & 15) << 12 | (u32)(p[1] & 63) << 6 | (p[2] & 63);
        if (left < 3 || (p[1] & 0xC0) != 0x80 || (p[2] & 0xC0) != 0x80)
            return 0;
        return *code >= 0x800 && *code - 0xD800 >= 0x800 ? 3 : 0;
    }
    if (c >= 0xC2 && c < 0xE0) {
        *code = (c & 31) << 6 | (p[1] & 63);
        return left >= 2 && (p[1] & 0xC0) == 0x80 ? 2 : 0;
    }
    if ((c & 0xF8) == 0xF0) {
        *code = (c & 7) << 18 | (u32)(p[1] & 63) << 12 | (u32)(p[2] & 63) << 6 | (p[3] & 63);
        if (left < 4 || (p[1] & 0xC0) != 0x80 || (p[2] & 0xC0) != 0x80 || (p[3] & 0xC0) != 0x80)
            return 0;
        return *code >= 0x10000 && *code <= 0x10FFFF ? 4 : 0;
    }
    return 0;
}

/* Writes a character of the Basic Multilingual Plane; its length. */
static inline u32 utf8_put(u8 *out, u32 code)
{
    if (code < 0x80) {
        out[0] = (u8)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (u8)(0xC0 | code >> 6);
        out[1] = (u8)(0x80 | (code & 63));
        return 2;
    }
    out[0] = (u8)(0xE0 | code >> 12);
    out[1] = (u8)(0x80 | (code >> 6 & 63));
    out[2] = (u8)(0x80 | (code & 63));
    return 3;
}

/* Is it a blank to Python's str.strip()? */
static inline int is_blank(u32 c)
{
    if (c <= 32)
        return c == 32 || c - 9 < 5 || c - 28 < 4;
    if (c < 0x85)
        return 0;
    return c == 0x85 || c == 0xA0 || c == 0x1680 || c - 0x2000 < 11 || c == 0x2028 || c == 0x2029
        || c == 0x202F || c == 0x205F || c == 0x3000;
}

static inline int is_hangul(u32 c) { return c - 0xAC00 < 0xD7A4 - 0xAC00; }

/* Bytes that grow. */
typedef struct { u8 *data; size_t size, room; } Bytes;

/* Makes room for `more` bytes and the padding; 0 where there is no memory. */
static int bytes_reserve(Bytes *b, size_t more)
{
    size_t need = b->size + more + PADDING;
    if (need <= b->room)
        return 1;
    size_t room = need + need / 2;
    u8 *data = realloc(b->data, room);
    if (!data)
        return 0;
    memset(data + b->size, 0, room - b->size);
    b->data = data;
    b->room = room;
    return 1;
}

static int bytes_append(Bytes *b, const u8 *p, size_t n)
{
    if (!bytes_reserve(b, n))
        return 0;
    memcpy(b->data + b->size, p, n);
    b->size += n;
    return 1;
}

#endif
