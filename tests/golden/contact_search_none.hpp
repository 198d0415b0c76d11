
// searches the modes of contacts and dry friction in declared order, the last one's first, each with the stops that it
// closes. near: the contact may be closed; slide: its slip speed; ban: 1 for closed, 2 for sticking is not tried.
// along, across: the direction of the slip of contacts in space, on return that of the mode found. Of an impact the
// first consistent mode that gives no energy is taken; its rates are before, and r + S f + least after it. Else the one
// that breaks its inequalities least is taken: where S is nearly singular, others break them little, too. Where more
// than 4 contacts may be closed, contact_crowd searches. Contacts that depend on each other share their loads. failed:
// 0, or the number of rows + 1: more normal force presses a sliding contact together, + 2: no mode is consistent, + 3:
// modes with different accelerations are, up to rounding. One state at a time
template <class R>
void contact_search(const R* s, const R* r, const R* limit, const R* slack, const R* near, const R* slide, const
    R* ban, bool impact, const R* before, const R* least, int* best, R* f, int& failed) {
    using L = lag_math<R>;
    constexpr int nrows = 2, nloads = 2, nmembers = 1, nmodes = 1;
    static const int normal[nmembers] = {0};
    static const int tangent[nmembers] = {1};
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    const auto less_equal = [](const R& lesser, const R& greater) {
        return L::every(L::less_equal(lesser, greater));
    };
    int mode[nmembers], unfit;
    R x[nrows], rate[nrows], first[nrows], excess[nrows], largest, broken;
    bool fits;
    for (int k = 0; k < nrows; ++k) f[k] = L::number(0.0);
    for (int k = 0; k < nrows; ++k) x[k] = L::number(0.0);
    for (int k = 0; k < nrows; ++k) first[k] = L::number(0.0);
    for (int k = 0; k < nmembers; ++k) best[k] = -1;
    for (int k = 0; k < nmembers; ++k) mode[k] = -1;
    bool found = false;
    bool wrong = false;
    bool several = false;
    R smallest = L::number(0.0);
    int unsolved = 0;
    int i = 0;
    while (i != -1) {
        // the next mode of i
        const int a = normal[i];
        const int b = tangent[i];
        bool allowed = false;
        while (!allowed && mode[i] < 4) {
            mode[i] = mode[i] + 1;
            if (!less(L::number(0.5), near[i])) {
                allowed = mode[i] == 3;
            } else if (mode[i] == 3) {
                allowed = a != -1;
            } else if (a != -1 && less(L::abs(ban[i] - L::number(1.0)), L::number(0.5))) {
                allowed = false;
            } else if (mode[i] == 0) {
                allowed = b == -1 || impact || (!less(L::number(0.0), L::abs(slide[i])) && !less(L::abs(ban[i] -
                    L::number(2.0)), L::number(0.5)));
            } else if (mode[i] == 1) {
                allowed = b != -1 && !less(slide[i], L::number(0.0));
            } else if (mode[i] == 2) {
                allowed = b != -1 && !less(L::number(0.0), slide[i]);
            }
        }
        if (!allowed) {
            i = i - 1;
            continue;
        }
        if (i + 1 < nmodes) {
            ++i;
            mode[i] = -1;
            continue;
        }
        rockers::contact_directions<R>(s, r, limit, slack, near, slide, ban, mode, x, unsolved, unfit);
        if ((unsolved > 0 && unsolved <= nloads) || unfit != 0) continue;
        rockers::contact_fits<R>(s, r, limit, slack, near, slide, impact, before, least, mode, x, rate, excess,
            largest, broken, fits);
        if (!fits) continue;
        if (unsolved > 0) {
            wrong = true;
            continue;
        }
        if (less_equal(broken, L::number(1.0e-12) * largest)) {
            broken = L::number(0.0);
        } else {
            broken = broken / largest;
        }
        if (found) {
            bool differs = false;
            for (int j = 0; j < nrows; ++j)
                if (!less_equal(L::abs(rate[j] - first[j]), L::number(1.0e-08) * largest + L::number(10.0) * slack[j]))
                    differs = true;
            if (differs && !less(L::number(0.0), L::max(broken, smallest))) several = true;
            if (!differs || !less(broken, smallest)) continue;
        }
        found = true;
        smallest = broken;
        for (int k = 0; k < nmembers; ++k) best[k] = mode[k];
        for (int k = 0; k < nrows; ++k) f[k] = x[k];
        for (int k = 0; k < nrows; ++k) first[k] = rate[k];
        if (impact) {
            failed = 0;
            return;
        }
    }
    failed = 0;
    if (several) failed = nrows + 3;
    if (!found) failed = nrows + 2;
    if (wrong) failed = nrows + 1;
}
