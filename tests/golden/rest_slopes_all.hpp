
// in place, the derivatives of the balance by displacements and states, by differences; what is rounding of the loads
// is zero. lightest: the least weight that makes a step (K - weight M) shorter
inline void rest_slopes(double t, const double* q, const double* s, const double* w, const double* c, const
    double* touching, const double* start, const int* held, const bool* open, const double* lambda, const double* mu,
    const double* mm, const double* bn, const double* magnitudes, double* slopes, double& lightest) {
    constexpr int nresting = 1, nrest = 12;
    static const int resting_row[nresting] = {1};
    double q_there[nq], s_there[ns], other[nrest], other_way[nrest], b_there[nphi * nu], bn_there[nq * nu],
        magnitudes_there[nrest];
    bool resting[nphi];
    int failed;
    double heaviest = 0.0;
    for (int k = 0; k < nu; ++k)
        if (mm[k + nu * k] > heaviest) heaviest = mm[k + nu * k];
    double strongest = 0.0;
    for (int k = 0; k < nu; ++k)
        if (mm[k + nu * k] > 1.0e-10 * heaviest) {
            if (magnitudes[k] / sqrt(mm[k + nu * k]) > strongest) strongest = magnitudes[k] / sqrt(mm[k + nu * k]);
        }
    lightest = 0.0;
    int rows = nu + ns;
    // of most rows B says how displacements change them
    rows = nu + ns + nphi;
    for (int k = 0; k < nphi; ++k) resting[k] = false;
    for (int k = 0; k < nresting; ++k) resting[resting_row[k]] = true;
    for (int m = 0; m < nu + ns; ++m) {
        int j = m;
        if (m + 1 > nu) j = m + nphi + nq;
        double d = 1.0e-05;
        for (int k = 0; k < nq; ++k) q_there[k] = q[k];
        if (m + 1 <= nu)
            for (int k = 0; k < nq; ++k) q_there[k] = q[k] + d * bn[k + nq * j];
        for (int k = 0; k < ns; ++k) s_there[k] = s[k];
        if (m + 1 > nu) {
            d = 1.0e-05 * (fabs(s[j - nu - nphi - nq]) > 1.0 ? fabs(s[j - nu - nphi - nq]) : 1.0);
            s_there[j - nu - nphi - nq] = s[j - nu - nphi - nq] + d;
        }
        rockers::rest_balance(t, q_there, s_there, w, c, touching, start, held, open, lambda, mu, other, b_there,
            bn_there, magnitudes_there, failed);
        if (m + 1 <= nu)
            for (int k = 0; k < nq; ++k) q_there[k] = q[k] - d * bn[k + nq * j];
        if (m + 1 > nu) s_there[j - nu - nphi - nq] = s[j - nu - nphi - nq] - d;
        rockers::rest_balance(t, q_there, s_there, w, c, touching, start, held, open, lambda, mu, other_way, b_there,
            bn_there, magnitudes_there, failed);
        for (int n = 0; n < rows; ++n) {
            int i = n;
            if (n + 1 > nu) i = n + nphi + nq;
            if (n + 1 > nu + ns) {
                i = n - ns;
                if (m + 1 <= nu && !resting[i - nu]) continue;
            }
            const double slope = (other[i] - other_way[i]) / (2.0 * d);
            double least = magnitudes_there[i] > magnitudes[i] ? magnitudes_there[i] : magnitudes[i];
            if (n + 1 <= nu) {
                if (sqrt(mm[i + nu * i]) * strongest > least) least = sqrt(mm[i + nu * i]) * strongest;
            }
            slopes[i + nrest * j] = fabs(slope) > 1.0e-14 * least / d ? slope : 0.0;
        }
    }
    // of the softest motion: what is stiff gives way to it
    for (int n = 0; n < nu; ++n) {
        strongest = 0.0;
        for (int m = 0; m < nu; ++m)
            if (fabs(slopes[n + nrest * m]) > strongest) strongest = fabs(slopes[n + nrest * m]);
        if (mm[n + nu * n] > 1.0e-10 * heaviest && strongest > 0.0) {
            if (!(lightest > 0.0) || 0.001 * strongest < lightest * mm[n + nu * n])
                lightest = 0.001 * strongest / mm[n + nu * n];
        }
    }
    if (1.0e-12 > lightest) lightest = 1.0e-12;
}
