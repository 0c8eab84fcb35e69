/* What is counted of each column, and how two pieces of a table are put together. */
#ifndef PDL_COLUMNS_H
#define PDL_COLUMNS_H

#include "shapes.h"

#define EXACT_LIMIT 4096 /* distinct values that are counted exactly */
#define PRECISION 15
#define REGISTERS (1u << PRECISION)
#define WAITING 128      /* hashes that wait to be counted, a column */
#define EXAMPLES 10
#define EXAMPLE_CHARS 201 /* one more than is shown, so that it is known where a value is cut */
#define MOST_MISSING_BYTES 32
#define MOST_PENDING 60000

/* Distinct values (profiler/sketch.py): a set of hashes, then registers. */
typedef struct {
    u64 *slots;
    u32 room, count; /* of slots; 0 is kept apart */
    u32 has_zero;
    u8 *registers; /* NULL while exact */
} Distinct;

typedef struct { u64 hash; u32 at, size; } Example;
typedef struct { u8 text[MOST_MISSING_BYTES]; u32 size; u64 count; } Missing;

enum { COUNTED = 0, NULL_CELL = 1, MISSING = 2, JUDGED = 3, PENDING = 4 };

/* A value that was met before: its length in characters and what it is. */
typedef struct { u64 hash; u32 chars; u16 what, which; } Seen;

typedef struct {
    u64 nulls, missing_cells, chars;
    u32 types;
    u32 lookups, misses, unique; /* unique: hardly any value comes again, so none is looked up */
    Distinct distinct;
    u64 waiting[WAITING];
    u32 waiting_count;
    u64 worth; /* greater hashes change no register, see column_reset */
    Missing *missing;
    u32 missing_count;
    u64 *judged; /* cells by verdict */
    u32 judged_count;
    Example examples[EXAMPLES];
    u32 example_count;
    Shape shapes[SHAPES];
} Column;

/* A value whose verdict is not known yet, and the cells that wait for it. */
typedef struct { u64 key; size_t at, size; } Question;
typedef struct { u64 hash, cells; u32 column, question; Seen *seen; } Waiter;
typedef struct { u64 key; u32 question; u32 verdict; } Known;

#define KNOWN 4096
#define NO_QUESTION 0xFFFFFFFFu

enum { OK = 0, NO_MEMORY = 1, BAD_TEXT = 2 };

static int distinct_grow(Distinct *d)
{
    u32 room = d->room ? d->room * 2 : 64;
    u64 *slots = calloc(room, sizeof *slots);
    if (!slots)
        return NO_MEMORY;
    for (u32 i = 0; i < d->room; i++)
        if (d->slots[i]) {
            u32 at = (u32)(d->slots[i] >> 40) & (room - 1);
            while (slots[at])
                at = (at + 1) & (room - 1);
            slots[at] = d->slots[i];
        }
    free(d->slots);
    d->slots = slots;
    d->room = room;
    return OK;
}

static inline void register_add(u8 *registers, u64 hash)
{
    u64 rest = hash >> PRECISION;
    u8 rank = (u8)((rest ? (u32)__builtin_clzll(rest) : 64) - PRECISION + 1);
    u8 *at = registers + (hash & (REGISTERS - 1));
    if (*at < rank)
        *at = rank;
}

/* Gives up the set for registers. */
static int distinct_estimate(Distinct *d)
{
    if (d->registers)
        return OK;
    d->registers = calloc(REGISTERS, 1);
    if (!d->registers)
        return NO_MEMORY;
    for (u32 i = 0; i < d->room; i++)
        if (d->slots[i])
            register_add(d->registers, d->slots[i]);
    if (d->has_zero)
        register_add(d->registers, 0);
    free(d->slots);
    d->slots = NULL;
    d->room = d->count = d->has_zero = 0;
    return OK;
}

static int distinct_add(Distinct *d, u64 hash)
{
    if (d->registers) {
        register_add(d->registers, hash);
        return OK;
    }
    if (!hash) {
        d->has_zero = 1;
    } else {
        if (d->count * 2 >= d->room && distinct_grow(d))
            return NO_MEMORY;
        u32 at = (u32)(hash >> 40) & (d->room - 1);
        while (d->slots[at] && d->slots[at] != hash)
            at = (at + 1) & (d->room - 1);
        if (d->slots[at])
            return OK;
        d->slots[at] = hash;
        d->count++;
    }
    return d->count + d->has_zero > EXACT_LIMIT ? distinct_estimate(d) : OK;
}

static int distinct_merge(Distinct *into, const Distinct *from)
{
    if (from->registers) {
        if (distinct_estimate(into))
            return NO_MEMORY;
        for (u32 i = 0; i < REGISTERS; i++)
            into->registers[i] = into->registers[i] > from->registers[i] ? into->registers[i]
                                                                         : from->registers[i];
        return OK;
    }
    for (u32 i = 0; i < from->room; i++)
        if (from->slots[i] && distinct_add(into, from->slots[i]))
            return NO_MEMORY;
    return from->has_zero ? distinct_add(into, 0) : OK;
}

/* Hashes wait, so that the registers of one column are in the cache when many are counted. */
static int column_flush(Column *c)
{
    u32 n = c->waiting_count;
    c->waiting_count = 0;
    if (c->distinct.registers) {
        for (u32 i = 0; i < n; i++)
            register_add(c->distinct.registers, c->waiting[i]);
        return OK;
    }
    for (u32 i = 0; i < n; i++)
        if (distinct_add(&c->distinct, c->waiting[i]))
            return NO_MEMORY;
    return OK;
}

static Missing *column_missing(Column *c, const u8 *text, u32 size)
{
    for (u32 i = 0; i < c->missing_count; i++)
        if (c->missing[i].size == size && !memcmp(c->missing[i].text, text, size))
            return &c->missing[i];
    Missing *grown = realloc(c->missing, (c->missing_count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    c->missing = grown;
    Missing *added = &grown[c->missing_count++];
    memcpy(added->text, text, size);
    added->size = size;
    added->count = 0;
    return added;
}

static int column_judged(Column *c, u32 verdict, u64 cells)
{
    if (!verdict)
        return OK;
    if (verdict >= c->judged_count) {
        u32 room = verdict + 8;
        u64 *grown = realloc(c->judged, room * sizeof *grown);
        if (!grown)
            return NO_MEMORY;
        memset(grown + c->judged_count, 0, (room - c->judged_count) * sizeof *grown);
        c->judged = grown;
        c->judged_count = room;
    }
    c->judged[verdict] += cells;
    return OK;
}

static int has_example(const Column *c, u64 hash)
{
    for (u32 i = 0; i < c->example_count; i++)
        if (c->examples[i].hash == hash)
            return 1;
    return 0;
}

/* `text` is cut after EXAMPLE_CHARS characters already. */
static int add_example(Column *c, Bytes *texts, u64 hash, const u8 *text, u32 size)
{
    if (c->example_count >= EXAMPLES || has_example(c, hash))
        return OK;
    Example *e = &c->examples[c->example_count];
    e->hash = hash;
    e->at = (u32)texts->size;
    e->size = size;
    if (!bytes_append(texts, text, size))
        return NO_MEMORY;
    c->example_count++;
    return OK;
}

static u32 cut_size(const u8 *text, u32 size)
{
    u32 at = 0;
    for (u32 chars = 0; at < size; at++)
        if ((text[at] & 0xC0) != 0x80 && ++chars > EXAMPLE_CHARS)
            break;
    return at;
}

/* What column_reset is told of a column: 0, or 1 and a rank that all registers of the whole have. */
static u8 column_known(const Column *c)
{
    u8 least = 64;
    if (!c->distinct.registers)
        return 0;
    for (u32 i = 0; i < REGISTERS; i++)
        least = c->distinct.registers[i] < least ? c->distinct.registers[i] : least;
    return 1 + least;
}

/* Counts a hash in, unless it has a rank that all registers have: it would change nothing when this
 * part is put together with the whole. The first bits of such a hash are not all 0. */
static inline int column_distinct(Column *c, u64 hash)
{
    if (hash > c->worth)
        return OK;
    c->waiting[c->waiting_count++] = hash;
    return c->waiting_count == WAITING ? column_flush(c) : OK;
}

/* Forgets what was counted. `known`: of the whole, 0 where it has at most EXACT_LIMIT distinct values. */
static int column_reset(Column *c, u8 known)
{
    int estimating = known > 0;
    c->worth = known > 1 ? ~0ULL >> (known - 1) : ~0ULL;
    c->nulls = c->missing_cells = c->chars = 0;
    c->types = T_ANY;
    c->lookups = c->misses = 0;
    c->waiting_count = c->missing_count = c->example_count = 0;
    if (c->judged)
        memset(c->judged, 0, c->judged_count * sizeof *c->judged);
    Distinct *d = &c->distinct;
    if (d->registers && estimating) {
        memset(d->registers, 0, REGISTERS);
        return OK;
    }
    free(d->registers);
    d->registers = NULL;
    d->count = d->has_zero = 0;
    if (d->slots)
        memset(d->slots, 0, d->room * sizeof *d->slots);
    return estimating ? distinct_estimate(d) : OK;
}

static void column_free(Column *c)
{
    free(c->distinct.slots);
    free(c->distinct.registers);
    free(c->missing);
    free(c->judged);
}

static int column_merge(Column *into, Bytes *texts, const Column *from, const Bytes *from_texts)
{
    into->nulls += from->nulls;
    into->missing_cells += from->missing_cells;
    into->chars += from->chars;
    into->types &= from->types;
    if (distinct_merge(&into->distinct, &from->distinct))
        return NO_MEMORY;
    for (u32 i = 0; i < from->missing_count; i++) {
        Missing *m = column_missing(into, from->missing[i].text, from->missing[i].size);
        if (!m)
            return NO_MEMORY;
        m->count += from->missing[i].count;
    }
    for (u32 i = 1; i < from->judged_count; i++)
        if (from->judged[i] && column_judged(into, i, from->judged[i]))
            return NO_MEMORY;
    for (u32 i = 0; i < from->example_count; i++) {
        const Example *e = &from->examples[i];
        if (add_example(into, texts, e->hash, from_texts->data + e->at, e->size))
            return NO_MEMORY;
    }
    return OK;
}

#endif
