
// loads f on the rows of contacts and dry friction, whose rates are r + S f, in a mode of each: 0 sticks, 1 and 2
// slides up and down, 3 is open. S has ones on its diagonal, and `all` rows: those after the loads' are of stops, and
// by_stop is what f loses for a load of 1 on each. k[nloads + j, i]: what load i gains for 1 on the right side of row
// j. A contact in space that slides does so in the direction along, across, by its slip speeds. Where contacts may
// depend on each other, `whole` is the matrix, k the inverse with a little on its diagonal, and f the shortest
// solution. failed: 0, the number of a row whose pivot fails, or one more than there are where more normal force
// presses a sliding contact together. One state at a time
template <class R>
void contact_solve(int all, const R* s, const R* r, const R* limit, const R* slope, const int* mode, R* f, R* by_stop,
    R* k, int& failed) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nloads = 4, nmembers = 5, nmodes = 3, nstops = 2;
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    static const int tangent[nmembers] = {1, 2, -1, -1, -1};
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    const auto less_equal = [](const R& lesser, const R& greater) {
        return L::every(L::less_equal(lesser, greater));
    };
    R x[nloads];
    int a;
    for (int l = 0; l < nloads; ++l) f[l] = L::number(0.0);
    for (int m = 0; m < nstops; ++m)
        for (int l = 0; l < nloads; ++l) by_stop[l + nloads * m] = L::number(0.0);
    for (int m = 0; m < nloads; ++m)
        for (int l = 0; l < nloads + nrows; ++l) k[l + (nloads + nrows) * m] = L::number(0.0);
    // k[j, i]: column j of row i; those after the loads' become the inverse, then the stops'
    const int width = nloads + all;
    for (int i = 0; i < nloads; ++i) {
        for (int j = 0; j < nloads; ++j) k[j + (nloads + nrows) * i] = s[i + all * j];
        for (int j = nloads; j < all; ++j) k[nloads + j + (nloads + nrows) * i] = s[i + all * j];
        k[nloads + i + (nloads + nrows) * i] = L::number(1.0);
        x[i] = -r[i];
    }
    for (int i = 0; i < nmodes; ++i) {
        a = normal[i];
        const int b = tangent[i];
        R sign = mode[i] == 1 ? L::number(1.0) : L::number(-1.0);
        if (mode[i] == 3) sign = L::number(0.0);
        if (a != -1 && mode[i] == 3) {
            for (int j = 0; j < width; ++j) k[j + (nloads + nrows) * a] = L::number(0.0);
            k[a + (nloads + nrows) * a] = L::number(1.0);
            k[nloads + a + (nloads + nrows) * a] = L::number(1.0);
            x[a] = L::number(0.0);
        }
        if (b != -1 && mode[i] != 0) rockers::contact_bound<R>(all, i, b, sign, limit, slope, k, x);
    }
    // what is open has no load, however many times it counts in a limit of friction
    for (int i = 0; i < nmodes; ++i) {
        a = normal[i];
        if (a != -1 && mode[i] == 3) {
            for (int l = 0; l < nloads; ++l)
                if (l != a) k[a + (nloads + nrows) * l] = L::number(0.0);
        }
    }
    // the loads and the inverse, by elimination with partial pivoting. Loads from the inverse would leave rates that
    // are not zero where S is nearly singular
    for (int j = 0; j < nloads; ++j) {
        int best = j;
        for (int i = j + 1; i < nloads; ++i)
            if (less(L::abs(k[j + (nloads + nrows) * best]), L::abs(k[j + (nloads + nrows) * i]))) best = i;
        failed = j + 1;
        if (!less(L::number(1.0e-10), L::abs(k[j + (nloads + nrows) * best]))) return;
        for (int l = 0; l < width; ++l) {
            const R value = k[l + (nloads + nrows) * j];
            k[l + (nloads + nrows) * j] = k[l + (nloads + nrows) * best];
            k[l + (nloads + nrows) * best] = value;
        }
        const R value = x[j];
        x[j] = x[best];
        x[best] = value;
        const R pivot = k[j + (nloads + nrows) * j];
        x[j] = x[j] / pivot;
        for (int l = 0; l < width; ++l) k[l + (nloads + nrows) * j] = k[l + (nloads + nrows) * j] / pivot;
        for (int i = 0; i < nloads; ++i)
            if (i != j && !less_equal(L::abs(k[j + (nloads + nrows) * i]), L::number(0.0))) {
                const R factor = k[j + (nloads + nrows) * i];
                x[i] = x[i] - factor * x[j];
                for (int l = 0; l < width; ++l)
                    k[l + (nloads + nrows) * i] = k[l + (nloads + nrows) * i] - factor * k[l + (nloads + nrows) * j];
            }
    }
    for (int l = 0; l < nloads; ++l) f[l] = x[l];
    for (int i = 0; i < nloads; ++i)
        for (int j = nloads; j < all; ++j) by_stop[i + nloads * (j - nloads)] = k[nloads + j + (nloads + nrows) * i];
    failed = 0;
    for (int i = 0; i < nmodes; ++i) {
        a = normal[i];
        if (a != -1 && (mode[i] == 1 || mode[i] == 2)) {
            if (!less(L::number(0.0), k[nloads + a + (nloads + nrows) * a])) failed = nloads + 1;
        }
    }
}
