
/* xa: the speed that counts as zero, S, the rates after all other impulses and before any, mu, the least normal speed
   after the impact, whether it takes part, the slip speed by contact; xr: the impulses, then 0 or @N@ + 4: none are
   consistent without a gain of energy */
@INLINE@ void @M@_contact_impulses(const double* xa, double* xr) {
    enum { n = @N@, m = @K@ };
    static const int normal[m] = {@NORMAL@};
    double s[n * n], r[n], limit[m], slope[m * n], scale[n], tiny[n], ban[m], f[n], before[n], least[n];
    int best[m], failed;
    const double* const rates = xa + 1 + n * n;
    const double* const mu = rates + 2 * n;
    for (int i = 0; i < n * n; ++i) s[i] = xa[1 + i];
    for (int i = 0; i < n; ++i) least[i] = 0.0;
    for (int i = 0; i < m * n; ++i) slope[i] = 0.0;
    for (int i = 0; i < m; ++i) {
        limit[i] = mu[i];
        ban[i] = 0.0;
        if (normal[i] >= 0) least[normal[i]] = mu[m + i];
    }
    for (int i = 0; i < n; ++i) r[i] = rates[i] - least[i];
    @M@_contact_scale(s, r, limit, slope, scale);
    for (int i = 0; i < n; ++i) {
        tiny[i] = xa[0] * scale[i];
        before[i] = rates[n + i] * scale[i];
        least[i] = least[i] * scale[i];
    }
    failed = @M@_contact_search(s, r, limit, slope, tiny, mu + 2 * m, mu + 3 * m, ban, 1, before, least, best, f);
    for (int i = 0; i < n; ++i) xr[i] = f[i] * scale[i];
    xr[n] = failed == 0 ? 0 : n + 4;
}
