/*
 * Simulates the model @M@: @STEM@_main [FILE]
 * FILE holds lines "name value [unit]"; # begins a comment. Names are parameters, coordinates, speeds, @STATES@constant inputs,
 * and settings; "parameter NAME value" is never a setting.
 *   start, end, step: times, s; output: the CSV file, or the time between rows (interval is the same)
 *   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t and columns of inputs, linear between its rows
 *   title; include FILE; save FILE: the last state; labels 1: units and texts above the CSV; realtime 1: in step with the clock
@if corrections@
 *   assemble (0 or 1, default 1: bring the initial state onto the constraints), project (0 or 1, default @PROJECT@: and
 *   every step), tolerance (of phi in its own units and of the assembly's steps, default 1e-10).
@end@
 * FILE.echo holds all that was used, and is such a file itself.
 */
#define _POSIX_C_SOURCE 199309L
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "@HEADER@"

@STAGE_PROTOTYPES@enum { ny = @NY@, most_text = 513 };

/* one element more than needed: none is without an element */
typedef struct {
    double start, end, step, interval, labels, realtime;
    int order; /* of the method */
    char csv_name[most_text], save_name[most_text];
    double p[@M@_np + 1], c[@M@_nc + 1], y[ny + 1], o[@M@_no + 1];
    double* w; /* at the time that was asked for last */
    double kinetic, potential;
@if events@
    double fired[@M@_ne]; /* of an event that waits until its function has left zero the largest |g|, else 0 */
@end@
@if constraints@
    double phi[@M@_nphi + 1], phidot[@M@_nphi + 1], largest_phi, largest_phidot;
@end@
    double assemble, project, tolerance;
} Simulation;

static void stop(void) { exit(1); }

static int is_finite(double x) { return fabs(x) <= DBL_MAX; }
@RUN@
@include primitives.c@
@PROCEDURES@
@include driver_files.c@

static void require_start(const char* const* names, const double* values, int count) {
    int i;
    for (i = 0; i < count; ++i)
        if (!is_finite(values[i])) {
            fprintf(stderr, "error: the initial value of %s is no finite number@Q@\n", names[i]);
            stop();
        }
}

/* What info says */
static const char* info_text(int info) {
@INFO_TEXTS@
}

static void require_regular(double t, int info) {
    if (info == 0) return;
    fprintf(stderr, "error: time %g: %s\n", t, info_text(info));
    stop();
}

@STEPS@
@if constraints@
static double largest(double so_far, const double* values, int count) {
    int i;
    for (i = 0; i < count; ++i)
        if (fabs(values[i]) > so_far) so_far = fabs(values[i]);
    return so_far;
}

@end@
@if held and corrections@
/* places in y of what the start keeps */
static const int held[] = {@HELD@};

@end@
@if corrections@
static void onto_constraints(Simulation* s, double t) {
    int info = 0;
@end@
@if given_inputs and corrections@
    @M@_set_inputs(t, s->w);
@end@
@if assembly@
    @M@_assemble(t, s->y@S_ROWS@, s->w, s->c, s->tolerance, 100, &info);
    if (info != 0) {
        fprintf(stderr, "error: the coordinates cannot be assembled at time %g: %s\n", t, info_text(info));
        stop();
    }
@end@
@if projection@
    @M@_project_speeds(t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, &info);
    if (info != 0) {
        fprintf(stderr, "error: the speeds cannot be projected at time %g: %s\n", t, info_text(info));
        stop();
    }
@end@
@if corrections@
}

@end@
@if held and corrections@
/* onto the constraints with the held values as they are: put back and moved again until they stay */
static void start_on_constraints(Simulation* s, double t) {
    const int n = (int)(sizeof held / sizeof held[0]);
    double given[ny + 1], moved;
    int count, k;
    memcpy(given, s->y, sizeof given);
    for (count = 0; count < 10000; ++count) {
        for (k = 0; k < n; ++k) s->y[held[k]] = given[held[k]];
        onto_constraints(s, t);
        moved = 0;
        for (k = 0; k < n; ++k) moved = fmax(moved, fabs(s->y[held[k]] - given[held[k]]));
        if (moved <= s->tolerance) return;
    }
    fprintf(stderr, "error: the initial values of @HELD_NAMES@ leave no solution on the constraints\n");
    stop();
}

@end@
static void require_numbers(const Simulation* s, double t) {
    int i;
    for (i = 0; i < ny; ++i)
        if (!is_finite(s->y[i])) {
            fprintf(stderr,
                    "error: the state is no finite number any more at time %g: is the step too large?\n", t);
            stop();
        }
}

@if events@
@EVENTS@
@include driver_events.c@
@end@
@if not user_units@
static void write_values(FILE* csv, const double* values, int count) {
    int i;
    for (i = 0; i < count; ++i) fprintf(csv, ",%.16e", values[i]);
}
@else@
/* each in its unit of files */
static void write_in_files(FILE* csv, const char* const* names, const double* values, int count) {
    char unit[65];
    double factor;
    int i;
    for (i = 0; i < count; ++i) {
        @M@_user_unit(names[i], unit, &factor);
        fprintf(csv, ",%.16e", values[i] / factor);
    }
}
@end@

static void cannot_write(const Simulation* s) {
    fprintf(stderr, "error: cannot write all of %s\n", s->csv_name);
    stop();
}

static void write_row(FILE* csv, Simulation* s, double t) {
    const double *q = s->y, *u = s->y + @M@_nq;
    int info = 0;
@if given_inputs@
    @M@_set_inputs(t, s->w);
@end@
    @M@_energy(t, q, u@S_DATA@, s->w, s->c, &s->kinetic, &s->potential);
    @M@_outputs(t, q, u@S_DATA@, s->w, s->c, s->o, &info);
    require_regular(t, info);
@if constraints@
    @M@_constraints(t, q, u@S_DATA@, s->w, s->c, s->phi, s->phidot);
    s->largest_phi = largest(s->largest_phi, s->phi, @M@_nphi);
    s->largest_phidot = largest(s->largest_phidot, s->phidot, @M@_nphi);
@end@
    fprintf(csv, "%.16e", t);
@if not user_units@
    write_values(csv, s->y, ny);
    write_values(csv, s->o, @M@_no);
@else@
    write_in_files(csv, @M@_coordinate_names, s->y, @M@_nq);
    write_in_files(csv, @M@_speed_names, s->y + @M@_nq, @M@_nu);
@if states@
    write_in_files(csv, @M@_state_names, s->y + @M@_nq + @M@_nu, @M@_ns);
@end@
    write_in_files(csv, @M@_output_names, s->o, @M@_no);
@end@
    fprintf(csv, ",%.16e,%.16e\n", s->kinetic, s->potential);
    if (ferror(csv) != 0) cannot_write(s);
}

@if stage_routines@
/* The user's routines: they see the state and the outputs, and their results are inputs until the next call. */
static void compute_seen(Simulation* s, double t) {
    int info = 0;
@end@
@if given_inputs and stage_routines@
    @M@_set_inputs(t, s->w);
@end@
@if stage_routines@
    @M@_outputs(t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, s->o, &info);
    require_regular(t, info);
}

@end@
@if routines_at_init@
static void call_at_init(Simulation* s, double t) {
    compute_seen(s, t);
@CALLS_AT_INIT@}

@end@
@if routines_at_step@
static void call_at_step(Simulation* s, double t) {
    compute_seen(s, t);
@CALLS_AT_STEP@}

@end@
static void write_names(FILE* csv, const char* const* names, int count) {
    int i;
    for (i = 0; i < count; ++i) fprintf(csv, ",%s", names[i]);
}

static void write_header(FILE* csv, double labels) {
    files[3] = csv;
    if (labels > 0) @M@_write_labels(3);
    fprintf(csv, "t");
    write_names(csv, @M@_coordinate_names, @M@_nq);
    write_names(csv, @M@_speed_names, @M@_nu);
@if states@
    write_names(csv, @M@_state_names, @M@_ns);
@end@
    write_names(csv, @M@_output_names, @M@_no);
    fprintf(csv, ",kinetic,potential\n");
}

static void start(Simulation* s, const char* file) {
    if (file != NULL && strlen(file) + 1 > most_text) fail("the name of a file is too long");
    @M@_default_settings("@STEM@.csv", @PROJECT@);
    @M@_default_table();
    @M@_defaults(s->p);
    if (file != NULL) @M@_read_parameters(file, 1, s->p, s->w, s->y);
@if flags@
    @M@_flags(s->p, s->w);
    if (file != NULL) @M@_read_parameters(file, 1, s->p, s->w, s->y);
@end@
    @M@_initial(s->p, s->y, s->y + @M@_nq@S_DATA@);
    if (file != NULL) @M@_read_parameters(file, 2, s->p, s->w, s->y);
    @M@_given_settings(&s->start, &s->end, &s->step, &s->interval, &s->labels, &s->realtime, &s->assemble, &s->project,
                       &s->tolerance, &s->order, @SP_FIRED@s->csv_name, s->save_name);
@if given_inputs@
    @M@_read_inputs(s->w);
@FREE_COLUMNS@    @M@_set_inputs(s->start, s->w);
@end@
    if (file != NULL) @M@_write_echo(file, s->p, s->w, s->y);
@if euler_parameters@
    @M@_normalize(s->y);
@end@
    require_start(@M@_coordinate_names, s->y, @M@_nq);
    require_start(@M@_speed_names, s->y + @M@_nq, @M@_nu);
@if states@
    require_start(@M@_state_names, s->y + @M@_nq + @M@_nu, @M@_ns);
@end@
    if (!(s->step > 0 && s->end >= s->start && (s->end - s->start) / s->step < 1e9 && s->interval >= 0)) {
        fprintf(stderr, "error: step and end must be positive, with fewer than 1e9 steps\n");
        stop();
    }
    @M@_setup(s->p, s->c);
}

int main(int count, char** arguments) {
    static Simulation s; /* zeros */
    static double w[@M@_nw + 1];
    Steps steps;
    FILE* csv;
    long k, rows = 1;
    double energy_start, last, drift = 0;
    if (count > 2) {
        fprintf(stderr, "error: expected one file, found more arguments\n");
        return 1;
    }
    s.w = w;
    start(&s, count > 1 ? arguments[1] : NULL);
    csv = fopen(s.csv_name, "w");
    if (csv == NULL) {
        fprintf(stderr, "error: cannot write %s\n", s.csv_name);
        return 1;
    }
    write_header(csv, s.labels);
    steps = steps_of(&s);
    run.order = s.order;
@if routines_at_init@
    call_at_init(&s, s.start);
@end@
@if contact_modes@
    guess_modes(&s);
@end@
@if corrections@
    if (s.assemble > 0) @START@(&s, s.start);
@end@
@if contact_modes@
    find_modes(&s);
@end@
@if corrections and contact_modes@
    if (s.assemble > 0) @START@(&s, s.start); /* with what is closed */
@end@
@if routines_at_step@
    call_at_step(&s, s.start);
@end@
    write_row(csv, &s, s.start);
    last = s.start;
    energy_start = s.kinetic + s.potential;
@if events@
    start_events(&s);
@end@
    for (k = 1; k <= steps.count@E_GO@; ++k) {
@if not events@
        const double t = time_after(&s, &steps, k);
        int info;
        @M@_advance(time_after(&s, &steps, k - 1), s.y, s.w, s.c,
                    steps.even ? steps.h : t - time_after(&s, &steps, k - 1), &info);
        require_regular(t, info);
@else@
        const double t = advance_with_events(&s, time_after(&s, &steps, k - 1), time_after(&s, &steps, k));
@end@
@if euler_parameters and events@
        @M@_normalize(s.y);
@end@
        require_numbers(&s, t);
@if corrections@
        if (s.project > 0) onto_constraints(&s, t);
@end@
        if (s.realtime > 0) keep_up(&s, t, &steps);
@if routines_at_step@
        call_at_step(&s, t);
@end@
        if (k % steps.between_rows == 0 || k == steps.count@E_HALT@) {
            write_row(csv, &s, t);
            ++rows;
        }
        last = t;
        if (fabs(s.kinetic + s.potential - energy_start) > drift) drift = fabs(s.kinetic + s.potential - energy_start);
    }
    if (fclose(csv) != 0) cannot_write(&s);
    printf("energy at start  %.16e\nenergy at end    %.16e\nlargest change   %.16e\n", energy_start,
           s.kinetic + s.potential, drift);
@if constraints@
    printf("largest |phi|    %.16e\nlargest |phidot| %.16e\n", s.largest_phi, s.largest_phidot);
@end@
    printf("wrote %s, %ld rows\n", s.csv_name, rows);
    if (s.realtime > 0) printf("overruns: %ld of %ld steps\n", steps.overruns, k - 1);
@if events@
    close_events(&s);
@end@
    if (s.save_name[0] != '\0') {
        @M@_save_state(last, s.y, s.w, @S_FIRED@s.save_name);
        printf("saved the state in %s\n", s.save_name);
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
