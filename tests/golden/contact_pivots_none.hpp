
// Lemke's pivots for z >= 0, w = q + A z >= 0, z w = 0 with p unknowns. failed: 0, or 1 where they end without. Of rows
// with equal ratios the lexicographically least one leaves. One state at a time
template <class R>
void contact_pivots(int p, const R* m, const R* q, R* z, int& failed) {
    using L = lag_math<R>;
    constexpr int nunknowns = 4;
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    const auto less_equal = [](const R& lesser, const R& greater) {
        return L::every(L::less_equal(lesser, greater));
    };
    R t[(nunknowns + nunknowns + 2) * nunknowns];
    int basis[nunknowns];
    // t[j, i]: column j of row i: w, z, what makes q good enough, q
    for (int l = 0; l < nunknowns; ++l)
        for (int k = 0; k < nunknowns + nunknowns + 2; ++k) t[k + (nunknowns + nunknowns + 2) * l] = L::number(0.0);
    for (int k = 0; k < nunknowns; ++k) z[k] = L::number(0.0);
    for (int k = 0; k < nunknowns; ++k) basis[k] = -1;
    failed = 0;
    if (p == 0) return;
    const int last = 2 * p + 1;
    R largest = L::number(0.0);
    for (int i = 0; i < p; ++i)
        if (less(largest, L::abs(q[i]))) largest = L::abs(q[i]);
    int row = 0;
    for (int i = 0; i < p; ++i) {
        for (int j = 0; j < p; ++j) t[p + j + (nunknowns + nunknowns + 2) * i] = -m[i + nunknowns * j];
        t[i + (nunknowns + nunknowns + 2) * i] = L::number(1.0);
        t[last - 1 + (nunknowns + nunknowns + 2) * i] = L::number(-1.0);
        if (less(L::number(0.0), largest)) t[last + (nunknowns + nunknowns + 2) * i] = q[i] / largest;
        basis[i] = i;
        if (less_equal(t[last + (nunknowns + nunknowns + 2) * i], t[last + (nunknowns + nunknowns + 2) * row])) row = i;
    }
    if (!less(t[last + (nunknowns + nunknowns + 2) * row], L::number(0.0))) return;
    failed = 1;
    int enter = last - 1;
    for (int count = 0; count < 50 * (p + 1); ++count) {
        const int left = basis[row];
        const R pivot = t[enter + (nunknowns + nunknowns + 2) * row];
        for (int j = 0; j <= last; ++j)
            t[j + (nunknowns + nunknowns + 2) * row] = t[j + (nunknowns + nunknowns + 2) * row] / pivot;
        for (int i = 0; i < p; ++i)
            if (i != row) {
                const R factor = t[enter + (nunknowns + nunknowns + 2) * i];
                for (int j = 0; j <= last; ++j)
                    t[j + (nunknowns + nunknowns + 2) * i] = t[j + (nunknowns + nunknowns + 2) * i] - factor * t[j + (
                        nunknowns + nunknowns + 2) * row];
            }
        basis[row] = enter;
        // what is wrong still
        R rest = L::number(0.0);
        for (int i = 0; i < p; ++i)
            if (basis[i] == last - 1) rest = t[last + (nunknowns + nunknowns + 2) * i];
        if (less_equal(rest, L::number(1.0e-11))) {
            for (int i = 0; i < p; ++i)
                if (basis[i] + 1 > p && basis[i] < last - 1 && less(L::number(0.0), t[last + (nunknowns + nunknowns +
                    2) * i]))
                    z[basis[i] - p] = t[last + (nunknowns + nunknowns + 2) * i] * largest;
            failed = 0;
            return;
        }
        if (left + 1 > p) {
            enter = left - p;
        } else {
            enter = left + p;
        }
        row = -1;
        for (int i = 0; i < p; ++i)
            if (less(L::number(1.0e-09), t[enter + (nunknowns + nunknowns + 2) * i])) {
                R difference = L::number(-1.0);
                if (row != -1)
                    difference = t[last + (nunknowns + nunknowns + 2) * i] / t[enter + (nunknowns + nunknowns + 2) * i]
                        - t[last + (nunknowns + nunknowns + 2) * row] / t[enter + (nunknowns + nunknowns + 2) * row];
                if (less(difference, -L::number(1.0e-09))) {
                    row = i;
                } else if (less_equal(difference, L::number(1.0e-09))) {
                    difference = L::number(0.0);
                    for (int j = 0; j < p; ++j) {
                        if (less(L::number(1.0e-09), L::abs(difference))) break;
                        difference = t[j + (nunknowns + nunknowns + 2) * i] / t[enter + (nunknowns + nunknowns + 2)
                            * i] - t[j + (nunknowns + nunknowns + 2) * row] / t[enter + (nunknowns + nunknowns + 2)
                            * row];
                    }
                    if (basis[i] == last - 1 || (basis[row] != last - 1 && less(difference, L::number(0.0)))) row = i;
                }
            }
        if (row == -1) return;
    }
}
