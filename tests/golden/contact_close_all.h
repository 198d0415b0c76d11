
/* closes of the stops that touch those that must be, beside a mode of the contacts: x is that mode's loads without
   them and gets theirs. ban: 1 for closed is not tried. failed: 0, or 1 where no stops fit */
static inline void rockers_contact_close(const double* s, const double* r, const double* slack, const double* near,
    const double* ban, const double* by_stop, int* mode, double* x, int* failed) {
    enum { nrows = 6, nloads = 4, nmodes = 3, nstops = 2, nunknowns = 7 };
    double m[nunknowns * nunknowns], q[nunknowns], z[nunknowns];
    int stop[nunknowns], row;
    for (int l = 0; l < nunknowns; ++l)
        for (int k = 0; k < nunknowns; ++k) m[k + nunknowns * l] = 0.0;
    for (int k = 0; k < nunknowns; ++k) q[k] = 0.0;
    for (int k = 0; k < nunknowns; ++k) stop[k] = -1;
    int p = 0;
    for (int j = 0; j < nstops; ++j) {
        mode[nmodes + j] = 3;
        x[nloads + j] = 0.0;
        if (near[nmodes + j] > 0.5 && !(fabs(ban[nmodes + j] - 1.0) < 0.5)) {
            ++p;
            stop[p - 1] = j;
        }
    }
    double largest = 0.0;
    for (int l = 0; l < nloads; ++l)
        if (fabs(x[l]) > largest) largest = fabs(x[l]);
    for (int i = 0; i < p; ++i) {
        row = nloads + stop[i];
        if (fabs(r[row]) > largest) largest = fabs(r[row]);
        q[i] = r[row];
        for (int l = 0; l < nloads; ++l) q[i] = q[i] + s[row + nrows * l] * x[l];
        for (int j = 0; j < p; ++j) {
            double rate = s[row + nrows * (nloads + stop[j])];
            for (int l = 0; l < nloads; ++l) rate = rate - s[row + nrows * l] * by_stop[l + nloads * stop[j]];
            if (!(fabs(rate) < 1.0e-12)) m[i + nunknowns * j] = rate;
        }
    }
    for (int i = 0; i < p; ++i)
        if (fabs(q[i]) <= 1.0e-09 * largest + slack[nloads + stop[i]]) q[i] = 0.0;
    rockers_contact_pivots(p, m, q, z, failed);
    if (*failed != 0) return;
    for (int i = 0; i < p; ++i) {
        row = nloads + stop[i];
        if (!(z[i] <= 1.0e-09 * largest + slack[row])) {
            mode[nmodes + stop[i]] = 0;
            x[row] = z[i];
            for (int l = 0; l < nloads; ++l) x[l] = x[l] - by_stop[l + nloads * stop[i]] * z[i];
        }
    }
}
