
/* m_equilibrium; downhill: never by a step of Newton's method that the loads do no work on, so that it ends in a
   stable rest as a rule */
static inline void rockers_rest_search(double t, double* q, double* s, double* w, const double* c, const int* held,
    double tolerance, int limit, int downhill, double* lambda, int* info) {
    enum { nq = rockers_nq, nu = rockers_nu, nw = rockers_nw, nl = rockers_nl, nphi = rockers_nphi, ns = rockers_ns,
        nclosing = 0, nslipping = 2 };
    static const int slipping_flag[nslipping] = {2, 3};
    double still[nu], phi[nphi], phidot[nphi], touching[nw], guess[nq], guess_of_states[ns];
    int open[nphi], closed[1], failed;
    for (int k = 0; k < nphi; ++k) open[k] = 0;
    for (int k = 0; k < nu; ++k) still[k] = 0.0;
    for (int k = 0; k < nslipping; ++k) w[slipping_flag[k]] = 0.0;
    for (int k = 0; k < nw; ++k) touching[k] = w[k];
    for (int k = 0; k < nslipping; ++k) touching[slipping_flag[k]] = 1.0;
    for (int k = 0; k < nq; ++k) guess[k] = q[k];
    for (int k = 0; k < ns; ++k) guess_of_states[k] = s[k];
    rockers_constraints(t, q, still, s, touching, c, phi, phidot);
    /* first those that are closed or touch */
    for (int k = 0; k < nl; ++k) lambda[k] = 0.0;
    *info = 0;
    int turns = 0;
    int tries = 0;
    while (1) {
        int straight = 0;
        rockers_rest(t, q, s, w, c, touching, held, open, tolerance, limit, downhill, straight, lambda, &failed);
        if (failed != 0) {
            straight = 1;
            for (int k = 0; k < nq; ++k) q[k] = guess[k];
            for (int k = 0; k < ns; ++k) s[k] = guess_of_states[k];
            rockers_rest(t, q, s, w, c, touching, held, open, tolerance, limit, downhill, straight, lambda, &failed);
        }
        if (failed == 0) {
            /* a contact that pulls opens; where none does, one that is pressed through closes */
            rockers_constraints(t, q, still, s, touching, c, phi, phidot);
            const int at = -1;
            double worst = 0.0;
            worst = 1.0e-09 * worst;
            if (at == -1) worst = tolerance;
            if (at == -1) {
                *info = 0;
                break;
            }
            if (turns < 3 * nclosing) {
                closed[at] = !closed[at];
                ++turns;
                /* what was pressed through may have led far away */
                if (closed[at]) {
                    for (int k = 0; k < nq; ++k) q[k] = guess[k];
                    for (int k = 0; k < ns; ++k) s[k] = guess_of_states[k];
                }
                continue;
            }
        }
        if (*info == 0) *info = failed;
        if (*info == 0) *info = nu + nphi + 3;
        /* then one combination after the other, as binary numbers count: all closed, the first open, .. */
        const int found = tries == 0;
        ++tries;
        if (!found || tries > 4096) return;
        for (int k = 0; k < nq; ++k) q[k] = guess[k];
        for (int k = 0; k < ns; ++k) s[k] = guess_of_states[k];
    }
    rockers_constraints(t, q, still, s, touching, c, phi, phidot);
    for (int i = nphi - 1; i >= 0; --i)
        if (*info == 0 && !open[i] && fabs(phidot[i]) > tolerance) *info = nu + i + 1;
}
