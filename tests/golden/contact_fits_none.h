
/* whether loads x in a mode keep all inequalities: rates, by how much each row breaks its own (excess), the most
   beyond what is rounding (broken), the largest load and rate. Of an impact: whether it gives no energy, too */
static inline void rockers_contact_fits(const double* s, const double* r, const double* limit, const double* slack,
    const double* near, const double* slide, int impact, const double* before, const double* least, const int* mode,
    const double* x, double* rate, double* excess, double* largest, double* broken, int* fits) {
    enum { nrows = 2, nmembers = 1, nmodes = 1 };
    static const int normal[nmembers] = {0};
    static const int tangent[nmembers] = {1};
    double most;
    int a, b;
    for (int l = 0; l < nrows; ++l) {
        rate[l] = r[l];
        for (int j = 0; j < nrows; ++j) rate[l] = rate[l] + s[l + nrows * j] * x[j];
    }
    *largest = 0.0;
    for (int j = 0; j < nmembers; ++j)
        if (near[j] > 0.5) {
            a = normal[j];
            b = tangent[j];
            if (a != -1) {
                if (fabs(r[a]) > *largest) *largest = fabs(r[a]);
                if (fabs(x[a]) > *largest) *largest = fabs(x[a]);
            }
            if (b != -1) {
                if (fabs(r[b]) > *largest) *largest = fabs(r[b]);
                if (fabs(x[b]) > *largest) *largest = fabs(x[b]);
            }
        }
    for (int l = 0; l < nrows; ++l) excess[l] = 0.0;
    for (int j = 0; j < nmodes; ++j)
        if (near[j] > 0.5) {
            a = normal[j];
            b = tangent[j];
            if (a != -1) excess[a] = mode[j] == 3 ? -rate[a] : -x[a];
            if (b == -1 || mode[j] == 3) continue;
            most = limit[j];
            if (a != -1) most = limit[j] * x[a];
            const double load = fabs(x[b]);
            if (mode[j] == 0) {
                excess[b] = load - most;
            } else if (!(fabs(slide[j]) > 0.0)) {
                excess[b] = mode[j] == 1 ? -rate[b] : rate[b];
            }
        }
    *fits = 1;
    *broken = 0.0;
    for (int l = 0; l < nrows; ++l) {
        *fits = *fits && excess[l] <= 1.0e-09 * *largest + slack[l];
        if (excess[l] - slack[l] > *broken) *broken = excess[l] - slack[l];
    }
    if (*fits && impact) {
        double gain = 0.0;
        most = 0.0;
        for (int j = 0; j < nrows; ++j) {
            gain = gain + 0.5 * x[j] * (before[j] + rate[j] + least[j]);
            most = most + fabs(x[j]) * (fabs(before[j]) + fabs(rate[j] + least[j])) + 1.0e+09 * slack[j] * slack[j];
        }
        *fits = gain <= 1.0e-09 * most;
    }
}
