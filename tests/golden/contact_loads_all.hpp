
// the loads f on the rows of contacts and dry friction in the mode that closed and slip say; along, across: as of
// contact_solve. S, r, limit and slope are scaled in place. failed: as of contact_solve. One state at a time
template <class R>
void contact_loads(R* s, R* r, R* limit, R* slope, const R* closed, const R* slip, R* f, R& failed) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nloads = 4, nmodes = 3, nstops = 2;
    R scale[nloads], by_stop[nloads * nstops], k[(nloads + nrows) * nloads];
    int mode[nmodes], result;
    rockers::contact_flagged<R>(closed, slip, mode);
    rockers::contact_scale<R>(nloads, s, r, limit, slope, scale);
    rockers::contact_solve<R>(nloads, s, r, limit, slope, mode, f, by_stop, k, result);
    for (int i = 0; i < nloads; ++i) f[i] = f[i] * scale[i];
    failed = L::number(result);
}
