
/* what main programs keep of a run. order: of the method; begin, from: of the step under way, its time and state;
   ahead: added to a time where it chooses the line between two rows of inputs */
static struct {
    int order;
    double begin, ahead, from[rockers_nq + rockers_nu];
} run;

/* in place, y after a step of h: by Runge's and Kutta's method of fourth order, by the midpoint rule (order 2) or by
   Euler's method (order 1) */
static inline void rockers_advance(double t, double* y, const double* w, const double* c, double h, int* info) {
    enum { nq = rockers_nq, nu = rockers_nu };
    double k1[nq + nu], k2[nq + nu], k3[nq + nu], k4[nq + nu], z[nq + nu];
    rockers_derivatives(t, y, w, c, k1, info);
    if (*info != 0) return;
    if (run.order == 1) {
        for (int i = 0; i < nq + nu; ++i) y[i] = y[i] + h * k1[i];
    } else {
        for (int i = 0; i < nq + nu; ++i) z[i] = y[i] + h / 2.0 * k1[i];
        rockers_derivatives(t + h / 2.0, z, w, c, k2, info);
        if (*info != 0) return;
        if (run.order == 2) {
            for (int i = 0; i < nq + nu; ++i) y[i] = y[i] + h * k2[i];
        } else {
            for (int i = 0; i < nq + nu; ++i) z[i] = y[i] + h / 2.0 * k2[i];
            rockers_derivatives(t + h / 2.0, z, w, c, k3, info);
            if (*info != 0) return;
            for (int i = 0; i < nq + nu; ++i) z[i] = y[i] + h * k3[i];
            rockers_derivatives(t + h, z, w, c, k4, info);
            if (*info != 0) return;
            for (int i = 0; i < nq + nu; ++i) y[i] = y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
}

/* what is kept of the events. armed: event k waits for its function on one side of zero; turned: it does not, since
   it has just happened and its function was sent back; side: -1 or 1; scale: the largest size of its function so
   far; error: of the location of its zero; look_again: a time by when; due, happened: at this time; last_g,
   last_gdot: where these were found. failure: 0; 1: the functions cannot be computed, info says why; 2: that of
   `culprit` is no number; 3: `culprit` cannot be applied, info says why; 4: it leads to values that are no finite
   numbers; 5: it switches `row` on where it is broken by `breach`; 6: more than 100 happen at one time; 7: more than
   1000 happen, or cross zero, in hardly any time; 8: `culprit` would pass unseen; 9: the state is no finite number
   any more; 10: the contact of `culprit` is open at the start, but its gap is below zero; 11: it has jumped there */
static struct {
    int armed[rockers_ne], turned[rockers_ne], due[rockers_ne], happened[rockers_ne], stopped, jumps,
        jumped_open[rockers_ne], crowd, applied, failure, culprit, row, info;
    double side[rockers_ne], scale[rockers_ne], error[rockers_ne], look_again[rockers_ne], rounding[rockers_ne],
        zero[rockers_ne], pace, last_g[rockers_ne], last_gdot[rockers_ne], interval, crowd_since, breach;
} watch;

/* of each event: the error of the location of its zero, and what of a contact's function is rounding */
static inline void rockers_event_tolerances(void) {
    enum { ne = rockers_ne };
    for (int k = 0; k < ne; ++k) watch.error[k] = 1.0e-12 * watch.scale[k];
}

/* the functions of the events and their rates */
static inline void rockers_event_values(double t, const double* y, const double* w, const double* c, double* g,
    double* gdot) {
    enum { nq = rockers_nq, ne = rockers_ne };
    int trouble;
    rockers_events(t, y, y + nq, w, c, g, gdot, &trouble);
    if (trouble != 0) {
        /* the first one is reported */
        if (watch.failure == 0) watch.info = trouble;
        if (watch.failure == 0) watch.failure = 1;
        return;
    }
    for (int k = 0; k < ne; ++k) {
        if (!(g[k] <= 0.0 || g[k] > 0.0)) {
            watch.failure = 2;
            watch.culprit = k + 1;
            return;
        }
        if (fabs(g[k] - g[k]) <= 0.0) {
            if (fabs(g[k]) > watch.scale[k]) watch.scale[k] = fabs(g[k]);
        }
    }
    rockers_event_tolerances();
}

/* a state on the tangent of the motion, so much later */
static inline void rockers_state_soon(double t, const double* y, const double* w, const double* c, double later,
    double* moved) {
    enum { nq = rockers_nq, nu = rockers_nu };
    double ydot[nq + nu];
    int info;
    rockers_derivatives(t, y, w, c, ydot, &info);
    for (int i = 0; i < nq + nu; ++i) moved[i] = y[i] + later * ydot[i];
}

/* the rate of the function of event k along the motion; a difference where m_events gives none */
static inline void rockers_event_rate(int k, double t, const double* y, const double* w, const double* c, const
    double* g, const double* gdot, double* rate) {
    enum { nq = rockers_nq, nu = rockers_nu, ne = rockers_ne };
    double moved[nq + nu], later_g[ne], later_gdot[ne];
    *rate = gdot[k];
    if (fabs(*rate) > 0.0) return;
    const double little = 0.001 * watch.interval;
    rockers_state_soon(t, y, w, c, little, moved);
    rockers_event_values(t + little, moved, w, c, later_g, later_gdot);
    *rate = later_g[k] - g[k];
    if (fabs(*rate) <= 1.0e-14 * watch.scale[k]) {
        *rate = 0.0;
    } else {
        *rate = *rate / little;
    }
}

/* whether event k takes away the rate of its function, which has the event's direction here */
static inline void rockers_sends_back(int k, double t, const double* y, double* w, const double* c, double rate,
    int* back) {
    enum { nq = rockers_nq, nu = rockers_nu, nphi = rockers_nphi, ne = rockers_ne };
    double after[nq + nu], impulses[1], later_g[ne], later_gdot[ne], left;
    for (int l = 0; l < nq + nu; ++l) after[l] = y[l];
    rockers_event(k + 1, t, after, after + nq, w, c, impulses, &watch.info);
    *back = 1;
    if (watch.info == 0) {
        rockers_event_values(t, after, w, c, later_g, later_gdot);
        rockers_event_rate(k, t, after, w, c, later_g, later_gdot, &left);
        if (rate < 0.0) left = -left;
        *back = left <= 0.001 * fabs(rate);
    }
    watch.info = 0;
}

/* event k has just happened: it waits until its function has left zero. Where that comes back by its rate and the
   change of its rate, it is looked at before. A function that rests passes zero where the event does not send it
   back */
static inline void rockers_wait_behind_event(int k, double t, const double* y, double* w, const double* c, const
    double* g, const double* gdot) {
    enum { nq = rockers_nq, nu = rockers_nu, ne = rockers_ne };
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    double moved[nq + nu], later_g[ne], later_gdot[ne], rate, soon;
    watch.armed[k] = 0;
    watch.turned[k] = 0;
    watch.side[k] = 0.0;
    if (event_rises[k] && event_falls[k]) return;
    const double little = fabs(gdot[k]) > 0.0 ? 1.0e-06 * watch.interval : 0.001 * watch.interval;
    rockers_event_rate(k, t, y, w, c, g, gdot, &rate);
    rockers_state_soon(t, y, w, c, little, moved);
    rockers_event_values(t + little, moved, w, c, later_g, later_gdot);
    rockers_event_rate(k, t + little, moved, w, c, later_g, later_gdot, &soon);
    double bend = (soon - rate) / little;
    if (event_falls[k]) {
        rate = -rate;
        bend = -bend;
    }
    watch.turned[k] = rate < 0.0 || (rate <= 0.0 && bend > 0.0);
    int back = watch.turned[k] && rate >= 0.0;
    if (back) {
        rockers_sends_back(k, t + little, moved, w, c, soon, &back);
        watch.turned[k] = back;
    }
    if (rate < 0.0 && bend > 0.0) watch.look_again[k] = t - 2.0 * rate / bend / 4.0;
}

/* event k waits on the side of zero that its function g is on. That of a contact waits on the positive side alone:
   forces and slips near zero are left to rounding, gaps are located to the last digit */
static inline void rockers_wait_for_event(int k, double g) {
    watch.armed[k] = 1;
    watch.turned[k] = 0;
    watch.side[k] = 0.0;
    if (g > 0.0) watch.side[k] = 1.0;
    if (g < 0.0) watch.side[k] = -1.0;
    watch.look_again[k] = -1.0;
}

/* event k waits where its function g has left zero */
static inline void rockers_take_side(int k, double g) {
    enum { ne = rockers_ne };
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    if (fabs(g) <= watch.error[k]) return;
    const int unseen = !watch.armed[k] && watch.turned[k] && ((event_rises[k] && g > 0.0) || (event_falls[k] && g <
        0.0));
    if (unseen) {
        watch.failure = 8;
        watch.culprit = k + 1;
    } else {
        rockers_wait_for_event(k, g);
    }
}

/* how the events wait at the start, and which of them are due. length: what is called a short time; at_zero: of an
   event that has just happened the largest size of its function so far, of others 0 */
static inline void rockers_start_events(double t, const double* y, double* w, const double* c, double length, const
    double* at_zero) {
    enum { nq = rockers_nq, nu = rockers_nu, ne = rockers_ne };
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    double g[ne], gdot[ne], moved[nq + nu], later_g[ne], later_gdot[ne];
    for (int k = 0; k < ne; ++k) watch.armed[k] = 0;
    for (int k = 0; k < ne; ++k) watch.turned[k] = 0;
    for (int k = 0; k < ne; ++k) watch.due[k] = 0;
    for (int k = 0; k < ne; ++k) watch.happened[k] = 0;
    watch.stopped = 0;
    for (int k = 0; k < ne; ++k) watch.side[k] = 0.0;
    for (int k = 0; k < ne; ++k) watch.scale[k] = 0.0;
    for (int k = 0; k < ne; ++k) watch.look_again[k] = -1.0;
    watch.interval = length;
    watch.crowd_since = t;
    watch.crowd = 0;
    watch.applied = 0;
    watch.failure = 0;
    watch.culprit = 0;
    watch.row = 0;
    watch.breach = 0.0;
    rockers_event_values(t, y, w, c, g, gdot);
    if (watch.failure > 0) return;
    for (int k = 0; k < ne; ++k) later_gdot[k] = gdot[k];
    int rests = 0;
    for (int k = 0; k < ne; ++k)
        if (fabs(g[k]) <= 1.0e-12) rests = 1;
    const double little = 1.0e-06 * watch.interval;
    double least = 0.0;
    if (rests) {
        /* on a stop: the rate of a moment later says whether it is pressed on. Rates below `least` are rounding, as of what sticks */
        rockers_state_soon(t, y, w, c, little, moved);
        for (int i = 0; i < nu; ++i)
            if (1.0e-13 * fabs(moved[nq + i]) > least) least = 1.0e-13 * fabs(moved[nq + i]);
        rockers_event_values(t + little, moved, w, c, later_g, later_gdot);
    }
    for (int k = 0; k < ne; ++k) {
        if (fabs(gdot[k]) * watch.interval > watch.scale[k]) watch.scale[k] = fabs(gdot[k]) * watch.interval;
        rockers_event_tolerances();
        const double rate = fabs(gdot[k]) > least ? gdot[k] : later_gdot[k];
        watch.due[k] = fabs(g[k]) <= watch.error[k] && ((event_rises[k] && rate > least) || (event_falls[k] && rate <
            -least));
        if (at_zero[k] > watch.scale[k]) watch.scale[k] = at_zero[k];
        rockers_event_tolerances();
        if (at_zero[k] > 0.0 && fabs(g[k]) <= 1000.0 * watch.error[k]) {
            watch.due[k] = 0;
            rockers_wait_behind_event(k, t, y, w, c, g, gdot);
        } else {
            rockers_take_side(k, g[k]);
        }
    }
    for (int k = 0; k < ne; ++k) watch.last_g[k] = g[k];
    for (int k = 0; k < ne; ++k) watch.last_gdot[k] = gdot[k];
}

/* in place, limit: no later than the next event that waits for a time alone, and than when a function must have been
   looked at again */
static inline void rockers_next_event_time(double t, const double* y, const double* w, const double* c, double* limit) {
    enum { ne = rockers_ne };
    double g[ne], gdot[ne];
    rockers_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k)
        if (watch.look_again[k] > t) {
            if (watch.look_again[k] < *limit) *limit = watch.look_again[k];
        }
}

/* whether the state holds finite numbers alone */
static inline void rockers_holds_numbers(const double* y, int* all_finite) {
    enum { nq = rockers_nq, nu = rockers_nu };
    *all_finite = 1;
    for (int i = 0; i < nq + nu; ++i)
        if (!(fabs(y[i] - y[i]) <= 0.0)) *all_finite = 0;
}

/* of each event a function that is zero where something is to be done */
static inline void rockers_watch_events(double t, const double* y, const double* w, const double* c, double* watched) {
    enum { ne = rockers_ne };
    double g[ne], gdot[ne];
    rockers_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k) watched[k] = watch.armed[k] ? g[k] : fabs(g[k]) - watch.error[k];
}

/* which functions of events have come to where something is due: found is 1 there. any: some have */
static inline void rockers_crossed_events(double t, const double* y, const double* w, const double* c, int* found,
    int* any) {
    enum { ne = rockers_ne };
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    double watched[ne];
    rockers_watch_events(t, y, w, c, watched);
    *any = 0;
    for (int k = 0; k < ne; ++k) {
        found[k] = 0;
        if (watch.armed[k]) {
            if (watch.side[k] * watched[k] < 0.0 && ((event_rises[k] && watch.side[k] < 0.0) || (event_falls[k] &&
                watch.side[k] > 0.0)))
                found[k] = 1;
        }
        if (found[k] > 0) *any = 1;
    }
}

/* after a step: which events are due. found: not 0 where watch_events has changed its sign there */
static inline void rockers_due_events(double t, const double* y, const double* w, const double* c, const int* found) {
    enum { ne = rockers_ne };
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    double g[ne], gdot[ne], rate;
    int goes;
    rockers_event_values(t, y, w, c, g, gdot);
    if (watch.failure > 0) return;
    watch.applied = 0;
    for (int k = 0; k < ne; ++k) watch.happened[k] = 0;
    int any = 0;
    for (int k = 0; k < ne; ++k) {
        watch.due[k] = 0;
        if (watch.armed[k]) {
            goes = (event_rises[k] && watch.side[k] < 0.0) || (event_falls[k] && watch.side[k] > 0.0);
            const double beyond = g[k];
            watch.due[k] = goes && watch.side[k] * beyond < 0.0;
            if (goes && !watch.due[k] && found[k] != 0 && fabs(beyond) <= 1000.0 * watch.error[k]) {
                watch.due[k] = 1;
                const int near = 1;
                if (near) {
                    /* found a hair before zero it comes to it, found a hair after it has left zero it does not */
                    rockers_event_rate(k, t, y, w, c, g, gdot, &rate);
                    if (watch.side[k] * rate > 0.0) watch.due[k] = 0;
                }
            }
            if (watch.due[k]) any = 1;
        }
    }
    if (any) {
        for (int k = 0; k < ne; ++k) {
            goes = (event_rises[k] && watch.side[k] < 0.0) || (event_falls[k] && watch.side[k] > 0.0);
            if (watch.armed[k] && goes && fabs(g[k]) <= watch.error[k] && watch.side[k] * gdot[k] < 0.0)
                watch.due[k] = 1;
        }
    } else {
        for (int k = 0; k < ne; ++k) rockers_take_side(k, g[k]);
    }
    for (int k = 0; k < ne; ++k) watch.last_g[k] = g[k];
    for (int k = 0; k < ne; ++k) watch.last_gdot[k] = gdot[k];
}

/* one more event, or crossing where none is due, at time t: too many in hardly any time are a failure */
static inline void rockers_note_crowd(double t) {
    if (t - watch.crowd_since > 1.0e-09 * watch.interval) {
        watch.crowd_since = t;
        watch.crowd = 0;
    }
    ++watch.crowd;
    if (watch.crowd > 1000) watch.failure = 7;
}

/* one step from t on, in place: to limit, or to where an event happens before it, or where a function must be looked
   at again. Then what is due there */
static inline void rockers_step_to_event(double* t, double* y, const double* w, const double* c, double limit) {
    enum { nq = rockers_nq, nu = rockers_nu, ne = rockers_ne };
    int found[ne], any, all_finite;
    double until = limit;
    rockers_next_event_time(*t, y, w, c, &until);
    run.begin = *t;
    for (int k = 0; k < nq + nu; ++k) run.from[k] = y[k];
    double after = until - *t;
    rockers_advance(*t, y, w, c, after, &watch.info);
    rockers_holds_numbers(y, &all_finite);
    if (!all_finite) watch.failure = 9;
    if (watch.info != 0) watch.failure = 1;
    if (watch.failure > 0) return;
    rockers_crossed_events(until, y, w, c, found, &any);
    if (any) {
        /* located to the last digit by halving the step */
        double before = 0.0;
        for (int count = 0; count < 100; ++count) {
            const double middle = before + (after - before) / 2.0;
            if (!(before < middle && middle < after && *t + before < *t + after)) break;
            for (int k = 0; k < nq + nu; ++k) y[k] = run.from[k];
            rockers_advance(*t, y, w, c, middle, &watch.info);
            rockers_crossed_events(*t + middle, y, w, c, found, &any);
            if (any) {
                after = middle;
            } else {
                before = middle;
            }
        }
        for (int k = 0; k < nq + nu; ++k) y[k] = run.from[k];
        rockers_advance(*t, y, w, c, after, &watch.info);
        until = *t + after;
        rockers_crossed_events(until, y, w, c, found, &any);
        if (watch.failure > 0) return;
    }
    *t = until;
    rockers_due_events(*t, y, w, c, found);
    if (any) {
        /* what has only now begun to wait */
        any = 0;
        for (int k = 0; k < ne; ++k)
            if (watch.due[k]) any = 1;
        if (!any) {
            rockers_note_crowd(*t);
            for (int k = 0; k < ne; ++k) found[k] = 0;
            rockers_due_events(*t, y, w, c, found);
        }
    }
}

/* after events: what is at zero waits until it has left it, and what its own event sent back is looked at before */
static inline void rockers_wait_anew(double t, const double* y, double* w, const double* c) {
    enum { ne = rockers_ne };
    double g[ne], gdot[ne];
    rockers_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k) {
        rockers_wait_for_event(k, g[k]);
        if (watch.happened[k] && fabs(g[k]) <= 1000.0 * watch.error[k]) {
            rockers_wait_behind_event(k, t, y, w, c, g, gdot);
        } else if (fabs(g[k]) <= watch.error[k]) {
            watch.armed[k] = 0;
            watch.side[k] = 0.0;
        }
    }
}

/* one of the events that are due, the first of them, from the state that the ones before have left, and what is due
   after it. happens: its number, 0 where none is left; impulses of the rows, the energy before and after, the law of
   the impact */
static inline void rockers_apply_event(double t, double* y, double* w, const double* c, int* happens, double* impulses,
    double* before, double* after) {
    enum { nq = rockers_nq, nphi = rockers_nphi, ne = rockers_ne };
    static const int event_stops[ne] = {0, 0, 0};
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    double g[ne], gdot[ne], kinetic, potential;
    int all_finite;
    *happens = 0;
    for (int k = 0; k < nphi; ++k) impulses[k] = 0.0;
    *before = 0.0;
    *after = 0.0;
    int first = -1;
    if (!watch.stopped) {
        for (int k = 0; k < ne; ++k)
            if (watch.due[k] && first == -1) first = k;
    }
    if (first == -1) {
        if (watch.applied > 0) rockers_wait_anew(t, y, w, c);
        return;
    }
    watch.due[first] = 0;
    watch.culprit = first + 1;
    ++watch.applied;
    rockers_note_crowd(t);
    if (watch.applied > 100) watch.failure = 6;
    if (watch.failure > 0) return;
    rockers_energy(t, y, y + nq, w, c, &kinetic, &potential);
    *before = kinetic + potential;
    rockers_event(first + 1, t, y, y + nq, w, c, impulses, &watch.info);
    if (watch.info != 0) {
        watch.failure = 3;
        return;
    }
    rockers_holds_numbers(y, &all_finite);
    if (!all_finite) {
        watch.failure = 4;
        return;
    }
    if (watch.failure > 0) return;
    rockers_energy(t, y, y + nq, w, c, &kinetic, &potential);
    *after = kinetic + potential;
    *happens = first + 1;
    watch.happened[first] = 1;
    if (event_stops[first]) watch.stopped = 1;
    rockers_event_values(t, y, w, c, g, gdot);
    for (int j = 0; j < ne; ++j) {
        int goes = (event_rises[j] && gdot[j] > 0.0) || (event_falls[j] && gdot[j] < 0.0);
        const int near = fabs(g[j]) <= 1000.0 * watch.error[j];
        if (near && (fabs(gdot[j]) > 0.0 || fabs(watch.last_gdot[j]) > 0.0)) {
            /* it turned to its direction just now, or was due and still is */
            const int changed = !((event_rises[j] && watch.last_gdot[j] > 0.0) || (event_falls[j] && watch.last_gdot[j]
                < 0.0));
            watch.due[j] = goes && (watch.due[j] || (j != first && changed));
        } else {
            goes = (event_rises[j] && g[j] > 0.0) || (event_falls[j] && g[j] < 0.0);
            if (watch.due[j]) {
                watch.due[j] = near || goes;
            } else if (j != first && watch.armed[j] && !near && !watch.happened[j]) {
                watch.due[j] = goes && watch.side[j] * g[j] < 0.0;
            }
        }
    }
    for (int j = 0; j < ne; ++j)
        if (!watch.due[j] && !watch.happened[j] && fabs(g[j]) > watch.error[j]) rockers_wait_for_event(j, g[j]);
    for (int k = 0; k < ne; ++k) watch.last_g[k] = g[k];
    for (int k = 0; k < ne; ++k) watch.last_gdot[k] = gdot[k];
}

/* of each event that waits until its function has left zero, because it has just happened, the largest size of its
   function so far; of all others 0. Those of contacts wait for nothing that their modes and functions do not say */
static inline void rockers_events_at_zero(double* sizes) {
    enum { ne = rockers_ne };
    for (int k = 0; k < ne; ++k) sizes[k] = watch.armed[k] ? 0.0 : watch.scale[k];
}
