
// impulses f of the contacts and stops that are near, by row, and the law that they keep: 0 nothing takes part, 1
// friction against the slip before the impact, 2 after it, 3 and 4 likewise with half and a quarter of e, 5 with e = 0.
// r: the rates after all other impulses; before: before any; least: the least normal speed after the impact, slide: the
// slip speed by contact; still: the speed that counts as zero. near: 1 where a contact takes part; beside contacts in
// space, at an event that changes the mode alone, 2 where it is closed and at rest, 3 where it slides. S, r, before and
// limit are scaled in place. failed: 0, or the number of rows + 4: none are consistent without a gain of energy. One
// state at a time
template <class R>
void contact_impulses(R still, R* s, R* r, R* before, R* limit, const R* least, const R* near, R* slide, R* f, R& law,
    R& failed) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nmembers = 5, nmodes = 3, nslopes = 3;
    static const R shares[5] = {L::number(1.0), L::number(1.0), L::number(0.5), L::number(0.25), L::number(0.0)};
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    R slope[nrows * nslopes], scale[nrows], slack[nrows], free[nrows], rise[nrows], bounce[nrows], ban[nmembers];
    int best[nmembers];
    for (int l = 0; l < nslopes; ++l)
        for (int k = 0; k < nrows; ++k) slope[k + nrows * l] = L::number(0.0);
    for (int k = 0; k < nmembers; ++k) ban[k] = L::number(0.0);
    for (int k = 0; k < nrows; ++k) rise[k] = L::number(0.0);
    rockers::contact_scale<R>(nrows, s, r, limit, slope, scale);
    bool takes_part = false;
    for (int i = 0; i < nmembers; ++i) {
        takes_part = takes_part || less(L::abs(near[i] - L::number(1.0)), L::number(0.5));
        const int row = normal[i];
        if (row != -1) rise[row] = least[i] * scale[row];
    }
    for (int k = 0; k < nrows; ++k) free[k] = r[k];
    for (int i = 0; i < nrows; ++i) {
        slack[i] = still * scale[i];
        before[i] = before[i] * scale[i];
    }
    for (int k = 0; k < nrows; ++k) f[k] = L::number(0.0);
    law = L::number(0.0);
    int result = 1;
    for (int count = 0; count < 5; ++count) {
        law = law + L::number(1.0);
        for (int i = 0; i < nrows; ++i) {
            bounce[i] = shares[count] * rise[i];
            r[i] = free[i] - bounce[i];
        }
        if (count > 0)
            for (int k = 0; k < nmodes; ++k) slide[k] = L::number(0.0);
        if (count < 4) {
            rockers::contact_search<R>(s, r, limit, slope, slack, near, slide, ban, true, before, bounce, best, f,
                result);
        } else {
            rockers::contact_rest<R>(s, r, limit, near, f, result);
        }
        if (result == 0) break;
    }
    if (!takes_part) law = L::number(0.0);
    for (int i = 0; i < nrows; ++i) f[i] = f[i] * scale[i];
    failed = result == 0 ? L::number(0.0) : L::number(nrows + 4);
}
