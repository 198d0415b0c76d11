
/* Impulses without any bounce, as a complementarity problem, which has a solution: friction mu P against the slip after
   the impact. By contact that takes part P, the parts of T up and down, and the slip; of a stop P. Gives 0, or 1. */
@INLINE@ int @M@_contact_rest(const double* s, const double* r, const double* mu, const double* near, double* f) {
    enum { n = @N@, m = @K@, searched = @MC@, most = @L@ };
    static const int normal[m] = {@NORMAL@}, tangent[m] = {@TANGENT@};
    double a[most * most] = {0.0}, q[most] = {0.0}, z[most];
    int row[most], sign[most], p = 0;
    for (int j = 0; j < n; ++j) f[j] = 0.0;
    for (int j = 0; j < m; ++j) {
        if (near[j] == 0.0 || normal[j] < 0) continue;
        row[p] = normal[j];
        sign[p++] = 1;
        if (tangent[j] < 0 || j >= searched) continue;
        row[p] = row[p + 1] = tangent[j];
        sign[p] = 1;
        sign[p + 1] = -1;
        row[p + 2] = sign[p + 2] = 0;
        a[(p + 2) * most + p - 1] = mu[j];
        a[(p + 2) * most + p] = a[(p + 2) * most + p + 1] = -1.0;
        a[p * most + p + 2] = a[(p + 1) * most + p + 2] = 1.0;
        p = p + 3;
    }
    for (int i = 0; i < p; ++i) {
        q[i] = sign[i] * r[row[i]];
        for (int j = 0; j < p; ++j)
            if (sign[i] != 0 && sign[j] != 0) a[i * most + j] += sign[i] * sign[j] * s[row[i] * n + row[j]];
    }
    if (@M@_contact_pivots(p, a, q, z)) return 1;
    for (int i = 0; i < p; ++i) f[row[i]] = f[row[i]] + sign[i] * z[i];
    return 0;
}

/* xa: the speed that counts as zero, S, the rates after all other impulses and before any, mu, the least normal speed
   after the impact, whether it takes part, the slip speed by contact; xr: the impulses, the law that they keep, then 0 or
   @N@ + 4: none are consistent without a gain of energy. The laws: 0 nothing takes part, 1 friction against the slip
   before the impact, 2 after it, 3 and 4 likewise with half and a quarter of e, 5 with e = 0. */
@INLINE@ void @M@_contact_impulses(const double* xa, double* xr) {
    enum { n = @N@, m = @K@, searched = @MC@ };
    static const int normal[m] = {@NORMAL@};
    static const double bounces[5] = {1.0, 1.0, 0.5, 0.25, 0.0};
    double s[n * n], r[n], limit[searched + 1] = {0.0}, slope[searched * n + 1] = {0.0}, scale[n], tiny[n], ban[m], f[n];
    double before[n], least[n], bounce[n], slide[m];
    int best[m], law = 0, any = 0, failed = 1;
    const double* const rates = xa + 1 + n * n;
    const double* const mu = rates + 2 * n;
    const double* const part = mu + searched + m;
    for (int i = 0; i < n * n; ++i) s[i] = xa[1 + i];
    for (int i = 0; i < n; ++i) {
        least[i] = 0.0;
        r[i] = rates[i];
    }
    for (int i = 0; i < searched; ++i) limit[i] = mu[i];
    for (int i = 0; i < m; ++i) {
        ban[i] = 0.0;
        slide[i] = part[m + i];
        any = any || part[i] != 0.0;
        if (normal[i] >= 0) least[normal[i]] = mu[searched + i];
    }
    @M@_contact_scale(n, s, r, limit, slope, scale);
    for (int i = 0; i < n; ++i) {
        tiny[i] = xa[0] * scale[i];
        before[i] = rates[n + i] * scale[i];
        least[i] = least[i] * scale[i];
    }
    for (; law < 5 && failed != 0; ++law) {
        for (int i = 0; i < n; ++i) {
            bounce[i] = bounces[law] * least[i];
            r[i] = rates[i] * scale[i] - bounce[i];
        }
        for (int i = 0; i < m; ++i) slide[i] = law == 0 ? slide[i] : 0.0;
        failed = law < 4 ? @M@_contact_search(s, r, limit, slope, tiny, part, slide, ban, 1, before, bounce, best, f)
                         : @M@_contact_rest(s, r, limit, part, f);
    }
    for (int i = 0; i < n; ++i) xr[i] = f[i] * scale[i];
    xr[n] = any ? law : 0;
    xr[n + 1] = failed == 0 ? 0 : n + 4;
}
