/* Shapes of values: what the values of one column mostly have in common, all digits made 0.
 *
 * Ids, telephones, points in time and coordinates have one or a few shapes a column and never come
 * again. All that depends on the shape alone (its length, which signs it has, which digit tests apply
 * at which digits, which digits make it harmless) is found once and then only compared. */
#ifndef PDL_SHAPES_H
#define PDL_SHAPES_H

#include "screen.h"

#define SHAPE_BYTES 32
#define SHAPES 4      /* a column, by length */
#define SHAPE_MET 16  /* so often a shape is met before it is worth knowing */
#define SHAPE_KEPT 64 /* and so many others it outlasts */
#define MOST_BOXES 4
#define TOO_MANY 255
#define MOST_STATES 256
#define MOST_NODES 64

/* Digits from `first` on (of the digits of a shape) and the tests that apply there, as bits. */
typedef struct { u64 tests; u8 first, count, skipped; } Group;

enum { UNDECIDED = 0, USED = 1, USELESS = 2 };

typedef struct {
    u8 text[SHAPE_BYTES]; /* NUL behind its end */
    u32 size, met, state;

    /* The gate says nothing of it; or of those in a box; else their key is made from the tests. */
    u32 silent;
    u32 box_count; /* TOO_MANY: the automaton has to be asked */
    u8 low[MOST_BOXES][SHAPE_BYTES], high[MOST_BOXES][SHAPE_BYTES];
    u64 key;
    u32 group_count;
    Group groups[MOST_GROUPS];
    u8 places[SHAPE_BYTES]; /* of its digits */
    u32 digit_count;

    /* Which of INTEGER and NUMBER it is, by whether the first digit is 0. */
    u32 types[2], first_digit;
} Shape;

/* 32 bytes of ones and 32 of zeros: from 32 - n on the mask of n bytes. */
static const u8 first_bytes[2 * SHAPE_BYTES] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};

/* blank_shape(p, n, text): writes n bytes (at most SHAPE_BYTES) with all digits made 0; 1 where there are
 * digits and nothing beyond ASCII. has_shape(shape, p): has it this shape? in_box(shape, i, p): are its
 * digits those of the box? */
#ifndef KERNEL_AVX2
static int blank_shape(const u8 *p, u32 n, u8 *text)
{
    u32 digits = 0, high = 0;
    memset(text, 0, SHAPE_BYTES);
    for (u32 i = 0; i < n; i++) {
        text[i] = is_digit(p[i]) ? '0' : p[i];
        digits += is_digit(p[i]);
        high |= p[i];
    }
    return digits && high < 128;
}

static int has_shape(const Shape *shape, const u8 *p)
{
    for (u32 i = 0; i < shape->size; i++)
        if (p[i] != shape->text[i] && !(shape->text[i] == '0' && is_digit(p[i])))
            return 0;
    return 1;
}

static int in_box(const Shape *shape, u32 box, const u8 *p)
{
    for (u32 i = 0; i < shape->size; i++)
        if (p[i] < shape->low[box][i] || p[i] > shape->high[box][i])
            return 0;
    return 1;
}
#else
static inline __m256i blanked(const u8 *p, u32 n, __m256i *digits)
{
    const __m256i zero = _mm256_set1_epi8('0');
    __m256i v = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)p),
                                 _mm256_loadu_si256((const __m256i *)(first_bytes + SHAPE_BYTES - n)));
    __m256i d = _mm256_sub_epi8(v, zero);
    *digits = _mm256_cmpeq_epi8(_mm256_min_epu8(d, _mm256_set1_epi8(9)), d);
    return _mm256_blendv_epi8(v, zero, *digits);
}

static int blank_shape(const u8 *p, u32 n, u8 *text)
{
    __m256i digits, v = blanked(p, n, &digits);
    _mm256_storeu_si256((__m256i *)text, v);
    return _mm256_movemask_epi8(digits) && !_mm256_movemask_epi8(v);
}

static inline int has_shape(const Shape *shape, const u8 *p)
{
    __m256i digits, v = blanked(p, shape->size, &digits);
    return !~equal32(v, _mm256_loadu_si256((const __m256i *)shape->text));
}

static inline int in_box(const Shape *shape, u32 box, const u8 *p)
{
    __m256i v = _mm256_loadu_si256((const __m256i *)p);
    __m256i low = _mm256_loadu_si256((const __m256i *)shape->low[box]);
    __m256i high = _mm256_loadu_si256((const __m256i *)shape->high[box]);
    __m256i in = _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_max_epu8(v, low), v),
                                  _mm256_cmpeq_epi8(_mm256_min_epu8(v, high), v));
    return !~(u32)_mm256_movemask_epi8(in);
}
#endif

/* The automaton over the texts of one shape: a layer a byte, each node by what may follow it. */
typedef struct { u8 next[10]; } Node;
typedef struct {
    Node nodes[SHAPE_BYTES][MOST_NODES];
    u8 ids[2][MOST_STATES]; /* of the states, in this layer and the one behind it; 0: no way leads on */
    u8 low[SHAPE_BYTES], high[SHAPE_BYTES];
} Layers;

/* Fills in the layers from the last to the first; the node of the start, TOO_MANY where they have no room. */
static u32 layers_of(const Automaton *a, const Shape *shape, Layers *layers)
{
    if (a->states > MOST_STATES)
        return TOO_MANY;
    for (u32 q = 0; q < a->states; q++)
        layers->ids[shape->size & 1][q] = a->accepting[q * a->width];
    for (u32 i = shape->size; i-- > 0;) {
        u8 *ids = layers->ids[i & 1];
        const u8 *behind = layers->ids[~i & 1];
        u32 count = 1;
        memset(layers->nodes[i], 0, sizeof layers->nodes[i]);
        for (u32 q = 0; q < a->states; q++) {
            const u16 *steps = a->steps + q * a->width;
            if (shape->text[i] != '0') {
                ids[q] = behind[steps[a->classes[shape->text[i]]] / a->width];
                continue;
            }
            Node node;
            for (u32 d = 0; d < 10; d++)
                node.next[d] = behind[steps[a->classes['0' + d]] / a->width];
            u32 id = 0;
            while (id < count && memcmp(&layers->nodes[i][id], &node, sizeof node))
                id++;
            if (id == MOST_NODES)
                return TOO_MANY;
            if (id == count)
                layers->nodes[i][count++] = node;
            ids[q] = (u8)id;
        }
    }
    return layers->ids[0][0];
}

/* Adds the boxes of the texts that lead on from a node; 0 where there are too many. */
static int add_boxes(Layers *layers, Shape *shape, u32 at, u32 id)
{
    if (!id)
        return 1;
    if (at == shape->size) {
        if (shape->box_count == MOST_BOXES)
            return 0;
        memset(shape->low[shape->box_count], 0, SHAPE_BYTES);
        memset(shape->high[shape->box_count], 255, SHAPE_BYTES);
        memcpy(shape->low[shape->box_count], layers->low, at);
        memcpy(shape->high[shape->box_count], layers->high, at);
        shape->box_count++;
        return 1;
    }
    layers->low[at] = layers->high[at] = shape->text[at];
    if (shape->text[at] != '0')
        return add_boxes(layers, shape, at + 1, id);
    const u8 *next = layers->nodes[at][id].next;
    for (u32 d = 0, to; d < 10; d = to) {
        for (to = d + 1; to < 10 && next[to] == next[d]; to++)
            ;
        layers->low[at] = (u8)('0' + d);
        layers->high[at] = (u8)('0' + to - 1);
        if (!add_boxes(layers, shape, at + 1, next[d]))
            return 0;
    }
    return 1;
}

static void find_boxes(const Automaton *a, Shape *shape)
{
    Layers layers;
    u32 start = layers_of(a, shape, &layers);
    shape->box_count = 0;
    if (start == TOO_MANY || !add_boxes(&layers, shape, 0, start))
        shape->box_count = TOO_MANY;
}

/* May a word be a text of this shape? */
static int may_be_word(const Shape *shape, const Word *words, u32 count)
{
    for (u32 w = 0; w < count; w++) {
        u32 i = 0;
        while (words[w].size == shape->size && i < shape->size) {
            u8 c = shape->text[i], letter = is_letter(c) ? c | 32 : c;
            if (letter != words[w].text[i] && !(c == '0' && is_digit(words[w].text[i])))
                break;
            i++;
        }
        if (i == shape->size)
            return 1;
    }
    return 0;
}

static void find_types(const Plan *plan, const Value *v, Shape *shape)
{
    u8 text[SHAPE_BYTES + PADDING] = {0};
    memcpy(text, v->text, v->size);
    shape->first_digit = shape->places[0];
    for (u32 zero = 0; zero < 2; zero++) {
        text[shape->first_digit] = zero ? '0' : '1';
        shape->types[zero] = candidates(text, v->size, T_INTEGER | T_NUMBER);
    }
    (void)plan;
}

/* Which tests apply where; 0 where the outline does not serve. */
static int find_groups(const Plan *plan, const Value *v, Shape *shape)
{
    u8 text[MOST_OUTLINED + PADDING];
    u64 digits[DIGIT_WORDS];
    u8 ordinal[SHAPE_BYTES] = {0};
    blank_digits(v->text, v->size, text, digits);
    shape->key = quick_hash(text, v->size, &plan->secret);
    for (u32 i = 0; i < shape->digit_count; i++)
        ordinal[shape->places[i]] = (u8)i;
    u64 starts = digits[0] & ~(digits[0] << 1);
    for (; starts; starts &= starts - 1) {
        if (shape->group_count == MOST_GROUPS)
            return 0;
        u32 at = (u32)__builtin_ctzll(starts);
        Number number = {.ends = group_ends(plan, v, digits, at)};
        Group *group = &shape->groups[shape->group_count++];
        *group = (Group){0, ordinal[at], 0, !is_tested(plan, v, number.ends)};
        if (!group->skipped) {
            read_digits(plan, v, at, &number);
            group->count = (u8)number.count;
            group->tests = tests_at(plan, v, &number);
        }
    }
    return 1;
}

/* All about the shape of a value that is plain ASCII without blanks around it. */
static void shape_learn(const Plan *plan, const Value *v, Shape *shape)
{
    shape->state = USELESS;
    shape->silent = shape->box_count = shape->group_count = shape->digit_count = 0;
    if (may_be_word(shape, plan->missing, plan->missing_count)
        || may_be_word(shape, plan->boolean, plan->boolean_count))
        return;
    for (u32 i = 0; i < shape->size; i++)
        if (shape->text[i] == '0')
            shape->places[shape->digit_count++] = (u8)i;
    find_types(plan, v, shape);
    if (v->chars < plan->shortest || v->survey.digits < plan->quick[v->survey.seen]) {
        shape->silent = 1;
    } else if (!is_plain(plan, v)) {
        shape->silent = !must_judge(plan, v, 0, 0);
        if (!shape->silent)
            return;
    } else if (!triggered(plan, v, 0) && !triggered(plan, v, 1)) {
        shape->silent = 1;
    } else {
        if (at_sign(v) || !find_groups(plan, v, shape))
            return;
        find_boxes(&plan->harmless, shape);
    }
    shape->state = USED;
}

/* The shape of a value, where it is known well enough to be used. */
static inline Shape *shape_of(Shape *shapes, const u8 *p, u32 n)
{
    Shape *shape = &shapes[n % SHAPES];
    if (shape->size == n && has_shape(shape, p)) {
        shape->met += shape->met < SHAPE_KEPT;
        return shape;
    }
    if (shape->met > 1) {
        shape->met--;
        return NULL;
    }
    shape->size = shape->met = shape->state = 0;
    if (p[0] > 32 && p[n - 1] > 32 && blank_shape(p, n, shape->text)) {
        shape->size = n;
        shape->met = 1;
    }
    return NULL;
}

/* Is the value one of the shape's that the gate says nothing of? */
static inline int is_silent(const Plan *plan, const Shape *shape, const u8 *p, u32 n)
{
    if (shape->silent)
        return 1;
    if (shape->box_count == TOO_MANY)
        return accepts(&plan->harmless, p, p + n);
    for (u32 i = 0; i < shape->box_count; i++)
        if (in_box(shape, i, p))
            return 1;
    return 0;
}

/* What outline_key gives. */
static u64 shape_key(const Plan *plan, const Shape *shape, const u8 *p)
{
    u8 digits[SHAPE_BYTES];
    u64 key = shape->key;
    for (u32 i = 0; i < shape->digit_count; i++)
        digits[i] = (u8)(p[shape->places[i]] - '0');
    for (u32 i = 0; i < shape->group_count; i++) {
        const Group *group = &shape->groups[i];
        if (!group->skipped)
            key = outcomes_of(plan, digits + group->first, group->count, group->tests, key);
    }
    return key | 1;
}

#endif
