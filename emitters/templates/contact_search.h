
/* Lemke's pivots for z >= 0, w = q + A z >= 0, z w = 0 with p unknowns; A has columns of @L@. Gives 0, or 1 where they end
   without. Of rows with equal ratios the lexicographically least one leaves. */
@INLINE@ int @M@_contact_pivots(int p, const double* a, const double* q, double* z) {
    enum { most = @L@ };
    double t[most + 1][2 * most + 4] = {{0.0}}, size = 0.0;
    int basis[most + 1] = {0}, row = 0, enter = 2 * p;
    for (int i = 0; i < p; ++i) {
        z[i] = 0.0;
        if (fabs(q[i]) > size) size = fabs(q[i]);
    }
    for (int i = 0; i < p; ++i) {
        for (int j = 0; j < p; ++j) {
            t[i][j] = i == j ? 1.0 : 0.0;
            t[i][p + j] = -a[i * most + j];
        }
        t[i][2 * p] = -1.0;
        t[i][2 * p + 1] = size > 0.0 ? q[i] / size : 0.0;
        basis[i] = i;
        if (t[i][2 * p + 1] <= t[row][2 * p + 1]) row = i;
    }
    if (p == 0 || !(t[row][2 * p + 1] < 0.0)) return 0;
    for (int count = 0; count < 50 * (p + 1); ++count) {
        const int left = basis[row];
        const double pivot = t[row][enter];
        double rest = 0.0; /* what is wrong still */
        for (int j = 0; j < 2 * p + 2; ++j) t[row][j] = t[row][j] / pivot;
        for (int i = 0; i < p; ++i) {
            const double factor = t[i][enter];
            if (i == row) continue;
            for (int j = 0; j < 2 * p + 2; ++j) t[i][j] = t[i][j] - factor * t[row][j];
        }
        basis[row] = enter;
        for (int i = 0; i < p; ++i)
            if (basis[i] == 2 * p) rest = t[i][2 * p + 1];
        if (rest <= 1e-11) {
            for (int i = 0; i < p; ++i)
                if (basis[i] >= p && basis[i] < 2 * p && t[i][2 * p + 1] > 0.0) z[basis[i] - p] = t[i][2 * p + 1] * size;
            return 0;
        }
        enter = left < p ? left + p : left - p;
        row = -1;
        for (int i = 0; i < p; ++i) {
            double difference = 0.0;
            if (!(t[i][enter] > 1e-9)) continue;
            if (row >= 0) difference = t[i][2 * p + 1] / t[i][enter] - t[row][2 * p + 1] / t[row][enter];
            if (row < 0 || difference < -1e-9) {
                row = i;
            } else if (difference <= 1e-9) {
                int j = 0;
                difference = 0.0;
                for (; j < p && fabs(difference) <= 1e-9; ++j)
                    difference = t[i][j] / t[i][enter] - t[row][j] / t[row][enter];
                if (basis[i] == 2 * p || (basis[row] != 2 * p && difference < 0.0)) row = i;
            }
        }
        if (row < 0) return 1;
    }
    return 1;
}

/* Closes of the stops that touch those that must be, beside a mode of the contacts: x is that mode's loads without them
   and gets theirs. ban: 1 for closed is not tried. Gives 0, or 1 where no stops fit. */
@INLINE@ int @M@_contact_close(const double* s, const double* r, const double* tiny, const double* near,
    const double* ban, const double* by_stop, int* mode, double* x) {
    enum { n = @N@, rows = @NC@, first = @MC@, stops = @STOPS@, most = @L@ };
    double a[most * most] = {0.0}, q[most] = {0.0}, z[most], size = 0.0;
    int who[most], p = 0;
    for (int j = 0; j < stops; ++j) {
        mode[first + j] = 3;
        x[rows + j] = 0.0;
        if (near[first + j] != 0.0 && ban[first + j] != 1.0) who[p++] = j;
    }
    for (int l = 0; l < rows; ++l) {
        if (fabs(x[l]) > size) size = fabs(x[l]);
    }
    for (int i = 0; i < p; ++i) {
        const int row = rows + who[i];
        q[i] = r[row];
        if (fabs(q[i]) > size) size = fabs(q[i]);
        for (int l = 0; l < rows; ++l) q[i] = q[i] + s[row * n + l] * x[l];
        for (int j = 0; j < p; ++j) {
            double value = s[row * n + rows + who[j]];
            for (int l = 0; l < rows; ++l) value = value - s[row * n + l] * by_stop[l * stops + who[j]];
            a[i * most + j] = fabs(value) < 1e-12 ? 0.0 : value;
        }
    }
    for (int i = 0; i < p; ++i)
        if (fabs(q[i]) <= 1e-9 * size + tiny[rows + who[i]]) q[i] = 0.0;
    if (@M@_contact_pivots(p, a, q, z)) return 1;
    for (int i = 0; i < p; ++i) {
        if (z[i] <= 1e-9 * size + tiny[rows + who[i]]) continue;
        mode[first + who[i]] = 0;
        x[rows + who[i]] = z[i];
        for (int l = 0; l < rows; ++l) x[l] = x[l] - by_stop[l * stops + who[i]] * z[i];
    }
    return 0;
}

/* Searches the modes of contacts and dry friction in declared order, the last one's first: at most @MOST@ solutions, each
   with the stops that it closes. near: the contact may be closed; slide: its slip speed; ban: 1 for closed, 2 for sticking
   is not tried. Of an impact the first consistent mode that gives no energy is taken; its rates are before, and
   r + S F + least after it. Gives 0, or @N@ + 1, .. as the last result of contact_modes. */
@INLINE@ int @M@_contact_search(const double* s, const double* r, const double* limit, const double* slope,
    const double* tiny, const double* near, const double* slide, const double* ban, int impact,
    const double* before, const double* least, int* best, double* f) {
    enum { n = @N@, m = @K@, rows = @NC@, searched = @MC@ };
    static const int normal[m] = {@NORMAL@}, tangent[m] = {@TANGENT@};
    int mode[m], found = 0, wrong = 0, several = 0, i = 0;
    double x[n], rate[n], first[n], by_stop[rows * @STOPS@ + 1] = {0.0};
    for (int j = 0; j < n; ++j) f[j] = first[j] = x[j] = 0.0;
    for (int j = 0; j < m; ++j) best[j] = mode[j] = -1;
    while (i >= 0) {
        int allowed = searched == 0, fits = 1;
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
        if (i + 1 < searched) {
            mode[++i] = -1;
            continue;
        }
        if (searched == 0) i = -1; /* one mode */
        const int failed = @M@_contact_solve(n, s, r, limit, slope, mode, x, by_stop);
        double size = 0.0;
        if (failed > 0 && failed <= rows) continue;
        if (@M@_contact_close(s, r, tiny, near, ban, by_stop, mode, x)) continue;
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
