
// the state ynext a step of h after y, by the Runge-Kutta method of fourth order; inputs stay as they are. Then Euler
// parameters of unit length, and one step of Newton's method onto the constraints, first of the coordinates, then of
// the speeds. info: 0, or what a routine it calls says; ynext is then void. One state at a time
template <class R>
void step(R t, const R* y, const R* w, const R* c, R h, R* ynext, int& info) {
    using L = lag_math<R>;
    R k1[nq + nu], k2[nq + nu], k3[nq + nu], k4[nq + nu];
    for (int k = 0; k < nq + nu; ++k) ynext[k] = y[k];
    rockers::derivatives<R>(t, y, w, c, k1, info);
    if (info != 0) return;
    for (int i = 0; i < nq + nu; ++i) ynext[i] = y[i] + h / L::number(2.0) * k1[i];
    rockers::derivatives<R>(t + h / L::number(2.0), ynext, w, c, k2, info);
    if (info != 0) return;
    for (int i = 0; i < nq + nu; ++i) ynext[i] = y[i] + h / L::number(2.0) * k2[i];
    rockers::derivatives<R>(t + h / L::number(2.0), ynext, w, c, k3, info);
    if (info != 0) return;
    for (int i = 0; i < nq + nu; ++i) ynext[i] = y[i] + h * k3[i];
    rockers::derivatives<R>(t + h, ynext, w, c, k4, info);
    if (info != 0) return;
    for (int i = 0; i < nq + nu; ++i)
        ynext[i] = y[i] + h / L::number(6.0) * (k1[i] + L::number(2.0) * k2[i] + L::number(2.0) * k3[i] + k4[i]);
}
