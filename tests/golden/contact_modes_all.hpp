
// the mode of contacts, dry friction and stops: whether each is closed, and where it slips (contact_search); their
// loads f, and the directions in which contacts in space slide. S, r, limit and slope are scaled in place; still: the
// rate that counts as zero. failed: as of contact_search. One state at a time
template <class R>
void contact_modes(R still, R* s, R* r, R* limit, R* slope, const R* near, const R* slide, R* ban, R* closed, R* slip,
    R* f, R& failed) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nmembers = 5, nmodes = 3;
    static const int tangent[nmembers] = {1, 2, -1, -1, -1};
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    R scale[nrows], slack[nrows], held[nmembers];
    int best[nmembers], result;
    rockers::contact_scale<R>(nrows, s, r, limit, slope, scale);
    for (int i = 0; i < nrows; ++i) slack[i] = still * scale[i];
    // along what all other rows hold they carry the load, and friction is at its limit: a load that sticks there is
    // rounding alone
    for (int k = 0; k < nmembers; ++k) held[k] = ban[k];
    for (int i = 0; i < nmodes; ++i) {
        const int b = tangent[i];
        if (b != -1) {
            if (!less(L::number(0.0), s[b + nrows * b]) && !less(L::number(0.5), ban[i])) held[i] = L::number(2.0);
        }
    }
    rockers::contact_search<R>(s, r, limit, slope, slack, near, slide, held, false, r, r, best, f, result);
    bool banned = false;
    for (int i = 0; i < nmembers; ++i) banned = banned || less(L::number(0.5), held[i]);
    if (result == nrows + 2 && banned) {
        for (int k = 0; k < nmembers; ++k) ban[k] = L::number(0.0);
        rockers::contact_search<R>(s, r, limit, slope, slack, near, slide, ban, false, r, r, best, f, result);
    }
    for (int i = 0; i < nmembers; ++i) {
        closed[i] = best[i] == 3 ? L::number(0.0) : L::number(1.0);
        slip[i] = L::number(0.0);
        if (best[i] == 1) slip[i] = L::number(1.0);
        if (best[i] == 2) slip[i] = L::number(-1.0);
    }
    for (int i = 0; i < nrows; ++i) f[i] = f[i] * scale[i];
    failed = L::number(result);
}
