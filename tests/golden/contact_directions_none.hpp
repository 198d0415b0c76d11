
// loads x in a mode with the stops that it closes, and the directions of contacts in space that slide from rest:
// against the slip that follows, by Newton's method from those that are given. failed: as of contact_solve; unfit: 0,
// the number of a contact that finds none, or one above that of all members where no stops fit. One state at a time
template <class R>
void contact_directions(const R* s, const R* r, const R* limit, const R* slack, const R* near, const R* slide, const
    R* ban, const int* mode, R* x, int& failed, int& unfit) {
    constexpr int nrows = 2, nloads = 2, nmembers = 1;
    R k[(nloads + nrows) * nloads];
    (void)slack;
    (void)near;
    (void)slide;
    (void)ban;
    failed = 0;
    unfit = 0;
    const int p = 0;
    for (int count = 0; count < 60; ++count) {
        rockers::contact_solve<R>(nrows, s, r, limit, mode, x, k, failed);
        if (failed > 0 && failed <= nloads) return;
        if (p == 0) return;
    }
    unfit = nmembers + 1;
}
