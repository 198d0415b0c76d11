
// in place, the consistent coordinates nearest to the guess q, weighted by the mass matrix: at most limit Newton steps,
// until no abs(phi) and no step exceeds tolerance; the last step is taken too. Where small steps become no shorter,
// which is rounding, the next ones lead straight onto the constraints. info: 0, a failing pivot, or nu + nphi + 1 when
// the limit is reached or a number overflows; q then holds the last finite coordinates. One state at a time
template <class R>
void assemble(R t, R* q, const R* w, const R* c, R tolerance, int limit, int& info) {
    using L = lag_math<R>;
    const auto less_equal = [](const R& lesser, const R& greater) {
        return L::every(L::less_equal(lesser, greater));
    };
    R guess[nq], aim[nq], next[nq], phi[nphi], move[nu], before[nu];
    info = nu + nphi + 1;
    for (int k = 0; k < nq; ++k) next[k] = q[k];
    for (int k = 0; k < nq; ++k)
        if (!less_equal(L::abs(next[k] - next[k]), L::number(0.0))) return;
    for (int k = 0; k < nq; ++k) q[k] = next[k];
    for (int k = 0; k < nq; ++k) guess[k] = next[k];
    for (int k = 0; k < nu; ++k) before[k] = L::number(0.0);
    R pull = L::number(1.0);
    R pull_before = L::number(1.0);
    for (int count = 0; count < limit; ++count) {
        for (int k = 0; k < nq; ++k) aim[k] = q[k] + pull * (guess[k] - q[k]);
        rockers::assembly_step<R>(t, q, aim, w, c, next, phi, move, info);
        if (info != 0) return;
        info = nu + nphi + 1;
        for (int k = 0; k < nq; ++k)
            if (!less_equal(L::abs(next[k] - next[k]), L::number(0.0))) return;
        bool small = true;
        for (int k = 0; k < nphi; ++k) {
            if (!less_equal(L::abs(phi[k] - phi[k]), L::number(0.0))) return;
            small = small && less_equal(L::abs(phi[k]), tolerance);
        }
        for (int k = 0; k < nq; ++k) q[k] = next[k];
        R turn = L::number(0.0);
        R square = L::number(0.0);
        R square_before = L::number(0.0);
        const R of_step = L::select(L::less(L::number(0.0), pull), pull, L::number(1.0));
        for (int k = 0; k < nu; ++k) {
            move[k] = move[k] / of_step;
            small = small && less_equal(L::abs(move[k]), tolerance);
            turn = turn + move[k] * before[k];
            square = square + move[k] * move[k];
            square_before = square_before + before[k] * before[k];
            before[k] = move[k];
        }
        if (small) {
            info = 0;
            return;
        }
        // where steps turn back, aim short of the guess, by the secant rule
        const R longer = L::min(L::number(1.0), L::number(2.0) * pull);
        const R secant = L::select(L::less(turn, square_before), pull_before * square_before / (square_before - turn),
            longer);
        pull_before = pull;
        // no more toward it where steps are rounding
        const R rounding = L::select(L::less(square, square_before), L::number(1.0), square);
        pull = L::select(L::less(rounding, L::number(1.0e-16)), L::number(0.0), L::min(longer, secant));
    }
}
