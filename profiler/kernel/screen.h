/* Which values the safety gate must be asked about, and which of them are alike to it.
 *
 * See gates/safety/screen.py for the rules; this evaluates its tables and knows no kind. */
#ifndef PDL_SCREEN_H
#define PDL_SCREEN_H

#include "plan.h"
#include "types.h"

#define MOST_OUTLINED 128 /* bytes; longer values are judged one by one */
#define MOST_GROUPS 8
#define ALWAYS 255 /* the mark of characters with which a value is always judged */

/* A value in UTF-8 without blanks around it. */
typedef struct {
    const u8 *text;
    u32 size;
    u32 chars;
    Survey survey;
    u32 marks;  /* sum of the marks of its characters, without ASCII */
    u32 always; /* has it a character that is always judged? */
    u32 plain;  /* is everything beyond ASCII a Hangul syllable? */
} Value;

static int accepts(const Automaton *a, const u8 *p, const u8 *end)
{
    u32 place = 0;
    while (p < end && place != a->dead) {
        u32 symbol = *p < 128 ? *p : 128;
        p += *p < 128 ? 1 : 3; /* plain text: Hangul syllables have three bytes */
        place = a->steps[place + a->classes[symbol]];
    }
    return a->accepting[place];
}

static int has_word(const Plan *plan, const u8 *p, u32 n)
{
    if (!has_head(p, n, plan->heads, plan->head_count))
        return 0;
    for (u32 i = 0; i + 3 <= n; i++) {
        for (u32 w = 0; w < plan->word_count; w++)
            if (plan->words[w].size <= n - i && !memcmp(p + i, plan->words[w].text, plan->words[w].size))
                return 1;
    }
    return 0;
}

static int has_any(const u8 *p, u32 n, const AsciiSet *set)
{
    for (u32 i = 0; i < n; i++)
        if (ascii_has(set, p[i]))
            return 1;
    return 0;
}

/* Does a trigger fit, of those with digits or of those without? */
static int triggered(const Plan *plan, const Value *v, int with_digits)
{
    for (u32 i = 0; i < plan->trigger_count; i++) {
        const Trigger *t = &plan->triggers[i];
        if ((t->digits == 0) == with_digits || v->survey.digits < t->digits)
            continue;
        if ((t->seen && !(t->seen & v->survey.seen)) || (t->run && !(v->survey.seen & SEEN_RUN)))
            continue;
        if (accepts(&t->automaton, v->text, v->text + v->size))
            return 1;
    }
    return 0;
}

static int is_plain(const Plan *plan, const Value *v)
{
    if (!v->plain)
        return 0;
    return !(v->survey.seen & SEEN_SPECIAL) || !has_any(v->text, v->size, &plan->unusual);
}

static const u8 *at_sign(const Value *v)
{
    return v->survey.seen & SEEN_SPECIAL ? memchr(v->text, '@', v->size) : NULL;
}

/* Is there one @ and no more? */
static int has_one_at(const Value *v)
{
    const u8 *at = at_sign(v);
    return at && !memchr(at + 1, '@', (size_t)(v->text + v->size - at - 1));
}

/* A character of ASCII that is always judged. */
static int has_always(const Plan *plan, const Value *v)
{
    if (v->survey.seen & SEEN_SPECIAL)
        for (u32 i = 0; i < v->size; i++)
            if (v->text[i] < 128 && plan->code_points[v->text[i]] == ALWAYS)
                return 1;
    return 0;
}

/* Points in time, coordinates and amounts, which most values of clean data are. */
static int is_harmless(const Plan *plan, const Value *v)
{
    return accepts(&plan->harmless, v->text, v->text + v->size);
}

/* Must the gate be asked about this value? What it would say of any other is nothing. */
static int must_judge(const Plan *plan, const Value *v, int plain, int word)
{
    if (word)
        return 1;
    if (!plain)
        return v->always || v->survey.digits + v->marks >= plan->least_digits || at_sign(v)
            || has_always(plan, v);
    return triggered(plan, v, 0) || triggered(plan, v, 1);
}

#define DIGIT_WORDS (MOST_OUTLINED / 64)

typedef struct {
    u8 digits[32];
    u32 count;
    u32 ends; /* bit i: a group ends after i digits */
} Number;

/* How many digits follow from `at` on; `digits` has a bit for each byte of the text. */
static inline u32 run_at(const u64 *digits, u32 at)
{
    u32 word = at >> 6, bit = at & 63;
    u64 other = ~(digits[word] >> bit);
    u32 run = other ? (u32)__builtin_ctzll(other) : 64;
    if (bit + run == 64 && word + 1 < DIGIT_WORDS)
        run += ~digits[word + 1] ? (u32)__builtin_ctzll(~digits[word + 1]) : 64;
    return run;
}

/* Where the next group begins, over at most plan->gap signs; 0 where none does. */
static inline u32 next_group(const Plan *plan, const Value *v, u32 at)
{
    for (u32 gap = 0; at < v->size && gap <= plan->gap; gap++, at++) {
        u8 c = v->text[at];
        if (is_digit(c))
            return at;
        if (c >= 128 || is_letter(c))
            return 0;
    }
    return 0;
}

/* After how many digits from the start of a group on groups end, as bits. */
static u32 group_ends(const Plan *plan, const Value *v, const u64 *digits, u32 at)
{
    u32 count = 0, ends = 0;
    do {
        u32 run = run_at(digits, at);
        count += run;
        if (count > plan->most_digits)
            break;
        ends |= 1u << count;
        at = next_group(plan, v, at + run);
    } while (at && count < plan->most_digits);
    return ends;
}

static void read_digits(const Plan *plan, const Value *v, u32 at, Number *number)
{
    number->count = 0;
    do {
        while (at < v->size && is_digit(v->text[at]) && number->count < plan->most_digits)
            number->digits[number->count++] = (u8)(v->text[at++] - '0');
        at = next_group(plan, v, at);
    } while (at && number->count < plan->most_digits);
}

/* data: the first digit, then nodes of a tree, each its outcome and the places of ten more nodes, 0 where there is none. */
static u32 prefix_outcome(const DigitTest *test, const u8 *digits, u32 count)
{
    const int *tree = test->data + 1, *node = tree;
    for (u32 i = (u32)test->data[0]; i < count && node[1 + digits[i]]; i++)
        node = tree + node[1 + digits[i]];
    return (u32)node[0];
}

/* data: modulus, selector (-1: none), then values by digit, then expected by residue. */
static u32 check_outcome(const DigitTest *test, const u8 *digits)
{
    const int *values = test->data + 2;
    int sum = 0, modulus = test->data[0], selector = test->data[1];
    for (u32 i = 0; i + 1 < test->length; i++, values += 10)
        sum += values[digits[i]];
    int row = selector < 0 ? 0 : digits[selector];
    return values[row * modulus + sum % modulus] == digits[test->length - 1];
}

/* data: month, day, digits of the year, selector, ten centuries, bounds, each as yyyymmdd. */
static u32 date_outcome(const DigitTest *test, const u8 *d)
{
    const int *data = test->data;
    u32 year = 2000, month = d[data[0]] * 10u + d[data[0] + 1], day = d[data[1]] * 10u + d[data[1] + 1];
    if (data[2] == 4) {
        year = d[0] * 1000u + d[1] * 100u + d[2] * 10u + d[3];
    } else if (data[2] == 2) {
        u32 century = (u32)data[4 + d[data[3]]];
        year = century ? century + d[0] * 10u + d[1] : 0;
    }
    if (!real_date(year, month, day))
        return 0;
    u32 outcome = 1, date = year * 10000 + month * 100 + day;
    for (int i = 0; i < data[14]; i++)
        outcome += date >= (u32)data[15 + i];
    return outcome;
}

/* May a test apply at a group, after whose digits others end so? */
static inline int is_tested(const Plan *plan, const Value *v, u32 ends)
{
    return plan->lengths & ends || plan->near_seen & v->survey.seen;
}

/* Which tests apply to a number, as bits; depends on the outline alone. */
static u64 tests_at(const Plan *plan, const Value *v, const Number *number)
{
    u64 found = 0;
    for (u32 i = 0; i < plan->test_count; i++) {
        const DigitTest *test = &plan->tests[i];
        if (test->lengths && !(number->ends & test->lengths))
            continue;
        if (number->count < test->length)
            continue;
        if (test->near_seen && !(test->near_seen & v->survey.seen && has_any(v->text, v->size, &test->near)))
            continue;
        found |= 1ULL << i;
    }
    return found;
}

static u64 outcomes_of(const Plan *plan, const u8 *digits, u32 count, u64 tests, u64 state)
{
    u64 packed = 1;
    for (; tests; tests &= tests - 1) {
        const DigitTest *test = &plan->tests[__builtin_ctzll(tests)];
        u32 outcome;
        if (test->kind == PREFIX)
            outcome = prefix_outcome(test, digits, count);
        else if (test->kind == CHECK_DIGIT)
            outcome = check_outcome(test, digits);
        else
            outcome = date_outcome(test, digits);
        packed = packed * 257 + outcome;
        if (packed >> 48) {
            state = fold(state ^ packed, plan->secret.a);
            packed = 1;
        }
    }
    return fold(state ^ packed, plan->secret.b);
}

static u64 outcomes(const Plan *plan, const Value *v, const u64 *digits, u32 start, u64 state)
{
    Number number = {.ends = group_ends(plan, v, digits, start)};
    if (!is_tested(plan, v, number.ends))
        return state;
    read_digits(plan, v, start, &number);
    return outcomes_of(plan, number.digits, number.count, tests_at(plan, v, &number), state);
}

static inline int is_local(u8 c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '+' || c == '%' || c == '-';
}

/* The key where only the kinds of mail can be: of what is before @ they read only that it is. */
static u64 mail_key(const Plan *plan, const Value *v, u8 *text)
{
    u32 n = 0;
    for (u32 i = 0; i < v->size; i++) {
        u8 c = v->text[i];
        if (c == '@' && i && is_local(v->text[i - 1])) {
            while (n && is_local(text[n - 1]))
                n--;
            text[n++] = 1;
        }
        text[n++] = is_digit(c) ? '0' : c;
    }
    memset(text + n, 0, PADDING / 2);
    return quick_hash(text, n, &plan->secret) | 1;
}

/* Copies a text with all digits made 0; `digits` gets a bit for each of its bytes. */
static void blank_digits(const u8 *from, u32 n, u8 *to, u64 digits[DIGIT_WORDS])
{
    const u64 ones = 0x0101010101010101ULL, highs = ones << 7;
    memset(digits, 0, MOST_OUTLINED / 8);
    for (u32 i = 0; i < n; i += 8) {
        u64 w = load64(from + i), x = w ^ '0' * ones;
        u64 is = ~(((x & ~highs) + 0x76 * ones) | x) & highs;
        u64 mask = (is >> 7) * 255;
        u64 blank = (w & ~mask) | ('0' * ones & mask);
        memcpy(to + i, &blank, 8);
        digits[i >> 6] |= ((is >> 7) * 0x0102040810204080ULL >> 56) << (i & 63);
    }
    memset(to + n, 0, PADDING / 2);
    if (n & 63)
        digits[n >> 6] &= (1ULL << (n & 63)) - 1;
}

/* A key that values which are alike to the gate share; 0 where it has to be that of the value. */
static u64 outline_key(const Plan *plan, const Value *v, int word)
{
    u8 text[MOST_OUTLINED + PADDING];
    u64 digits[DIGIT_WORDS], before = 0;
    u32 groups = 0;
    if (v->size > MOST_OUTLINED - 8)
        return 0;
    if (has_one_at(v) && !word && !triggered(plan, v, 1))
        return mail_key(plan, v, text);
    blank_digits(v->text, v->size, text, digits);
    u64 key = quick_hash(text, v->size, &plan->secret);
    for (u32 w = 0; w < DIGIT_WORDS; w++) {
        u64 starts = digits[w] & ~(digits[w] << 1 | before);
        before = digits[w] >> 63;
        for (; starts; starts &= starts - 1) {
            if (++groups > MOST_GROUPS)
                return 0;
            key = outcomes(plan, v, digits, w * 64 + (u32)__builtin_ctzll(starts), key);
        }
    }
    return key | 1;
}

#endif
