
// loads x in a mode with the stops that it closes, and the directions of contacts in space that slide from rest:
// against the slip that follows, by Newton's method from those that are given. failed: as of contact_solve; unfit: 0,
// the number of a contact that finds none, or one above that of all members where no stops fit. One state at a time
template <class R>
void contact_directions(const R* s, const R* r, const R* limit, const R* slope, const R* slack, const R* near, const
    R* slide, const R* ban, int* mode, R* x, int& failed, int& unfit) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nloads = 4, nmembers = 5, nstops = 2;
    R by_stop[nloads * nstops], k[(nloads + nrows) * nloads];
    (void)slide;
    failed = 0;
    unfit = 0;
    for (int m = 0; m < nstops; ++m)
        for (int l = 0; l < nloads; ++l) by_stop[l + nloads * m] = L::number(0.0);
    const int p = 0;
    for (int count = 0; count < 60; ++count) {
        rockers::contact_solve<R>(nrows, s, r, limit, slope, mode, x, by_stop, k, failed);
        if (failed > 0 && failed <= nloads) return;
        rockers::contact_close<R>(s, r, slack, near, ban, by_stop, mode, x, unfit);
        if (unfit != 0) {
            unfit = nmembers + 1;
            return;
        }
        if (p == 0) return;
    }
    unfit = nmembers + 1;
}
