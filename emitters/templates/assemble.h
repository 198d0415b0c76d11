
/* in place, the consistent coordinates nearest to the guess q, weighted by the mass matrix: at most limit Newton steps,
   until no |phi| and no step exceeds tolerance. info: 0, a failing pivot, or nu + nphi + 1 when the limit is reached or
   a number overflows; q then holds the last finite coordinates */
static inline void @M@_assemble(double t, double* q, const double* w, const double* c, double tolerance, int limit,
                                int* info) {
    enum { nq = @M@_nq, nu = @M@_nu, nphi = @M@_nphi };
@D     enum { nd = @M@_nd };
    double guess[nq], aim[nq], next[nq], phi[nphi], step[@S@], before[@S@], pull = 1.0, pull_before = 1.0;
    *info = @NO_CONVERGENCE@;
    for (int k = 0; k < nq; ++k) next[k] = q[k];
@N     @M@_normalize(next);
    for (int k = 0; k < nq; ++k)
        if (!(fabs(next[k] - next[k]) <= 0.0)) return;
    for (int k = 0; k < nq; ++k) guess[k] = q[k] = next[k];
    for (int k = 0; k < @S@; ++k) before[k] = 0.0;
    for (int count = 0; count < limit; ++count) {
        double turn = 0.0, square = 0.0, pull_next;
        int small = 1;
        for (int k = 0; k < nq; ++k) aim[k] = q[k] + pull * (guess[k] - q[k]);
        @M@_assembly_step(t, q, aim, w, c, next, phi, step, info);
        if (*info != 0) return;
        *info = @NO_CONVERGENCE@;
        for (int k = 0; k < nq; ++k)
            if (!(fabs(next[k] - next[k]) <= 0.0)) return;
        for (int k = 0; k < nphi; ++k) {
            if (!(fabs(phi[k] - phi[k]) <= 0.0)) return;
            small = small && fabs(phi[k]) <= tolerance;
        }
        for (int k = 0; k < @S@; ++k) {
            step[k] = step[k] / pull;
            small = small && fabs(step[k]) <= tolerance;
            turn = turn + step[k] * before[k];
            square = square + before[k] * before[k];
            before[k] = step[k];
        }
        if (small) {
            *info = 0;
            return;
        }
        /* where steps turn back, aim short of the guess, by the secant rule */
        pull_next = lag_min(1.0, 2.0 * pull);
        if (turn < square) pull_next = lag_min(pull_next, pull_before * square / (square - turn));
        pull_before = pull;
        pull = pull_next;
        for (int k = 0; k < nq; ++k) q[k] = next[k];
    }
}
