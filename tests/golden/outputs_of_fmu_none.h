
/* the outputs */
static inline void rockers_outputs_of_fmu(double t, const double* y, const double* w, const double* c, double* o,
    int* info) {
    enum { nq = rockers_nq };
    rockers_outputs(t, y, y + nq, w, c, o, info);
}
