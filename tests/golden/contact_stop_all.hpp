
// impulses f that take the rest of a slip from contacts that count as at rest where the mode changes: from there they
// slide into the direction of their acceleration. near: as of contact_impulses. One state at a time
template <class R>
void contact_stop(const R* s, const R* r, const R* near, R* f) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nloads = 4, nmodes = 3, nstops = 2, nslopes = 3;
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    R limit[nmodes], slope[nrows * nslopes], x[nloads], by_stop[nloads * nstops], k[(nloads + nrows) * nloads];
    int mode[nmodes], failed;
    for (int l = 0; l < nrows; ++l) f[l] = L::number(0.0);
    for (int l = 0; l < nmodes; ++l) limit[l] = L::number(0.0);
    for (int m = 0; m < nslopes; ++m)
        for (int l = 0; l < nrows; ++l) slope[l + nrows * m] = L::number(0.0);
    for (int i = 0; i < nmodes; ++i) {
        mode[i] = 3;
        if (less(L::number(1.5), near[i])) mode[i] = 0;
        if (less(L::number(2.5), near[i])) mode[i] = 1;
    }
    rockers::contact_solve<R>(nrows, s, r, limit, slope, mode, x, by_stop, k, failed);
    if (failed == 0 || failed > nloads)
        for (int i = 0; i < nloads; ++i) f[i] = x[i];
}
