
// closes of the stops that touch those that must be, beside a mode of the contacts: x is that mode's loads without them
// and gets theirs. ban: 1 for closed is not tried. failed: 0, or 1 where no stops fit. One state at a time
template <class R>
void contact_close(const R* s, const R* r, const R* slack, const R* near, const R* ban, const R* by_stop, int* mode,
    R* x, int& failed) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nloads = 4, nmodes = 3, nstops = 2, nunknowns = 7;
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    const auto less_equal = [](const R& lesser, const R& greater) {
        return L::every(L::less_equal(lesser, greater));
    };
    R m[nunknowns * nunknowns], q[nunknowns], z[nunknowns];
    int stop[nunknowns], row;
    for (int l = 0; l < nunknowns; ++l)
        for (int k = 0; k < nunknowns; ++k) m[k + nunknowns * l] = L::number(0.0);
    for (int k = 0; k < nunknowns; ++k) q[k] = L::number(0.0);
    for (int k = 0; k < nunknowns; ++k) stop[k] = -1;
    int p = 0;
    for (int j = 0; j < nstops; ++j) {
        mode[nmodes + j] = 3;
        x[nloads + j] = L::number(0.0);
        if (less(L::number(0.5), near[nmodes + j]) && !less(L::abs(ban[nmodes + j] - L::number(1.0)), L::number(0.5))) {
            ++p;
            stop[p - 1] = j;
        }
    }
    R largest = L::number(0.0);
    for (int l = 0; l < nloads; ++l)
        if (less(largest, L::abs(x[l]))) largest = L::abs(x[l]);
    for (int i = 0; i < p; ++i) {
        row = nloads + stop[i];
        if (less(largest, L::abs(r[row]))) largest = L::abs(r[row]);
        q[i] = r[row];
        for (int l = 0; l < nloads; ++l) q[i] = q[i] + s[row + nrows * l] * x[l];
        for (int j = 0; j < p; ++j) {
            R rate = s[row + nrows * (nloads + stop[j])];
            for (int l = 0; l < nloads; ++l) rate = rate - s[row + nrows * l] * by_stop[l + nloads * stop[j]];
            if (!less(L::abs(rate), L::number(1.0e-12))) m[i + nunknowns * j] = rate;
        }
    }
    for (int i = 0; i < p; ++i)
        if (less_equal(L::abs(q[i]), L::number(1.0e-09) * largest + slack[nloads + stop[i]])) q[i] = L::number(0.0);
    rockers::contact_pivots<R>(p, m, q, z, failed);
    if (failed != 0) return;
    for (int i = 0; i < p; ++i) {
        row = nloads + stop[i];
        if (!less_equal(z[i], L::number(1.0e-09) * largest + slack[row])) {
            mode[nmodes + stop[i]] = 0;
            x[row] = z[i];
            for (int l = 0; l < nloads; ++l) x[l] = x[l] - by_stop[l + nloads * stop[i]] * z[i];
        }
    }
}
