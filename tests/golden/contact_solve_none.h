
/* loads f on the rows of contacts and dry friction, whose rates are r + S f, in a mode of each: 0 sticks, 1 and 2
   slides up and down, 3 is open. S has ones on its diagonal, and `all` rows: those after the loads' are of stops,
   and by_stop is what f loses for a load of 1 on each. k[nloads + j, i]: what load i gains for 1 on the right side
   of row j. A contact in space that slides does so in the direction along, across, by its slip speeds. Where
   contacts may depend on each other, `whole` is the matrix, k the inverse with a little on its diagonal, and f the
   shortest solution. failed: 0, the number of a row whose pivot fails, or one more than there are where more normal
   force presses a sliding contact together */
static inline void rockers_contact_solve(int all, const double* s, const double* r, const double* limit, const
    int* mode, double* f, double* k, int* failed) {
    enum { nrows = 2, nloads = 2, nmembers = 1, nmodes = 1 };
    static const int normal[nmembers] = {0};
    static const int tangent[nmembers] = {1};
    double x[nloads];
    int a;
    for (int l = 0; l < nloads; ++l) f[l] = 0.0;
    for (int m = 0; m < nloads; ++m)
        for (int l = 0; l < nloads + nrows; ++l) k[l + (nloads + nrows) * m] = 0.0;
    /* k[j, i]: column j of row i; those after the loads' become the inverse, then the stops' */
    const int width = nloads + all;
    for (int i = 0; i < nloads; ++i) {
        for (int j = 0; j < nloads; ++j) k[j + (nloads + nrows) * i] = s[i + all * j];
        k[nloads + i + (nloads + nrows) * i] = 1.0;
        x[i] = -r[i];
    }
    for (int i = 0; i < nmodes; ++i) {
        a = normal[i];
        const int b = tangent[i];
        double sign = mode[i] == 1 ? 1.0 : -1.0;
        if (mode[i] == 3) sign = 0.0;
        if (a != -1 && mode[i] == 3) {
            for (int j = 0; j < width; ++j) k[j + (nloads + nrows) * a] = 0.0;
            k[a + (nloads + nrows) * a] = 1.0;
            k[nloads + a + (nloads + nrows) * a] = 1.0;
            x[a] = 0.0;
        }
        if (b != -1 && mode[i] != 0) rockers_contact_bound(all, i, b, sign, limit, k, x);
    }
    /* what is open has no load, however many times it counts in a limit of friction */
    for (int i = 0; i < nmodes; ++i) {
        a = normal[i];
        if (a != -1 && mode[i] == 3) {
            for (int l = 0; l < nloads; ++l)
                if (l != a) k[a + (nloads + nrows) * l] = 0.0;
        }
    }
    /* the loads and the inverse, by elimination with partial pivoting. Loads from the inverse would leave rates that are not zero where S is nearly singular */
    for (int j = 0; j < nloads; ++j) {
        int best = j;
        for (int i = j + 1; i < nloads; ++i)
            if (fabs(k[j + (nloads + nrows) * i]) > fabs(k[j + (nloads + nrows) * best])) best = i;
        *failed = j + 1;
        if (!(fabs(k[j + (nloads + nrows) * best]) > 1.0e-10)) return;
        for (int l = 0; l < width; ++l) {
            const double value = k[l + (nloads + nrows) * j];
            k[l + (nloads + nrows) * j] = k[l + (nloads + nrows) * best];
            k[l + (nloads + nrows) * best] = value;
        }
        const double value = x[j];
        x[j] = x[best];
        x[best] = value;
        const double pivot = k[j + (nloads + nrows) * j];
        x[j] = x[j] / pivot;
        for (int l = 0; l < width; ++l) k[l + (nloads + nrows) * j] = k[l + (nloads + nrows) * j] / pivot;
        for (int i = 0; i < nloads; ++i)
            if (i != j && !(fabs(k[j + (nloads + nrows) * i]) <= 0.0)) {
                const double factor = k[j + (nloads + nrows) * i];
                x[i] = x[i] - factor * x[j];
                for (int l = 0; l < width; ++l)
                    k[l + (nloads + nrows) * i] = k[l + (nloads + nrows) * i] - factor * k[l + (nloads + nrows) * j];
            }
    }
    for (int l = 0; l < nloads; ++l) f[l] = x[l];
    *failed = 0;
    for (int i = 0; i < nmodes; ++i) {
        a = normal[i];
        if (a != -1 && (mode[i] == 1 || mode[i] == 2)) {
            if (!(k[nloads + a + (nloads + nrows) * a] > 0.0)) *failed = nloads + 1;
        }
    }
}
