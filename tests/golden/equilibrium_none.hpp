
// in place, coordinates and states near the guess at which everything rests; coordinates k with held[k] other than 0
// keep theirs. Newton's method until no step and no abs(phi) exceeds tolerance, at most limit steps; lambda: the
// multipliers there. Contacts are closed, or open without a load; friction takes no part. info: 0; the speed, or nu +
// nphi + 5 + the state, of a motion that nothing holds there; nu + the row that cannot be met; nu + nphi + 1: no rest
// was found within limit, or a number overflows; nu + nphi + 3: no contacts fit
inline void equilibrium(double t, double* q, const double* w, const double* c, const int* held, double tolerance, int
    limit, double* lambda, int& info) {
    rockers::rest_search(t, q, w, c, held, tolerance, limit, false, lambda, info);
}
