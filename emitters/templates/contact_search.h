
/* Searches the modes in declared order, the last contact's first: at most @MOST@ solutions. near: the contact may be
   closed; slide: its slip speed; ban: 1 for closed, 2 for sticking is not tried. Of an impact the first consistent mode
   that gives no energy is taken; its rates are before, and r + S F + least after it. Gives 0, or
   @N@ + 1, .. as the last result of contact_modes. */
@INLINE@ int @M@_contact_search(const double* s, const double* r, const double* limit, const double* slope,
    const double* tiny, const double* near, const double* slide, const double* ban, int impact,
    const double* before, const double* least, int* best, double* f) {
    enum { n = @N@, m = @K@ };
    static const int normal[m] = {@NORMAL@}, tangent[m] = {@TANGENT@};
    int mode[m], found = 0, wrong = 0, several = 0, i = 0;
    double x[n], rate[n], first[n];
    for (int j = 0; j < n; ++j) f[j] = first[j] = x[j] = 0.0;
    for (int j = 0; j < m; ++j) best[j] = mode[j] = -1;
    while (i >= 0) {
        int allowed = 0, fits = 1;
        while (!allowed && mode[i] < 4) {
            const int a = normal[i], b = tangent[i], next = ++mode[i];
            if (near[i] == 0.0) {
                allowed = next == 3;
            } else if (next == 3) {
                allowed = a >= 0;
            } else if (a >= 0 && ban[i] == 1.0) {
                allowed = 0;
            } else if (next == 0) {
                allowed = b < 0 || impact || (slide[i] == 0.0 && ban[i] != 2.0);
            } else {
                allowed = next < 3 && b >= 0 && (slide[i] == 0.0 || (next == 1) == (slide[i] > 0.0));
            }
        }
        if (!allowed) {
            --i;
            continue;
        }
        if (i + 1 < m) {
            mode[++i] = -1;
            continue;
        }
        const int failed = @M@_contact_solve(s, r, limit, slope, mode, x);
        double size = 0.0;
        if (failed > 0 && failed <= n) continue;
        for (int l = 0; l < n; ++l) {
            rate[l] = r[l];
            for (int j = 0; j < n; ++j) rate[l] = rate[l] + s[l * n + j] * x[j];
        }
        for (int j = 0; j < m; ++j) {
            if (near[j] == 0.0) continue;
            for (int side = 0; side < 2; ++side) {
                const int l = side == 0 ? normal[j] : tangent[j];
                if (l < 0) continue;
                if (fabs(r[l]) > size) size = fabs(r[l]);
                if (fabs(x[l]) > size) size = fabs(x[l]);
            }
        }
        for (int j = 0; j < m; ++j) {
            const int a = normal[j], b = tangent[j];
            if (near[j] == 0.0) continue;
            if (mode[j] == 3) {
                fits = fits && rate[a] >= -1e-9 * size - tiny[a];
                continue;
            }
            if (a >= 0) fits = fits && x[a] >= -1e-9 * size - tiny[a];
            if (b < 0) continue;
            double most = a >= 0 ? limit[j] * x[a] : limit[j];
            for (int l = 0; l < n; ++l) most = most + slope[j * n + l] * x[l];
            if (mode[j] == 0) {
                fits = fits && fabs(x[b]) <= most + 1e-9 * size + tiny[b];
            } else if (slide[j] == 0.0) {
                fits = fits && (mode[j] == 1 ? rate[b] : -rate[b]) >= -1e-9 * size - tiny[b];
            }
        }
        if (fits && impact) {
            double gain = 0.0, most = 0.0;
            for (int j = 0; j < n; ++j) {
                gain = gain + 0.5 * x[j] * (before[j] + rate[j] + least[j]);
                most = most + fabs(x[j]) * (fabs(before[j]) + fabs(rate[j] + least[j])) + 1e9 * tiny[j] * tiny[j];
            }
            fits = gain <= 1e-9 * most;
        }
        if (!fits) continue;
        if (failed > 0) {
            wrong = 1;
            continue;
        }
        for (int j = 0; j < n; ++j) {
            if (found) several = several || !(fabs(rate[j] - first[j]) <= 1e-8 * size + 10.0 * tiny[j]);
        }
        if (found) continue;
        found = 1;
        for (int j = 0; j < m; ++j) best[j] = mode[j];
        for (int j = 0; j < n; ++j) {
            f[j] = x[j];
            first[j] = rate[j];
        }
        if (impact) return 0;
    }
    return wrong ? n + 1 : !found ? n + 2 : several ? n + 3 : 0;
}
