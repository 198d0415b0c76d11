
/* loads x in a mode with the stops that it closes, and the directions of contacts in space that slide from rest:
   against the slip that follows, by Newton's method from those that are given. failed: as of contact_solve; unfit:
   0, the number of a contact that finds none, or one above that of all members where no stops fit */
static inline void rockers_contact_directions(const double* s, const double* r, const double* limit, const
    double* slack, const double* near, const double* slide, const double* ban, const int* mode, double* x, int* failed,
    int* unfit) {
    enum { nrows = 2, nloads = 2, nmembers = 1 };
    double k[(nloads + nrows) * nloads];
    (void)slack;
    (void)near;
    (void)slide;
    (void)ban;
    *failed = 0;
    *unfit = 0;
    const int p = 0;
    for (int count = 0; count < 60; ++count) {
        rockers_contact_solve(nrows, s, r, limit, mode, x, k, failed);
        if (*failed > 0 && *failed <= nloads) return;
        if (p == 0) return;
    }
    *unfit = nmembers + 1;
}
