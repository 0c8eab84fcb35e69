/* A plan from the arguments that profiler/_scan_plan.py packs. Nothing here is given by a stranger;
 * what is checked keeps a mistake from becoming a read outside of a table. */
#ifndef PDL_ARGUMENTS_H
#define PDL_ARGUMENTS_H

#include "state.h"
#include "variant.h"

#define MOST_WIDTH 32768

const Kernel kernel_portable = {"portable", run, find_starts, say, valid_bytes};

/* The best that this machine can run. */
static const Kernel *best_kernel(void)
{
#ifdef HAVE_AVX2
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
        && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
        return &kernel_avx2;
#endif
    return &kernel_portable;
}

static int bad(const char *what)
{
    PyErr_Format(PyExc_ValueError, "scan plan: %s", what);
    return 0;
}

static void read_set(AsciiSet *set, const char *bytes, Py_ssize_t n)
{
    memset(set, 0, sizeof *set);
    for (Py_ssize_t i = 0; i < n; i++)
        if ((u8)bytes[i] < 128)
            ascii_add(set, (u8)bytes[i]);
}

/* A tuple of bytes as words; `first`, if any, marks first bytes in both cases. */
static int read_words(PyObject *list, Word *words, u32 *count, u8 *first, u32 *longest)
{
    Py_ssize_t n = PyTuple_Size(list);
    if (n < 0 || n > MOST_WORDS)
        return bad("words");
    for (Py_ssize_t i = 0; i < n; i++) {
        char *text;
        Py_ssize_t size;
        if (PyBytes_AsStringAndSize(PyTuple_GetItem(list, i), &text, &size) < 0)
            return 0;
        if (size < 1 || size > MOST_MISSING_BYTES)
            return bad("a word is empty or too long");
        words[i] = (Word){(const u8 *)text, (u32)size};
        if (first) {
            u8 c = (u8)text[0];
            first[c] = 1;
            if (is_letter(c))
                first[c & ~32] = 1;
            if ((u32)size > *longest)
                *longest = (u32)size;
        }
    }
    *count = (u32)n;
    return 1;
}

static int read_automaton(PyObject *source, Automaton *a)
{
    const char *classes, *steps, *accepting;
    Py_ssize_t class_count, steps_size, places;
    if (!PyArg_ParseTuple(source, "y#y#y#I", &classes, &class_count, &steps, &steps_size, &accepting,
                          &places, &a->dead))
        return 0;
    if (class_count != sizeof a->classes || steps_size != places * 2)
        return bad("automaton");
    memcpy(a->classes, classes, sizeof a->classes);
    a->steps = (const u16 *)steps;
    a->accepting = (const u8 *)accepting;
    a->width = 0;
    for (u32 i = 0; i < sizeof a->classes; i++)
        a->width = a->width > a->classes[i] ? a->width : a->classes[i] + 1u;
    a->states = (u32)places / a->width;
    return 1;
}

static int read_triggers(PyObject *list, Plan *plan)
{
    Py_ssize_t n = PyTuple_Size(list);
    if (n < 0 || n > MOST_TRIGGERS)
        return bad("triggers");
    for (Py_ssize_t i = 0; i < n; i++) {
        Trigger *t = &plan->triggers[i];
        PyObject *source;
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "IIpO!", &t->digits, &t->seen, &t->run,
                              &PyTuple_Type, &source)
            || !read_automaton(source, &t->automaton))
            return 0;
        for (u32 d = '1'; d <= '9'; d++)
            if (t->automaton.classes[d] != t->automaton.classes['0'])
                return bad("a trigger that tells digits apart");
    }
    plan->trigger_count = (u32)n;
    return 1;
}

static int read_tests(PyObject *list, Plan *plan)
{
    Py_ssize_t n = PyTuple_Size(list);
    if (n < 0 || n > MOST_TESTS)
        return bad("digit tests");
    for (Py_ssize_t i = 0; i < n; i++) {
        DigitTest *t = &plan->tests[i];
        const char *near, *data;
        Py_ssize_t near_size, data_size;
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "IIIIy#y#", &t->kind, &t->lengths, &t->length,
                              &t->near_seen, &near, &near_size, &data, &data_size))
            return 0;
        read_set(&t->near, near, near_size);
        t->data = (const int *)data;
        if (t->kind > CALENDAR_DATE || t->length > MOST_TEST_DIGITS
            || data_size < (Py_ssize_t)sizeof(int) * 2)
            return bad("digit test");
    }
    plan->test_count = (u32)n;
    for (u32 i = 0; i < plan->test_count; i++) {
        plan->lengths |= plan->tests[i].lengths;
        plan->near_seen |= plan->tests[i].lengths ? 0 : plan->tests[i].near_seen;
        if (!plan->tests[i].lengths && !plan->tests[i].near_seen)
            return bad("a digit test that applies everywhere");
    }
    return 1;
}

static int read_screen(PyObject *source, Plan *plan)
{
    PyObject *harmless, *triggers, *words, *tests;
    const char *code_points, *quick, *special, *unusual;
    Py_ssize_t codes, quicks, specials, unusuals;
    if (!PyArg_ParseTuple(source, "O!O!O!O!y#y#y#y#IIII", &PyTuple_Type, &harmless, &PyTuple_Type,
                          &triggers, &PyTuple_Type, &words, &PyTuple_Type, &tests, &code_points,
                          &codes, &quick, &quicks, &special, &specials, &unusual, &unusuals,
                          &plan->least_digits, &plan->shortest, &plan->gap, &plan->most_digits))
        return 0;
    if (codes != 1 << 16 || quicks != sizeof plan->quick || plan->most_digits > MOST_TEST_DIGITS)
        return bad("screen");
    plan->code_points = (const u8 *)code_points;
    memcpy(plan->quick, quick, sizeof plan->quick);
    read_set(&plan->special, special, specials);
    read_set(&plan->unusual, unusual, unusuals);
    if (!read_words(words, plan->words, &plan->word_count, NULL, NULL))
        return 0;
    for (u32 i = 0; i < plan->word_count; i++) {
        u16 head = load16(plan->words[i].text + 1);
        u32 h = 0;
        while (h < plan->head_count && plan->heads[h] != head)
            h++;
        if (plan->words[i].size < 3 || h == MOST_HEADS)
            return bad("words");
        if (h == plan->head_count)
            plan->heads[plan->head_count++] = head;
    }
    return read_automaton(harmless, &plan->harmless) && read_triggers(triggers, plan)
        && read_tests(tests, plan);
}

static int read_plan(PyObject *args, Plan *plan)
{
    PyObject *missing, *boolean, *screen;
    const char *secret, *cp949, *lone, *label;
    Py_ssize_t secret_size, cp949_size, record_bytes, lone_size, label_size;
    unsigned int delimiter;
    int is_portable;
    if (!PyArg_ParseTuple(args, "IIinIy#y#y#z#O!O!O!p", &plan->width, &delimiter, &plan->quote,
                          &record_bytes, &plan->line_cost, &lone, &lone_size, &label, &label_size,
                          &secret, &secret_size, &cp949,
                          &cp949_size, &PyTuple_Type, &missing, &PyTuple_Type, &boolean,
                          &PyTuple_Type, &screen, &is_portable))
        return 0;
    if (plan->width < 1 || plan->width > MOST_WIDTH || delimiter > 127 || plan->quote > 127
        || secret_size != sizeof plan->secret || (cp949 && cp949_size != 1 << 17))
        return bad("dialect");
    plan->delimiter = (u8)delimiter;
    plan->record_bytes = (size_t)record_bytes;
    memcpy(&plan->secret, secret, sizeof plan->secret);
    plan->cp949 = (const u16 *)cp949;
    read_set(&plan->lone, lone, lone_size);
    plan->has_lone = lone_size > 0;
    plan->label = (Word){(const u8 *)label, (u32)label_size};
    plan->kernel = is_portable ? &kernel_portable : best_kernel();
    return read_words(missing, plan->missing, &plan->missing_count, plan->missing_first,
                      &plan->missing_longest)
        && read_words(boolean, plan->boolean, &plan->boolean_count, plan->boolean_first,
                      &plan->boolean_longest)
        && read_screen(screen, plan);
}

#endif
