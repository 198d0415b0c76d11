
/* first guesses of the directions in which contacts in space slide that are at rest: against the loads that hold
   them, beside those that slide */
static inline void rockers_contact_toward(const double* s, const double* r, const double* limit, const double* near,
    const double* slide) {
    enum { nrows = 2, nloads = 2, nmodes = 1 };
    int mode[nmodes], failed;
    double f[nloads], k[(nloads + nrows) * nloads];
    for (int i = 0; i < nmodes; ++i) {
        mode[i] = near[i] > 0.5 ? 0 : 3;
        if (near[i] > 0.5 && slide[i] > 0.0) mode[i] = 1;
        if (near[i] > 0.5 && slide[i] < 0.0) mode[i] = 2;
    }
    rockers_contact_solve(nrows, s, r, limit, mode, f, k, &failed);
}
