
// the mode of dry friction at a start that is a guess, before the constraints hold: what slides is let go, so that they
// take no speed from it; where no mode is found, all of it. Contacts and stops close where they hold. One state at a
// time
template <class R>
void guess_modes(R t, const R* q, const R* u, R* w, const R* c) {
    int info;
    rockers::modes<R>(t, q, u, w, c, info);
}
