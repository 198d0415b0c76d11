
/* Lemke's pivots for z >= 0, w = q + A z >= 0, z w = 0 with p unknowns. failed: 0, or 1 where they end without. Of
   rows with equal ratios the lexicographically least one leaves */
static inline void rockers_contact_pivots(int p, const double* m, const double* q, double* z, int* failed) {
    enum { nunknowns = 4 };
    double t[(nunknowns + nunknowns + 2) * nunknowns];
    int basis[nunknowns];
    /* t[j, i]: column j of row i: w, z, what makes q good enough, q */
    for (int l = 0; l < nunknowns; ++l)
        for (int k = 0; k < nunknowns + nunknowns + 2; ++k) t[k + (nunknowns + nunknowns + 2) * l] = 0.0;
    for (int k = 0; k < nunknowns; ++k) z[k] = 0.0;
    for (int k = 0; k < nunknowns; ++k) basis[k] = -1;
    *failed = 0;
    if (p == 0) return;
    const int last = 2 * p + 1;
    double largest = 0.0;
    for (int i = 0; i < p; ++i)
        if (fabs(q[i]) > largest) largest = fabs(q[i]);
    int row = 0;
    for (int i = 0; i < p; ++i) {
        for (int j = 0; j < p; ++j) t[p + j + (nunknowns + nunknowns + 2) * i] = -m[i + nunknowns * j];
        t[i + (nunknowns + nunknowns + 2) * i] = 1.0;
        t[last - 1 + (nunknowns + nunknowns + 2) * i] = -1.0;
        if (largest > 0.0) t[last + (nunknowns + nunknowns + 2) * i] = q[i] / largest;
        basis[i] = i;
        if (t[last + (nunknowns + nunknowns + 2) * i] <= t[last + (nunknowns + nunknowns + 2) * row]) row = i;
    }
    if (!(t[last + (nunknowns + nunknowns + 2) * row] < 0.0)) return;
    *failed = 1;
    int enter = last - 1;
    for (int count = 0; count < 50 * (p + 1); ++count) {
        const int left = basis[row];
        const double pivot = t[enter + (nunknowns + nunknowns + 2) * row];
        for (int j = 0; j <= last; ++j)
            t[j + (nunknowns + nunknowns + 2) * row] = t[j + (nunknowns + nunknowns + 2) * row] / pivot;
        for (int i = 0; i < p; ++i)
            if (i != row) {
                const double factor = t[enter + (nunknowns + nunknowns + 2) * i];
                for (int j = 0; j <= last; ++j)
                    t[j + (nunknowns + nunknowns + 2) * i] = t[j + (nunknowns + nunknowns + 2) * i] - factor * t[j + (
                        nunknowns + nunknowns + 2) * row];
            }
        basis[row] = enter;
        /* what is wrong still */
        double rest = 0.0;
        for (int i = 0; i < p; ++i)
            if (basis[i] == last - 1) rest = t[last + (nunknowns + nunknowns + 2) * i];
        if (rest <= 1.0e-11) {
            for (int i = 0; i < p; ++i)
                if (basis[i] + 1 > p && basis[i] < last - 1 && t[last + (nunknowns + nunknowns + 2) * i] > 0.0)
                    z[basis[i] - p] = t[last + (nunknowns + nunknowns + 2) * i] * largest;
            *failed = 0;
            return;
        }
        if (left + 1 > p) {
            enter = left - p;
        } else {
            enter = left + p;
        }
        row = -1;
        for (int i = 0; i < p; ++i)
            if (t[enter + (nunknowns + nunknowns + 2) * i] > 1.0e-09) {
                double difference = -1.0;
                if (row != -1)
                    difference = t[last + (nunknowns + nunknowns + 2) * i] / t[enter + (nunknowns + nunknowns + 2) * i]
                        - t[last + (nunknowns + nunknowns + 2) * row] / t[enter + (nunknowns + nunknowns + 2) * row];
                if (difference < -1.0e-09) {
                    row = i;
                } else if (difference <= 1.0e-09) {
                    difference = 0.0;
                    for (int j = 0; j < p; ++j) {
                        if (fabs(difference) > 1.0e-09) break;
                        difference = t[j + (nunknowns + nunknowns + 2) * i] / t[enter + (nunknowns + nunknowns + 2)
                            * i] - t[j + (nunknowns + nunknowns + 2) * row] / t[enter + (nunknowns + nunknowns + 2)
                            * row];
                    }
                    if (basis[i] == last - 1 || (basis[row] != last - 1 && difference < 0.0)) row = i;
                }
            }
        if (row == -1) return;
    }
}
