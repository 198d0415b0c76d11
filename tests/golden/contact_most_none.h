
/* the largest friction of i beside loads x */
static inline void rockers_contact_most(int i, const double* limit, const double* x, double* most) {
    enum { nmembers = 1 };
    static const int normal[nmembers] = {0};
    const int a = normal[i];
    *most = 0.0;
    if (a != -1) {
        *most = limit[i] * x[a];
    } else {
        *most = limit[i];
    }
    if (0.0 > *most) *most = 0.0;
}
