
// in place, the consistent coordinates nearest to the guess q, weighted by the mass matrix: at most limit Newton steps,
// until no |phi| and no step exceeds tolerance. info: 0, a failing pivot, or nu + nphi + 1 when the limit is reached or
// a number overflows; q then holds the last finite coordinates
template <class R>
void @M@_assemble(R t, R* q, const R* w, const R* c, R tolerance, int limit, int& info) {
    using L = lag_math<R>;
    const auto finite = [](const R* x, int n) {
        bool result = true;
        for (int k = 0; k < n; ++k) result = result && L::every(L::less_equal(L::abs(x[k] - x[k]), L::number(0.0)));
        return result;
    };
    const auto small = [&](const R* x, int n) {
        bool result = true;
        for (int k = 0; k < n; ++k) result = result && L::every(L::less_equal(L::abs(x[k]), tolerance));
        return result;
    };
    const R one = L::number(1.0);
    R guess[nq], aim[nq], next[nq], phi[nphi], step[@S@], before[@S@], pull = one, pull_before = one;
    info = @NO_CONVERGENCE@;
    for (int k = 0; k < nq; ++k) next[k] = q[k];
@N     @M@_normalize<R>(next);
    if (!finite(next, nq)) return;
    for (int k = 0; k < nq; ++k) guess[k] = q[k] = next[k];
    for (int k = 0; k < @S@; ++k) before[k] = L::number(0.0);
    for (int count = 0; count < limit; ++count) {
        for (int k = 0; k < nq; ++k) aim[k] = q[k] + pull * (guess[k] - q[k]);
        @M@_assembly_step<R>(t, q, aim, w, c, next, phi, step, info);
        if (info != 0) return;
        info = @NO_CONVERGENCE@;
        if (!finite(next, nq) || !finite(phi, nphi)) return;
        for (int k = 0; k < @S@; ++k) step[k] = step[k] / pull;
        if (small(phi, nphi) && small(step, @S@)) {
            info = 0;
            return;
        }
        // where steps turn back, aim short of the guess, by the secant rule
        R turn = L::number(0.0), square = L::number(0.0);
        for (int k = 0; k < @S@; ++k) {
            turn = turn + step[k] * before[k];
            square = square + before[k] * before[k];
            before[k] = step[k];
        }
        const R longer = L::min(one, L::number(2.0) * pull);
        const R secant = L::select(L::less(turn, square), pull_before * square / (square - turn), longer);
        pull_before = pull;
        pull = L::min(longer, secant);
        for (int k = 0; k < nq; ++k) q[k] = next[k];
    }
}
