
/* impulses f that take the rest of a slip from contacts that count as at rest where the mode changes: from there
   they slide into the direction of their acceleration. near: as of contact_impulses */
static inline void rockers_contact_stop(const double* s, const double* r, const double* near, double* f) {
    enum { nrows = 2, nloads = 2, nmodes = 1 };
    double limit[nmodes], x[nloads], k[(nloads + nrows) * nloads];
    int mode[nmodes], failed;
    for (int l = 0; l < nrows; ++l) f[l] = 0.0;
    for (int l = 0; l < nmodes; ++l) limit[l] = 0.0;
    for (int i = 0; i < nmodes; ++i) {
        mode[i] = 3;
        if (near[i] > 1.5) mode[i] = 0;
        if (near[i] > 2.5) mode[i] = 1;
    }
    rockers_contact_solve(nrows, s, r, limit, mode, x, k, &failed);
    if (failed == 0 || failed > nloads)
        for (int i = 0; i < nloads; ++i) f[i] = x[i];
}
