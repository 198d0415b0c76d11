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

/* what the instance is in */
enum {
    is_new = 1,
    is_starting = 2,
    is_in_event_mode = 4,
    is_in_continuous_time = 8,
    is_stepping = 16,
    is_terminated = 32,
    is_failed = 64
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
static const int rate_of[] = {@RATE_OF@};

typedef struct {
    struct kept kept;
    void* environment;
    void* log;
    char name[256], message[4096];
    int is_co_simulation, is_logging, has_rates, has_outputs, has_jacobian;
    double ydot[AT_LEAST_ONE(number_of_states)], o[AT_LEAST_ONE(@M@_no)];
#if @JACOBIAN@
    double jacobian[AT_LEAST_ONE(@M@_nz)];
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

static void forget(Instance* instance) { instance->has_rates = instance->has_outputs = instance->has_jacobian = 0; }

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

static void find_rates(Instance* instance) {
    int info = 0;
    if (instance->has_rates) return;
    take_parameters();
    @M@_rates_of_fmu(kept->t, kept->y, kept->w, kept->c, instance->ydot, &info);
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
    } else if (reference >= first_rate || reference < first_state) {
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

static void step_to(Instance* instance, double until) {
    take_parameters();
    lay_lines(until);
    @M@_step_fmu(&kept->t, kept->y, kept->w, kept->c, until, &kept->stops);
    @M@_default_table();
    forget(instance);
}

/* The entry of a row (value reference of a rate or an output) and a column (of a state or an input). */
static void find_jacobian(Instance* instance) {
#if @JACOBIAN@
    int info = 0;
    if (instance->has_jacobian) return;
    take_parameters();
    @M@_jacobian(kept->t, kept->y, kept->w, kept->c, instance->jacobian, &info);
    @M@_require_regular(kept->t, info);
    instance->has_jacobian = 1;
#else
    (void)instance;
    fail("there are no directional derivatives of this model");
#endif
}

static void require_column(unsigned reference) {
    if (!(reference >= first_state && reference < first_rate) &&
        !(reference >= first_input && reference < first_input + number_of_inputs))
        fail("value reference %u is no state and no input: there is no derivative by it", reference);
}

/* from the seeds of the columns those of the rows: of a rate through the jacobian, of an output by differences along the
   direction of the seeds */
static void directional_derivative(Instance* instance, const uint32_t* rows, size_t nrows, const uint32_t* columns,
                                   size_t ncolumns, const double* seed, double* derivative) {
    double direction[AT_LEAST_ONE(number_of_states + @M@_nw)], rates[AT_LEAST_ONE(number_of_states)];
    double slopes[AT_LEAST_ONE(@M@_no)];
    size_t k;
    int i, needs_outputs = 0, needs_rates = 0;
    for (i = 0; i < @M@_no; ++i) slopes[i] = 0.0;
    for (i = 0; i < number_of_states + @M@_nw; ++i) direction[i] = 0.0;
    for (k = 0; k < ncolumns; ++k) {
        require_column(columns[k]);
        direction[columns[k] < first_rate ? columns[k] - first_state : number_of_states + columns[k] - first_input] +=
            seed[k];
    }
    for (k = 0; k < nrows; ++k) {
        if (rows[k] >= first_output && rows[k] < step_reference)
            needs_outputs = 1;
        else if (rows[k] >= first_rate && rows[k] < first_parameter)
            needs_rates = 1;
        else
            fail("value reference %u is no rate and no output: it has no derivative", rows[k]);
    }
    for (i = 0; i < number_of_states; ++i) rates[i] = 0.0;
    if (needs_rates) {
        find_jacobian(instance);
#if @JACOBIAN@
        for (i = 0; i < @M@_nz; ++i)
            rates[@M@_jacobian_rows[i]] += instance->jacobian[i] * direction[@M@_jacobian_columns[i]];
#endif
    }
    if (needs_outputs) {
        double size = 0.0, here = 1.0, h, y[AT_LEAST_ONE(number_of_states)], w[AT_LEAST_ONE(@M@_nw)];
        double forth[AT_LEAST_ONE(@M@_no)], back[AT_LEAST_ONE(@M@_no)];
        int side, info = 0;
        take_parameters();
        for (i = 0; i < number_of_states + @M@_nw; ++i) size = fmax(size, fabs(direction[i]));
        for (i = 0; i < number_of_states; ++i)
            if (direction[i] != 0.0) here = fmax(here, fabs(kept->y[i]));
        for (i = 0; i < @M@_nw; ++i)
            if (direction[number_of_states + i] != 0.0) here = fmax(here, fabs(kept->w[i]));
        h = size > 0.0 ? 6e-6 * here / size : 0.0;
        for (side = -1; side <= 1; side += 2) {
            for (i = 0; i < number_of_states; ++i) y[i] = kept->y[i] + side * h * direction[i];
            for (i = 0; i < @M@_nw; ++i) w[i] = kept->w[i] + side * h * direction[number_of_states + i];
            @M@_outputs_of_fmu(kept->t, y, w, kept->c, side < 0 ? back : forth, &info);
            @M@_require_regular(kept->t, info);
        }
        for (i = 0; i < @M@_no; ++i) slopes[i] = h > 0.0 ? (forth[i] - back[i]) / (2.0 * h) : 0.0;
    }
    for (k = 0; k < nrows; ++k)
        derivative[k] = rows[k] >= first_output ? slopes[rows[k] - first_output] : rates[rows[k] - first_rate];
}

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

#define HERE(instance) (kept = &(instance)->kept, current = (instance))

#if FMI_VERSION == 2
@FMI2@
#else
@FMI3@
#endif
