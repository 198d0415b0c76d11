
// how fast the bodies of each closed contact move against each other, by the event that closes it: apart, together, or
// along what sticks. farthest: the largest of all and of the gaps of closed contacts. One state at a time
template <class R>
void contact_rates(R t, const R* y, const R* w, const R* c, R& farthest) {
    using L = lag_math<R>;
    R phi[nphi], phidot[nphi];
    rockers::constraints<R>(t, y, y + nq, w, c, phi, phidot);
    farthest = L::number(0.0);
}
