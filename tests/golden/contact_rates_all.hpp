
// how fast the bodies of each closed contact move against each other, by the event that closes it: apart, together, or
// along what sticks. farthest: the largest of all and of the gaps of closed contacts. One state at a time
template <class R>
void contact_rates(R t, const R* y, const R* w, const R* c, R* rates, R& farthest) {
    using L = lag_math<R>;
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    R phi[nphi], phidot[nphi];
    rockers::constraints<R>(t, y, y + nq, y + nq + nu, w, c, phi, phidot);
    for (int k = 0; k < ne; ++k) rates[k] = L::number(0.0);
    farthest = L::number(0.0);
    for (int k = 0; k < ne; ++k)
        if (less(farthest, rates[k])) farthest = rates[k];
}
