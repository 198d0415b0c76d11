
/* the mode of contacts, dry friction and stops: whether each is closed, and where it slips (contact_search); their
   loads f, and the directions in which contacts in space slide. S, r, limit and slope are scaled in place; still:
   the rate that counts as zero. failed: as of contact_search */
static inline void rockers_contact_modes(double still, double* s, double* r, double* limit, const double* near, const
    double* slide, double* ban, double* closed, double* slip, double* f, double* failed) {
    enum { nrows = 2, nmembers = 1, nmodes = 1 };
    static const int tangent[nmembers] = {1};
    double scale[nrows], slack[nrows], held[nmembers];
    int best[nmembers], result;
    rockers_contact_scale(nrows, s, r, limit, scale);
    for (int i = 0; i < nrows; ++i) slack[i] = still * scale[i];
    /* along what all other rows hold they carry the load, and friction is at its limit: a load that sticks there is rounding alone */
    for (int k = 0; k < nmembers; ++k) held[k] = ban[k];
    for (int i = 0; i < nmodes; ++i) {
        const int b = tangent[i];
        if (b != -1) {
            if (!(s[b + nrows * b] > 0.0) && !(ban[i] > 0.5)) held[i] = 2.0;
        }
    }
    rockers_contact_search(s, r, limit, slack, near, slide, held, 0, r, r, best, f, &result);
    int banned = 0;
    for (int i = 0; i < nmembers; ++i) banned = banned || held[i] > 0.5;
    if (result == nrows + 2 && banned) {
        for (int k = 0; k < nmembers; ++k) ban[k] = 0.0;
        rockers_contact_search(s, r, limit, slack, near, slide, ban, 0, r, r, best, f, &result);
    }
    for (int i = 0; i < nmembers; ++i) {
        closed[i] = best[i] == 3 ? 0.0 : 1.0;
        slip[i] = 0.0;
        if (best[i] == 1) slip[i] = 1.0;
        if (best[i] == 2) slip[i] = -1.0;
    }
    for (int i = 0; i < nrows; ++i) f[i] = f[i] * scale[i];
    *failed = (double)result;
}
