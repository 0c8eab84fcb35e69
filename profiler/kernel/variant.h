/* What is compiled twice, portable in _scan.c and for AVX2 in _scan_avx2.c, behind one table. */
#ifndef PDL_VARIANT_H
#define PDL_VARIANT_H

#include "records.h"
#include "text.h"

/* What the kernel says of one value; tests hold it against the reference. */
typedef struct { u64 key; u32 types, chars; int judged, quick; } Said;

struct Kernel {
    const char *name;
    int (*run)(State *s, const u8 *buffer, u64 base, size_t *at, size_t end, size_t limit, int final);
    int (*find_starts)(State *s, size_t *at, size_t end, u64 most, size_t *ring, u32 keep, u64 *seen);
    int (*say)(State *s, const u8 *text, u32 n, Said *said);
    size_t (*valid_bytes)(const u8 *p, size_t n, const u16 *cp949);
};

/* 0 where the bytes are no text or only blanks. `text` is padded. */
static int say(State *s, const u8 *text, u32 n, Said *said)
{
    const Plan *plan = s->plan;
    Value v;
    if (read_value(s, text, n, &v) || !v.size)
        return 0;
    int word = has_word(plan, v.text, v.size), plain = is_plain(plan, &v);
    said->judged = v.chars >= plan->shortest && must_judge(plan, &v, plain, word)
        && !(plain && !(v.survey.seen & SEEN_HIGH) && is_harmless(plan, &v));
    said->quick = v.survey.digits >= plan->quick[v.survey.seen];
    said->key = plain ? outline_key(plan, &v, word) : 0;
    said->types = types_of(plan, &v, T_ANY);
    said->chars = v.chars;
    return 1;
}

#endif
