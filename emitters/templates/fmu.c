/*
 * The functions of FMI (Functional Mock-up Interface) 2.0 and 3.0 around the routines of @HEADER@.
 *   cc -std=c99 -O2 -fPIC -shared -o @M@.so fmu.c -lm          FMI 2.0
 *   cc -std=c99 -O2 -fPIC -shared -DFMI_VERSION=3 -o @M@.so fmu.c -lm     FMI 3.0
 * An instance keeps all that it knows in itself: several may live in one process, each in one thread at a time.
 */
#ifndef FMI_VERSION
#define FMI_VERSION 2
#endif
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "@HEADER@"

#if defined(_WIN32)
#define FMI_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMI_EXPORT __attribute__((visibility("default")))
#else
#define FMI_EXPORT
#endif
#if defined(_MSC_VER)
#define OF_THREAD __declspec(thread)
#elif defined(__GNUC__)
#define OF_THREAD __thread
#else
#define OF_THREAD _Thread_local
#endif

/* The names of functions; an importing tool that links several models statically says what they begin with. */
#if FMI_VERSION == 2 && defined(FMI2_FUNCTION_PREFIX) && !defined(FMI2_OVERRIDE_FUNCTION_PREFIX)
#define FMI_PREFIX FMI2_FUNCTION_PREFIX
#elif FMI_VERSION == 3 && defined(FMI3_FUNCTION_PREFIX) && !defined(FMI3_OVERRIDE_FUNCTION_PREFIX)
#define FMI_PREFIX FMI3_FUNCTION_PREFIX
#else
#define FMI_PREFIX
#endif
#define FMI_JOINED(prefix, version, name) prefix##fmi##version##name
#define FMI_NAMED(prefix, version, name) FMI_JOINED(prefix, version, name)
#define FMI(name) FMI_NAMED(FMI_PREFIX, FMI_VERSION, name)

static const char token_of_model[] = "@TOKEN@";

/* -- what an instance keeps between calls: numbers alone, so that a copy of it is a copy of the state */
@RECORDS@
enum {
    number_of_states = @M@_nq + @M@_nu + @STATES@,
    number_of_inputs = @M@_nw - @FLAGS@,
    number_of_events = @EVENTS@,
    /* value references: time, states, their rates, parameters, inputs, flags, outputs, the longest internal step, event indicators */
    first_state = 1,
    first_rate = first_state + number_of_states,
    first_parameter = first_rate + number_of_states,
    first_input = first_parameter + @M@_np,
    first_output = first_input + @M@_nw,
    step_reference = first_output + @M@_no,
    first_indicator, /* of events, with FMI 3.0 */
    end_of_references = first_indicator + (FMI_VERSION == 3 ? number_of_events : 0)
};
#define AT_LEAST_ONE(n) ((n) > 0 ? (n) : 1)

static int is_among(unsigned reference, unsigned first, unsigned end) { return reference >= first && reference < end; }
static int is_input(unsigned reference) { return is_among(reference, first_input, first_input + number_of_inputs); }

/* what the instance is in */
enum {
    is_new = 1,
    is_starting = 2,
    is_in_event_mode = 4,
    is_in_continuous_time = 8,
    is_stepping = 16,
    is_terminated = 32,
    is_running = is_starting | is_in_event_mode | is_in_continuous_time | is_stepping | is_terminated,
    is_any = is_new | is_running
};

struct kept {
@MEMBERS@    double t, y[AT_LEAST_ONE(number_of_states)], p[AT_LEAST_ONE(@M@_np)], w[AT_LEAST_ONE(@M@_nw)],
        c[AT_LEAST_ONE(@M@_nc)], tolerance;
    double slope[AT_LEAST_ONE(@M@_nw)]; /* of inputs, for the next communication step */
    int has_slope[AT_LEAST_ONE(@M@_nw)], is_state_set[AT_LEAST_ONE(number_of_states)];
    int mode, is_parameter_set, stops;
};

/* which parameters may change during a run, and of which input (from 0) an input is the rate, else -1 */
static const int is_tunable[] = {@TUNABLE@};
#if @LINES@
static const int rate_of[] = {@RATE_OF@};
#endif

/* of each column (states, then inputs) the first of its entries in the jacobian of the rates and in that of the outputs */
#if @JACOBIAN@
static const int first_of_rates[] = {@FIRST_OF_RATES@};
#if @OUTPUTS@
static const int first_of_outputs[] = {@FIRST_OF_OUTPUTS@};
#endif
#endif

typedef struct {
    struct kept kept;
    void* environment;
    void (*log)(void); /* of its version's type */
    char name[256], message[4096];
    int is_co_simulation, may_return_early, has_rates, has_outputs, has_jacobian, has_output_jacobian;
    unsigned all_rates[AT_LEAST_ONE(number_of_states)]; /* their value references, in their order */
    double ydot[AT_LEAST_ONE(number_of_states)], o[AT_LEAST_ONE(@M@_no)];
#if @JACOBIAN@
    double jacobian[AT_LEAST_ONE(@M@_nz)];
#if @OUTPUTS@
    double output_jacobian[AT_LEAST_ONE(@M@_nzo)];
#endif
#endif
    jmp_buf escape;
} Instance;

static OF_THREAD struct kept* kept;
static OF_THREAD Instance* current;

/* Ends the call that is under way with this message. */
static void fail(const char* format, ...) {
    va_list items;
    va_start(items, format);
    vsnprintf(current->message, sizeof current->message, format, items);
    va_end(items);
    longjmp(current->escape, 1);
}

@TEXTS@
@PROCEDURES@

/* -- an instance, whatever the version */

static void tell(Instance* instance, const char* message);

/* of a call that does not belong here */
static void refuse(Instance* instance, const char* function) {
    char text[256];
    snprintf(text, sizeof text, "%s may not be called now", function);
    tell(instance, text);
}
/* QUICKLY: without a place to escape to, for calls that cost little; GUARD gives one, and a way to the instance. */
#define ENTER_QUICKLY(modes)                          \
    Instance* const instance = (Instance*)given;      \
    if (instance == NULL) return FMI_ERROR;           \
    if (((modes) & instance->kept.mode) == 0) {       \
        refuse(instance, __func__);                   \
        return FMI_ERROR;                             \
    }
#define GUARD()                                       \
    kept = &instance->kept;                           \
    current = instance;                               \
    if (setjmp(instance->escape) != 0) {              \
        tell(current, current->message);              \
        return FMI_ERROR;                             \
    }
#define ENTER(modes)      \
    ENTER_QUICKLY(modes); \
    GUARD()
#define NEED(pointers) \
    if (!(pointers)) fail("%s was given NULL: it needs " #pointers, __func__)

static void forget(Instance* instance) {
    instance->has_rates = instance->has_outputs = instance->has_jacobian = instance->has_output_jacobian = 0;
}

static void reset(Instance* instance) {
    int k;
    memset(&instance->kept, 0, sizeof instance->kept);
    kept = &instance->kept;
    @M@_default_settings("");
    @M@_default_table();
    @M@_defaults(kept->p);
    @M@_first_values(kept->p, kept->w, kept->y);
    @M@_setup(kept->p, kept->c);
    kept->tolerance = 1e-6;
    kept->mode = is_new;
    for (k = 0; k < number_of_inputs; ++k) kept->w[k] = 0.0;
    forget(instance);
}

static Instance* new_instance(const char* name, void* environment, void (*log)(void), int is_co_simulation) {
    Instance* const instance = (Instance*)calloc(1, sizeof(Instance));
    int k;
    if (instance == NULL) return NULL;
    snprintf(instance->name, sizeof instance->name, "%s", name);
    instance->environment = environment;
    instance->log = log;
    instance->is_co_simulation = is_co_simulation;
    for (k = 0; k < number_of_states; ++k) instance->all_rates[k] = (unsigned)(first_rate + k);
    current = instance;
    if (setjmp(instance->escape) != 0) {
        tell(current, current->message);
        free(current);
        return NULL;
    }
    reset(current);
    return current;
}

static void start_at(double start, int has_tolerance, double tolerance, int has_stop, double stop) {
    if (has_stop && !(stop > start)) fail("the stop time must be above the start time");
    kept->t = start;
    if (has_tolerance && tolerance > 0.0) kept->tolerance = tolerance;
}

/* constants, flags and first values by parameters that were set */
static void take_parameters(void) {
    double w[AT_LEAST_ONE(@M@_nw)], y[AT_LEAST_ONE(number_of_states)];
    int k;
    if (!kept->is_parameter_set) return;
    kept->is_parameter_set = 0;
    @M@_setup(kept->p, kept->c);
    if ((kept->mode & (is_new | is_starting)) == 0) return;
    @M@_first_values(kept->p, w, y);
    for (k = number_of_inputs; k < @M@_nw; ++k) kept->w[k] = w[k];
    for (k = 0; k < number_of_states; ++k)
        if (!kept->is_state_set[k]) kept->y[k] = y[k];
}

/* The rates as they are where nothing is wrong and no parameter waits. */
static void try_rates(Instance* instance) {
    struct kept* const own = &instance->kept;
    int info = 0;
    if (instance->has_rates || own->is_parameter_set) return;
    @M@_derivatives(own->t, own->y, own->w, own->c, instance->ydot, &info);
    instance->has_rates = info == 0;
}

static void find_rates(Instance* instance) {
    int info = 0;
    if (instance->has_rates) return;
    take_parameters();
    @M@_derivatives(kept->t, kept->y, kept->w, kept->c, instance->ydot, &info);
    @M@_require_regular(kept->t, info);
    instance->has_rates = 1;
}

static void find_outputs(Instance* instance) {
    int info = 0;
    if (instance->has_outputs) return;
    take_parameters();
    @M@_outputs_of_fmu(kept->t, kept->y, kept->w, kept->c, instance->o, &info);
    @M@_require_regular(kept->t, info);
    instance->has_outputs = 1;
}

/* below zero where an event is due */
static void find_indicators(double* z) {
    int k;
    for (k = 0; k < number_of_events; ++k) z[k] = 1.0;
#if @INDICATORS@
    if (kept->mode & (is_new | is_starting)) return;
    take_parameters();
    @M@_indicators(kept->t, kept->y, kept->w, kept->c, z);
    /* importing tools hold 0 for due */
    for (k = 0; k < number_of_events; ++k)
        if (!(z[k] < 0.0) && !(z[k] > 0.0)) z[k] = 1e-300;
#endif
}

static double value_of(Instance* instance, unsigned reference) {
    if (reference >= end_of_references) fail("there is no variable with value reference %u", reference);
    if (reference >= first_indicator) {
        double z[AT_LEAST_ONE(number_of_events)];
        find_indicators(z);
        return z[reference - first_indicator];
    }
    if (reference == step_reference) return kept->settings.step_length;
    if (reference >= first_output) {
        find_outputs(instance);
        return instance->o[reference - first_output];
    }
    if (reference >= first_input) return kept->w[reference - first_input];
    if (reference >= first_parameter) return kept->p[reference - first_parameter];
    if (reference >= first_rate) {
        find_rates(instance);
        return instance->ydot[reference - first_rate];
    }
    if (reference == 0) return kept->t;
    if (kept->is_parameter_set) take_parameters();
    return kept->y[reference - first_state];
}

static void set_value(Instance* instance, unsigned reference, double value) {
    const int before_start = (kept->mode & (is_new | is_starting)) != 0;
    if (reference >= end_of_references) fail("there is no variable with value reference %u", reference);
    if (!(fabs(value - value) <= 0.0)) fail("the value for reference %u is no finite number", reference);
    if (reference == step_reference) {
        if (!before_start) fail("the longest internal step is fixed once the run has begun");
        if (!(value > 0.0)) fail("the longest internal step must be positive, found %g", value);
        kept->settings.step_length = value;
    } else if (reference >= first_output) {
        fail("an output is computed, it cannot be set (value reference %u)", reference);
    } else if (reference >= first_input) {
        const int k = (int)(reference - first_input);
        if (k >= number_of_inputs) fail("the flag %s is changed by events alone", @M@_input_names[k]);
        kept->w[k] = value;
    } else if (reference >= first_parameter) {
        const int k = (int)(reference - first_parameter);
        if (!before_start && !(is_tunable[k] && (kept->mode & (is_in_event_mode | is_stepping))))
            fail("the parameter %s is fixed once the run has begun", @M@_parameter_names[k]);
        kept->p[k] = value;
        kept->is_parameter_set = 1;
    } else if (!is_among(reference, first_state, first_rate)) {
        fail("value reference %u is computed, it cannot be set", reference);
    } else {
        const int k = (int)(reference - first_state);
        if (!before_start) fail("the state is set before the run begins, or as a whole in model exchange");
        take_parameters();
        kept->y[k] = value;
        kept->is_state_set[k] = 1;
    }
    forget(instance);
}

static void get_values(Instance* instance, const unsigned* references, size_t n, double* values) {
    size_t k;
    for (k = 0; k < n; ++k) values[k] = value_of(instance, references[k]);
}

static void set_values(Instance* instance, const unsigned* references, size_t n, const double* values) {
    size_t k;
    for (k = 0; k < n; ++k) set_value(instance, references[k], values[k]);
}

/* Whether an array is not as it must be; the message says so. */
static int is_wrong(Instance* instance, size_t n, size_t count, const void* values, const char* what) {
    char text[256];
    if (n == count && (n == 0 || values != NULL)) return 0;
    if (n != count)
        snprintf(text, sizeof text, "there are %lu %s, not %lu", (unsigned long)count, what, (unsigned long)n);
    else
        snprintf(text, sizeof text, "the array of %s is NULL", what);
    tell(instance, text);
    return 1;
}

static void require_count(size_t n, size_t count, const char* what) {
    if (n != count) fail("there are %lu %s, not %lu", (unsigned long)count, what, (unsigned long)n);
}

static void begin(Instance* instance) {
    take_parameters();
    @M@_start_fmu(kept->t, kept->y, kept->w, kept->c, kept->settings.step_length);
    kept->mode = instance->is_co_simulation ? is_stepping : is_in_event_mode;
    forget(instance);
}

/* Inputs follow straight lines through the communication step where their slopes were given. */
static void lay_lines(double until) {
    int k, j, any = 0;
    for (k = 0; k < @M@_nw; ++k) any = any || kept->has_slope[k];
    @M@_default_table();
    if (!any) return;
#if @LINES@
    kept->table.rows = 2;
    kept->table.times[0] = kept->t;
    kept->table.times[1] = until;
    for (k = 0; k < number_of_inputs; ++k) {
        if (!kept->has_slope[k]) continue;
        kept->table.column[k] = k;
        kept->table.values[k] = kept->w[k];
        kept->table.values[k + @M@_nw] = kept->w[k] + (until - kept->t) * kept->slope[k];
        for (j = 0; j < number_of_inputs; ++j)
            if (rate_of[j] == k) kept->w[j] = kept->slope[k];
        kept->has_slope[k] = 0;
    }
#else
    (void)j;
    (void)until;
#endif
}

/* A communication step; nothing where the run has ended. */
static void step_by(Instance* instance, double from, double length) {
    if (!(length > 0.0)) fail("the communication step must be positive, found %g", length);
    if (!(fabs(from - kept->t) <= 1e-6 * length)) fail("the step begins at %.17g, the model is at %.17g", from, kept->t);
    if (kept->stops) return;
    take_parameters();
    lay_lines(from + length);
    @M@_step_fmu(&kept->t, kept->y, kept->w, kept->c, from + length, &kept->stops);
    @M@_default_table();
    forget(instance);
}

/* Events that are due: whether they change states; the next time at which one may be due, 1e300 where there is none. */
static int apply_due_events(Instance* instance, double* next_time) {
    double before[AT_LEAST_ONE(number_of_states)];
    take_parameters();
    memcpy(before, kept->y, sizeof before);
    @M@_events_of_fmu(kept->t, kept->y, kept->w, kept->c, &kept->stops);
    forget(instance);
    *next_time = 1e300;
    @M@_next_time_of_fmu(kept->t, kept->y, kept->w, kept->c, next_time);
    return memcmp(before, kept->y, sizeof before) != 0;
}

/* -- derivatives of rates and outputs by states and inputs */

enum { number_of_rows = number_of_states + @M@_no };

/* of a value reference; -1 where it has none */
static int row_of(unsigned reference) {
    if (is_among(reference, first_rate, first_parameter)) return (int)(reference - first_rate);
    if (is_among(reference, first_output, step_reference)) return (int)(number_of_states + reference - first_output);
    return -1;
}

static int column_of(unsigned reference) {
    if (is_among(reference, first_state, first_rate)) return (int)(reference - first_state);
    if (is_input(reference)) return (int)(number_of_states + reference - first_input);
    return -1;
}

static void require_derivatives(const unsigned* rows, size_t nrows, const unsigned* columns, size_t ncolumns) {
    size_t k;
    for (k = 0; k < nrows; ++k)
        if (row_of(rows[k]) < 0)
            fail("value reference %u is no rate and no output: it has no derivative", rows[k]);
    for (k = 0; k < ncolumns; ++k)
        if (column_of(columns[k]) < 0)
            fail("value reference %u is no state and no input: there is no derivative by it", columns[k]);
}

/* The jacobians that have these rows. */
static void find_jacobians(Instance* instance, const unsigned* rows, size_t nrows) {
#if @JACOBIAN@
    size_t k;
    int needs_rates = 0, needs_outputs = 0, info = 0;
    for (k = 0; k < nrows; ++k) *(row_of(rows[k]) < number_of_states ? &needs_rates : &needs_outputs) = 1;
    take_parameters();
    if (needs_rates && !instance->has_jacobian) {
        @M@_jacobian(kept->t, kept->y, kept->w, kept->c, instance->jacobian, &info);
        @M@_require_regular(kept->t, info);
        instance->has_jacobian = 1;
    }
#if @OUTPUTS@
    if (needs_outputs && !instance->has_output_jacobian) {
        @M@_outputs_jacobian(kept->t, kept->y, kept->y + @M@_nq,@STATES_AT@ kept->w, kept->c, instance->output_jacobian,
                             &info);
        @M@_require_regular(kept->t, info);
        instance->has_output_jacobian = 1;
    }
#else
    (void)needs_outputs;
#endif
#else
    (void)instance;
    (void)rows;
    (void)nrows;
    fail("there are no directional derivatives of this model");
#endif
}

/* To the results of all rates, and of all outputs, the entries of a column, times its seed. */
static void add_rates(const Instance* instance, int column, double seed, double* results) {
#if @JACOBIAN@
    int k;
    for (k = first_of_rates[column]; k < first_of_rates[column + 1]; ++k)
        results[@M@_jacobian_rows[k]] += seed * instance->jacobian[k];
#else
    (void)instance;
    (void)column;
    (void)seed;
    (void)results;
#endif
}
static void add_column(const Instance* instance, int column, double seed, double* results) {
    if (instance->has_jacobian) add_rates(instance, column, seed, results);
#if @JACOBIAN@ && @OUTPUTS@
    if (instance->has_output_jacobian) {
        int k;
        for (k = first_of_outputs[column]; k < first_of_outputs[column + 1]; ++k)
            results[number_of_states + @M@_outputs_jacobian_rows[k]] += seed * instance->output_jacobian[k];
    }
#endif
}

/* Whether all that it takes is there already. Most tools ask for all rates, in their order: these stand where they go. */
static int try_directional_derivative(const Instance* instance, const unsigned* rows, size_t nrows,
                                      const unsigned* columns, size_t ncolumns, const double* seed,
                                      double* derivative) {
    double results[AT_LEAST_ONE(number_of_rows)];
    size_t k;
    if (nrows == number_of_states && nrows > 0 && instance->has_jacobian &&
        memcmp(rows, instance->all_rates, sizeof instance->all_rates) == 0) {
        memset(derivative, 0, sizeof instance->ydot);
        for (k = 0; k < ncolumns; ++k) {
            const int column = column_of(columns[k]);
            if (column < 0) return 0;
            add_rates(instance, column, seed[k], derivative);
        }
        return 1;
    }
    memset(results, 0, sizeof results);
    for (k = 0; k < ncolumns; ++k) {
        const int column = column_of(columns[k]);
        if (column < 0) return 0;
        add_column(instance, column, seed[k], results);
    }
    for (k = 0; k < nrows; ++k) {
        const int row = row_of(rows[k]);
        if (row < 0 || !(row < number_of_states ? instance->has_jacobian : instance->has_output_jacobian)) return 0;
        derivative[k] = results[row];
    }
    return 1;
}

static void directional_derivative(Instance* instance, const unsigned* rows, size_t nrows, const unsigned* columns,
                                   size_t ncolumns, const double* seed, double* derivative) {
    require_derivatives(rows, nrows, columns, ncolumns);
    find_jacobians(instance, rows, nrows);
    try_directional_derivative(instance, rows, nrows, columns, ncolumns, seed, derivative);
}

#if FMI_VERSION == 3
static void adjoint_derivative(Instance* instance, const unsigned* rows, size_t nrows, const unsigned* columns,
                               size_t ncolumns, const double* seed, double* derivative) {
    size_t k, r;
    require_derivatives(rows, nrows, columns, ncolumns);
    find_jacobians(instance, rows, nrows);
    for (k = 0; k < ncolumns; ++k) {
        double results[AT_LEAST_ONE(number_of_rows)] = {0.0};
        add_column(instance, column_of(columns[k]), 1.0, results);
        derivative[k] = 0.0;
        for (r = 0; r < nrows; ++r) derivative[k] += seed[r] * results[row_of(rows[r])];
    }
}
#endif

/* the state as a text of bytes: what it is of, then all that the instance keeps */
struct saved {
    char token[64];
    size_t size;
    struct kept kept;
};

static void save_into(const Instance* instance, struct saved* saved) {
    memset(saved, 0, sizeof *saved);
    strncpy(saved->token, token_of_model, sizeof saved->token - 1);
    saved->size = sizeof *saved;
    saved->kept = instance->kept;
}

static int restore_from(Instance* instance, const struct saved* saved) {
    if (saved == NULL || saved->size != sizeof *saved || strncmp(saved->token, token_of_model, 63) != 0) return 0;
    instance->kept = saved->kept;
    forget(instance);
    return 1;
}

#if FMI_VERSION == 2
@FMI2@
#else
@FMI3@
#endif
@FMI@
