
/* searches the modes of contacts and dry friction in declared order, the last one's first, each with the stops that
   it closes. near: the contact may be closed; slide: its slip speed; ban: 1 for closed, 2 for sticking is not tried.
   along, across: the direction of the slip of contacts in space, on return that of the mode found. Of an impact the
   first consistent mode that gives no energy is taken; its rates are before, and r + S f + least after it. Else the
   one that breaks its inequalities least is taken: where S is nearly singular, others break them little, too. Where
   more than 4 contacts may be closed, contact_crowd searches. Contacts that depend on each other share their loads.
   failed: 0, or the number of rows + 1: more normal force presses a sliding contact together, + 2: no mode is
   consistent, + 3: modes with different accelerations are, up to rounding */
static inline void rockers_contact_search(const double* s, const double* r, const double* limit, const double* slack,
    const double* near, const double* slide, const double* ban, int impact, const double* before, const double* least,
    int* best, double* f, int* failed) {
    enum { nrows = 2, nloads = 2, nmembers = 1, nmodes = 1 };
    static const int normal[nmembers] = {0};
    static const int tangent[nmembers] = {1};
    int mode[nmembers], unfit, fits;
    double x[nrows], rate[nrows], first[nrows], excess[nrows], largest, broken;
    for (int k = 0; k < nrows; ++k) f[k] = 0.0;
    for (int k = 0; k < nrows; ++k) x[k] = 0.0;
    for (int k = 0; k < nrows; ++k) first[k] = 0.0;
    for (int k = 0; k < nmembers; ++k) best[k] = -1;
    for (int k = 0; k < nmembers; ++k) mode[k] = -1;
    int found = 0;
    int wrong = 0;
    int several = 0;
    double smallest = 0.0;
    int unsolved = 0;
    int i = 0;
    while (i != -1) {
        /* the next mode of i */
        const int a = normal[i];
        const int b = tangent[i];
        int allowed = 0;
        while (!allowed && mode[i] < 4) {
            mode[i] = mode[i] + 1;
            if (!(near[i] > 0.5)) {
                allowed = mode[i] == 3;
            } else if (mode[i] == 3) {
                allowed = a != -1;
            } else if (a != -1 && fabs(ban[i] - 1.0) < 0.5) {
                allowed = 0;
            } else if (mode[i] == 0) {
                allowed = b == -1 || impact || (!(fabs(slide[i]) > 0.0) && !(fabs(ban[i] - 2.0) < 0.5));
            } else if (mode[i] == 1) {
                allowed = b != -1 && !(slide[i] < 0.0);
            } else if (mode[i] == 2) {
                allowed = b != -1 && !(slide[i] > 0.0);
            }
        }
        if (!allowed) {
            i = i - 1;
            continue;
        }
        if (i + 1 < nmodes) {
            ++i;
            mode[i] = -1;
            continue;
        }
        rockers_contact_directions(s, r, limit, slack, near, slide, ban, mode, x, &unsolved, &unfit);
        if ((unsolved > 0 && unsolved <= nloads) || unfit != 0) continue;
        rockers_contact_fits(s, r, limit, slack, near, slide, impact, before, least, mode, x, rate, excess, &largest,
            &broken, &fits);
        if (!fits) continue;
        if (unsolved > 0) {
            wrong = 1;
            continue;
        }
        if (broken <= 1.0e-12 * largest) {
            broken = 0.0;
        } else {
            broken = broken / largest;
        }
        if (found) {
            int differs = 0;
            for (int j = 0; j < nrows; ++j)
                if (!(fabs(rate[j] - first[j]) <= 1.0e-08 * largest + 10.0 * slack[j])) differs = 1;
            if (differs && !((smallest > broken ? smallest : broken) > 0.0)) several = 1;
            if (!differs || !(broken < smallest)) continue;
        }
        found = 1;
        smallest = broken;
        for (int k = 0; k < nmembers; ++k) best[k] = mode[k];
        for (int k = 0; k < nrows; ++k) f[k] = x[k];
        for (int k = 0; k < nrows; ++k) first[k] = rate[k];
        if (impact) {
            *failed = 0;
            return;
        }
    }
    *failed = 0;
    if (several) *failed = nrows + 3;
    if (!found) *failed = nrows + 2;
    if (wrong) *failed = nrows + 1;
}
