
/* what main programs keep of a run. order: of the method; begin, from: of the step under way, its time and state;
   ahead: added to a time where it chooses the line between two rows of inputs */
static struct {
    int order;
    double begin, ahead, from[rockers_nq + rockers_nu + rockers_ns];
} run;

/* in place, y after a step of h: by Runge's and Kutta's method of fourth order, by the midpoint rule (order 2) or by
   Euler's method (order 1) */
static inline void rockers_advance(double t, double* y, double* w, const double* c, double h, int* info) {
    enum { nq = rockers_nq, nu = rockers_nu, ns = rockers_ns };
    double k1[nq + nu + ns], k2[nq + nu + ns], k3[nq + nu + ns], k4[nq + nu + ns], z[nq + nu + ns];
    /* a row at t has begun its line, one at t + h not yet */
    run.ahead = 1.0e-09 * h;
    rockers_set_inputs(t, w);
    run.ahead = 0.0;
    rockers_derivatives(t, y, w, c, k1, info);
    if (*info != 0) return;
    if (run.order == 1) {
        for (int i = 0; i < nq + nu + ns; ++i) y[i] = y[i] + h * k1[i];
    } else {
        for (int i = 0; i < nq + nu + ns; ++i) z[i] = y[i] + h / 2.0 * k1[i];
        rockers_set_inputs(t + h / 2.0, w);
        rockers_derivatives(t + h / 2.0, z, w, c, k2, info);
        if (*info != 0) return;
        if (run.order == 2) {
            for (int i = 0; i < nq + nu + ns; ++i) y[i] = y[i] + h * k2[i];
        } else {
            for (int i = 0; i < nq + nu + ns; ++i) z[i] = y[i] + h / 2.0 * k2[i];
            rockers_set_inputs(t + h / 2.0, w);
            rockers_derivatives(t + h / 2.0, z, w, c, k3, info);
            if (*info != 0) return;
            for (int i = 0; i < nq + nu + ns; ++i) z[i] = y[i] + h * k3[i];
            run.ahead = -1.0e-09 * h;
            rockers_set_inputs(t + h, w);
            run.ahead = 0.0;
            rockers_derivatives(t + h, z, w, c, k4, info);
            if (*info != 0) return;
            for (int i = 0; i < nq + nu + ns; ++i) y[i] = y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    rockers_normalize(y);
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
    static const int event_end[ne] = {0, 1, 0};
    for (int k = 0; k < ne; ++k) {
        watch.error[k] = 1.0e-12 * watch.scale[k];
        watch.error[k] = watch.error[k] + 1.0e-11;
        watch.rounding[k] = 1.0e-08 * watch.scale[k];
        if (event_end[k] == 1) watch.rounding[k] = 0.001 * 1.0e-06;
        if (event_end[k] > 3) watch.rounding[k] = 0.3 * 1.0e-06;
    }
}

/* the functions of the events and their rates */
static inline void rockers_event_values(double t, const double* y, double* w, const double* c, double* g, double* gdot)
    {
    enum { nq = rockers_nq, nu = rockers_nu, ne = rockers_ne };
    static const int event_end[ne] = {0, 1, 0};
    int trouble;
    rockers_set_inputs(t, w);
    rockers_events(t, y, y + nq, y + nq + nu, w, c, g, gdot, &trouble);
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
        if (event_end[k] == 1 && fabs(gdot[k]) <= 1.0e-06) gdot[k] = 0.0;
    }
    rockers_event_tolerances();
}

/* a state on the tangent of the motion, so much later */
static inline void rockers_state_soon(double t, const double* y, double* w, const double* c, double later,
    double* moved) {
    enum { nq = rockers_nq, nu = rockers_nu, ns = rockers_ns };
    double ydot[nq + nu + ns];
    int info;
    rockers_set_inputs(t, w);
    rockers_derivatives(t, y, w, c, ydot, &info);
    for (int i = 0; i < nq + nu + ns; ++i) moved[i] = y[i] + later * ydot[i];
}

/* the rate of the function of event k along the motion; a difference where m_events gives none */
static inline void rockers_event_rate(int k, double t, const double* y, double* w, const double* c, const double* g,
    const double* gdot, double* rate) {
    enum { nq = rockers_nq, nu = rockers_nu, ne = rockers_ne, ns = rockers_ns };
    double moved[nq + nu + ns], later_g[ne], later_gdot[ne];
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
    enum { nq = rockers_nq, nu = rockers_nu, nw = rockers_nw, nphi = rockers_nphi, ne = rockers_ne, ns = rockers_ns, nf
        = rockers_nf };
    double after[nq + nu + ns], flags_before[nf], impulses[nphi], later_g[ne], later_gdot[ne], left;
    for (int l = 0; l < nq + nu + ns; ++l) after[l] = y[l];
    for (int j = 0; j < nf; ++j) flags_before[j] = w[nw - nf + j];
    rockers_event(k + 1, t, after, after + nq, after + nq + nu, w, c, impulses, &watch.info);
    *back = 1;
    if (watch.info == 0) {
        rockers_event_values(t, after, w, c, later_g, later_gdot);
        rockers_event_rate(k, t, after, w, c, later_g, later_gdot, &left);
        if (rate < 0.0) left = -left;
        *back = left <= 0.001 * fabs(rate);
    }
    watch.info = 0;
    for (int j = 0; j < nf; ++j) w[nw - nf + j] = flags_before[j];
}

/* event k has just happened: it waits until its function has left zero. Where that comes back by its rate and the
   change of its rate, it is looked at before. A function that rests passes zero where the event does not send it
   back */
static inline void rockers_wait_behind_event(int k, double t, const double* y, double* w, const double* c, const
    double* g, const double* gdot) {
    enum { nq = rockers_nq, nu = rockers_nu, ne = rockers_ne, ns = rockers_ns };
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    static const int event_end[ne] = {0, 1, 0};
    double moved[nq + nu + ns], later_g[ne], later_gdot[ne], rate, soon;
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
    back = back && event_end[k] == 0;
    if (back) {
        rockers_sends_back(k, t + little, moved, w, c, soon, &back);
        watch.turned[k] = back;
    }
    if (rate < 0.0 && bend > 0.0) watch.look_again[k] = t - 2.0 * rate / bend / 4.0;
}

/* event k waits on the side of zero that its function g is on. That of a contact waits on the positive side alone:
   forces and slips near zero are left to rounding, gaps are located to the last digit */
static inline void rockers_wait_for_event(int k, double g) {
    enum { ne = rockers_ne };
    static const int event_end[ne] = {0, 1, 0};
    if (watch.armed[k] && watch.zero[k] < g && g < 0.0) return;
    watch.armed[k] = 1;
    watch.turned[k] = 0;
    watch.side[k] = 0.0;
    if (g > 0.0) watch.side[k] = 1.0;
    if (g < 0.0) watch.side[k] = -1.0;
    watch.look_again[k] = -1.0;
    watch.zero[k] = 0.0;
    if (event_end[k] > 0) {
        watch.side[k] = 1.0;
        watch.armed[k] = fabs(g) > watch.rounding[k] || (event_end[k] == 1 && g >= 0.0);
    }
}

/* event k waits where its function g has left zero */
static inline void rockers_take_side(int k, double g) {
    enum { ne = rockers_ne };
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    static const int event_end[ne] = {0, 1, 0};
    if (fabs(g) <= watch.error[k]) return;
    int unseen = !watch.armed[k] && watch.turned[k] && ((event_rises[k] && g > 0.0) || (event_falls[k] && g < 0.0));
    unseen = unseen && event_end[k] == 0;
    if (unseen) {
        watch.failure = 8;
        watch.culprit = k + 1;
    } else {
        rockers_wait_for_event(k, g);
    }
}

/* a gap that opens from about zero closes where it comes back to what it was. Below that it would close with more
   energy than it opened with, and a body that rocks to rest would rock for ever */
static inline void rockers_wait_for_return(int k, double g, double gdot) {
    enum { ne = rockers_ne };
    static const int event_end[ne] = {0, 1, 0};
    if (event_end[k] == 1 && gdot > 0.0 && fabs(g) <= watch.rounding[k]) {
        watch.armed[k] = 1;
        watch.side[k] = 1.0;
        watch.zero[k] = 0.0 < g ? 0.0 : g;
    }
}

/* how the events wait at the start, and which of them are due. length: what is called a short time; at_zero: of an
   event that has just happened the largest size of its function so far, of others 0 */
static inline void rockers_start_events(double t, const double* y, double* w, const double* c, double length, const
    double* at_zero) {
    enum { nq = rockers_nq, nu = rockers_nu, ne = rockers_ne, ns = rockers_ns };
    static const int event_end[ne] = {0, 1, 0};
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    double g[ne], gdot[ne], moved[nq + nu + ns], later_g[ne], later_gdot[ne];
    for (int k = 0; k < ne; ++k) watch.armed[k] = 0;
    for (int k = 0; k < ne; ++k) watch.turned[k] = 0;
    for (int k = 0; k < ne; ++k) watch.due[k] = 0;
    for (int k = 0; k < ne; ++k) watch.happened[k] = 0;
    watch.stopped = 0;
    for (int k = 0; k < ne; ++k) watch.side[k] = 0.0;
    for (int k = 0; k < ne; ++k) watch.scale[k] = 0.0;
    for (int k = 0; k < ne; ++k) watch.look_again[k] = -1.0;
    for (int k = 0; k < ne; ++k) watch.zero[k] = 0.0;
    watch.jumps = 1;
    for (int k = 0; k < ne; ++k) watch.jumped_open[k] = 0;
    watch.interval = length;
    watch.crowd_since = t;
    watch.crowd = 0;
    watch.applied = 0;
    watch.failure = 0;
    watch.culprit = 0;
    watch.row = 0;
    watch.breach = 0.0;
    rockers_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k)
        if (watch.failure == 0 && event_end[k] == 1 && g[k] < -1.0e-06) {
            watch.failure = 10;
            watch.culprit = k + 1;
        }
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
    for (int k = 0; k < ne; ++k) rockers_wait_for_return(k, g[k], gdot[k]);
    for (int k = 0; k < ne; ++k) watch.last_g[k] = g[k];
    for (int k = 0; k < ne; ++k) watch.last_gdot[k] = gdot[k];
}

/* in place, limit: no later than the next event that waits for a time alone, and than when a function must have been
   looked at again */
static inline void rockers_next_event_time(double t, const double* y, double* w, const double* c, double* limit) {
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
    enum { nq = rockers_nq, nu = rockers_nu, ns = rockers_ns };
    *all_finite = 1;
    for (int i = 0; i < nq + nu + ns; ++i)
        if (!(fabs(y[i] - y[i]) <= 0.0)) *all_finite = 0;
}

/* how fast the bodies of each closed contact move against each other, by the event that closes it: apart, together,
   or along what sticks. farthest: the largest of all and of the gaps of closed contacts */
static inline void rockers_contact_rates(double t, const double* y, double* w, const double* c, double* rates,
    double* farthest) {
    enum { nq = rockers_nq, nu = rockers_nu, nphi = rockers_nphi, ne = rockers_ne };
    double phi[nphi], phidot[nphi];
    rockers_set_inputs(t, w);
    rockers_constraints(t, y, y + nq, y + nq + nu, w, c, phi, phidot);
    for (int k = 0; k < ne; ++k) rates[k] = 0.0;
    rates[1] = fabs(phidot[0]);
    *farthest = 0.0;
    for (int k = 0; k < ne; ++k)
        if (rates[k] > *farthest) *farthest = rates[k];
    if (fabs(phi[0]) > *farthest) *farthest = fabs(phi[0]);
}

/* y at a time within the step under way */
static inline void rockers_state_at(double t, double* w, const double* c, double* y) {
    enum { nq = rockers_nq, nu = rockers_nu, ns = rockers_ns };
    int info;
    for (int k = 0; k < nq + nu + ns; ++k) y[k] = run.from[k];
    rockers_advance(run.begin, y, w, c, t - run.begin, &info);
}

/* of a step from begin to finish, where its state is y: the first time at which gaps or rates of closed contacts
   have jumped, if they do. A floor, a road or a belt with a step or a kink does that. What grows without a jump is
   the error of a step */
static inline void rockers_first_jump(double begin, double finish, const double* y, double* w, const double* c,
    double* jump) {
    enum { nq = rockers_nq, nu = rockers_nu, ne = rockers_ne, ns = rockers_ns };
    double z[nq + nu + ns], rates[ne], farthest;
    watch.jumps = 0;
    *jump = finish;
    rockers_contact_rates(finish, y, w, c, rates, &farthest);
    if (!(farthest > 1000.0 * 1.0e-06)) return;
    double middle = farthest;
    rockers_state_at(begin, w, c, z);
    rockers_contact_rates(begin, z, w, c, rates, &farthest);
    /* without projection they are not zero */
    const double least = farthest + 1000.0 * 1.0e-06;
    if (!(middle > least)) return;
    double before = begin;
    while (1) {
        middle = before + (*jump - before) / 2.0;
        if (!(before < middle && middle < *jump)) break;
        rockers_state_at(middle, w, c, z);
        rockers_contact_rates(middle, z, w, c, rates, &farthest);
        if (farthest > least) {
            *jump = middle;
        } else {
            before = middle;
        }
    }
    rockers_state_at(*jump, w, c, z);
    rockers_contact_rates(*jump, z, w, c, rates, &farthest);
    middle = farthest;
    rockers_state_at(before, w, c, z);
    rockers_contact_rates(before, z, w, c, rates, &farthest);
    watch.jumps = middle - farthest > 500.0 * 1.0e-06;
}

/* of each event a function that is zero where something is to be done */
static inline void rockers_watch_events(double t, const double* y, double* w, const double* c, double* watched) {
    enum { ne = rockers_ne };
    static const int event_end[ne] = {0, 1, 0};
    double g[ne], gdot[ne];
    rockers_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k) {
        watched[k] = watch.armed[k] ? g[k] : fabs(g[k]) - watch.error[k];
        if (event_end[k] > 0) {
            if (watch.armed[k]) {
                watched[k] = g[k] - watch.zero[k];
            } else {
                watched[k] = g[k] + watch.rounding[k];
            }
        }
    }
}

/* which functions of events have come to where something is due: found is 1 there. any: some have */
static inline void rockers_crossed_events(double t, const double* y, double* w, const double* c, int* found, int* any) {
    enum { ne = rockers_ne };
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    static const int event_end[ne] = {0, 1, 0};
    double watched[ne];
    rockers_watch_events(t, y, w, c, watched);
    *any = 0;
    for (int k = 0; k < ne; ++k) {
        found[k] = 0;
        if (watch.armed[k]) {
            if (watch.side[k] * watched[k] < 0.0 && ((event_rises[k] && watch.side[k] < 0.0) || (event_falls[k] &&
                watch.side[k] > 0.0)))
                found[k] = 1;
        } else {
            if (event_end[k] > 0 && watched[k] < 0.0) found[k] = 1;
        }
        if (found[k] > 0) *any = 1;
    }
}

/* of contacts whose gap has jumped, as by a step of time: a closed one above zero opens, below zero it is failure
   11, closed or not. phi_before: the rows before the jump */
static inline void rockers_jumped_gaps(double t, const double* y, double* w, const double* c, const double* phi_before)
    {
    enum { nq = rockers_nq, nu = rockers_nu, nphi = rockers_nphi, ne = rockers_ne };
    static const int event_end[ne] = {0, 1, 0};
    double g[ne], gdot[ne], phi[nphi], phidot[nphi];
    rockers_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k)
        if (watch.failure == 0 && watch.armed[k] && event_end[k] == 1 && g[k] - watch.zero[k] < -1.0e-06) {
            watch.failure = 11;
            watch.culprit = k + 1;
        }
    rockers_constraints(t, y, y + nq, y + nq + nu, w, c, phi, phidot);
    (void)phi_before;
}

/* of the step under way, which ends at t with the state y: which gaps of contacts have jumped (jumped_gaps) */
static inline void rockers_jumped_in_step(double t, const double* y, double* w, const double* c) {
    enum { nq = rockers_nq, nu = rockers_nu, nphi = rockers_nphi, ns = rockers_ns };
    double z[nq + nu + ns], phi[nphi], phidot[nphi];
    rockers_set_inputs(run.begin, w);
    for (int k = 0; k < nq + nu + ns; ++k) z[k] = run.from[k];
    rockers_constraints(run.begin, z, z + nq, z + nq + nu, w, c, phi, phidot);
    rockers_jumped_gaps(t, y, w, c, phi);
}

/* whether an open gap is below zero, by more than rounding or at all */
static inline void rockers_gap_is_below(const double* g, int clearly, int* below) {
    enum { ne = rockers_ne };
    static const int event_end[ne] = {0, 1, 0};
    *below = 0;
    for (int k = 0; k < ne; ++k)
        if (watch.armed[k] && event_end[k] == 1) {
            double least = 0.0;
            if (clearly) least = -watch.rounding[k];
            if (g[k] - watch.zero[k] < least) *below = 1;
        }
}

/* whether the open gaps pass the middle of h where the cubic through both ends does, by half of what is left of them */
static inline void rockers_gaps_are_smooth(double h, const double* g, const double* gdot, const double* middle_g, const
    double* later_g, const double* later_gdot, int* smooth) {
    enum { ne = rockers_ne };
    static const int event_end[ne] = {0, 1, 0};
    *smooth = 1;
    for (int k = 0; k < ne; ++k)
        if (watch.armed[k] && event_end[k] == 1) {
            const double gap = g[k] - watch.zero[k];
            const double middle = middle_g[k] - watch.zero[k];
            const double later = later_g[k] - watch.zero[k];
            const double expected = (gap + later) / 2.0 + h / 8.0 * (gdot[k] - later_gdot[k]);
            const double least = (later < (middle < gap ? middle : gap) ? later : (middle < gap ? middle : gap)) > 0.0
                ? (later < (middle < gap ? middle : gap) ? later : (middle < gap ? middle : gap)) : 0.0;
            if (fabs(middle - expected) > least / 2.0 + watch.rounding[k]) *smooth = 0;
        }
}

/* whether the tangents of an open gap that falls at one time and grows after h meet below zero */
static inline void rockers_gap_may_dip(double h, const double* g, const double* gdot, const double* later_g, const
    double* later_gdot, int* may) {
    enum { ne = rockers_ne };
    static const int event_end[ne] = {0, 1, 0};
    *may = 0;
    for (int k = 0; k < ne; ++k)
        if (watch.armed[k] && event_end[k] == 1 && gdot[k] < 0.0 && later_gdot[k] > 0.0) {
            const double falls = gdot[k];
            const double grows = later_gdot[k];
            const double gap = g[k] - watch.zero[k];
            double meet = (gap - (later_g[k] - watch.zero[k]) + grows * h) / (grows - falls);
            meet = h < (0.0 > meet ? 0.0 : meet) ? h : (0.0 > meet ? 0.0 : meet);
            if (gap + falls * meet < -watch.rounding[k]) *may = 1;
        }
}

/* of a step from begin to finish: the first time at which a gap that is open at both ends is below zero, if one is.
   The step is halved up to 10 times */
static inline void rockers_first_dip(double begin, double finish, double* w, const double* c, int* dips, double* dip) {
    enum { nq = rockers_nq, nu = rockers_nu, ne = rockers_ne, ns = rockers_ns };
    static const int event_end[ne] = {0, 1, 0};
    double z[nq + nu + ns], g[ne], gdot[ne], middle_g[ne], middle_gdot[ne], later_g[ne], later_gdot[ne], starts[10],
        ends[10];
    int depths[10], below, clearly, smooth;
    *dips = 0;
    *dip = finish;
    int any = 0;
    for (int k = 0; k < ne; ++k)
        if (watch.armed[k] && event_end[k] == 1) any = 1;
    if (!any) return;
    double from = begin;
    double to = finish;
    int depth = 0;
    int waiting = 0;
    for (int k = 0; k < 10; ++k) starts[k] = 0.0;
    for (int k = 0; k < 10; ++k) ends[k] = 0.0;
    for (int k = 0; k < 10; ++k) depths[k] = 0;
    rockers_state_at(from, w, c, z);
    rockers_event_values(from, z, w, c, g, gdot);
    rockers_state_at(to, w, c, z);
    rockers_event_values(to, z, w, c, later_g, later_gdot);
    /* it is due at the end of the step */
    rockers_gap_is_below(g, 1, &below);
    if (below || watch.failure > 0) return;
    while (1) {
        double middle = from + (to - from) / 2.0;
        rockers_state_at(middle, w, c, z);
        rockers_event_values(middle, z, w, c, middle_g, middle_gdot);
        if (watch.failure > 0) return;
        rockers_gap_is_below(middle_g, 1, &below);
        if (below) {
            *dips = 1;
            *dip = middle;
            rockers_gap_is_below(g, 0, &clearly);
            while (1) {
                middle = from + (*dip - from) / 2.0;
                if (!(from < middle && middle < *dip)) return;
                rockers_state_at(middle, w, c, z);
                rockers_event_values(middle, z, w, c, middle_g, middle_gdot);
                rockers_gap_is_below(middle_g, clearly, &below);
                if (below) {
                    *dip = middle;
                } else {
                    from = middle;
                }
            }
        }
        int left = 0;
        int right = 0;
        if (depth < 10) {
            rockers_gaps_are_smooth(to - from, g, gdot, middle_g, later_g, later_gdot, &smooth);
            rockers_gap_may_dip(middle - from, g, gdot, middle_g, middle_gdot, &left);
            rockers_gap_may_dip(to - middle, middle_g, middle_gdot, later_g, later_gdot, &right);
            if (!smooth) {
                left = 1;
                right = 1;
            }
        }
        ++depth;
        if (right) {
            ++waiting;
            starts[waiting - 1] = middle;
            ends[waiting - 1] = to;
            depths[waiting - 1] = depth;
        }
        if (left) {
            to = middle;
            for (int k = 0; k < ne; ++k) later_g[k] = middle_g[k];
            for (int k = 0; k < ne; ++k) later_gdot[k] = middle_gdot[k];
        } else {
            if (waiting == 0) return;
            from = starts[waiting - 1];
            to = ends[waiting - 1];
            depth = depths[waiting - 1];
            waiting = waiting - 1;
            rockers_state_at(from, w, c, z);
            rockers_event_values(from, z, w, c, g, gdot);
            rockers_state_at(to, w, c, z);
            rockers_event_values(to, z, w, c, later_g, later_gdot);
        }
    }
}

/* after a step: which events are due. found: not 0 where watch_events has changed its sign there */
static inline void rockers_due_events(double t, const double* y, double* w, const double* c, const int* found) {
    enum { ne = rockers_ne };
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    static const int event_end[ne] = {0, 1, 0};
    double g[ne], gdot[ne], rates[ne], farthest, rate;
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
            double beyond = g[k];
            beyond = g[k] - watch.zero[k];
            watch.due[k] = goes && watch.side[k] * beyond < 0.0;
            if (goes && !watch.due[k] && found[k] != 0 && fabs(beyond) <= 1000.0 * watch.error[k]) {
                watch.due[k] = 1;
                int near = 1;
                near = event_end[k] == 0;
                if (near) {
                    /* found a hair before zero it comes to it, found a hair after it has left zero it does not */
                    rockers_event_rate(k, t, y, w, c, g, gdot, &rate);
                    if (watch.side[k] * rate > 0.0) watch.due[k] = 0;
                }
            }
            if (event_end[k] == 1 && gdot[k] > 0.0) watch.due[k] = 0;
            if (watch.due[k]) any = 1;
        }
    }
    if (watch.jumps) {
        rockers_contact_rates(t, y, w, c, rates, &farthest);
        for (int k = 0; k < ne; ++k)
            if (rates[k] > 1000.0 * 1.0e-06) {
                watch.due[k] = 1;
                any = 1;
            }
    }
    if (any) {
        for (int k = 0; k < ne; ++k) {
            goes = (event_rises[k] && watch.side[k] < 0.0) || (event_falls[k] && watch.side[k] > 0.0);
            goes = goes && event_end[k] == 0;
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
static inline void rockers_step_to_event(double* t, double* y, double* w, const double* c, double limit) {
    enum { nq = rockers_nq, nu = rockers_nu, ne = rockers_ne, ns = rockers_ns };
    static const int event_end[ne] = {0, 1, 0};
    int found[ne], any, all_finite;
    double jump;
    double until = limit;
    rockers_next_event_time(*t, y, w, c, &until);
    run.begin = *t;
    for (int k = 0; k < nq + nu + ns; ++k) run.from[k] = y[k];
    double after = until - *t;
    rockers_advance(*t, y, w, c, after, &watch.info);
    rockers_holds_numbers(y, &all_finite);
    if (!all_finite) watch.failure = 9;
    if (watch.info != 0) watch.failure = 1;
    if (watch.failure > 0) return;
    rockers_first_jump(*t, until, y, w, c, &jump);
    if (watch.jumps) {
        /* a step that ends there has its last slope behind it: a small one goes over it */
        until = jump - *t > 2.0e-04 * watch.interval ? jump - 1.0e-04 * watch.interval : jump;
        after = until - *t;
        rockers_state_at(until, w, c, y);
    }
    rockers_crossed_events(until, y, w, c, found, &any);
    if (any) {
        /* located to the last digit by halving the step */
        double before = 0.0;
        for (int count = 0; count < 100; ++count) {
            const double middle = before + (after - before) / 2.0;
            if (!(before < middle && middle < after && *t + before < *t + after)) break;
            for (int k = 0; k < nq + nu + ns; ++k) y[k] = run.from[k];
            rockers_advance(*t, y, w, c, middle, &watch.info);
            rockers_crossed_events(*t + middle, y, w, c, found, &any);
            if (any) {
                after = middle;
            } else {
                before = middle;
            }
        }
        for (int k = 0; k < nq + nu + ns; ++k) y[k] = run.from[k];
        rockers_advance(*t, y, w, c, after, &watch.info);
        until = *t + after;
        rockers_crossed_events(until, y, w, c, found, &any);
        rockers_jumped_in_step(until, y, w, c);
        if (watch.failure > 0) return;
    }
    int dips = 0;
    double dip = until;
    for (int k = 0; k < ne; ++k)
        if (watch.armed[k] && event_end[k] == 1 && watch.last_g[k] - watch.zero[k] <= 4.0 * after * fabs(
            watch.last_gdot[k]))
            dips = 1;
    /* a gap that is too wide to close at four times its speed is not looked at */
    if (dips) rockers_first_dip(*t, until, w, c, &dips, &dip);
    if (dips) {
        rockers_state_at(dip, w, c, y);
        until = dip;
        for (int k = 0; k < ne; ++k) found[k] = 0;
    }
    *t = until;
    watch.jumps = watch.jumps && !(until < jump);
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
    if (watch.jumps && watch.failure == 0) rockers_jumped_in_step(*t, y, w, c);
    watch.jumps = 1;
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
    enum { nq = rockers_nq, nu = rockers_nu, nw = rockers_nw, nphi = rockers_nphi, ne = rockers_ne, nf = rockers_nf };
    static const int event_stops[ne] = {1, 0, 0};
    static const int event_rises[ne] = {1, 0, 1};
    static const int event_falls[ne] = {0, 1, 1};
    double flags_before[nf], phi_before[nphi], phi[nphi], phidot[nphi], g[ne], gdot[ne], kinetic, potential;
    int all_finite;
    *happens = 0;
    for (int k = 0; k < nphi; ++k) impulses[k] = 0.0;
    *before = 0.0;
    *after = 0.0;
    int first = -1;
    if (!watch.stopped) {
        for (int k = 0; k < ne; ++k) {
            if (watch.due[k] && first == -1) first = k;
            if (watch.jumped_open[k] && first == -1) first = k;
        }
    }
    if (first == -1) {
        if (watch.applied > 0) rockers_wait_anew(t, y, w, c);
        return;
    }
    watch.due[first] = 0;
    watch.jumped_open[first] = 0;
    watch.culprit = first + 1;
    ++watch.applied;
    rockers_note_crowd(t);
    if (watch.applied > 100) watch.failure = 6;
    if (watch.failure > 0) return;
    rockers_set_inputs(t, w);
    rockers_energy(t, y, y + nq, y + nq + nu, w, c, &kinetic, &potential);
    *before = kinetic + potential;
    for (int j = 0; j < nf; ++j) flags_before[j] = w[nw - nf + j];
    rockers_constraints(t, y, y + nq, y + nq + nu, w, c, phi_before, phidot);
    rockers_event(first + 1, t, y, y + nq, y + nq + nu, w, c, impulses, &watch.info);
    if (watch.info != 0) {
        watch.failure = 3;
        return;
    }
    rockers_holds_numbers(y, &all_finite);
    if (!all_finite) {
        watch.failure = 4;
        return;
    }
    rockers_jumped_gaps(t, y, w, c, phi_before);
    if (watch.failure > 0) return;
    /* a row that this event has switched on must hold; a contact closes where its gap counts as none. The error of a row that is off is 0; what the others have drifted by is not of this event */
    int changed = 0;
    for (int j = 0; j < nf; ++j)
        if (fabs(w[nw - nf + j] - flags_before[j]) > 0.0) changed = 1;
    /* rows that hold states which it sets must hold too */
    if (changed) {
        rockers_constraints(t, y, y + nq, y + nq + nu, w, c, phi, phidot);
        double size = 1.0;
        for (int i = 0; i < nq; ++i)
            if (fabs(y[i]) > size) size = fabs(y[i]);
        double allowed = 1.0e-06;
        if (1.0e-06 > allowed) allowed = 1.0e-06;
        allowed = allowed * size;
        for (int r = 0; r < nphi; ++r)
            if (!(fabs(phi[r]) <= allowed || fabs(phi[r] - phi_before[r]) <= allowed)) {
                watch.failure = 5;
                watch.row = r + 1;
                watch.breach = phi[r];
                return;
            }
    }
    rockers_energy(t, y, y + nq, y + nq + nu, w, c, &kinetic, &potential);
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
            changed = !((event_rises[j] && watch.last_gdot[j] > 0.0) || (event_falls[j] && watch.last_gdot[j] < 0.0));
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
    static const int event_end[ne] = {0, 1, 0};
    for (int k = 0; k < ne; ++k) {
        sizes[k] = watch.armed[k] ? 0.0 : watch.scale[k];
        if (event_end[k] > 0) sizes[k] = 0.0;
    }
}

/* after the projection that follows events: what of sticking, sliding and normal forces is zero up to rounding now */
static inline void rockers_rest_events(double t, const double* y, double* w, const double* c) {
    enum { ne = rockers_ne };
    static const int event_end[ne] = {0, 1, 0};
    double g[ne], gdot[ne];
    rockers_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k)
        if (event_end[k] == 1) {
            rockers_wait_for_return(k, g[k], gdot[k]);
        } else if (event_end[k] > 0) {
            rockers_wait_for_event(k, g[k]);
        }
}
