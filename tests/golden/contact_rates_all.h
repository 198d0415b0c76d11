
/* how fast the bodies of each closed contact move against each other, by the event that closes it: apart, together,
   or along what sticks. farthest: the largest of all and of the gaps of closed contacts */
static inline void rockers_contact_rates(double t, const double* y, const double* w, const double* c, double* rates,
    double* farthest) {
    enum { nq = rockers_nq, nu = rockers_nu, nphi = rockers_nphi, ne = rockers_ne };
    double phi[nphi], phidot[nphi];
    rockers_constraints(t, y, y + nq, y + nq + nu, w, c, phi, phidot);
    for (int k = 0; k < ne; ++k) rates[k] = 0.0;
    *farthest = 0.0;
    for (int k = 0; k < ne; ++k)
        if (rates[k] > *farthest) *farthest = rates[k];
}
