/* One cell: decoded, stripped, counted into its column. */
#ifndef PDL_CELLS_H
#define PDL_CELLS_H

#include "columns.h"

typedef struct { u32 at, size; } Span; /* size has ESCAPED where quotes in it are doubled */
#define ESCAPED 0x80000000u
#define MOST_MARKS 256
#define NO_BASE (~0ULL)

/* What one thread counts of one unit. */
typedef struct {
    const Plan *plan;
    Column *columns;
    Seen *seen;
    u32 seen_bits; /* 2^seen_bits values are remembered a column */
    u32 units;
    Bytes example_texts, unescaped, utf8;

    Question *questions;
    Waiter *waiters;
    Bytes question_texts;
    u32 question_count, question_room, waiter_count, waiter_room;
    Known *known;

    u64 rows, blank_rows, ragged_rows, extra_cells, nul_bytes;
    u64 marks[MOST_MARKS]; /* where the first of the marked records begin in the file */
    u64 marked;            /* how many there are */

    u64 base; /* of the buffer in the file; NO_BASE: it is not of the file */

    const u8 *buffer;
    size_t limit;
    int final;
    Span *spans;
    u32 block_rows, row;
    u64 masks[WINDOW];
    size_t window; /* the first word of masks, or NO_WINDOW */
} State;

static void mark_code(const Plan *plan, Value *v, u32 code)
{
    if (is_hangul(code))
        return;
    v->plain = 0;
    u32 mark = code > 0xFFFF ? ALWAYS : plan->code_points[code];
    if (mark == ALWAYS)
        v->always = 1;
    else
        v->marks += mark;
}

static int decode_utf8(const Plan *plan, Value *v)
{
    const u8 *p = v->text, *end = p + v->size;
    u32 code;
    if (hangul_chars(p, v->size, &v->chars))
        return OK;
    while (p < end) {
        v->chars++;
        if (*p < 128) {
            p++;
            continue;
        }
        u32 w = load32(p);
        code = (w & 15) << 12 | (w >> 2 & 0xFC0) | (w >> 16 & 63);
        if ((w & 0xC0C0F0) == 0x8080E0 && is_hangul(code) && end - p >= 3) {
            p += 3;
            continue;
        }
        u32 n = utf8_char(p, end, &code);
        if (!n)
            return BAD_TEXT;
        mark_code(plan, v, code);
        p += n;
    }
    return OK;
}

static int decode_cp949(const Plan *plan, Value *v, Bytes *out)
{
    const u8 *p = v->text, *end = p + v->size;
    out->size = 0;
    if (!bytes_reserve(out, (size_t)v->size * 2))
        return NO_MEMORY;
    u8 *to = out->data;
    while (p < end) {
        v->chars++;
        if (*p < 128) {
            *to++ = *p++;
            continue;
        }
        u32 code = end - p < 2 ? 0 : plan->cp949[p[0] << 8 | p[1]];
        if (!code)
            return BAD_TEXT;
        mark_code(plan, v, code);
        to += utf8_put(to, code);
        p += 2;
    }
    memset(to, 0, PADDING);
    v->text = out->data;
    v->size = (u32)(to - out->data);
    return OK;
}

static void strip(Value *v)
{
    const u8 *p = v->text, *end = p + v->size;
    u32 code, n;
    for (; p < end; p += n, v->chars--) {
        n = utf8_char(p, end, &code);
        if (!is_blank(code))
            break;
    }
    while (end > p) {
        const u8 *last = end - 1;
        while ((*last & 0xC0) == 0x80)
            last--;
        utf8_char(last, end, &code);
        if (!is_blank(code))
            break;
        end = last;
        v->chars--;
    }
    v->text = p;
    v->size = (u32)(end - p);
}

static int read_value(State *s, const u8 *p, u32 n, Value *v)
{
    const Plan *plan = s->plan;
    *v = (Value){.text = p, .size = n, .plain = 1};
    v->survey = survey(p, n, &plan->special);
    if (v->survey.seen & SEEN_HIGH) {
        int failed = plan->cp949 ? decode_cp949(plan, v, &s->utf8) : decode_utf8(plan, v);
        if (failed)
            return failed;
    } else {
        v->chars = n;
    }
    u8 first = v->text[0], last = v->text[v->size - 1];
    if (first <= 32 || last <= 32 || ((first | last) >= 128 && !v->plain))
        strip(v);
    return OK;
}

/* The place of a value among words of lower case; -1 where it is none of them. */
static int word_of(const Value *v, const Word *words, u32 count, const u8 *first, u32 longest)
{
    u8 lower[MOST_MISSING_BYTES];
    if (v->size > longest || !first[v->text[0]])
        return -1;
    for (u32 i = 0; i < v->size; i++)
        lower[i] = (u8)(v->text[i] - 'A') < 26 ? v->text[i] | 32 : v->text[i];
    for (u32 w = 0; w < count; w++)
        if (words[w].size == v->size && !memcmp(words[w].text, lower, v->size))
            return (int)w;
    return -1;
}

static u32 types_of(const Plan *plan, const Value *v, u32 wanted)
{
    u32 bits = 0;
    if (v->chars > MOST_TYPED)
        return 0;
    if (wanted & T_BOOLEAN
        && word_of(v, plan->boolean, plan->boolean_count, plan->boolean_first, plan->boolean_longest) >= 0)
        bits = T_BOOLEAN;
    return bits | candidates(v->text, v->size, wanted);
}

/* Puts a question, or joins the one that is asked already; `known` is the place of its key. */
static int ask(State *s, const Value *v, u64 key, Known *known, u32 *question)
{
    if (s->question_count == s->question_room) {
        u32 room = s->question_room ? s->question_room * 2 : 256;
        Question *grown = realloc(s->questions, room * sizeof *grown);
        if (!grown)
            return NO_MEMORY;
        s->questions = grown;
        s->question_room = room;
    }
    Question *q = &s->questions[s->question_count];
    *q = (Question){key, s->question_texts.size, v->size};
    if (!bytes_append(&s->question_texts, v->text, v->size))
        return NO_MEMORY;
    *known = (Known){key, s->question_count, 0};
    *question = s->question_count++;
    return OK;
}

static int wait_for(State *s, u32 column, u32 question, u64 hash, Seen *seen)
{
    if (s->waiter_count == s->waiter_room) {
        u32 room = s->waiter_room ? s->waiter_room * 2 : 256;
        Waiter *grown = realloc(s->waiters, room * sizeof *grown);
        if (!grown)
            return NO_MEMORY;
        s->waiters = grown;
        s->waiter_room = room;
    }
    s->waiters[s->waiter_count++] = (Waiter){hash, 1, column, question, seen};
    return OK;
}

/* The verdict for all values of a key: it is known, or a question. */
static int verdict_of(State *s, const Value *v, u64 key, u32 *verdict, u32 *question)
{
    Known *known = &s->known[key % KNOWN];
    if (known->key != key)
        return ask(s, v, key, known, question);
    *question = known->question;
    *verdict = known->verdict;
    return OK;
}

/* What the gate says of a value: a verdict, or the question that must be answered first. */
static int screen_value(State *s, const Value *v, u32 *verdict, u32 *question)
{
    const Plan *plan = s->plan;
    u32 high = v->survey.seen & SEEN_HIGH;
    if (v->chars < plan->shortest)
        return OK;
    if (!high && v->survey.digits < plan->quick[v->survey.seen])
        return OK;
    int word = high && has_word(plan, v->text, v->size);
    if (!word && v->plain && v->survey.digits < plan->quick[v->survey.seen])
        return OK;
    int plain = is_plain(plan, v);
    if ((high || !plain) && !must_judge(plan, v, plain, word))
        return OK;
    if (!high && plain && is_harmless(plan, v))
        return OK;
    u64 key = plain ? outline_key(plan, v, word) : 0;
    if (!key)
        key = fold(quick_hash(v->text, v->size, &plan->secret), plan->secret.c | 1) | 1;
    Known *known = &s->known[key % KNOWN];
    if (known->key != key && !high && plain && !triggered(plan, v, 0) && !triggered(plan, v, 1)) {
        *known = (Known){key, NO_QUESTION, 0};
        return OK;
    }
    return verdict_of(s, v, key, verdict, question);
}

static int count_missing(Column *c, const Value *v, Seen *found)
{
    Missing *missing = column_missing(c, v->text, v->size);
    if (!missing)
        return NO_MEMORY;
    missing->count++;
    c->missing_cells++;
    found->what = MISSING;
    found->which = (u16)(missing - c->missing);
    return OK;
}

/* A value that is neither blank nor a missing token, but for its types. */
static int count_filled(State *s, u32 column, const Value *v, u64 digest, Seen *found)
{
    Column *c = &s->columns[column];
    if (column_distinct(c, digest))
        return NO_MEMORY;
    if (c->example_count < EXAMPLES
        && add_example(c, &s->example_texts, digest, v->text, cut_size(v->text, v->size)))
        return NO_MEMORY;
    c->chars += v->chars;
    found->chars = v->chars;
    return OK;
}

static int count_verdict(State *s, u32 column, u32 verdict, u32 question, Seen *found, Seen *seen)
{
    if (question != NO_QUESTION) {
        found->what = PENDING;
        found->which = (u16)s->waiter_count;
        return wait_for(s, column, question, found->hash, seen);
    }
    if (verdict) {
        found->what = JUDGED;
        found->which = (u16)verdict;
    }
    return column_judged(&s->columns[column], verdict, 1);
}

/* A value of a shape that is known. */
static int count_shaped(State *s, u32 column, const Shape *shape, const u8 *p, Seen *found, Seen *seen)
{
    const Plan *plan = s->plan;
    Column *c = &s->columns[column];
    Value v = {.text = p, .size = shape->size, .chars = shape->size, .plain = 1};
    u32 verdict = 0, question = NO_QUESTION;
    if (c->types & ~(T_INTEGER | T_NUMBER))
        c->types &= types_of(plan, &v, c->types);
    else
        c->types &= shape->types[p[shape->first_digit] == '0'];
    if (count_filled(s, column, &v, xxh64(p, v.size), found))
        return NO_MEMORY;
    if (is_silent(plan, shape, p, v.size))
        return OK;
    if (verdict_of(s, &v, shape_key(plan, shape, p), &verdict, &question))
        return NO_MEMORY;
    return count_verdict(s, column, verdict, question, found, seen);
}

/* A value of which nothing is known. */
static int count_value(State *s, u32 column, const u8 *p, u32 n, Shape *shape, Seen *found, Seen *seen)
{
    const Plan *plan = s->plan;
    Column *c = &s->columns[column];
    u32 verdict = 0, question = NO_QUESTION;
    Value v;
    int failed = read_value(s, p, n, &v);
    if (failed)
        return failed;
    if (!v.size) {
        c->nulls++;
        found->what = NULL_CELL;
        return OK;
    }
    if (shape && shape->met == SHAPE_MET && shape->state == UNDECIDED)
        shape_learn(plan, &v, shape);
    u64 digest = xxh64(v.text, v.size);
    if (word_of(&v, plan->missing, plan->missing_count, plan->missing_first, plan->missing_longest) >= 0) {
        if (column_distinct(c, digest))
            return NO_MEMORY;
        return count_missing(c, &v, found);
    }
    if (c->types)
        c->types &= types_of(plan, &v, c->types);
    if (count_filled(s, column, &v, digest, found) || screen_value(s, &v, &verdict, &question))
        return NO_MEMORY;
    return count_verdict(s, column, verdict, question, found, seen);
}

/* A value that was not met before in this unit. `seen`, where it is to be remembered, may be NULL. */
static int count_new(State *s, u32 column, const u8 *p, u32 n, u64 hash, Seen *seen)
{
    Shape *shape = n <= SHAPE_BYTES ? shape_of(s->columns[column].shapes, p, n) : NULL;
    Seen found = {hash, 0, COUNTED, 0};
    int failed = shape && shape->state == USED ? count_shaped(s, column, shape, p, &found, seen)
                                               : count_value(s, column, p, n, shape, &found, seen);
    if (seen && !failed)
        *seen = found;
    return failed;
}

static void count_again(State *s, Column *c, const Seen *seen)
{
    c->chars += seen->chars;
    switch (seen->what) {
    case NULL_CELL:
        c->nulls++;
        break;
    case MISSING:
        c->missing[seen->which].count++;
        c->missing_cells++;
        break;
    case JUDGED:
        c->judged[seen->which]++;
        break;
    case PENDING:
        s->waiters[seen->which].cells++;
        break;
    default:
        break;
    }
}

/* Fills in the answers, in the order of the questions. */
static int answer(State *s, const u32 *verdicts)
{
    for (u32 i = 0; i < s->question_count; i++) {
        Known *known = &s->known[s->questions[i].key % KNOWN];
        if (known->key == s->questions[i].key)
            *known = (Known){known->key, NO_QUESTION, verdicts[i]};
    }
    for (u32 i = 0; i < s->waiter_count; i++) {
        const Waiter *w = &s->waiters[i];
        u32 verdict = verdicts[w->question];
        if (column_judged(&s->columns[w->column], verdict, w->cells))
            return NO_MEMORY;
        if (w->seen && w->seen->hash == w->hash && w->seen->what == PENDING && w->seen->which == i) {
            w->seen->what = verdict ? JUDGED : COUNTED;
            w->seen->which = (u16)verdict;
        }
    }
    s->question_count = s->waiter_count = 0;
    s->question_texts.size = 0;
    return OK;
}

#endif
