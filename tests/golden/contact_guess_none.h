
/* the mode that loads x say: open without a load, sliding at the limit of friction. begin_along, begin_across: the
   direction of the slip; along, across: the same, of contacts in space that slide from rest against their friction */
static inline void rockers_contact_guess(const double* limit, const double* near, const double* slide, const
    double* ban, int impact, const double* x, int* mode) {
    enum { nrows = 2, nmembers = 1, nmodes = 1 };
    static const int normal[nmembers] = {0};
    static const int tangent[nmembers] = {1};
    double most;
    double largest = 0.0;
    for (int l = 0; l < nmembers; ++l) mode[l] = 3;
    for (int l = 0; l < nrows; ++l)
        if (fabs(x[l]) > largest) largest = fabs(x[l]);
    for (int i = 0; i < nmembers; ++i) {
        if (!(near[i] > 0.5)) continue;
        const int a = normal[i];
        if (a != -1) {
            if (!(x[a] > 1.0e-09 * largest)) continue;
        }
        mode[i] = 0;
        if (i + 1 > nmodes) continue;
        /* the same, among those with a slip: compilers would look for the slips of all i */
        const int k = i;
        const int b = tangent[i];
        if (b == -1) continue;
        rockers_contact_most(i, limit, x, &most);
        const double load = fabs(x[b]);
        if ((!impact && fabs(slide[k]) > 0.0) || !(load < most * 0.999999999) || fabs(ban[i] - 2.0) < 0.5)
            mode[i] = slide[k] > 0.0 || (!(slide[k] < 0.0) && x[b] <= 0.0) ? 1 : 2;
    }
}
