
/* the loads f on the rows of contacts and dry friction in the mode that closed and slip say. S, r, limit and slope
   are scaled in place. failed: as of contact_solve */
static inline void rockers_contact_loads(double* s, double* r, double* limit, double* slope, const double* closed,
    const double* slip, double* f, double* failed) {
    enum { nloads = 4, nmodes = 3, nstops = 2 };
    double scale[nloads], by_stop[nloads * nstops];
    int mode[nmodes], result;
    for (int i = 0; i < nmodes; ++i) {
        mode[i] = 0;
        if (slip[i] > 0.0) mode[i] = 1;
        if (slip[i] < 0.0) mode[i] = 2;
        if (!(fabs(closed[i]) > 0.0)) mode[i] = 3;
    }
    rockers_contact_scale(nloads, s, r, limit, slope, scale);
    rockers_contact_solve(nloads, s, r, limit, slope, mode, f, by_stop, &result);
    for (int i = 0; i < nloads; ++i) f[i] = f[i] * scale[i];
    *failed = (double)result;
}
