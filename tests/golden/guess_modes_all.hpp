
// the mode of dry friction at a start that is a guess, before the constraints hold: what slides is let go, so that they
// take no speed from it; where no mode is found, all of it. Contacts and stops close where they hold. One state at a
// time
template <class R>
void guess_modes(R t, const R* q, const R* u, const R* s, R* w, const R* c) {
    using L = lag_math<R>;
    constexpr int nslipping = 2;
    static const int slipping_flag[nslipping] = {2, 3};
    int info;
    rockers::modes<R>(t, q, u, s, w, c, info);
    if (info != 0)
        for (int k = 0; k < nslipping; ++k) w[slipping_flag[k]] = L::number(1.0);
}
