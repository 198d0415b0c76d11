
/* loads x in a mode with the stops that it closes, and the directions of contacts in space that slide from rest:
   against the slip that follows, by Newton's method from those that are given. failed: as of contact_solve; unfit:
   0, the number of a contact that finds none, or one above that of all members where no stops fit */
static inline void rockers_contact_directions(const double* s, const double* r, const double* limit, const
    double* slope, const double* slack, const double* near, const double* slide, const double* ban, int* mode,
    double* x, int* failed, int* unfit) {
    enum { nrows = 6, nloads = 4, nmembers = 5, nstops = 2 };
    double by_stop[nloads * nstops], k[(nloads + nrows) * nloads];
    (void)slide;
    *failed = 0;
    *unfit = 0;
    for (int m = 0; m < nstops; ++m)
        for (int l = 0; l < nloads; ++l) by_stop[l + nloads * m] = 0.0;
    const int p = 0;
    for (int count = 0; count < 60; ++count) {
        rockers_contact_solve(nrows, s, r, limit, slope, mode, x, by_stop, k, failed);
        if (*failed > 0 && *failed <= nloads) return;
        rockers_contact_close(s, r, slack, near, ban, by_stop, mode, x, unfit);
        if (*unfit != 0) {
            *unfit = nmembers + 1;
            return;
        }
        if (p == 0) return;
    }
    *unfit = nmembers + 1;
}
