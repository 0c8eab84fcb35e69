/* What a scan is told: the dialect, the tokens, and what the safety gate looks for. */
#ifndef PDL_PLAN_H
#define PDL_PLAN_H

#include "dispatch.h"
#include "survey.h"

enum { PREFIX = 0, CHECK_DIGIT = 1, CALENDAR_DATE = 2 };

/* A digit test (gates/safety/digit_tests.py) as a row of integers. */
typedef struct {
    u32 kind;
    u32 lengths;       /* bit i: a group must end after i digits; 0: none must */
    u32 length;        /* digits that are read */
    AsciiSet near;     /* one of which must be in the text, where near_seen */
    u32 near_seen;     /* what the survey has seen where one of them is there */
    const int *data;   /* what else the test says, in the order of profiler/_scan_plan.py */
} DigitTest;

#define NO_PLACE 0xFFFFFFFFu

typedef struct {
    u8 classes[129];
    const u16 *steps; /* by the place of a state, and a class: the place of the next state */
    const u8 *accepting; /* by the place of a state */
    u32 dead;            /* the place from which no way leads to a match, or NO_PLACE */
    u32 states, width;   /* a state has as many places as there are classes */
} Automaton;

typedef struct {
    Automaton automaton;
    u32 digits; /* that a text must have */
    u32 seen;   /* one of which it must have seen; 0: nothing */
    u32 run;    /* must it have LONG_RUN digits in a row? */
} Trigger;

typedef struct { const u8 *text; u32 size; } Word;

#define MOST_TRIGGERS 16
#define MOST_TEST_DIGITS 20
#define MOST_TESTS 64
#define MOST_WORDS 64

typedef struct {
    const Kernel *kernel;
    Secret secret;
    u32 width;           /* columns */
    u8 delimiter;
    int quote;           /* -1: none */
    const u16 *cp949;    /* lead and trail byte -> code point, 0: none; NULL for UTF-8 */
    size_t record_bytes; /* no longer record is read */
    u32 line_cost;       /* what each line of a record costs beside its bytes */
    AsciiSet lone;       /* a record of one cell with one of these is odd, where has_lone */
    u32 has_lone;
    Word label;          /* records whose first cell this is are marked; no bytes: none are */

    Word missing[MOST_WORDS], boolean[MOST_WORDS];
    u32 missing_count, boolean_count, missing_longest, boolean_longest;
    u8 missing_first[256], boolean_first[256];

    Automaton harmless;
    Trigger triggers[MOST_TRIGGERS];
    u32 trigger_count;
    Word words[MOST_WORDS];
    u32 word_count;
    u16 heads[MOST_HEADS]; /* the second and third byte of their first characters */
    u32 head_count;
    const u8 *code_points;  /* 65,536 marks */
    u32 least_digits, shortest, gap, most_digits;
    u8 quick[ALL_SEEN];    /* by what was seen: no value with fewer digits is looked at */
    AsciiSet special;       /* signs of triggers, and what makes a text not plain */
    AsciiSet unusual;       /* what makes a text not plain */
    DigitTest tests[MOST_TESTS];
    u32 lengths;            /* of all tests that have any */
    u32 near_seen;          /* of all tests that have none */
    u32 test_count;
} Plan;

#endif
