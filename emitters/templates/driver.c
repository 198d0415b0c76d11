/*
 * Simulates the model @M@: @STEM@_main [FILE]
 * FILE holds lines "name value [unit]"; # begins a comment. Names are parameters, coordinates, speeds, @STATES@constant inputs,
 * and settings; "parameter NAME value" is never a setting.
 *   start, end, step: times, s; output: the CSV file, or the time between rows (interval is the same)
 *   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t and columns of inputs, linear between its rows
 *   title; include FILE; save FILE: the last state; labels 1: units and texts above the CSV; realtime 1: in step with the clock
@O  *   assemble (0 or 1, default 1: bring the initial state onto the constraints), project (0 or 1, default @PROJECT@: and
@O  *   every step), tolerance (of phi in its own units and of the assembly's steps, default 1e-10).
 * FILE.echo holds all that was used, and is such a file itself.
 */
#define _POSIX_C_SOURCE 199309L
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "@HEADER@"

@STAGE_PROTOTYPES@enum { ny = @NY@, most_text = 512 };

/* one element more than needed: none is without an element */
typedef struct {
    double start, end, step, interval, labels, realtime;
    int order; /* of the method */
    char csv_name[most_text], title[most_text], save_name[most_text], inputs_name[most_text];
    double p[@M@_np + 1], c[@M@_nc + 1], y[ny + 1], o[@M@_no + 1];
    double* w; /* at the time that was asked for last */
    double kinetic, potential;
@C     double phi[@M@_nphi + 1], phidot[@M@_nphi + 1], largest_phi, largest_phidot;
@O     double assemble, project, tolerance;
} Simulation;

static void stop(void) { exit(1); }

static int is_finite(double x) { return fabs(x) <= DBL_MAX; }

@+ driver_reading.c
@W @+ driver_inputs.c
@+ driver_files.c
@+ driver_echo.c
static void require_start(const char* const* names, const double* values, int count) {
    int i;
    for (i = 0; i < count; ++i)
        if (!is_finite(values[i])) {
            fprintf(stderr, "error: the initial value of %s is no finite number@Q@\n", names[i]);
            stop();
        }
}

@K /* What info says of contacts and dry friction; NULL where it says nothing of them */
@K static const char* contact_failure(int info) {
@K     static const char* const words[4] = {
@K         "more normal force presses a sliding contact together (Painleve's paradox)",
@K         "no mode of the contacts is consistent",
@K         "modes of the contacts with different accelerations are consistent",
@K         "no impulses of the contacts are consistent without a gain of energy"};
@K     const int number = info - (@M@_nu + @M@_nphi + 2);
@K     return number < 0 || number >= 4 ? NULL : words[number];
@K }
@K 
static void require_regular(double t, int info) {
    if (info == 0) return;
@K     if (contact_failure(info) != NULL) {
@K         fprintf(stderr, "error: %s at time %g\n", contact_failure(info), t);
@K         stop();
@K     }
    if (info > @M@_nu) {
        fprintf(stderr, "error: the constraints are dependent at time %g\n", t);
    } else {
        fprintf(stderr, "error: the mass matrix is singular at speed %s, time %g\n", @M@_speed_names[info - 1], t);
    }
    stop();
}

static void slope(const Simulation* s, double t, const double* y, double* ydot) {
    int info = 0;
@W     set_inputs(s, t);
    @M@_derivatives(t, y, s->w, s->c, ydot, &info);
    require_regular(t, info);
}

/* s->y, by Runge's and Kutta's method of fourth order, by the midpoint rule or by Euler's method */
static void advance(Simulation* s, double t, double h) {
    double k1[ny + 1], k2[ny + 1], k3[ny + 1], k4[ny + 1], z[ny + 1];
    double* const y = s->y;
    int i;
    slope(s, t, y, k1);
    if (s->order == 1) {
        for (i = 0; i < ny; ++i) y[i] += h * k1[i];
        return;
    }
    for (i = 0; i < ny; ++i) z[i] = y[i] + h / 2 * k1[i];
    slope(s, t + h / 2, z, k2);
    if (s->order == 2) {
        for (i = 0; i < ny; ++i) y[i] += h * k2[i];
        return;
    }
    for (i = 0; i < ny; ++i) z[i] = y[i] + h / 2 * k2[i];
    slope(s, t + h / 2, z, k3);
    for (i = 0; i < ny; ++i) z[i] = y[i] + h * k3[i];
    slope(s, t + h, z, k4);
    for (i = 0; i < ny; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}

@C static double largest(double so_far, const double* values, int count) {
@C     int i;
@C     for (i = 0; i < count; ++i)
@C         if (fabs(values[i]) > so_far) so_far = fabs(values[i]);
@C     return so_far;
@C }
@C 
@B /* places in y of what the start keeps */
@B static const int held[] = {@HELD@};
@B 
@O static void onto_constraints(Simulation* s, double t) {
@O     int info = 0;
@W @O     set_inputs(s, t);
@A     @M@_assemble(t, s->y, s->w, s->c, s->tolerance, 100, &info);
@A     if (info != 0) {
@A         fprintf(stderr, "error: the coordinates cannot be assembled at time %g: %s\n", t,
@A                 info == @NO_CONVERGENCE@ ? "no convergence in 100 steps" : "the constraints are dependent");
@A         stop();
@A     }
@P     @M@_project_speeds(t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, &info);
@P     if (info != 0) {
@P         fprintf(stderr, "error: the speeds cannot be projected at time %g: the constraints are dependent\n", t);
@P         stop();
@P     }
@O }
@O 
@B /* onto the constraints with the held values as they are: put back and moved again until they stay */
@B static void start_on_constraints(Simulation* s, double t) {
@B     const int n = (int)(sizeof held / sizeof held[0]);
@B     double given[ny + 1], moved;
@B     int count, k;
@B     memcpy(given, s->y, sizeof given);
@B     for (count = 0; count < 10000; ++count) {
@B         for (k = 0; k < n; ++k) s->y[held[k]] = given[held[k]];
@B         onto_constraints(s, t);
@B         moved = 0;
@B         for (k = 0; k < n; ++k) moved = fmax(moved, fabs(s->y[held[k]] - given[held[k]]));
@B         if (moved <= s->tolerance) return;
@B     }
@B     fprintf(stderr, "error: the initial values of @HELD_NAMES@ leave no solution on the constraints\n");
@B     stop();
@B }
@B 
static void require_numbers(const Simulation* s, double t) {
    int i;
    for (i = 0; i < ny; ++i)
        if (!is_finite(s->y[i])) {
            fprintf(stderr,
                    "error: the state is no finite number any more at time %g: is the step too large?\n", t);
            stop();
        }
}

@E /*
@E  * Events. An event waits for its function on one side of zero. After its own event, and where the function is zero up
@E  * to the location tolerance, it is disarmed until the function has left zero by more, or another event has turned the
@E  * function's rate to its direction.
@E  */
@E typedef struct {
@E     int armed, turned; /* turned: disarmed by its own event, which sent it back */
@K     int came_back; /* its gap left zero and came back within the step */
@E     double side, scale, look_again;
@E } Waiting;
@E 
@E static Waiting waiting[@M@_ne];
@E static char events_name[most_text + 16];
@E static FILE* events_csv;
@E static long events_count[@M@_ne];
@E static int is_stopped;
@K /*
@K  * What an event ends: 0 nothing of contacts, 1 an open contact, 2 a closed one, 3 sticking, 4 sliding. The function of
@K  * such an event is not negative in its mode, which may begin where it is zero: it waits on the positive side alone.
@K  */
@K static const int contact_ends[@M@_ne] = {@CONTACT_ENDS@};
@K static const double contact_touch = @CONTACT_TOUCH@;
@E 
@E static double location_tolerance(int k) { return 1e-12 * waiting[k].scale@TOLERANCE@; }
@E 
@E static void event_values(const Simulation* s, double t, const double* y, double* g, double* gdot) {
@E     int info = 0, k;
@W @E     set_inputs(s, t);
@E     @M@_events(t, y, y + @M@_nq@S_EVENT@, s->w, s->c, g, gdot, &info);
@E     require_regular(t, info);
@E     for (k = 0; k < @M@_ne; ++k)
@E         if (fabs(g[k]) > waiting[k].scale && is_finite(g[k])) waiting[k].scale = fabs(g[k]);
@K     for (k = 0; k < @M@_ne; ++k)
@K         if (contact_ends[k] == 1 && fabs(gdot[k]) <= contact_touch) gdot[k] = 0; /* it only touches */
@E }
@E 
@E static int goes_its_way(int k, double rate) {
@E     const int direction = @M@_event_directions[k];
@E     return direction == 0 ? rate > 0 || rate < 0 : rate * direction > 0;
@E }
@E 
@E static void refuse_endless(double t, const char* why) {
@E     int k;
@E     fprintf(stderr, "error: events follow one another without end at time %.9g (%s):", t, why);
@E     for (k = 0; k < @M@_ne; ++k)
@E         if (events_count[k] > 0) fprintf(stderr, " %s %ld times", @M@_event_names[k], events_count[k]);
@E     fprintf(stderr, "\n");
@E     stop();
@E }
@E 
@E static void arm(int k, double side) {
@E     waiting[k].armed = 1;
@E     waiting[k].turned = 0;
@E     waiting[k].side = side;
@E     waiting[k].look_again = -1;
@E }
@E 
@K /* Of a contact's event: below zero by more it happens at once */
@K static double rounding(int k) {
@K     if (contact_ends[k] == 1) return 1e-3 * contact_touch;
@K     return contact_ends[k] == 4 ? 0.3 * contact_touch : 1e-8 * waiting[k].scale;
@K }
@K 
@K static void arm_contact(int k, double g) {
@K     if (contact_ends[k] == 0 || (contact_ends[k] == 1 && g >= 0)) return;
@K     waiting[k].armed = fabs(g) > rounding(k);
@K     waiting[k].side = 1;
@K }
@K 
@E static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
@E 
@E static void take_sides(double t, const double* g) {
@E     int k;
@E     for (k = 0; k < @M@_ne; ++k) {
@E         if (fabs(g[k]) <= location_tolerance(k)) continue;
@E         if (!waiting[k].armed && waiting[k].turned && @M@_event_directions[k] != 0 && goes_its_way(k, g[k]))
@E             refuse_endless(t, "the next one would pass unseen");
@E         arm(k, sign(g[k]));
@K         arm_contact(k, g[k]);
@E     }
@E }
@E 
@E static void compute_energy(Simulation* s, double t) {
@E     @M@_energy(t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, &s->kinetic, &s->potential);
@E }
@E 
@E static void apply(Simulation* s, double t, int k) {
@E     double p[@M@_nphi + 1] = {0}, before;
@G     double off[@M@_nphi]; /* rows that are off have phi = 0 */
@E     int info = 0, i;
@G     @M@_constraints(t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, off, s->phidot);
@E     compute_energy(s, t);
@E     before = s->kinetic + s->potential;
@E     @M@_event(k + 1, t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, p, &info);
@K     if (contact_failure(info) != NULL) {
@K         fprintf(stderr, "error: event %s cannot be applied at time %g: %s\n", @M@_event_names[k], t,
@K                 contact_failure(info));
@K         stop();
@K     }
@E     if (info != 0) {
@E         fprintf(stderr, "error: event %s cannot be applied at time %g: its equations are singular\n",
@E                 @M@_event_names[k], t);
@E         stop();
@E     }
@E     for (i = 0; i < ny; ++i)
@E         if (!is_finite(s->y[i])) {
@E             fprintf(stderr, "error: event %s leads to values that are no finite numbers\n", @M@_event_names[k]);
@E             stop();
@E         }
@G     {
@G         double size = 1;
@G         @M@_constraints(t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, s->phi, s->phidot);
@G         for (i = 0; i < @M@_nq; ++i)
@G             if (fabs(s->y[i]) > size) size = fabs(s->y[i]);
@G         for (i = 0; i < @M@_nphi; ++i)
@G             if (!(fabs(off[i]) > 0) && !(fabs(s->phi[i]) <= @BROKEN@ * size)) {
@G                 fprintf(stderr, "error: event %s switches %s on where it is broken by %g\n", @M@_event_names[k],
@G                         @M@_constraint_names[i], s->phi[i]);
@G                 stop();
@G             }
@G     }
@E     compute_energy(s, t);
@E     ++events_count[k];
@E     if (@M@_event_stops[k] != 0) is_stopped = 1;
@E     fprintf(events_csv, "%.16e,%s", t, @M@_event_names[k]);
@E     for (i = 0; i < @M@_nphi; ++i) fprintf(events_csv, ",%.16e", p[i]);
@E     fprintf(events_csv, ",%.16e,%.16e\n", before, s->kinetic + s->potential);
@E }
@E 
@E /*
@E  * How long the function of an event that has just happened stays away from zero on the side that it was sent back to,
@E  * by its rate and the change of that; 0: it does not leave; -1: it goes on through zero, or nothing is known.
@E  */
@E static double time_back(const Simulation* s, double t, int k, double rate, double little) {
@E     double ydot[ny + 1], later[ny + 1], g[@M@_ne], gdot[@M@_ne], second, h, before, middle, first, next;
@E     const int direction = @M@_event_directions[k];
@E     int i;
@E     if (direction == 0) return -1;
@E     slope(s, t, s->y, ydot);
@E     for (i = 0; i < ny; ++i) later[i] = s->y[i] + little * ydot[i];
@E     event_values(s, t + little, later, g, gdot);
@E     second = (gdot[k] - rate) / little;
@E     if (!(fabs(rate) > 0 || fabs(second) > 0)) { /* nothing is given for functions that hold inputs */
@E         h = 1e3 * little;
@E         event_values(s, t, s->y, g, gdot);
@E         before = g[k];
@E         for (i = 0; i < ny; ++i) later[i] = s->y[i] + h * ydot[i];
@E         event_values(s, t + h, later, g, gdot);
@E         middle = g[k];
@E         slope(s, t + h, later, ydot);
@E         for (i = 0; i < ny; ++i) later[i] += h * ydot[i];
@E         event_values(s, t + 2 * h, later, g, gdot);
@E         first = middle - before;
@E         next = g[k] - middle;
@E         if (fmax(fabs(first), fabs(next)) <= 1e-14 * waiting[k].scale) return -1;
@E         rate = first / h;
@E         second = (next - first) / h / h;
@E     }
@E     if (rate * direction > 0) return -1;
@E     if (second * direction <= 0) return rate * direction < 0 ? 0.5 * HUGE_VAL : -1;
@E     return -2 * rate / second;
@E }
@E 
@E static void wait_anew(const Simulation* s, double t, const int* happened, double little) {
@E     double g[@M@_ne], gdot[@M@_ne], back;
@E     int k;
@E     event_values(s, t, s->y, g, gdot);
@E     for (k = 0; k < @M@_ne; ++k) {
@E         arm(k, sign(g[k]));
@K         arm_contact(k, g[k]);
@E         if (fabs(g[k]) > (happened[k] ? 1e3 : 1) * location_tolerance(k)) continue;
@E         waiting[k].armed = 0;
@E         if (!happened[k]) continue;
@E         back = time_back(s, t, k, gdot[k], little);
@E         waiting[k].turned = back >= 0;
@K         if (contact_ends[k] != 0) waiting[k].turned = 0;
@E         if (back > 0 && is_finite(back)) waiting[k].look_again = t + back / 4;
@E     }
@E }
@E 
@E /* What is due happens in declared order, each from the state that the earlier ones left, if its condition still holds. */
@E static int apply_all(Simulation* s, double t, int* due, double* g, double* gdot, double little) {
@E     int happened[@M@_ne] = {0}, count = 0, k, j;
@E     double later_g[@M@_ne], later_gdot[@M@_ne];
@E     for (k = 0; k < @M@_ne && !is_stopped; ++k) {
@E         if (!due[k]) continue;
@E         due[k] = 0;
@E         if (++count > 100) refuse_endless(t, "more than 100 at one time");
@E         apply(s, t, k);
@E         happened[k] = 1;
@E         event_values(s, t, s->y, later_g, later_gdot);
@E         for (j = 0; j < @M@_ne; ++j) {
@E             const int at_zero = fabs(later_g[j]) <= 1e3 * location_tolerance(j), was_due = due[j];
@E             const int turned = !goes_its_way(j, gdot[j]) && goes_its_way(j, later_gdot[j]);
@E             if (at_zero && (fabs(gdot[j]) > 0 || fabs(later_gdot[j]) > 0)) {
@E                 due[j] = goes_its_way(j, later_gdot[j]) && (was_due || (j != k && turned));
@E             } else if (was_due) {
@E                 due[j] = at_zero || goes_its_way(j, later_g[j]);
@E             } else if (j != k && waiting[j].armed && !at_zero) {
@E                 due[j] = waiting[j].side * later_g[j] < 0 && goes_its_way(j, later_g[j]) && !happened[j];
@E             }
@E             if (!due[j] && !happened[j] && fabs(later_g[j]) > location_tolerance(j)) arm(j, sign(later_g[j]));
@K             if (!due[j] && !happened[j] && fabs(later_g[j]) > location_tolerance(j)) arm_contact(j, later_g[j]);
@E             g[j] = later_g[j];
@E             gdot[j] = later_gdot[j];
@E         }
@E         k = -1; /* the first one that is due now */
@E     }
@E     if (count == 0) return 0;
@F     onto_constraints(s, t);
@E     wait_anew(s, t, happened, little);
@E     return 1;
@E }
@E 
@E /* At the start, and where an event is already at zero at the end of a step */
@E static int is_at_zero(int k, double g, double gdot) {
@E     return fabs(g) <= location_tolerance(k) && goes_its_way(k, gdot);
@E }
@E 
@E static void start_events(Simulation* s, double little) {
@E     double g[@M@_ne], gdot[@M@_ne], rate[@M@_ne], ydot[ny + 1], later[ny + 1];
@E     int due[@M@_ne], k, rests = 0;
@E     event_values(s, s->start, s->y, g, rate);
@E     for (k = 0; k < @M@_ne; ++k) rests = rests || (fabs(g[k]) <= location_tolerance(k) && !(fabs(rate[k]) > 0));
@E     if (rests) { /* on a stop: the rate of a moment later says whether it is pressed on */
@E         slope(s, s->start, s->y, ydot);
@E         for (k = 0; k < ny; ++k) later[k] = s->y[k] + little * ydot[k];
@E         event_values(s, s->start + little, later, g, rate);
@E     }
@E     event_values(s, s->start, s->y, g, gdot);
@E     for (k = 0; k < @M@_ne; ++k) {
@E         waiting[k].scale = fmax(waiting[k].scale, 1e6 * little * fabs(gdot[k]));
@E         due[k] = is_at_zero(k, g[k], fabs(gdot[k]) > 0 ? gdot[k] : rate[k]);
@E     }
@E     take_sides(s->start, g);
@E     apply_all(s, s->start, due, g, gdot, little);
@E }
@E 
@U static int has_crossed(int k, double g) {
@K static int has_crossed(int k, double g, double gdot) {
@K     if (!waiting[k].armed && contact_ends[k] != 0)
@K         return g < (waiting[k].came_back ? 0 : -rounding(k)) && gdot <= 0;
@E     return waiting[k].armed && waiting[k].side * g < 0 && goes_its_way(k, -waiting[k].side);
@E }
@E 
@E /* When event k happens in a step of h from `from` on: where its function is beyond zero, to the last digit. */
@E static double located(Simulation* s, double t, double h, const double* from, int k) {
@E     double before = 0, after = h, middle, g[@M@_ne], gdot[@M@_ne];
@E     int count;
@E     for (count = 0; count < 100; ++count) {
@E         middle = before + (after - before) / 2;
@E         if (!(before < middle && middle < after) || !(t + before < t + after)) break;
@E         memcpy(s->y, from, sizeof s->y);
@E         advance(s, t, middle);
@E         event_values(s, t + middle, s->y, g, gdot);
@E         if (has_crossed(k, g[k]@RATE_C@)) {
@E             after = middle;
@E         } else {
@E             before = middle;
@E         }
@E     }
@E     return after;
@E }
@E 
@E /* From t to `end`, or to an event that stops the run; the time reached. */
@E static double advance_with_events(Simulation* s, double t, double end) {
@E     double from[ny + 1], g[@M@_ne], gdot[@M@_ne];
@E     const double little = 1e-6 * s->step;
@E     int due[@M@_ne], k;
@E     while (t < end && !is_stopped) {
@E         double limit = end, earliest;
@E         for (k = 0; k < @M@_ne; ++k)
@E             if (waiting[k].look_again > t) limit = fmin(limit, waiting[k].look_again);
@K         for (k = 0; k < @M@_ne; ++k) waiting[k].came_back = 0;
@E         memcpy(from, s->y, sizeof from);
@E         earliest = limit - t;
@E         advance(s, t, earliest);
@H         @M@_normalize(s->y);
@E         require_numbers(s, limit);
@E         event_values(s, limit, s->y, g, gdot);
@K         for (k = 0; k < @M@_ne; ++k)
@K             waiting[k].came_back = contact_ends[k] == 1 && !waiting[k].armed && has_crossed(k, g[k], gdot[k]);
@E         for (k = 0; k < @M@_ne; ++k)
@E             if (has_crossed(k, g[k]@RATE_C@)) earliest = fmin(earliest, located(s, t, limit - t, from, k));
@E         memcpy(s->y, from, sizeof from);
@E         advance(s, t, earliest);
@H         @M@_normalize(s->y);
@E         t = earliest < limit - t ? t + earliest : limit;
@E         event_values(s, t, s->y, g, gdot);
@E         for (k = 0; k < @M@_ne; ++k)
@E             due[k] = has_crossed(k, g[k]@RATE_C@) || (waiting[k].armed && is_at_zero(k, g[k], gdot[k]));
@E         if (!apply_all(s, t, due, g, gdot, little)) take_sides(t, g);
@E     }
@E     return t;
@E }
@E 
@K /* The mode of contacts and dry friction at the start; `guess`: before the constraints hold, 0 where there is none */
@K static void find_modes(Simulation* s, int guess) {
@K     double g[@M@_ne], gdot[@M@_ne];
@K     int info = 0, k;
@W @K     set_inputs(s, s->start);
@K     @M@_modes(s->start, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, &info);
@K     if (guess || contact_failure(info) == NULL) {
@K         if (!guess) require_regular(s->start, info);
@K         return;
@K     }
@K     fprintf(stderr, "error: %s at the start; contacts that touch:", contact_failure(info));
@K     @M@_events(s->start, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, g, gdot, &info);
@K     for (k = 0; k < @M@_ne; ++k)
@K         if (contact_ends[k] == 1 && fabs(g[k]) <= contact_touch) fprintf(stderr, " %s", @M@_event_names[k]);
@K     fprintf(stderr, "\n");
@K     stop();
@K }
@K 
@E static void open_events(const Simulation* s) {
@E     const char* const end = strrchr(s->csv_name, '.');
@E     const size_t length = end != NULL && strcmp(end, ".csv") == 0 ? (size_t)(end - s->csv_name) : strlen(s->csv_name);
@E     int i;
@E     sprintf(events_name, "%.*s_events.csv", (int)length, s->csv_name);
@E     events_csv = fopen(events_name, "w");
@E     if (events_csv == NULL) {
@E         fprintf(stderr, "error: cannot write %s\n", events_name);
@E         stop();
@E     }
@E     fprintf(events_csv, "t,event");
@E     for (i = 0; i < @M@_nphi; ++i) fprintf(events_csv, ",impulse %s", @M@_constraint_names[i]);
@E     fprintf(events_csv, ",energy before,energy after\n");
@E }
@E 
@E static void close_events(void) {
@E     long all = 0;
@E     int k;
@E     const int fails = ferror(events_csv);
@E     if (fclose(events_csv) != 0 || fails) {
@E         fprintf(stderr, "error: cannot write all of %s\n", events_name);
@E         stop();
@E     }
@E     for (k = 0; k < @M@_ne; ++k) all += events_count[k];
@E     printf("wrote %s, %ld events%s\n", events_name, all, is_stopped ? ", the last of which stopped the run" : "");
@E }
@E 
@q static void write_values(FILE* csv, const double* values, int count) {
@q     int i;
@q     for (i = 0; i < count; ++i) fprintf(csv, ",%.16e", values[i]);
@q }
@Q /* each in its unit of files */
@Q static void write_in_files(FILE* csv, const char* const* names, const double* values, int count) {
@Q     double factor;
@Q     int i;
@Q     for (i = 0; i < count; ++i) {
@Q         user_unit(names[i], &factor);
@Q         fprintf(csv, ",%.16e", values[i] / factor);
@Q     }
@Q }

static void cannot_write(const Simulation* s) {
    fprintf(stderr, "error: cannot write all of %s\n", s->csv_name);
    stop();
}

static void write_row(FILE* csv, Simulation* s, double t) {
    const double *q = s->y, *u = s->y + @M@_nq;
    int info = 0;
@W     set_inputs(s, t);
    @M@_energy(t, q, u@S_DATA@, s->w, s->c, &s->kinetic, &s->potential);
    @M@_outputs(t, q, u@S_DATA@, s->w, s->c, s->o, &info);
    require_regular(t, info);
@C     @M@_constraints(t, q, u@S_DATA@, s->w, s->c, s->phi, s->phidot);
@C     s->largest_phi = largest(s->largest_phi, s->phi, @M@_nphi);
@C     s->largest_phidot = largest(s->largest_phidot, s->phidot, @M@_nphi);
    fprintf(csv, "%.16e", t);
@q     write_values(csv, s->y, ny);
@q     write_values(csv, s->o, @M@_no);
@Q     write_in_files(csv, @M@_coordinate_names, s->y, @M@_nq);
@Q     write_in_files(csv, @M@_speed_names, s->y + @M@_nq, @M@_nu);
@Q @S     write_in_files(csv, @M@_state_names, s->y + @M@_nq + @M@_nu, @M@_ns);
@Q     write_in_files(csv, @M@_output_names, s->o, @M@_no);
    fprintf(csv, ",%.16e,%.16e\n", s->kinetic, s->potential);
    if (ferror(csv) != 0) cannot_write(s);
}

@I /* The user's routines: they see the state and the outputs, and their results are inputs until the next call. */
@I static void compute_seen(Simulation* s, double t) {
@I     int info = 0;
@W @I     set_inputs(s, t);
@I     @M@_outputs(t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, s->o, &info);
@I     require_regular(t, info);
@I }
@I 
@J static void call_at_init(Simulation* s, double t) {
@J     compute_seen(s, t);
@J @CALLS_AT_INIT@}
@J 
@T static void call_at_step(Simulation* s, double t) {
@T     compute_seen(s, t);
@T @CALLS_AT_STEP@}
@T 
static void write_names(FILE* csv, const char* const* names, int count) {
    int i;
    for (i = 0; i < count; ++i) fprintf(csv, ",%s", names[i]);
}

static void write_header(FILE* csv, double labels) {
    if (labels > 0) write_labels(csv);
    fprintf(csv, "t");
    write_names(csv, @M@_coordinate_names, @M@_nq);
    write_names(csv, @M@_speed_names, @M@_nu);
@S     write_names(csv, @M@_state_names, @M@_ns);
    write_names(csv, @M@_output_names, @M@_no);
    fprintf(csv, ",kinetic,potential\n");
}

static void start(Simulation* s, const char* file) {
    s->order = 4;
    s->end = 10;
    s->step = 0.001;
    strcpy(s->csv_name, "@STEM@.csv");
@O     s->assemble = 1;
@O     s->project = @PROJECT@;
@O     s->tolerance = 1e-10;
    @M@_defaults(s->p);
    if (file != NULL) read_file(s, file, 1, 0);
@L     @M@_flags(s->p, s->w);
@L     if (file != NULL) read_file(s, file, 1, 0);
    @M@_initial(s->p, s->y, s->y + @M@_nq@S_DATA@);
    if (file != NULL) read_file(s, file, 2, 0);
@W     if (s->inputs_name[0] != '\0') read_inputs(s->inputs_name);
@W @FREE_COLUMNS@    set_inputs(s, s->start);
    if (file != NULL) write_echo(s, file);
@N     @M@_normalize(s->y);
    require_start(@M@_coordinate_names, s->y, @M@_nq);
    require_start(@M@_speed_names, s->y + @M@_nq, @M@_nu);
@S     require_start(@M@_state_names, s->y + @M@_nq + @M@_nu, @M@_ns);
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
@J     call_at_init(&s, s.start);
@K     find_modes(&s, 1);
@O     if (s.assemble > 0) @START@(&s, s.start);
@K     find_modes(&s, 0);
@T     call_at_step(&s, s.start);
    write_row(csv, &s, s.start);
    last = s.start;
    energy_start = s.kinetic + s.potential;
@E     open_events(&s);
@E     start_events(&s, 1e-6 * s.step);
    for (k = 1; k <= steps.count@E_GO@; ++k) {
@-         const double t = time_after(&s, &steps, k);
@-         advance(&s, time_after(&s, &steps, k - 1), steps.even ? steps.h : t - time_after(&s, &steps, k - 1));
@E         const double t = advance_with_events(&s, time_after(&s, &steps, k - 1), time_after(&s, &steps, k));
@N         @M@_normalize(s.y);
        require_numbers(&s, t);
@O         if (s.project > 0) onto_constraints(&s, t);
        if (s.realtime > 0) keep_up(&s, t, &steps);
@T         call_at_step(&s, t);
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
@C     printf("largest |phi|    %.16e\nlargest |phidot| %.16e\n", s.largest_phi, s.largest_phidot);
    printf("wrote %s, %ld rows\n", s.csv_name, rows);
    if (s.realtime > 0) printf("overruns: %ld of %ld steps\n", steps.overruns, k - 1);
@E     close_events();
    if (s.save_name[0] != '\0') save_state(&s, last);
    return fflush(stdout) == 0 ? 0 : 1;
}
