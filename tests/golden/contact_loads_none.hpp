
// the loads f on the rows of contacts and dry friction in the mode that closed and slip say. S, r, limit and slope are
// scaled in place. failed: as of contact_solve. One state at a time
template <class R>
void contact_loads(R* s, R* r, R* limit, const R* closed, const R* slip, R* f, R& failed) {
    using L = lag_math<R>;
    constexpr int nloads = 2, nmodes = 1;
    const auto less = [](const R& a, const R& b) { return L::every(L::less(a, b)); };
    R scale[nloads];
    int mode[nmodes], result;
    for (int i = 0; i < nmodes; ++i) {
        mode[i] = 0;
        if (less(L::number(0.0), slip[i])) mode[i] = 1;
        if (less(slip[i], L::number(0.0))) mode[i] = 2;
        if (!less(L::number(0.0), L::abs(closed[i]))) mode[i] = 3;
    }
    rockers::contact_scale<R>(nloads, s, r, limit, scale);
    rockers::contact_solve<R>(nloads, s, r, limit, mode, f, result);
    for (int i = 0; i < nloads; ++i) f[i] = f[i] * scale[i];
    failed = L::number(result);
}
