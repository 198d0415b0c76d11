
/* xa: the rate that counts as zero, S, r, limits, @SLOPETEXT@near, slide, ban by contact (contact_search); xr: closed, slip by
   contact, the loads, then 0 or @N@ + 1: Painleve's paradox, @N@ + 2: no mode is consistent, @N@ + 3: modes with
   different accelerations are */
@INLINE@ void @M@_contact_modes(const double* xa, double* xr) {
    enum { n = @N@, m = @K@, searched = @MC@, slopes = @SLOPES@ };
    double s[n * n], r[n], limit[searched + 1] = {0.0}, slope[searched * n + 1] = {0.0}, scale[n], tiny[n], ban[m], f[n];
    int best[m], banned = 0, failed;
    const double* const near = xa + 1 + n * n + n + searched + slopes;
    for (int i = 0; i < n * n; ++i) s[i] = xa[1 + i];
    for (int i = 0; i < n; ++i) r[i] = xa[1 + n * n + i];
    for (int i = 0; i < searched; ++i) limit[i] = xa[1 + n * n + n + i];
    for (int i = 0; i < searched * n; ++i) slope[i] = slopes > 0 ? xa[1 + n * n + n + searched + i] : 0.0;
    for (int i = 0; i < m; ++i) {
        ban[i] = near[2 * m + i];
        banned = banned || ban[i] != 0.0;
    }
    @M@_contact_scale(n, s, r, limit, slope, scale);
    for (int i = 0; i < n; ++i) tiny[i] = xa[0] * scale[i];
    failed = @M@_contact_search(s, r, limit, slope, tiny, near, near + m, ban, 0, r, r, best, f);
    if (failed == n + 2 && banned) {
        for (int i = 0; i < m; ++i) ban[i] = 0.0;
        failed = @M@_contact_search(s, r, limit, slope, tiny, near, near + m, ban, 0, r, r, best, f);
    }
    for (int i = 0; i < m; ++i) {
        xr[i] = best[i] == 3 ? 0.0 : 1.0;
        xr[m + i] = best[i] == 1 ? 1.0 : best[i] == 2 ? -1.0 : 0.0;
    }
    for (int i = 0; i < n; ++i) xr[2 * m + i] = f[i] * scale[i];
    xr[2 * m + n] = failed;
}
