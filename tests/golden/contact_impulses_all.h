
/* impulses f of the contacts and stops that are near, by row, and the law that they keep: 0 nothing takes part, 1
   friction against the slip before the impact, 2 after it, 3 and 4 likewise with half and a quarter of e, 5 with e =
   0. r: the rates after all other impulses; before: before any; least: the least normal speed after the impact,
   slide: the slip speed by contact; still: the speed that counts as zero. near: 1 where a contact takes part; beside
   contacts in space, at an event that changes the mode alone, 2 where it is closed and at rest, 3 where it slides.
   S, r, before and limit are scaled in place. failed: 0, or the number of rows + 4: none are consistent without a
   gain of energy */
static inline void rockers_contact_impulses(double still, double* s, double* r, double* before, double* limit, const
    double* least, const double* near, double* slide, double* f, double* law, double* failed) {
    enum { nrows = 6, nmembers = 5, nmodes = 3, nslopes = 3 };
    static const double shares[5] = {1.0, 1.0, 0.5, 0.25, 0.0};
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    double slope[nrows * nslopes], scale[nrows], slack[nrows], free[nrows], rise[nrows], bounce[nrows], ban[nmembers];
    int best[nmembers];
    for (int l = 0; l < nslopes; ++l)
        for (int k = 0; k < nrows; ++k) slope[k + nrows * l] = 0.0;
    for (int k = 0; k < nmembers; ++k) ban[k] = 0.0;
    for (int k = 0; k < nrows; ++k) rise[k] = 0.0;
    rockers_contact_scale(nrows, s, r, limit, slope, scale);
    int takes_part = 0;
    for (int i = 0; i < nmembers; ++i) {
        takes_part = takes_part || fabs(near[i] - 1.0) < 0.5;
        const int row = normal[i];
        if (row != -1) rise[row] = least[i] * scale[row];
    }
    for (int k = 0; k < nrows; ++k) free[k] = r[k];
    for (int i = 0; i < nrows; ++i) {
        slack[i] = still * scale[i];
        before[i] = before[i] * scale[i];
    }
    for (int k = 0; k < nrows; ++k) f[k] = 0.0;
    *law = 0.0;
    int result = 1;
    for (int count = 0; count < 5; ++count) {
        *law = *law + 1.0;
        for (int i = 0; i < nrows; ++i) {
            bounce[i] = shares[count] * rise[i];
            r[i] = free[i] - bounce[i];
        }
        if (count > 0)
            for (int k = 0; k < nmodes; ++k) slide[k] = 0.0;
        if (count < 4) {
            rockers_contact_search(s, r, limit, slope, slack, near, slide, ban, 1, before, bounce, best, f, &result);
        } else {
            rockers_contact_rest(s, r, limit, near, f, &result);
        }
        if (result == 0) break;
    }
    if (!takes_part) *law = 0.0;
    for (int i = 0; i < nrows; ++i) f[i] = f[i] * scale[i];
    *failed = result == 0 ? 0.0 : (double)(nrows + 4);
}
