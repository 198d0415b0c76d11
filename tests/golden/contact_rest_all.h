
/* impulses f without any bounce, as a complementarity problem, which has a solution: friction limit P against the
   slip after the impact. By contact that takes part P, the parts of T up and down, and the slip; of a stop P. In
   space the parts along both slip speeds add up to limit P at most: a square within the circle. failed: 0, or 1 */
static inline void rockers_contact_rest(const double* s, const double* r, const double* limit, const double* near,
    double* f, int* failed) {
    enum { nrows = 6, nmembers = 5, nmodes = 3, nunknowns = 7 };
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    static const int tangent[nmembers] = {1, 2, -1, -1, -1};
    double m[nunknowns * nunknowns], q[nunknowns], z[nunknowns], sign[nunknowns], mu[nmembers];
    int row[nunknowns];
    for (int k = 0; k < nrows; ++k) f[k] = 0.0;
    for (int l = 0; l < nunknowns; ++l)
        for (int k = 0; k < nunknowns; ++k) m[k + nunknowns * l] = 0.0;
    for (int k = 0; k < nunknowns; ++k) q[k] = 0.0;
    for (int k = 0; k < nunknowns; ++k) sign[k] = 0.0;
    for (int k = 0; k < nunknowns; ++k) row[k] = 0;
    int p = 0;
    for (int k = 0; k < nmembers; ++k) mu[k] = 0.0;
    for (int j = 0; j < nmodes; ++j) mu[j] = limit[j];
    for (int j = 0; j < nmembers; ++j)
        if (near[j] > 0.5 && normal[j] != -1) {
            ++p;
            row[p - 1] = normal[j];
            sign[p - 1] = 1.0;
            /* dry friction takes no part: without another friction there is no room for it */
            if (tangent[j] != -1) {
                row[p] = tangent[j];
                row[p + 1] = tangent[j];
                sign[p] = 1.0;
                sign[p + 1] = -1.0;
                m[p + nunknowns * (p + 2)] = 1.0;
                m[p + 1 + nunknowns * (p + 2)] = 1.0;
                m[p + 2 + nunknowns * (p - 1)] = mu[j];
                m[p + 2 + nunknowns * p] = -1.0;
                m[p + 2 + nunknowns * (p + 1)] = -1.0;
                p = p + 3;
            }
        }
    for (int i = 0; i < p; ++i) {
        q[i] = sign[i] * r[row[i]];
        for (int j = 0; j < p; ++j)
            if (fabs(sign[i] * sign[j]) > 0.0)
                m[i + nunknowns * j] = m[i + nunknowns * j] + sign[i] * sign[j] * s[row[i] + nrows * row[j]];
    }
    rockers_contact_pivots(p, m, q, z, failed);
    if (*failed == 0)
        for (int i = 0; i < p; ++i) f[row[i]] = f[row[i]] + sign[i] * z[i];
}
