
// whether loads x in a mode keep all inequalities: rates, by how much each row breaks its own (excess), the most beyond
// what is rounding (broken), the largest load and rate. Of an impact: whether it gives no energy, too. One state at a
// time
template <class R>
void contact_fits(const R* s, const R* r, const R* limit, const R* slope, const R* slack, const R* near, const
    R* slide, bool impact, const R* before, const R* least, const int* mode, const R* x, R* rate, R* excess, R&
    largest, R& broken, bool& fits) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nmembers = 5, nmodes = 3;
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    static const int tangent[nmembers] = {1, 2, -1, -1, -1};
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    const auto less_equal = [](const R& lesser, const R& greater) {
        return L::every(L::less_equal(lesser, greater));
    };
    R most;
    int a, b;
    for (int l = 0; l < nrows; ++l) {
        rate[l] = r[l];
        for (int j = 0; j < nrows; ++j) rate[l] = rate[l] + s[l + nrows * j] * x[j];
    }
    largest = L::number(0.0);
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
            const R load = L::abs(x[b]);
            if (mode[j] == 0) {
                excess[b] = load - most;
            } else if (!less(L::number(0.0), L::abs(slide[j]))) {
                excess[b] = mode[j] == 1 ? -rate[b] : rate[b];
            }
        }
    fits = true;
    broken = L::number(0.0);
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
}
