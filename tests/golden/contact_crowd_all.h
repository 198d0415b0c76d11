
/* searches a mode where many contacts may be closed (contact_search): loads from relaxation say which, and the
   contact that contradicts it most changes its mode until all fit. The first one that fits is taken; others are not
   looked for. failed: as of contact_search */
static inline void rockers_contact_crowd(const double* s, const double* r, const double* limit, const double* slope,
    const double* slack, const double* near, const double* slide, const double* ban, int impact, const double* before,
    const double* least, int* best, double* f, int* failed) {
    enum { nrows = 6, nloads = 4, nmembers = 5 };
    double loads[nrows], x[nrows], rate[nrows], excess[nrows], largest, broken;
    int unsolved, unfit, fits, changed;
    for (int k = 0; k < nmembers; ++k) best[k] = -1;
    for (int k = 0; k < nrows; ++k) loads[k] = 0.0;
    for (int k = 0; k < nrows; ++k) x[k] = 0.0;
    for (int k = 0; k < nrows; ++k) f[k] = 0.0;
    int wrong = 0;
    int sweeps = 50;
    for (int count = 0; count < 6; ++count) {
        rockers_contact_relax(sweeps, s, r, limit, slope, near, slide, ban, impact, loads);
        sweeps = 3 * sweeps;
        rockers_contact_guess(limit, slope, near, slide, ban, impact, loads, best);
        for (int tries = 0; tries < 4 * nmembers; ++tries) {
            rockers_contact_directions(s, r, limit, slope, slack, near, slide, ban, best, x, &unsolved, &unfit);
            if ((unsolved > 0 && unsolved <= nloads) || unfit > nmembers) break;
            if (unfit > 0) {
                if (fabs(ban[unfit - 1] - 2.0) < 0.5) break;
                best[unfit - 1] = 0;
                continue;
            }
            rockers_contact_fits(s, r, limit, slope, slack, near, slide, impact, before, least, best, x, rate, excess,
                &largest, &broken, &fits);
            if (fits) {
                if (unsolved == 0) {
                    for (int k = 0; k < nrows; ++k) f[k] = x[k];
                    *failed = 0;
                    return;
                }
                wrong = 1;
            }
            rockers_contact_repair(near, slide, ban, slack, excess, x, best, &changed);
            if (!changed) break;
        }
    }
    *failed = nrows + 2;
    if (wrong) *failed = nrows + 1;
}
