
/* m_equilibrium; downhill: never by a step of Newton's method that the loads do no work on, so that it ends in a
   stable rest as a rule */
static inline void rockers_rest_search(double t, double* q, const double* w, const double* c, const int* held, double
    tolerance, int limit, int downhill, double* lambda, int* info) {
    enum { nu = rockers_nu, nphi = rockers_nphi };
    double still[nu], phi[nphi], phidot[nphi];
    int open[nphi];
    for (int k = 0; k < nphi; ++k) open[k] = 0;
    rockers_rest(t, q, c, w, held, open, tolerance, limit, downhill, lambda, info);
    for (int k = 0; k < nu; ++k) still[k] = 0.0;
    rockers_constraints(t, q, still, w, c, phi, phidot);
    for (int i = nphi - 1; i >= 0; --i)
        if (*info == 0 && !open[i] && fabs(phidot[i]) > tolerance) *info = nu + i + 1;
}
