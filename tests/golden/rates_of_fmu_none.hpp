
// the rates of the state. One state at a time
template <class R>
void rockers_rates_of_fmu(R t, const R* y, const R* w, const R* c, R* ydot, int& info) {
    using L = lag_math<R>;
    rockers_derivatives<R>(t, y, w, c, ydot, info);
}
