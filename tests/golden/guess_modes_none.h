
/* the mode of dry friction at a start that is a guess, before the constraints hold: what slides is let go, so that
   they take no speed from it; where no mode is found, all of it. Contacts and stops close where they hold */
static inline void rockers_guess_modes(double t, const double* q, const double* u, double* w, const double* c) {
    int info;
    rockers_modes(t, q, u, w, c, &info);
}
