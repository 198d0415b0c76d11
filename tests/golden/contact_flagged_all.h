
/* the mode that closed and slip say: 0 sticks, 1 and 2 slides up and down, 3 is open */
static inline void rockers_contact_flagged(const double* closed, const double* slip, int* mode) {
    enum { nmodes = 3 };
    for (int i = 0; i < nmodes; ++i) {
        mode[i] = 0;
        if (slip[i] > 0.0) mode[i] = 1;
        if (slip[i] < 0.0) mode[i] = 2;
        if (!(fabs(closed[i]) > 0.0)) mode[i] = 3;
    }
}
