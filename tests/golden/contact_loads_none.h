
/* the loads f on the rows of contacts and dry friction in the mode that closed and slip say; along, across: as of
   contact_solve. S, r, limit and slope are scaled in place. failed: as of contact_solve */
static inline void rockers_contact_loads(double* s, double* r, double* limit, const double* closed, const double* slip,
    double* f, double* failed) {
    enum { nrows = 2, nloads = 2, nmodes = 1 };
    double scale[nloads], k[(nloads + nrows) * nloads];
    int mode[nmodes], result;
    rockers_contact_flagged(closed, slip, mode);
    rockers_contact_scale(nloads, s, r, limit, scale);
    rockers_contact_solve(nloads, s, r, limit, mode, f, k, &result);
    for (int i = 0; i < nloads; ++i) f[i] = f[i] * scale[i];
    *failed = (double)result;
}
