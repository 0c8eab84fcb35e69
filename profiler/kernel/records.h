/* Records of a buffer, split into cells and counted block by block, column by column. */
#ifndef PDL_RECORDS_H
#define PDL_RECORDS_H

#include "cells.h"

#define NO_WINDOW ((size_t)-1)
#define BLOCK_CELLS 16384
#define MOST_BLOCK_ROWS 256
#define BLOCK_BYTES (1u << 18)
#define ASK_QUESTIONS 256
#define ASK_WAITERS 8192

/* How a run ends: at the end asked for; inside a record that needs more bytes; before a record whose
 * quotes are odd or that is too long; with questions; without memory; at bytes that are no text. */
enum { DONE = 0, MORE = 1, ODD = 2, ASK = 3, FAILED_MEMORY = 4, FAILED_TEXT = 5 };

typedef struct { size_t start, next; u32 cells, filled; } Record;

static u64 mask_of(State *s, size_t word)
{
    if (s->window == NO_WINDOW || word < s->window || word >= s->window + WINDOW) {
        size_t words = (s->limit >> 6) + 1;
        size_t count = words > word ? words - word : 1;
        structure(s->buffer + (word << 6), s->plan->delimiter, s->masks, count < WINDOW ? count : WINDOW);
        s->window = word;
    }
    return s->masks[word - s->window];
}

/* The delimiters and line ends that are still ahead, in the word in hand. */
typedef struct { size_t word; u64 mask; } Marks;

static inline void marks_from(State *s, Marks *marks, size_t at)
{
    marks->word = at >> 6;
    marks->mask = at < s->limit ? mask_of(s, at >> 6) & ~0ULL << (at & 63) : 0;
}

/* The place of the next delimiter or line end, or the limit. */
static inline size_t next_mark(State *s, Marks *marks)
{
    while (!marks->mask) {
        if (++marks->word << 6 >= s->limit)
            return s->limit;
        marks->mask = mask_of(s, marks->word);
    }
    size_t found = (marks->word << 6) + (size_t)__builtin_ctzll(marks->mask);
    marks->mask &= marks->mask - 1;
    return found < s->limit ? found : s->limit;
}

/* Is there anything but blanks in a cell? -1: its bytes are no text. */
static int is_filled(const Plan *plan, const u8 *p, u32 n)
{
    const u8 *end = p + n;
    u32 code, size;
    int filled = 0;
    for (; p < end; p += size) {
        if (*p < 128) {
            code = *p;
            size = 1;
        } else if (plan->cp949) {
            code = end - p < 2 ? 0 : plan->cp949[p[0] << 8 | p[1]];
            size = 2;
            if (!code)
                return -1;
        } else if (!(size = utf8_char(p, end, &code))) {
            return -1;
        }
        filled |= !is_blank(code);
    }
    return filled;
}

static inline int quick_filled(const u8 *p, u32 n) { return n && *p > 32 && *p < 127; }

/* The end of a quoted cell that begins at `at`, with the place of its closing quote. */
static int quoted(State *s, size_t at, size_t *close, u32 *escaped)
{
    const u8 *b = s->buffer;
    u8 quote = (u8)s->plan->quote;
    size_t i = at + 1;
    for (;;) {
        const u8 *found = memchr(b + i, quote, s->limit - i);
        if (!found)
            return s->final ? ODD : MORE;
        i = (size_t)(found - b);
        if (i + 1 == s->limit && !s->final)
            return MORE;
        if (i + 1 == s->limit || b[i + 1] != quote)
            break;
        *escaped = ESCAPED;
        i += 2;
    }
    *close = i++;
    if (i < s->limit && b[i] != s->plan->delimiter && b[i] != '\n' && b[i] != '\r')
        return ODD;
    return DONE;
}

/* May a record of several lines have this size? Each line costs more than its bytes. */
static int affordable(const Plan *plan, const u8 *p, size_t n)
{
    if (n > plan->record_bytes)
        return 0;
    if (n * (1 + (size_t)plan->line_cost) <= plan->record_bytes)
        return 1;
    size_t lines = 0;
    for (size_t i = 0; i < n; i++)
        lines += p[i] == '\n' || p[i] == '\r';
    return n + lines * plan->line_cost <= plan->record_bytes;
}

/* What ends the record and is not a delimiter: its length, 0 where more bytes are needed to know. */
static inline size_t line_end(const State *s, size_t at)
{
    if (s->buffer[at] != '\r')
        return 1;
    if (at + 1 == s->limit && !s->final)
        return 0;
    return at + 1 < s->limit && s->buffer[at + 1] == '\n' ? 2 : 1;
}

/* Splits the record at `start`; `marks` are ahead of it, and of the next one afterwards. */
static int split(State *s, size_t start, Marks *marks, Record *record)
{
    const Plan *plan = s->plan;
    const u8 *b = s->buffer;
    Span *spans = s->spans + (size_t)s->row * plan->width;
    size_t at = start, term;
    int lines = 0;
    u32 cells = 0, filled = 0;
    for (;;) {
        Span span;
        if (b[at] == plan->quote) { /* no quote is NUL, as the padding is */
            u32 escaped = 0;
            size_t close;
            int ended = quoted(s, at, &close, &escaped);
            if (ended)
                return ended;
            span = (Span){(u32)(at + 1), (u32)(close - at - 1) | escaped};
            term = close + 1;
            lines = 1;
            marks_from(s, marks, term + 1);
        } else {
            term = next_mark(s, marks);
            span = (Span){(u32)at, (u32)(term - at)};
        }
        if (term >= s->limit && !s->final)
            return MORE;
        if (cells < plan->width)
            spans[cells] = span;
        else
            filled |= (u32)is_filled(plan, b + span.at, span.size & ~ESCAPED);
        cells++;
        if (term >= s->limit || b[term] != plan->delimiter)
            break;
        at = term + 1;
    }
    size_t next = s->limit;
    if (term < s->limit) {
        size_t end = line_end(s, term);
        if (!end)
            return MORE;
        if (end == 2)
            next_mark(s, marks);
        next = term + end;
    }
    *record = (Record){start, next, cells, filled};
    if (s->base == NO_BASE)
        return DONE; /* what the caller has read is as it is */
    if (cells == 1 && plan->has_lone && has_any(b + start, (u32)(next - start), &plan->lone))
        return ODD;
    if (lines ? !affordable(plan, b + start, next - start) : next - start > plan->record_bytes)
        return ODD;
    return DONE;
}

static void mark(State *s, u64 place)
{
    if (s->base == NO_BASE)
        return;
    if (s->marked < MOST_MARKS)
        s->marks[s->marked] = place;
    s->marked++;
}

/* Is a cell the label of the first column, blanks of ASCII around it left out? */
static int is_label(const Plan *plan, const u8 *p, u32 n)
{
    while (n && is_blank(*p) && *p < 128)
        p++, n--;
    while (n && is_blank(p[n - 1]) && p[n - 1] < 128)
        n--;
    return n == plan->label.size && !memcmp(p, plan->label.text, n);
}

/* Takes the record just split as a row of the block, unless it is blank. */
static int take(State *s, const Record *record)
{
    const Plan *plan = s->plan;
    Span *spans = s->spans + (size_t)s->row * plan->width;
    u32 cells = record->cells < plan->width ? record->cells : plan->width;
    int filled = (int)record->filled;
    if (filled < 0)
        return FAILED_TEXT;
    for (u32 i = 0; i < cells && !filled; i++) {
        const u8 *p = s->buffer + spans[i].at;
        u32 n = spans[i].size & ~ESCAPED;
        filled = quick_filled(p, n) || is_filled(plan, p, n);
        if (filled < 0)
            return FAILED_TEXT;
    }
    if (!filled) {
        s->blank_rows++;
        mark(s, s->base + record->start);
        return DONE;
    }
    u32 first = spans[0].size & ~ESCAPED;
    if (first >= plan->label.size && plan->label.size
        && is_label(plan, s->buffer + spans[0].at, first))
        mark(s, s->base + record->start);
    for (u32 i = cells; i < plan->width; i++)
        spans[i] = (Span){0, 0};
    s->rows++;
    s->ragged_rows += record->cells != plan->width;
    s->extra_cells += record->cells - cells;
    s->row++;
    return DONE;
}

/* A cell with doubled quotes without the doubling. */
static int unescape(State *s, const Span *span, const u8 **p, u32 *n)
{
    Bytes *out = &s->unescaped;
    const u8 *from = s->buffer + span->at;
    u32 size = span->size & ~ESCAPED;
    out->size = 0;
    if (!bytes_reserve(out, size))
        return NO_MEMORY;
    u32 to = 0;
    for (u32 i = 0; i < size; i++) {
        out->data[to++] = from[i];
        i += from[i] == s->plan->quote;
    }
    memset(out->data + to, 0, PADDING);
    *p = out->data;
    *n = to;
    return OK;
}

static int count_column(State *s, u32 column)
{
    const Plan *plan = s->plan;
    Column *c = &s->columns[column];
    Seen *table = s->seen + ((size_t)column << s->seen_bits);
    const Span *span = s->spans + column;
    u64 empty = c->nulls;
    for (u32 row = 0; row < s->row; row++, span += plan->width) {
        const u8 *p = s->buffer + span->at;
        u32 n = span->size;
        if (!n) {
            c->nulls++;
            continue;
        }
        if (n & ESCAPED && unescape(s, span, &p, &n))
            return NO_MEMORY;
        int failed = OK;
        if (c->unique) {
            failed = count_new(s, column, p, n, 0, NULL);
        } else {
            u64 hash = quick_hash(p, n, &plan->secret) | 1;
            Seen *seen = table + (hash >> (64 - s->seen_bits));
            if (seen->hash == hash) {
                count_again(s, c, seen);
            } else {
                c->misses++;
                failed = count_new(s, column, p, n, hash, seen);
            }
        }
        if (failed)
            return failed;
    }
    c->lookups += s->row - (u32)(c->nulls - empty);
    if (!c->unique && c->lookups >= 1024)
        c->unique = (u64)c->misses * 16 > (u64)c->lookups * 15;
    return OK;
}

static int count_block(State *s)
{
    for (u32 i = 0; i < s->plan->width && s->row; i++) {
        int failed = count_column(s, i);
        if (failed)
            return failed == NO_MEMORY ? FAILED_MEMORY : FAILED_TEXT;
    }
    s->row = 0;
    return DONE;
}

/* Counts the records that begin in buffer[*at:end]; `limit` bytes are there, all there are if
 * `final`; buffer[0] is byte `base` of the file. *at is left at the first record that was not counted. */
static int run(State *s, const u8 *buffer, u64 base, size_t *at, size_t end, size_t limit, int final)
{
    s->base = base;
    s->buffer = buffer;
    s->limit = limit;
    s->final = final;
    s->window = NO_WINDOW;
    int ended = DONE;
    Marks marks;
    marks_from(s, &marks, *at);
    while (!ended && *at < end) {
        size_t from = *at;
        Record record;
        while (!ended && *at < end && s->row < s->block_rows && *at - from < BLOCK_BYTES) {
            ended = split(s, *at, &marks, &record);
            if (!ended) {
                ended = take(s, &record);
                *at = record.next;
            }
        }
        int failed = ended == FAILED_TEXT ? ended : count_block(s);
        if (failed)
            return failed;
        s->nul_bytes += zeros(buffer + from, *at - from);
        if (!ended && (s->question_count >= ASK_QUESTIONS || s->waiter_count >= ASK_WAITERS))
            return ASK;
    }
    return ended;
}

/* Only looks where records begin: passes `most` records or all before `end`, and keeps the starts of
 * the last `keep` in a ring; `seen` is their number. */
static int find_starts(State *s, size_t *at, size_t end, u64 most, size_t *ring, u32 keep, u64 *seen)
{
    Record record;
    Marks marks;
    s->window = NO_WINDOW;
    s->row = 0;
    marks_from(s, &marks, *at);
    for (*seen = 0; *at < end && *seen < most; ++*seen) {
        int ended = split(s, *at, &marks, &record);
        if (ended)
            return ended;
        if (keep)
            ring[*seen % keep] = *at;
        *at = record.next;
    }
    return DONE;
}

#endif
