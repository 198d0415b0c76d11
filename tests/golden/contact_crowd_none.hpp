
// searches a mode where many contacts may be closed (contact_search): loads from relaxation say which, and the contact
// that contradicts it most changes its mode until all fit. The first one that fits is taken; others are not looked for.
// failed: as of contact_search. One state at a time
template <class R>
void contact_crowd(const R* s, const R* r, const R* limit, const R* slack, const R* near, const R* slide, const R* ban,
    bool impact, const R* before, const R* least, int* best, R* f, int& failed) {
    using L = lag_math<R>;
    constexpr int nrows = 2, nloads = 2, nmembers = 1;
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    R loads[nrows], x[nrows], rate[nrows], excess[nrows], largest, broken;
    int unsolved, unfit;
    bool fits, changed;
    for (int k = 0; k < nmembers; ++k) best[k] = -1;
    for (int k = 0; k < nrows; ++k) loads[k] = L::number(0.0);
    for (int k = 0; k < nrows; ++k) x[k] = L::number(0.0);
    for (int k = 0; k < nrows; ++k) f[k] = L::number(0.0);
    bool wrong = false;
    int sweeps = 50;
    for (int count = 0; count < 6; ++count) {
        rockers::contact_relax<R>(sweeps, s, r, limit, near, slide, ban, impact, loads);
        sweeps = 3 * sweeps;
        rockers::contact_guess<R>(limit, near, slide, ban, impact, loads, best);
        for (int tries = 0; tries < 4 * nmembers; ++tries) {
            rockers::contact_directions<R>(s, r, limit, slack, near, slide, ban, best, x, unsolved, unfit);
            if ((unsolved > 0 && unsolved <= nloads) || unfit > nmembers) break;
            if (unfit > 0) {
                if (less(L::abs(ban[unfit - 1] - L::number(2.0)), L::number(0.5))) break;
                best[unfit - 1] = 0;
                continue;
            }
            rockers::contact_fits<R>(s, r, limit, slack, near, slide, impact, before, least, best, x, rate, excess,
                largest, broken, fits);
            if (fits) {
                if (unsolved == 0) {
                    for (int k = 0; k < nrows; ++k) f[k] = x[k];
                    failed = 0;
                    return;
                }
                wrong = true;
            }
            rockers::contact_repair<R>(near, slide, ban, slack, excess, x, best, changed);
            if (!changed) break;
        }
    }
    failed = nrows + 2;
    if (wrong) failed = nrows + 1;
}
