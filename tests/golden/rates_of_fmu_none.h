
/* the rates of the state */
static inline void rockers_rates_of_fmu(double t, const double* y, const double* w, const double* c, double* ydot,
    int* info) {
    rockers_derivatives(t, y, w, c, ydot, info);
}
