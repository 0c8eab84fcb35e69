/* profiler._scan: one pass over delimited text, the part that is compiled.
 *
 * Only profiler/scan.py uses it; there is what the arguments mean and how threads share the work.
 * A plan says what to count, a state holds what one unit of a file gave, and states are merged in the
 * order of the units. Nothing here reads a file, starts a thread or calls back into Python. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "kernel/arguments.h"

#define PLAN "profiler._scan.plan"
#define STATE "profiler._scan.state"

typedef struct {
    Plan plan;
    PyObject *keep; /* owns the bytes that the plan points into */
} PlanBox;

typedef struct {
    State *state;
    PyObject *plan;
} StateBox;

static void plan_free(PyObject *capsule)
{
    PlanBox *box = PyCapsule_GetPointer(capsule, PLAN);
    Py_XDECREF(box->keep);
    free(box);
}

static void state_drop(PyObject *capsule)
{
    StateBox *box = PyCapsule_GetPointer(capsule, STATE);
    state_free(box->state);
    Py_DECREF(box->plan);
    free(box);
}

static State *state_of(PyObject *capsule)
{
    StateBox *box = PyCapsule_GetPointer(capsule, STATE);
    return box ? box->state : NULL;
}

static PyObject *scan_plan(PyObject *module, PyObject *args)
{
    (void)module;
    PlanBox *box = calloc(1, sizeof *box);
    if (!box)
        return PyErr_NoMemory();
    PyObject *capsule = read_plan(args, &box->plan) ? PyCapsule_New(box, PLAN, plan_free) : NULL;
    if (!capsule) {
        free(box);
        return NULL;
    }
    Py_INCREF(args);
    box->keep = args;
    return capsule;
}

static PyObject *scan_state(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *plan;
    unsigned int seen_bits;
    if (!PyArg_ParseTuple(args, "OI", &plan, &seen_bits))
        return NULL;
    PlanBox *from = PyCapsule_GetPointer(plan, PLAN);
    if (!from)
        return NULL;
    StateBox *box = calloc(1, sizeof *box);
    State *state = box && seen_bits <= 20 ? state_new(&from->plan, seen_bits) : NULL;
    PyObject *capsule = state ? PyCapsule_New(box, STATE, state_drop) : PyErr_NoMemory();
    if (!capsule) {
        if (state)
            state_free(state);
        free(box);
        return NULL;
    }
    Py_INCREF(plan);
    *box = (StateBox){state, plan};
    return capsule;
}

static PyObject *scan_reset(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule;
    const char *known;
    Py_ssize_t n;
    int failed;
    if (!PyArg_ParseTuple(args, "Oy#", &capsule, &known, &n))
        return NULL;
    State *s = state_of(capsule);
    if (!s)
        return NULL;
    if (n != (Py_ssize_t)s->plan->width) {
        bad("columns");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    failed = state_reset(s, (const u8 *)known);
    Py_END_ALLOW_THREADS
    if (failed)
        return PyErr_NoMemory();
    Py_RETURN_NONE;
}

/* A buffer of `limit` bytes and the padding, or an exception. */
static int get_buffer(PyObject *source, Py_buffer *view, Py_ssize_t at, Py_ssize_t limit)
{
    if (PyObject_GetBuffer(source, view, PyBUF_SIMPLE) < 0)
        return 0;
    if (at >= 0 && at <= limit && limit + PADDING <= view->len && limit <= 0x7FFFFFFF)
        return 1;
    PyBuffer_Release(view);
    return bad("buffer");
}

static PyObject *scan_run(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *source;
    Py_ssize_t start, end, limit;
    long long base;
    int final, ended;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "OOLnnnp", &capsule, &source, &base, &start, &end, &limit, &final))
        return NULL;
    State *s = state_of(capsule);
    if (!s || !get_buffer(source, &view, start, limit))
        return NULL;
    size_t at = (size_t)start;
    Py_BEGIN_ALLOW_THREADS
    ended = s->plan->kernel->run(s, view.buf, (u64)base, &at, (size_t)(end < limit ? end : limit), (size_t)limit, final);
    if (ended != ASK && ended < FAILED_MEMORY && state_flush(s))
        ended = FAILED_MEMORY;
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&view);
    if (ended == FAILED_MEMORY)
        return PyErr_NoMemory();
    return Py_BuildValue("in", ended, (Py_ssize_t)at);
}

static PyObject *scan_starts(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *source;
    Py_ssize_t start, end, limit, most;
    unsigned int keep;
    int final, ended;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "OOnnnpnI", &capsule, &source, &start, &end, &limit, &final, &most,
                          &keep))
        return NULL;
    State *s = state_of(capsule);
    if (!s || !get_buffer(source, &view, start, limit))
        return NULL;
    size_t at = (size_t)start, *ring = calloc(keep + 1, sizeof *ring);
    u64 seen = 0;
    if (!ring) {
        PyBuffer_Release(&view);
        return PyErr_NoMemory();
    }
    Py_BEGIN_ALLOW_THREADS
    s->buffer = view.buf;
    s->base = 0;
    s->limit = (size_t)limit;
    s->final = final;
    ended = s->plan->kernel->find_starts(s, &at, (size_t)(end < limit ? end : limit), (u64)most, ring, keep, &seen);
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&view);
    u64 kept = seen < keep ? seen : keep;
    PyObject *starts = PyList_New((Py_ssize_t)kept);
    for (u64 i = 0; starts && i < kept; i++)
        PyList_SetItem(starts, (Py_ssize_t)i, PyLong_FromSize_t(ring[(seen - kept + i) % keep]));
    free(ring);
    return starts ? Py_BuildValue("innN", ended, (Py_ssize_t)at, (Py_ssize_t)seen, starts) : NULL;
}

static PyObject *bytes_of(const u8 *data, size_t n)
{
    return PyBytes_FromStringAndSize((const char *)data, (Py_ssize_t)n);
}

static PyObject *scan_questions(PyObject *module, PyObject *capsule)
{
    (void)module;
    State *s = state_of(capsule);
    PyObject *list = s ? PyList_New(s->question_count) : NULL;
    for (u32 i = 0; list && i < s->question_count; i++) {
        const Question *q = &s->questions[i];
        PyList_SetItem(list, i, bytes_of(s->question_texts.data + q->at, q->size));
    }
    return list;
}

static PyObject *scan_answer(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *list;
    if (!PyArg_ParseTuple(args, "OO!", &capsule, &PyList_Type, &list))
        return NULL;
    State *s = state_of(capsule);
    if (!s)
        return NULL;
    if (PyList_Size(list) != (Py_ssize_t)s->question_count) {
        bad("answers");
        return NULL;
    }
    u32 *verdicts = calloc(s->question_count + 1, sizeof *verdicts);
    if (!verdicts)
        return PyErr_NoMemory();
    for (u32 i = 0; i < s->question_count; i++)
        verdicts[i] = (u16)PyLong_AsUnsignedLong(PyList_GetItem(list, i));
    int failed = PyErr_Occurred() ? 1 : answer(s, verdicts);
    free(verdicts);
    if (failed)
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyObject *scan_merge(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *into, *from;
    int failed;
    if (!PyArg_ParseTuple(args, "OO", &into, &from))
        return NULL;
    State *a = state_of(into), *b = state_of(from);
    if (!a || !b)
        return NULL;
    if (a->plan != b->plan || b->question_count) {
        bad("states");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    failed = state_merge(a, b);
    Py_END_ALLOW_THREADS
    if (failed)
        return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyObject *hashes_of(const Distinct *d)
{
    if (d->registers)
        return bytes_of(d->registers, REGISTERS);
    u64 *hashes = calloc(d->count + d->has_zero + 1, sizeof *hashes);
    u32 n = 0;
    if (!hashes)
        return PyErr_NoMemory();
    for (u32 i = 0; i < d->room; i++)
        if (d->slots[i])
            hashes[n++] = d->slots[i];
    n += d->has_zero;
    PyObject *found = bytes_of((const u8 *)hashes, n * sizeof *hashes);
    free(hashes);
    return found;
}

static PyObject *column_report(const State *s, const Column *c)
{
    PyObject *missing = PyList_New(c->missing_count), *judged = PyList_New(0);
    PyObject *examples = PyList_New(c->example_count), *distinct = hashes_of(&c->distinct);
    for (u32 i = 0; missing && i < c->missing_count; i++)
        PyList_SetItem(missing, i, Py_BuildValue("y#K", c->missing[i].text,
                                                 (Py_ssize_t)c->missing[i].size, c->missing[i].count));
    for (u32 i = 1; judged && i < c->judged_count; i++) {
        PyObject *pair = c->judged[i] ? Py_BuildValue("IK", i, c->judged[i]) : NULL;
        if (pair && PyList_Append(judged, pair) < 0)
            Py_CLEAR(judged);
        Py_XDECREF(pair);
    }
    for (u32 i = 0; examples && i < c->example_count; i++) {
        const Example *e = &c->examples[i];
        PyList_SetItem(examples, i, Py_BuildValue("Ky#", e->hash, s->example_texts.data + e->at,
                                                  (Py_ssize_t)e->size));
    }
    if (!missing || !judged || !examples || !distinct || PyErr_Occurred()) {
        Py_XDECREF(missing);
        Py_XDECREF(judged);
        Py_XDECREF(examples);
        Py_XDECREF(distinct);
        return NULL;
    }
    return Py_BuildValue("KKKINNNNO", c->nulls, c->missing_cells, c->chars, c->types, missing, judged,
                         examples, distinct, c->distinct.registers ? Py_True : Py_False);
}

static PyObject *scan_report(PyObject *module, PyObject *capsule)
{
    (void)module;
    State *s = state_of(capsule);
    PyObject *columns = s ? PyList_New(s->plan->width) : NULL;
    for (u32 i = 0; columns && i < s->plan->width; i++) {
        PyObject *column = column_report(s, &s->columns[i]);
        if (!column) {
            Py_CLEAR(columns);
            break;
        }
        PyList_SetItem(columns, i, column);
    }
    u64 kept = columns && s->marked < MOST_MARKS ? s->marked : MOST_MARKS;
    PyObject *marks = columns ? PyList_New((Py_ssize_t)kept) : NULL;
    for (u64 i = 0; marks && i < kept; i++)
        PyList_SetItem(marks, (Py_ssize_t)i, PyLong_FromUnsignedLongLong(s->marks[i]));
    if (!marks) {
        Py_XDECREF(columns);
        return NULL;
    }
    return Py_BuildValue("KKKKKKNN", s->rows, s->blank_rows, s->ragged_rows, s->extra_cells,
                         s->nul_bytes, s->marked, marks, columns);
}

/* What scan_reset takes for a part of the same whole: a byte a column, see column_known. */
static PyObject *scan_known(PyObject *module, PyObject *capsule)
{
    (void)module;
    State *s = state_of(capsule);
    u8 *known = s ? calloc(s->plan->width, 1) : NULL;
    if (!known)
        return s ? PyErr_NoMemory() : NULL;
    for (u32 i = 0; i < s->plan->width; i++)
        known[i] = column_known(&s->columns[i]);
    PyObject *found = bytes_of(known, s->plan->width);
    free(known);
    return found;
}

/* For tests: (types, key of the outline, must it be judged?, ...) of one value in UTF-8. */
static PyObject *scan_value(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule;
    const char *text;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "Oy#", &capsule, &text, &n))
        return NULL;
    State *s = state_of(capsule);
    if (!s)
        return NULL;
    Bytes copy = {0};
    Said said;
    int found = n > 0 && bytes_append(&copy, (const u8 *)text, (size_t)n)
        && s->plan->kernel->say(s, copy.data, (u32)n, &said);
    free(copy.data);
    if (!found)
        Py_RETURN_NONE;
    return Py_BuildValue("IKNNI", said.types, said.key, PyBool_FromLong(said.judged),
                         PyBool_FromLong(said.quick), said.chars);
}

static PyObject *scan_valid(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *source;
    Py_ssize_t size, table_size;
    const char *table;
    int portable;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "Onz#p", &source, &size, &table, &table_size, &portable))
        return NULL;
    if (table && table_size != 1 << 17) {
        bad("code points");
        return NULL;
    }
    if (!get_buffer(source, &view, 0, size))
        return NULL;
    const Kernel *kernel = portable ? &kernel_portable : best_kernel();
    size_t valid;
    Py_BEGIN_ALLOW_THREADS
    valid = kernel->valid_bytes(view.buf, (size_t)size, (const u16 *)table);
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&view);
    return PyLong_FromSize_t(valid);
}

static PyObject *scan_begins_line(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *source, *list;
    Py_ssize_t size;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "OnO!", &source, &size, &PyTuple_Type, &list))
        return NULL;
    Py_ssize_t n = PyTuple_Size(list);
    Beginning beginnings[MOST_BEGINNINGS];
    if (n > MOST_BEGINNINGS) {
        bad("beginnings");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        char *text;
        Py_ssize_t length;
        if (PyBytes_AsStringAndSize(PyTuple_GetItem(list, i), &text, &length) < 0)
            return NULL;
        beginnings[i] = (Beginning){(const u8 *)text, (size_t)length};
    }
    if (!get_buffer(source, &view, 0, size))
        return NULL;
    int found;
    Py_BEGIN_ALLOW_THREADS
    found = begins_line(view.buf, (size_t)size, beginnings, (u32)n);
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&view);
    return PyBool_FromLong(found);
}

static PyObject *scan_simd(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyUnicode_FromString(best_kernel()->name);
}

static PyMethodDef methods[] = {
    {"plan", scan_plan, METH_VARARGS, "What to count."},
    {"state", scan_state, METH_VARARGS, "Counts of one unit, all zero."},
    {"reset", scan_reset, METH_VARARGS, "Sets all counts to zero."},
    {"run", scan_run, METH_VARARGS, "Counts records of a buffer: (how it ended, where)."},
    {"starts", scan_starts, METH_VARARGS, "Where records begin: (how it ended, where, seen, starts)."},
    {"questions", scan_questions, METH_O, "The values whose verdict must be given."},
    {"answer", scan_answer, METH_VARARGS, "Gives the verdicts of all questions, in their order."},
    {"merge", scan_merge, METH_VARARGS, "Adds the counts of the unit that follows."},
    {"report", scan_report, METH_O, "All counts."},
    {"known", scan_known, METH_O, "What is known of each column's distinct values."},
    {"value", scan_value, METH_VARARGS, "What is said of one value."},
    {"valid", scan_valid, METH_VARARGS, "How many bytes are whole characters of an encoding."},
    {"begins_line", scan_begins_line, METH_VARARGS, "Does a line begin in one of some ways?"},
    {"simd", scan_simd, METH_NOARGS, "Which instructions are used."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "profiler._scan", "One pass over delimited text.", -1, methods, NULL, NULL,
    NULL, NULL,
};

PyMODINIT_FUNC PyInit__scan(void) { return PyModule_Create(&module); }
