
/* what load i on the rows of contacts and dry friction gains for 1 on the right side of row j, in the mode that
   closed and slip say: a rate that is held, else a load less what it keeps to; along, across: as of contact_solve.
   S, limit and slope are scaled in place */
static inline void rockers_contact_inverse(double* s, double* limit, const double* closed, const double* slip,
    double* inverse) {
    enum { nrows = 2, nloads = 2, nmembers = 1, nmodes = 1 };
    static const int normal[nmembers] = {0};
    static const int tangent[nmembers] = {1};
    double r[nloads], f[nloads], scale[nloads], k[(nloads + nrows) * nloads], by[nloads];
    int mode[nmodes], failed;
    for (int l = 0; l < nloads; ++l) r[l] = 0.0;
    rockers_contact_flagged(closed, slip, mode);
    rockers_contact_scale(nloads, s, r, limit, scale);
    rockers_contact_solve(nloads, s, r, limit, mode, f, k, &failed);
    for (int i = 0; i < nloads; ++i) by[i] = scale[i];
    for (int i = 0; i < nmodes; ++i) {
        const int a = normal[i];
        const int b = tangent[i];
        if (a != -1 && mode[i] == 3) by[a] = 1.0 / scale[a];
        if (b != -1 && mode[i] != 0) by[b] = 1.0 / scale[b];
    }
    for (int j = 0; j < nloads; ++j) {
        for (int i = 0; i < nloads; ++i) f[i] = k[nloads + j + (nloads + nrows) * i];
        for (int i = 0; i < nloads; ++i) inverse[j + nloads * i] = f[i] * by[j] * scale[i];
    }
}
