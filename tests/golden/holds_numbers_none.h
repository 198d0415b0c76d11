
/* whether the state holds finite numbers alone */
static inline void rockers_holds_numbers(const double* y, int* all_finite) {
    enum { nq = rockers_nq, nu = rockers_nu };
    *all_finite = 1;
    for (int i = 0; i < nq + nu; ++i)
        if (!(fabs(y[i] - y[i]) <= 0.0)) *all_finite = 0;
}
