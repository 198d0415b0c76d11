
/* so many sweeps of relaxation over the loads x, in place: each contact's are put right and projected onto what its
   friction allows, as if the others' stayed. ban: 1 for closed is not tried */
static inline void rockers_contact_relax(int sweeps, const double* s, const double* r, const double* limit, const
    double* slope, const double* near, const double* slide, const double* ban, int impact, double* x) {
    enum { nrows = 6, nmembers = 5, nmodes = 3 };
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    static const int tangent[nmembers] = {1, 2, -1, -1, -1};
    double rate, most;
    for (int count = 0; count < sweeps; ++count)
        for (int i = 0; i < nmembers; ++i) {
            const int a = normal[i];
            const int b = tangent[i];
            if (!(near[i] > 0.5)) continue;
            if (a != -1) {
                rate = r[a];
                for (int l = 0; l < nrows; ++l) rate = rate + s[l + nrows * a] * x[l];
                if (s[a + nrows * a] > 0.0)
                    x[a] = x[a] - rate / s[a + nrows * a] > 0.0 ? x[a] - rate / s[a + nrows * a] : 0.0;
                if (fabs(ban[i] - 1.0) < 0.5) x[a] = 0.0;
            }
            if (b == -1 || i + 1 > nmodes) continue;
            /* the same, among those with a slip: compilers would look for the slips of all i */
            const int k = i;
            rockers_contact_most(i, limit, slope, x, &most);
            rate = r[b];
            for (int l = 0; l < nrows; ++l) rate = rate + s[l + nrows * b] * x[l];
            if (s[b + nrows * b] > 0.0)
                x[b] = (x[b] - rate / s[b + nrows * b] < most ? x[b] - rate / s[b + nrows * b] : most) > -most ? (x[b]
                    - rate / s[b + nrows * b] < most ? x[b] - rate / s[b + nrows * b] : most) : -most;
            if (!impact && slide[k] > 0.0) x[b] = -most;
            if (!impact && slide[k] < 0.0) x[b] = most;
        }
}
