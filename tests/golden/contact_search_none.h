
/* searches the modes of contacts and dry friction in declared order, the last one's first, each with the stops that
   it closes. near: the contact may be closed; slide: its slip speed; ban: 1 for closed, 2 for sticking is not tried.
   Of an impact the first consistent mode that gives no energy is taken; its rates are before, and r + S f + least
   after it. Else the one that breaks its inequalities least is taken: where S is nearly singular, others break them
   little, too. failed: 0, or the number of rows + 1: more normal force presses a sliding contact together, + 2: no
   mode is consistent, + 3: modes with different accelerations are, up to rounding */
static inline void rockers_contact_search(const double* s, const double* r, const double* limit, const double* slack,
    const double* near, const double* slide, const double* ban, int impact, const double* before, const double* least,
    int* best, double* f, int* failed) {
    enum { nrows = 2, nloads = 2, nmembers = 1, nmodes = 1 };
    static const int normal[nmembers] = {0};
    static const int tangent[nmembers] = {1};
    int mode[nmembers];
    double x[nrows], rate[nrows], first[nrows], excess[nrows], k[(nloads + nrows) * nloads], most;
    for (int l = 0; l < nrows; ++l) f[l] = 0.0;
    for (int l = 0; l < nrows; ++l) x[l] = 0.0;
    for (int l = 0; l < nrows; ++l) first[l] = 0.0;
    for (int l = 0; l < nmembers; ++l) best[l] = -1;
    for (int l = 0; l < nmembers; ++l) mode[l] = -1;
    int found = 0;
    int wrong = 0;
    int several = 0;
    double smallest = 0.0;
    int unsolved = 0;
    int i = 0;
    while (i != -1) {
        /* the next mode of i */
        int a = normal[i];
        int b = tangent[i];
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
        rockers_contact_solve(nrows, s, r, limit, mode, x, k, &unsolved);
        if (unsolved > 0 && unsolved <= nloads) continue;
        for (int l = 0; l < nrows; ++l) {
            rate[l] = r[l];
            for (int j = 0; j < nrows; ++j) rate[l] = rate[l] + s[l + nrows * j] * x[j];
        }
        double largest = 0.0;
        for (int j = 0; j < nmembers; ++j)
            if (near[j] > 0.5) {
                a = normal[j];
                b = tangent[j];
                if (a != -1) {
                    if (fabs(r[a]) > largest) largest = fabs(r[a]);
                    if (fabs(x[a]) > largest) largest = fabs(x[a]);
                }
                if (b != -1) {
                    if (fabs(r[b]) > largest) largest = fabs(r[b]);
                    if (fabs(x[b]) > largest) largest = fabs(x[b]);
                }
            }
        /* by how much each row breaks its inequality */
        for (int l = 0; l < nrows; ++l) excess[l] = 0.0;
        for (int j = 0; j < nmodes; ++j)
            if (near[j] > 0.5) {
                a = normal[j];
                b = tangent[j];
                if (a != -1) excess[a] = mode[j] == 3 ? -rate[a] : -x[a];
                if (b == -1 || mode[j] == 3) continue;
                most = limit[j];
                if (a != -1) most = limit[j] * x[a];
                if (mode[j] == 0) {
                    excess[b] = fabs(x[b]) - most;
                } else if (!(fabs(slide[j]) > 0.0)) {
                    excess[b] = mode[j] == 1 ? -rate[b] : rate[b];
                }
            }
        int fits = 1;
        double broken = 0.0;
        for (int l = 0; l < nrows; ++l) {
            fits = fits && excess[l] <= 1.0e-09 * largest + slack[l];
            if (excess[l] - slack[l] > broken) broken = excess[l] - slack[l];
        }
        if (fits && impact) {
            double gain = 0.0;
            most = 0.0;
            for (int j = 0; j < nrows; ++j) {
                gain = gain + 0.5 * x[j] * (before[j] + rate[j] + least[j]);
                most = most + fabs(x[j]) * (fabs(before[j]) + fabs(rate[j] + least[j])) + 1.0e+09 * slack[j] * slack[j];
            }
            fits = gain <= 1.0e-09 * most;
        }
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
        for (int l = 0; l < nmembers; ++l) best[l] = mode[l];
        for (int l = 0; l < nrows; ++l) f[l] = x[l];
        for (int l = 0; l < nrows; ++l) first[l] = rate[l];
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
