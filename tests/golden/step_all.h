
/* the state ynext a step of h after y, by the Runge-Kutta method of fourth order; inputs stay as they are. Then
   Euler parameters of unit length, and one step of Newton's method onto the constraints, first of the coordinates,
   then of the speeds. info: 0, or what a routine it calls says; ynext is then void */
static inline void rockers_step(double t, const double* y, const double* w, const double* c, double h, double* ynext,
    int* info) {
    enum { nq = rockers_nq, nu = rockers_nu, ns = rockers_ns };
    double k1[nq + nu + ns], k2[nq + nu + ns], k3[nq + nu + ns], k4[nq + nu + ns];
    for (int k = 0; k < nq + nu + ns; ++k) ynext[k] = y[k];
    rockers_derivatives(t, y, w, c, k1, info);
    if (*info != 0) return;
    for (int i = 0; i < nq + nu + ns; ++i) ynext[i] = y[i] + h / 2.0 * k1[i];
    rockers_derivatives(t + h / 2.0, ynext, w, c, k2, info);
    if (*info != 0) return;
    for (int i = 0; i < nq + nu + ns; ++i) ynext[i] = y[i] + h / 2.0 * k2[i];
    rockers_derivatives(t + h / 2.0, ynext, w, c, k3, info);
    if (*info != 0) return;
    for (int i = 0; i < nq + nu + ns; ++i) ynext[i] = y[i] + h * k3[i];
    rockers_derivatives(t + h, ynext, w, c, k4, info);
    if (*info != 0) return;
    for (int i = 0; i < nq + nu + ns; ++i) ynext[i] = y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    rockers_normalize(ynext);
}
