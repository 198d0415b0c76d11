
/* a state on the tangent of the motion, so much later */
static inline void rockers_state_soon(double t, const double* y, const double* w, const double* c, double later,
    double* moved) {
    enum { nq = rockers_nq, nu = rockers_nu };
    double ydot[nq + nu];
    int info;
    rockers_derivatives(t, y, w, c, ydot, &info);
    for (int i = 0; i < nq + nu; ++i) moved[i] = y[i] + later * ydot[i];
}
