
/* the polynomial of a segment of a curve at a distance d from its beginning, differentiated order times */
static inline void rockers_table_polynomial(int degree, const double* numbers, int order, double d, double* found) {
    *found = 0.0;
    for (int k = degree; k >= order; --k) {
        double factor = 1.0;
        for (int j = 0; j < order; ++j) factor = factor * (double)(k - j);
        if (k + 1 > degree) {
            *found = factor * numbers[k];
        } else {
            *found = *found * d + factor * numbers[k];
        }
    }
}
