
/* the largest friction of i beside loads x */
static inline void rockers_contact_most(int i, const double* limit, const double* slope, const double* x, double* most)
    {
    enum { nrows = 6, nmembers = 5 };
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    const int a = normal[i];
    *most = 0.0;
    if (a != -1) {
        *most = limit[i] * x[a];
    } else {
        *most = limit[i];
    }
    for (int l = 0; l < nrows; ++l) *most = *most + slope[l + nrows * i] * x[l];
    if (0.0 > *most) *most = 0.0;
}
