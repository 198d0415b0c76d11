
/* the load on row b keeps to a share of the limit of contact or dry friction i, in place: row b of K and its right
   side */
static inline void rockers_contact_bound(int all, int i, int b, double share, const double* limit, const double* slope,
    double* k, double* x) {
    enum { nrows = 6, nloads = 4, nmembers = 5 };
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    const int width = nloads + all;
    const int a = normal[i];
    for (int j = 0; j < width; ++j) k[j + (nloads + nrows) * b] = 0.0;
    k[b + (nloads + nrows) * b] = 1.0;
    k[nloads + b + (nloads + nrows) * b] = 1.0;
    x[b] = 0.0;
    if (fabs(share) > 0.0) {
        if (a != -1) {
            k[a + (nloads + nrows) * b] = share * limit[i];
        } else {
            x[b] = -share * limit[i];
        }
    }
    if (fabs(share) > 0.0) {
        for (int j = 0; j < nloads; ++j)
            k[j + (nloads + nrows) * b] = k[j + (nloads + nrows) * b] + share * slope[j + all * i];
        for (int j = nloads; j < all; ++j)
            k[nloads + j + (nloads + nrows) * b] = k[nloads + j + (nloads + nrows) * b] + share * slope[j + all * i];
    }
}
