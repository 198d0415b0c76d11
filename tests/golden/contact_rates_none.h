
/* how fast the bodies of each closed contact move against each other, by the event that closes it: apart, together,
   or along what sticks. farthest: the largest of all and of the gaps of closed contacts */
static inline void rockers_contact_rates(double t, const double* y, const double* w, const double* c, double* farthest)
    {
    enum { nq = rockers_nq, nphi = rockers_nphi };
    double phi[nphi], phidot[nphi];
    rockers_constraints(t, y, y + nq, w, c, phi, phidot);
    *farthest = 0.0;
}
