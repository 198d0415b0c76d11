
/* in place, the consistent coordinates nearest to the guess q, weighted by the mass matrix: at most limit Newton
   steps, until no abs(phi) and no step exceeds tolerance; the last step is taken too. Where small steps become no
   shorter, which is rounding, the next ones lead straight onto the constraints. info: 0, a failing pivot, or nu +
   nphi + 1 when the limit is reached or a number overflows; q then holds the last finite coordinates */
static inline void rockers_assemble(double t, double* q, const double* w, const double* c, double tolerance, int limit,
    int* info) {
    enum { nq = rockers_nq, nu = rockers_nu, nphi = rockers_nphi, nd = rockers_nd };
    double guess[nq], aim[nq], next[nq], phi[nphi], move[nu + nd], before[nu + nd];
    *info = nu + nphi + 1;
    for (int k = 0; k < nq; ++k) next[k] = q[k];
    rockers_normalize(next);
    for (int k = 0; k < nq; ++k)
        if (!(fabs(next[k] - next[k]) <= 0.0)) return;
    for (int k = 0; k < nq; ++k) q[k] = next[k];
    for (int k = 0; k < nq; ++k) guess[k] = next[k];
    for (int k = 0; k < nu + nd; ++k) before[k] = 0.0;
    double pull = 1.0;
    double pull_before = 1.0;
    for (int count = 0; count < limit; ++count) {
        for (int k = 0; k < nq; ++k) aim[k] = q[k] + pull * (guess[k] - q[k]);
        rockers_assembly_step(t, q, aim, w, c, next, phi, move, info);
        if (*info != 0) return;
        *info = nu + nphi + 1;
        for (int k = 0; k < nq; ++k)
            if (!(fabs(next[k] - next[k]) <= 0.0)) return;
        int small = 1;
        for (int k = 0; k < nphi; ++k) {
            if (!(fabs(phi[k] - phi[k]) <= 0.0)) return;
            small = small && fabs(phi[k]) <= tolerance;
        }
        for (int k = 0; k < nq; ++k) q[k] = next[k];
        double turn = 0.0;
        double square = 0.0;
        double square_before = 0.0;
        const double of_step = pull > 0.0 ? pull : 1.0;
        for (int k = 0; k < nu + nd; ++k) {
            move[k] = move[k] / of_step;
            small = small && fabs(move[k]) <= tolerance;
            turn = turn + move[k] * before[k];
            square = square + move[k] * move[k];
            square_before = square_before + before[k] * before[k];
            before[k] = move[k];
        }
        if (small) {
            *info = 0;
            return;
        }
        /* where steps turn back, aim short of the guess, by the secant rule */
        const double longer = 2.0 * pull < 1.0 ? 2.0 * pull : 1.0;
        const double secant = turn < square_before ? pull_before * square_before / (square_before - turn) : longer;
        pull_before = pull;
        /* no more toward it where steps are rounding */
        const double rounding = square < square_before ? 1.0 : square;
        pull = rounding < 1.0e-16 ? 0.0 : (secant < longer ? secant : longer);
    }
}
