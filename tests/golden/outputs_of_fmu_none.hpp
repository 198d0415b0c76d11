
// the outputs. One state at a time
template <class R>
void outputs_of_fmu(R t, const R* y, const R* w, const R* c, R* o, int& info) {
    rockers::outputs<R>(t, y, y + nq, w, c, o, info);
}
