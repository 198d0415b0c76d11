
// a state on the tangent of the motion, so much later. One state at a time
template <class R>
void state_soon(R t, const R* y, const R* w, const R* c, R later, R* moved) {
    R ydot[nq + nu];
    int info;
    rockers::derivatives<R>(t, y, w, c, ydot, info);
    for (int i = 0; i < nq + nu; ++i) moved[i] = y[i] + later * ydot[i];
}
