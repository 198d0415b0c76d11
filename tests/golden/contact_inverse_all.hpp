
// what load i on the rows of contacts and dry friction gains for 1 on the right side of row j, in the mode that closed
// and slip say: a rate that is held, else a load less what it keeps to; along, across: as of contact_solve. S, limit
// and slope are scaled in place. One state at a time
template <class R>
void contact_inverse(R* s, R* limit, R* slope, const R* closed, const R* slip, R* inverse) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nloads = 4, nmembers = 5, nmodes = 3, nstops = 2;
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    static const int tangent[nmembers] = {1, 2, -1, -1, -1};
    R r[nloads], f[nloads], scale[nloads], by_stop[nloads * nstops], k[(nloads + nrows) * nloads], by[nloads];
    int mode[nmodes], failed;
    for (int l = 0; l < nloads; ++l) r[l] = L::number(0.0);
    rockers::contact_flagged<R>(closed, slip, mode);
    rockers::contact_scale<R>(nloads, s, r, limit, slope, scale);
    rockers::contact_solve<R>(nloads, s, r, limit, slope, mode, f, by_stop, k, failed);
    for (int i = 0; i < nloads; ++i) by[i] = scale[i];
    for (int i = 0; i < nmodes; ++i) {
        const int a = normal[i];
        const int b = tangent[i];
        if (a != -1 && mode[i] == 3) by[a] = L::number(1.0) / scale[a];
        if (b != -1 && mode[i] != 0) by[b] = L::number(1.0) / scale[b];
    }
    for (int j = 0; j < nloads; ++j) {
        for (int i = 0; i < nloads; ++i) f[i] = k[nloads + j + (nloads + nrows) * i];
        for (int i = 0; i < nloads; ++i) inverse[j + nloads * i] = f[i] * by[j] * scale[i];
    }
}
