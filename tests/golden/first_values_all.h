
/* flags and the state at the start, by the parameters */
static inline void rockers_first_values(const double* p, double* w, double* y) {
    enum { nq = rockers_nq, nu = rockers_nu, nw = rockers_nw, ns = rockers_ns };
    for (int k = 0; k < nw; ++k) w[k] = 0.0;
    for (int k = 0; k < nq + nu + ns; ++k) y[k] = 0.0;
    rockers_flags(p, w);
    rockers_initial(p, y, y + nq, y + nq + nu);
}
