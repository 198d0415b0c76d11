
// searches the modes of contacts and dry friction in declared order, the last one's first, each with the stops that it
// closes. near: the contact may be closed; slide: its slip speed; ban: 1 for closed, 2 for sticking is not tried. Of an
// impact the first consistent mode that gives no energy is taken; its rates are before, and r + S f + least after it.
// Else the one that breaks its inequalities least is taken: where S is nearly singular, others break them little, too.
// failed: 0, or the number of rows + 1: more normal force presses a sliding contact together, + 2: no mode is
// consistent, + 3: modes with different accelerations are, up to rounding. One state at a time
template <class R>
void contact_search(const R* s, const R* r, const R* limit, const R* slope, const R* slack, const R* near, const
    R* slide, const R* ban, bool impact, const R* before, const R* least, int* best, R* f, int& failed) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nloads = 4, nmembers = 5, nmodes = 3, nstops = 2;
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    static const int tangent[nmembers] = {1, 2, -1, -1, -1};
    const auto less = [](const R& a, const R& b) { return L::every(L::less(a, b)); };
    const auto less_equal = [](const R& a, const R& b) { return L::every(L::less_equal(a, b)); };
    int mode[nmembers], unfit;
    R x[nrows], rate[nrows], first[nrows], excess[nrows], by_stop[nloads * nstops], k[(nloads + nrows) * nloads], most;
    for (int l = 0; l < nrows; ++l) f[l] = L::number(0.0);
    for (int l = 0; l < nrows; ++l) x[l] = L::number(0.0);
    for (int l = 0; l < nrows; ++l) first[l] = L::number(0.0);
    for (int m = 0; m < nstops; ++m)
        for (int l = 0; l < nloads; ++l) by_stop[l + nloads * m] = L::number(0.0);
    for (int l = 0; l < nmembers; ++l) best[l] = -1;
    for (int l = 0; l < nmembers; ++l) mode[l] = -1;
    bool found = false;
    bool wrong = false;
    bool several = false;
    R smallest = L::number(0.0);
    int unsolved = 0;
    int i = 0;
    while (i != -1) {
        // the next mode of i
        int a = normal[i];
        int b = tangent[i];
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
        rockers::contact_solve<R>(nrows, s, r, limit, slope, mode, x, by_stop, k, unsolved);
        if (unsolved > 0 && unsolved <= nloads) continue;
        rockers::contact_close<R>(s, r, slack, near, ban, by_stop, mode, x, unfit);
        if (unfit != 0) continue;
        for (int l = 0; l < nrows; ++l) {
            rate[l] = r[l];
            for (int j = 0; j < nrows; ++j) rate[l] = rate[l] + s[l + nrows * j] * x[j];
        }
        R largest = L::number(0.0);
        for (int j = 0; j < nmembers; ++j)
            if (less(L::number(0.5), near[j])) {
                a = normal[j];
                b = tangent[j];
                if (a != -1) {
                    if (less(largest, L::abs(r[a]))) largest = L::abs(r[a]);
                    if (less(largest, L::abs(x[a]))) largest = L::abs(x[a]);
                }
                if (b != -1) {
                    if (less(largest, L::abs(r[b]))) largest = L::abs(r[b]);
                    if (less(largest, L::abs(x[b]))) largest = L::abs(x[b]);
                }
            }
        // by how much each row breaks its inequality
        for (int l = 0; l < nrows; ++l) excess[l] = L::number(0.0);
        for (int j = nmodes; j < nmembers; ++j)
            if (less(L::number(0.5), near[j])) {
                a = normal[j];
                excess[a] = mode[j] == 3 ? -rate[a] : -x[a];
            }
        for (int j = 0; j < nmodes; ++j)
            if (less(L::number(0.5), near[j])) {
                a = normal[j];
                b = tangent[j];
                if (a != -1) excess[a] = mode[j] == 3 ? -rate[a] : -x[a];
                if (b == -1 || mode[j] == 3) continue;
                most = limit[j];
                if (a != -1) most = limit[j] * x[a];
                for (int l = 0; l < nrows; ++l) most = most + slope[l + nrows * j] * x[l];
                if (mode[j] == 0) {
                    excess[b] = L::abs(x[b]) - most;
                } else if (!less(L::number(0.0), L::abs(slide[j]))) {
                    excess[b] = mode[j] == 1 ? -rate[b] : rate[b];
                }
            }
        bool fits = true;
        R broken = L::number(0.0);
        for (int l = 0; l < nrows; ++l) {
            fits = fits && less_equal(excess[l], L::number(1.0e-09) * largest + slack[l]);
            if (less(broken, excess[l] - slack[l])) broken = excess[l] - slack[l];
        }
        if (fits && impact) {
            R gain = L::number(0.0);
            most = L::number(0.0);
            for (int j = 0; j < nrows; ++j) {
                gain = gain + L::number(0.5) * x[j] * (before[j] + rate[j] + least[j]);
                most = most + L::abs(x[j]) * (L::abs(before[j]) + L::abs(rate[j] + least[j])) + L::number(1.0e+09)
                    * slack[j] * slack[j];
            }
            fits = less_equal(gain, L::number(1.0e-09) * most);
        }
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
        for (int l = 0; l < nmembers; ++l) best[l] = mode[l];
        for (int l = 0; l < nrows; ++l) f[l] = x[l];
        for (int l = 0; l < nrows; ++l) first[l] = rate[l];
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
