/*
 * Events. An event waits for its function on one side of zero. After its own event, and where the function is zero up
 * to the location tolerance, it is disarmed until the function has left zero by more, or another event has turned the
 * function's rate to its direction.
 */
typedef struct {
    int armed, turned; /* turned: disarmed by its own event, which sent it back */
@if contact_modes@
    int came_back; /* its gap left zero and came back within the step */
@end@
    double side, scale, look_again;
} Waiting;

static Waiting waiting[@M@_ne];
static char events_name[most_text + 16];
static FILE* events_csv;
static long events_count[@M@_ne];
static int is_stopped;
@if contact_modes@
/*
 * What an event ends: 0 nothing of contacts, 1 an open contact, 2 a closed one, 3 sticking, 4 sliding. The function of
 * such an event is not negative in its mode, which may begin where it is zero: it waits on the positive side alone.
 */
static const int contact_ends[@M@_ne] = {@CONTACT_ENDS@};
static const double contact_touch = @CONTACT_TOUCH@;
@end@

static double location_tolerance(int k) { return 1e-12 * waiting[k].scale@TOLERANCE@; }

static void event_values(const Simulation* s, double t, const double* y, double* g, double* gdot) {
    int info = 0, k;
@if given_inputs@
    set_inputs(s, t);
@end@
    @M@_events(t, y, y + @M@_nq@S_EVENT@, s->w, s->c, g, gdot, &info);
    require_regular(t, info);
    for (k = 0; k < @M@_ne; ++k)
        if (fabs(g[k]) > waiting[k].scale && is_finite(g[k])) waiting[k].scale = fabs(g[k]);
@if contact_modes@
    for (k = 0; k < @M@_ne; ++k)
        if (contact_ends[k] == 1 && fabs(gdot[k]) <= contact_touch) gdot[k] = 0; /* it only touches */
@end@
}

static int goes_its_way(int k, double rate) {
    const int direction = @M@_event_directions[k];
    return direction == 0 ? rate > 0 || rate < 0 : rate * direction > 0;
}

static void refuse_endless(double t, const char* why) {
    int k;
    fprintf(stderr, "error: events follow one another without end at time %.9g (%s):", t, why);
    for (k = 0; k < @M@_ne; ++k)
        if (events_count[k] > 0) fprintf(stderr, " %s %ld times", @M@_event_names[k], events_count[k]);
    fprintf(stderr, "\n");
    stop();
}

static void arm(int k, double side) {
    waiting[k].armed = 1;
    waiting[k].turned = 0;
    waiting[k].side = side;
    waiting[k].look_again = -1;
}

@if contact_modes@
/* Of a contact's event: below zero by more it happens at once */
static double rounding(int k) {
    if (contact_ends[k] == 1) return 1e-3 * contact_touch;
    return contact_ends[k] == 4 ? 0.3 * contact_touch : 1e-8 * waiting[k].scale;
}

static void arm_contact(int k, double g) {
    if (contact_ends[k] == 0 || (contact_ends[k] == 1 && g >= 0)) return;
    waiting[k].armed = fabs(g) > rounding(k);
    waiting[k].side = 1;
}

@end@
static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

static void take_side(double t, int k, double g) {
    if (fabs(g) <= location_tolerance(k)) return;
    if (!waiting[k].armed && waiting[k].turned && @M@_event_directions[k] != 0 && goes_its_way(k, g))
        refuse_endless(t, "the next one would pass unseen");
    arm(k, sign(g));
@if contact_modes@
    arm_contact(k, g);
@end@
}

static void compute_energy(Simulation* s, double t) {
    @M@_energy(t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, &s->kinetic, &s->potential);
}

static void apply(Simulation* s, double t, int k) {
    double p[@M@_nphi + 1] = {0}, before;
@if events and constraints@
    double off[@M@_nphi]; /* rows that are off have phi = 0 */
@end@
    int info = 0, i;
@if events and constraints@
    @M@_constraints(t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, off, s->phidot);
@end@
    compute_energy(s, t);
    before = s->kinetic + s->potential;
    @M@_event(k + 1, t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, p, &info);
@if contact_modes@
    if (contact_failure(info) != NULL) {
        fprintf(stderr, "error: event %s cannot be applied at time %g: %s\n", @M@_event_names[k], t,
                contact_failure(info));
        stop();
    }
@end@
    if (info != 0) {
        fprintf(stderr, "error: event %s cannot be applied at time %g: its equations are singular\n",
                @M@_event_names[k], t);
        stop();
    }
    for (i = 0; i < ny; ++i)
        if (!is_finite(s->y[i])) {
            fprintf(stderr, "error: event %s leads to values that are no finite numbers\n", @M@_event_names[k]);
            stop();
        }
@if events and constraints@
    {
        double size = 1;
        @M@_constraints(t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, s->phi, s->phidot);
        for (i = 0; i < @M@_nq; ++i)
            if (fabs(s->y[i]) > size) size = fabs(s->y[i]);
        for (i = 0; i < @M@_nphi; ++i)
            if (!(fabs(off[i]) > 0) && !(fabs(s->phi[i]) <= @BROKEN@ * size)) {
                fprintf(stderr, "error: event %s switches %s on where it is broken by %g\n", @M@_event_names[k],
                        @M@_constraint_names[i], s->phi[i]);
                stop();
            }
    }
@end@
    compute_energy(s, t);
    ++events_count[k];
    if (@M@_event_stops[k] != 0) is_stopped = 1;
    fprintf(events_csv, "%.16e,%s", t, @M@_event_names[k]);
    for (i = 0; i < @M@_nphi; ++i) fprintf(events_csv, ",%.16e", p[i]);
    fprintf(events_csv, ",%.16e,%.16e\n", before, s->kinetic + s->potential);
}

/*
 * How long the function of an event that has just happened stays away from zero on the side that it was sent back to,
 * by its rate and the change of that; 0: it does not leave; -1: it goes on through zero, or nothing is known.
 */
static double time_back(const Simulation* s, double t, int k, double rate, double little) {
    double ydot[ny + 1], later[ny + 1], g[@M@_ne], gdot[@M@_ne], second, h, before, middle, first, next;
    const int direction = @M@_event_directions[k];
    int i;
    if (direction == 0) return -1;
    slope(s, t, s->y, ydot);
    for (i = 0; i < ny; ++i) later[i] = s->y[i] + little * ydot[i];
    event_values(s, t + little, later, g, gdot);
    second = (gdot[k] - rate) / little;
    if (!(fabs(rate) > 0 || fabs(second) > 0)) { /* nothing is given for functions that hold inputs */
        h = 1e3 * little;
        event_values(s, t, s->y, g, gdot);
        before = g[k];
        for (i = 0; i < ny; ++i) later[i] = s->y[i] + h * ydot[i];
        event_values(s, t + h, later, g, gdot);
        middle = g[k];
        slope(s, t + h, later, ydot);
        for (i = 0; i < ny; ++i) later[i] += h * ydot[i];
        event_values(s, t + 2 * h, later, g, gdot);
        first = middle - before;
        next = g[k] - middle;
        if (fmax(fabs(first), fabs(next)) <= 1e-14 * waiting[k].scale) return -1;
        rate = first / h;
        second = (next - first) / h / h;
    }
    if (rate * direction > 0) return -1;
    if (second * direction <= 0) return rate * direction < 0 ? 0.5 * HUGE_VAL : -1;
    return -2 * rate / second;
}

/* Of an event that has just happened: until its function has left zero, where a projection may have moved it */
static int is_still_at_zero(int k, double g) { return fabs(g) <= 1e3 * location_tolerance(k); }

static void wait_behind_event(const Simulation* s, double t, int k, double gdot, double little) {
    const double back = time_back(s, t, k, gdot, little);
    waiting[k].armed = 0;
    waiting[k].turned = back >= 0;
@if contact_modes@
    if (contact_ends[k] != 0) waiting[k].turned = 0;
@end@
    if (back > 0 && is_finite(back)) waiting[k].look_again = t + back / 4;
}

static void wait_anew(const Simulation* s, double t, const int* happened, double little) {
    double g[@M@_ne], gdot[@M@_ne];
    int k;
    event_values(s, t, s->y, g, gdot);
    for (k = 0; k < @M@_ne; ++k) {
        arm(k, sign(g[k]));
@if contact_modes@
        arm_contact(k, g[k]);
@end@
        if (happened[k] && is_still_at_zero(k, g[k])) {
            wait_behind_event(s, t, k, gdot[k], little);
        } else if (fabs(g[k]) <= location_tolerance(k)) {
            waiting[k].armed = 0;
        }
    }
}

/* What is due happens in declared order, each from the state that the earlier ones left, if its condition still holds. */
static int apply_all(Simulation* s, double t, int* due, double* g, double* gdot, double little) {
    int happened[@M@_ne] = {0}, count = 0, k, j;
    double later_g[@M@_ne], later_gdot[@M@_ne];
    static double crowd_since = -HUGE_VAL;
    static long crowd;
    for (k = 0; k < @M@_ne && !is_stopped; ++k) {
        if (!due[k]) continue;
        due[k] = 0;
        if (++count > 100) refuse_endless(t, "more than 100 at one time");
        if (t - crowd_since > 1e-3 * little) {
            crowd_since = t;
            crowd = 0;
        }
        if (++crowd > 1000) refuse_endless(t, "more than 1000 in hardly any time");
        apply(s, t, k);
        happened[k] = 1;
        event_values(s, t, s->y, later_g, later_gdot);
        for (j = 0; j < @M@_ne; ++j) {
            const int at_zero = fabs(later_g[j]) <= 1e3 * location_tolerance(j), was_due = due[j];
            const int turned = !goes_its_way(j, gdot[j]) && goes_its_way(j, later_gdot[j]);
            if (at_zero && (fabs(gdot[j]) > 0 || fabs(later_gdot[j]) > 0)) {
                due[j] = goes_its_way(j, later_gdot[j]) && (was_due || (j != k && turned));
            } else if (was_due) {
                due[j] = at_zero || goes_its_way(j, later_g[j]);
            } else if (j != k && waiting[j].armed && !at_zero) {
                due[j] = waiting[j].side * later_g[j] < 0 && goes_its_way(j, later_g[j]) && !happened[j];
            }
            if (!due[j] && !happened[j] && fabs(later_g[j]) > location_tolerance(j)) arm(j, sign(later_g[j]));
@if contact_modes@
            if (!due[j] && !happened[j] && fabs(later_g[j]) > location_tolerance(j)) arm_contact(j, later_g[j]);
@end@
            g[j] = later_g[j];
            gdot[j] = later_gdot[j];
        }
        k = -1; /* the first one that is due now */
    }
    if (count == 0) return 0;
@if events and corrections@
    onto_constraints(s, t);
@end@
    wait_anew(s, t, happened, little);
    return 1;
}

/* At the start, and where an event is already at zero at the end of a step */
static int is_at_zero(int k, double g, double gdot) {
    return fabs(g) <= location_tolerance(k) && goes_its_way(k, gdot);
}

static void start_events(Simulation* s, double little) {
    double g[@M@_ne], gdot[@M@_ne], rate[@M@_ne], ydot[ny + 1], later[ny + 1];
    int due[@M@_ne], k, rests = 0;
    event_values(s, s->start, s->y, g, rate);
    for (k = 0; k < @M@_ne; ++k) rests = rests || (fabs(g[k]) <= location_tolerance(k) && !(fabs(rate[k]) > 0));
    if (rests) { /* on a stop: the rate of a moment later says whether it is pressed on */
        slope(s, s->start, s->y, ydot);
        for (k = 0; k < ny; ++k) later[k] = s->y[k] + little * ydot[k];
        event_values(s, s->start + little, later, g, rate);
    }
    event_values(s, s->start, s->y, g, gdot);
    for (k = 0; k < @M@_ne; ++k) {
        waiting[k].scale = fmax(waiting[k].scale, fmax(s->fired[k], 1e6 * little * fabs(gdot[k])));
        due[k] = is_at_zero(k, g[k], fabs(gdot[k]) > 0 ? gdot[k] : rate[k]);
        if (s->fired[k] > 0 && is_still_at_zero(k, g[k])) { /* else the state has been changed since */
            due[k] = 0;
            wait_behind_event(s, s->start, k, gdot[k], little);
        } else {
            take_side(s->start, k, g[k]);
        }
    }
    apply_all(s, s->start, due, g, gdot, little);
}

@if events and not contact_modes@
static int has_crossed(int k, double g) {
@end@
@if contact_modes@
static int has_crossed(int k, double g, double gdot) {
    if (!waiting[k].armed && contact_ends[k] != 0)
        return g < (waiting[k].came_back ? 0 : -rounding(k)) && gdot <= 0;
@end@
    return waiting[k].armed && waiting[k].side * g < 0 && goes_its_way(k, -waiting[k].side);
}

/* When event k happens in a step of h from `from` on: where its function is beyond zero, to the last digit. */
static double located(Simulation* s, double t, double h, const double* from, int k) {
    double before = 0, after = h, middle, g[@M@_ne], gdot[@M@_ne];
    int count;
    for (count = 0; count < 100; ++count) {
        middle = before + (after - before) / 2;
        if (!(before < middle && middle < after) || !(t + before < t + after)) break;
        memcpy(s->y, from, sizeof s->y);
        advance(s, t, middle);
        event_values(s, t + middle, s->y, g, gdot);
        if (has_crossed(k, g[k]@RATE_C@)) {
            after = middle;
        } else {
            before = middle;
        }
    }
    return after;
}

/* From t to `end`, or to an event that stops the run; the time reached. */
static double advance_with_events(Simulation* s, double t, double end) {
    double from[ny + 1], g[@M@_ne], gdot[@M@_ne];
    const double little = 1e-6 * s->step;
    int due[@M@_ne], k;
    while (t < end && !is_stopped) {
        double limit = end, earliest;
        for (k = 0; k < @M@_ne; ++k)
            if (waiting[k].look_again > t) limit = fmin(limit, waiting[k].look_again);
@if contact_modes@
        for (k = 0; k < @M@_ne; ++k) waiting[k].came_back = 0;
@end@
        memcpy(from, s->y, sizeof from);
        earliest = limit - t;
        advance(s, t, earliest);
@if events and euler_parameters@
        @M@_normalize(s->y);
@end@
        require_numbers(s, limit);
        event_values(s, limit, s->y, g, gdot);
@if contact_modes@
        for (k = 0; k < @M@_ne; ++k)
            waiting[k].came_back = contact_ends[k] == 1 && !waiting[k].armed && has_crossed(k, g[k], gdot[k]);
@end@
        for (k = 0; k < @M@_ne; ++k)
            if (has_crossed(k, g[k]@RATE_C@)) earliest = fmin(earliest, located(s, t, limit - t, from, k));
        memcpy(s->y, from, sizeof from);
        advance(s, t, earliest);
@if events and euler_parameters@
        @M@_normalize(s->y);
@end@
        t = earliest < limit - t ? t + earliest : limit;
        event_values(s, t, s->y, g, gdot);
        for (k = 0; k < @M@_ne; ++k)
            due[k] = has_crossed(k, g[k]@RATE_C@) || (waiting[k].armed && is_at_zero(k, g[k], gdot[k]));
        if (apply_all(s, t, due, g, gdot, little)) continue;
        for (k = 0; k < @M@_ne; ++k) take_side(t, k, g[k]);
    }
    return t;
}

@if contact_modes@
/* The mode of contacts and dry friction at the start; `guess`: before the constraints hold, 0 where there is none */
static void find_modes(Simulation* s, int guess) {
    double g[@M@_ne], gdot[@M@_ne];
    int info = 0, k;
@end@
@if given_inputs and contact_modes@
    set_inputs(s, s->start);
@end@
@if contact_modes@
    @M@_modes(s->start, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, &info);
    if (guess || contact_failure(info) == NULL) {
        if (!guess) require_regular(s->start, info);
        return;
    }
    fprintf(stderr, "error: %s at the start; contacts that touch:", contact_failure(info));
    @M@_events(s->start, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, g, gdot, &info);
    for (k = 0; k < @M@_ne; ++k)
        if (contact_ends[k] == 1 && fabs(g[k]) <= contact_touch) fprintf(stderr, " %s", @M@_event_names[k]);
    fprintf(stderr, "\n");
    stop();
}

@end@
static void open_events(const Simulation* s) {
    const char* const end = strrchr(s->csv_name, '.');
    const size_t length = end != NULL && strcmp(end, ".csv") == 0 ? (size_t)(end - s->csv_name) : strlen(s->csv_name);
    int i;
    sprintf(events_name, "%.*s_events.csv", (int)length, s->csv_name);
    events_csv = fopen(events_name, "w");
    if (events_csv == NULL) {
        fprintf(stderr, "error: cannot write %s\n", events_name);
        stop();
    }
    fprintf(events_csv, "t,event");
    for (i = 0; i < @M@_nphi; ++i) fprintf(events_csv, ",impulse %s", @M@_constraint_names[i]);
    fprintf(events_csv, ",energy before,energy after\n");
}

static void close_events(Simulation* s) {
    long all = 0;
    int k;
    const int fails = ferror(events_csv);
    if (fclose(events_csv) != 0 || fails) {
        fprintf(stderr, "error: cannot write all of %s\n", events_name);
        stop();
    }
    for (k = 0; k < @M@_ne; ++k) {
        all += events_count[k];
        s->fired[k] = waiting[k].armed ? 0 : waiting[k].scale;
@if contact_modes@
        if (contact_ends[k] != 0) s->fired[k] = 0; /* their modes and functions say all that they wait for */
@end@
    }
    printf("wrote %s, %ld events%s\n", events_name, all, is_stopped ? ", the last of which stopped the run" : "");
}

