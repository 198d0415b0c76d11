
/* the mode of dry friction at a start that is a guess, before the constraints hold: what slides is let go, so that
   they take no speed from it; where no mode is found, all of it. Contacts and stops close where they hold */
static inline void rockers_guess_modes(double t, const double* q, const double* u, const double* s, double* w, const
    double* c) {
    enum { nslipping = 2 };
    static const int slipping_flag[nslipping] = {2, 3};
    int info;
    rockers_modes(t, q, u, s, w, c, &info);
    if (info != 0)
        for (int k = 0; k < nslipping; ++k) w[slipping_flag[k]] = 1.0;
}
