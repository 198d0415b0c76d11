
/* the loads f on the rows of contacts and dry friction in the mode that closed and slip say; along, across: as of
   contact_solve. S, r, limit and slope are scaled in place. failed: as of contact_solve */
static inline void rockers_contact_loads(double* s, double* r, double* limit, double* slope, const double* closed,
    const double* slip, double* f, double* failed) {
    enum { nrows = 6, nloads = 4, nmodes = 3, nstops = 2 };
    double scale[nloads], by_stop[nloads * nstops], k[(nloads + nrows) * nloads];
    int mode[nmodes], result;
    rockers_contact_flagged(closed, slip, mode);
    rockers_contact_scale(nloads, s, r, limit, slope, scale);
    rockers_contact_solve(nloads, s, r, limit, slope, mode, f, by_stop, k, &result);
    for (int i = 0; i < nloads; ++i) f[i] = f[i] * scale[i];
    *failed = (double)result;
}
