
// first guesses of the directions in which contacts in space slide that are at rest: against the loads that hold them,
// beside those that slide. One state at a time
template <class R>
void contact_toward(const R* s, const R* r, const R* limit, const R* near, const R* slide) {
    using L = lag_math<R>;
    constexpr int nrows = 2, nloads = 2, nmodes = 1;
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    int mode[nmodes], failed;
    R f[nloads], k[(nloads + nrows) * nloads];
    for (int i = 0; i < nmodes; ++i) {
        mode[i] = less(L::number(0.5), near[i]) ? 0 : 3;
        if (less(L::number(0.5), near[i]) && less(L::number(0.0), slide[i])) mode[i] = 1;
        if (less(L::number(0.5), near[i]) && less(slide[i], L::number(0.0))) mode[i] = 2;
    }
    rockers::contact_solve<R>(nrows, s, r, limit, mode, f, k, failed);
}
