
/* xa: S, r, limits, @SLOPETEXT_LOADS@closed, slip by contact; xr: the loads, then 0 or what fails (contact_solve) */
@INLINE@ void @M@_contact_loads(const double* xa, double* xr) {
    enum { n = @NC@, m = @MC@, slopes = @SLOPES_LOADS@ };
    double s[n * n], r[n], limit[m], slope[m * n], scale[n], f[n];
    int mode[m];
    const double* const closed = xa + n * n + n + m + slopes;
    for (int i = 0; i < n * n; ++i) s[i] = xa[i];
    for (int i = 0; i < n; ++i) r[i] = xa[n * n + i];
    for (int i = 0; i < m; ++i) limit[i] = xa[n * n + n + i];
    for (int i = 0; i < m * n; ++i) slope[i] = slopes > 0 ? xa[n * n + n + m + i] : 0.0;
    for (int i = 0; i < n; ++i) f[i] = 0.0;
    for (int i = 0; i < m; ++i)
        mode[i] = closed[i] == 0.0 ? 3 : closed[m + i] == 0.0 ? 0 : closed[m + i] > 0.0 ? 1 : 2;
    @M@_contact_scale(n, s, r, limit, slope, scale);
    xr[n] = @M@_contact_solve(n, s, r, limit, slope, mode, f, scale);
    for (int i = 0; i < n; ++i) xr[i] = f[i] * scale[i];
}
