
// m_equilibrium; downhill: never by a step of Newton's method that the loads do no work on, so that it ends in a stable
// rest as a rule
inline void rest_search(double t, double* q, const double* w, const double* c, const int* held, double tolerance, int
    limit, bool downhill, double* lambda, int& info) {
    double still[nu], phi[nphi], phidot[nphi];
    bool open[nphi];
    for (int k = 0; k < nphi; ++k) open[k] = false;
    rockers::rest(t, q, c, w, held, open, tolerance, limit, downhill, lambda, info);
    for (int k = 0; k < nu; ++k) still[k] = 0.0;
    rockers::constraints<double>(t, q, still, w, c, phi, phidot);
    for (int i = nphi - 1; i >= 0; --i)
        if (info == 0 && !open[i] && fabs(phidot[i]) > tolerance) info = nu + i + 1;
}
