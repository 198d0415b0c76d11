
/* Loads F on the @NC@ rows of contacts and dry friction, whose rates are r + S F, in a mode of these @MC@ contacts: 0 sticks,
   1 and 2 slides up and down, 3 is open. S has `all` rows and columns: those behind are of stops, and by_stop is what F
   loses for a load of one on each. Gives 0, the number of a row whose pivot fails, or @NC@ + 1 where more normal force
   presses a sliding contact together. S has ones on its diagonal. */
@INLINE@ int @M@_contact_solve(int all, const double* s, const double* r, const double* limit, const double* slope,
    const int* mode, double* f, double* by_stop) {
    enum { n = @NC@, m = @MC@, most = @N@ };
    static const int normal[@K@] = {@NORMAL@}, tangent[@K@] = {@TANGENT@};
    double k[n + 1][n + most + 1], x[n + 1];
    const int width = n + all;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            k[i][j] = s[i * all + j];
            k[i][n + j] = i == j ? 1.0 : 0.0;
        }
        for (int j = n; j < all; ++j) k[i][n + j] = s[i * all + j];
        x[i] = -r[i];
    }
    for (int i = 0; i < m; ++i) {
        const int a = normal[i], b = tangent[i];
        const double sign = mode[i] == 1 ? 1.0 : -1.0;
        if (a >= 0 && mode[i] == 3) {
            for (int j = 0; j < width; ++j) k[a][j] = a == j || a + n == j ? 1.0 : 0.0;
            x[a] = 0.0;
        }
        if (b < 0 || mode[i] == 0) continue;
        for (int j = 0; j < width; ++j) k[b][j] = b == j || b + n == j ? 1.0 : 0.0;
        x[b] = 0.0;
        if (mode[i] == 3) continue;
        if (a >= 0) {
            k[b][a] = sign * limit[i];
        } else {
            x[b] = -sign * limit[i];
        }
        for (int j = 0; j < all; ++j) k[b][j < n ? j : n + j] += sign * slope[i * all + j];
    }
    /* the inverse, by elimination with partial pivoting */
    for (int j = 0; j < n; ++j) {
        int best = j;
        for (int i = j + 1; i < n; ++i)
            if (fabs(k[i][j]) > fabs(k[best][j])) best = i;
        if (!(fabs(k[best][j]) > 1e-10)) return j + 1;
        for (int l = 0; l < width; ++l) {
            const double other = k[j][l];
            k[j][l] = k[best][l];
            k[best][l] = other;
        }
        const double pivot = k[j][j];
        for (int l = 0; l < width; ++l) k[j][l] = k[j][l] / pivot;
        for (int i = 0; i < n; ++i) {
            const double factor = k[i][j];
            if (i == j) continue;
            for (int l = 0; l < width; ++l) k[i][l] = k[i][l] - factor * k[j][l];
        }
    }
    for (int i = 0; i < n; ++i) {
        f[i] = 0.0;
        for (int j = 0; j < n; ++j) f[i] = f[i] + k[i][n + j] * x[j];
        for (int j = n; j < all; ++j) by_stop[i * (all - n) + j - n] = k[i][n + j];
    }
    for (int i = 0; i < m; ++i)
        if (normal[i] >= 0 && (mode[i] == 1 || mode[i] == 2) && !(k[normal[i]][n + normal[i]] > 0.0)) return n + 1;
    return 0;
}

/* Scales rows and loads such that S has ones on its diagonal, but for rows without motion. */
@INLINE@ void @M@_contact_scale(int all, double* s, double* r, double* limit, double* slope, double* scale) {
    enum { m = @MC@ };
    static const int normal[@K@] = {@NORMAL@}, tangent[@K@] = {@TANGENT@};
    for (int i = 0; i < all; ++i) scale[i] = s[i * all + i] > 0.0 ? 1.0 / sqrt(s[i * all + i]) : 1.0;
    for (int i = 0; i < all; ++i) {
        r[i] = r[i] * scale[i];
        for (int j = 0; j < all; ++j) s[i * all + j] = s[i * all + j] * scale[i] * scale[j];
    }
    for (int i = 0; i < m; ++i) {
        const int a = normal[i], b = tangent[i];
        const double by = b >= 0 ? 1.0 / scale[b] : 0.0;
        limit[i] = limit[i] * by * (a >= 0 ? scale[a] : 1.0);
        for (int j = 0; j < all; ++j) slope[i * all + j] = slope[i * all + j] * by * scale[j];
    }
}
