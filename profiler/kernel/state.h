/* The life of a state: made, emptied, put together with the one before it, freed. */
#ifndef PDL_STATE_H
#define PDL_STATE_H

#include "records.h"

/* Forgets all counts; `known[i]`: see column_reset. What was learnt of values is kept. */
static int state_reset(State *s, const u8 *known)
{
    for (u32 i = 0; i < s->question_count; i++)
        s->known[s->questions[i].key % KNOWN] = (Known){0, NO_QUESTION, 0};
    s->question_count = s->waiter_count = 0;
    s->question_texts.size = s->example_texts.size = 0;
    s->rows = s->blank_rows = s->ragged_rows = s->extra_cells = s->nul_bytes = s->marked = 0;
    s->row = 0;
    s->units++;
    for (u32 i = 0; i < s->plan->width; i++) {
        if (s->units % 8 == 0)
            s->columns[i].unique = 0;
        if (column_reset(&s->columns[i], known ? known[i] : 0))
            return NO_MEMORY;
    }
    if (s->seen)
        memset(s->seen, 0, sizeof(Seen) * s->plan->width << s->seen_bits);
    return OK;
}

static int state_flush(State *s)
{
    for (u32 i = 0; i < s->plan->width; i++)
        if (column_flush(&s->columns[i]))
            return NO_MEMORY;
    return OK;
}

static int state_merge(State *into, const State *from)
{
    into->rows += from->rows;
    into->blank_rows += from->blank_rows;
    into->ragged_rows += from->ragged_rows;
    into->extra_cells += from->extra_cells;
    into->nul_bytes += from->nul_bytes;
    for (u64 i = 0; i < from->marked && i < MOST_MARKS && into->marked + i < MOST_MARKS; i++)
        into->marks[into->marked + i] = from->marks[i];
    into->marked += from->marked;
    for (u32 i = 0; i < into->plan->width; i++)
        if (column_merge(&into->columns[i], &into->example_texts, &from->columns[i], &from->example_texts))
            return NO_MEMORY;
    return OK;
}

static void state_free(State *s)
{
    if (s->columns)
        for (u32 i = 0; i < s->plan->width; i++)
            column_free(&s->columns[i]);
    free(s->columns);
    free(s->seen);
    free(s->spans);
    free(s->known);
    free(s->questions);
    free(s->waiters);
    free(s->example_texts.data);
    free(s->unescaped.data);
    free(s->utf8.data);
    free(s->question_texts.data);
    free(s);
}

/* NULL without memory. A state that only sums up remembers no values (seen_bits 0). */
static State *state_new(const Plan *plan, u32 seen_bits)
{
    State *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->plan = plan;
    s->seen_bits = seen_bits;
    s->block_rows = BLOCK_CELLS / plan->width;
    s->block_rows = s->block_rows < 1 ? 1 : s->block_rows;
    s->block_rows = s->block_rows > MOST_BLOCK_ROWS ? MOST_BLOCK_ROWS : s->block_rows;
    s->columns = calloc(plan->width, sizeof *s->columns);
    s->known = calloc(KNOWN, sizeof *s->known);
    s->spans = calloc((size_t)s->block_rows * plan->width, sizeof *s->spans);
    if (seen_bits)
        s->seen = calloc((size_t)plan->width << seen_bits, sizeof *s->seen);
    if (!s->columns || !s->known || !s->spans || (seen_bits && !s->seen) || state_reset(s, NULL)) {
        state_free(s);
        return NULL;
    }
    return s;
}

#endif
