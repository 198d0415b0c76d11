
// flags and the state at the start, by the parameters. One state at a time
template <class R>
void first_values(const R* p, R* w, R* y) {
    using L = lag_math<R>;
    for (int k = 0; k < nw; ++k) w[k] = L::number(0.0);
    for (int k = 0; k < nq + nu + ns; ++k) y[k] = L::number(0.0);
    rockers::flags<R>(p, w);
    rockers::initial<R>(p, y, y + nq, y + nq + nu);
}
