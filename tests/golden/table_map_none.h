
/* the polynomial of a cell of a map at distances dx, dy from its beginning, differentiated order_x and order_y times */
static inline void rockers_table_map(int degree, const double* cell, int order_x, int order_y, double dx, double dy,
    double* found) {
    double factor;
    *found = 0.0;
    for (int k = degree; k >= order_x; --k) {
        double across = 0.0;
        for (int i = degree; i >= order_y; --i) {
            factor = 1.0;
            for (int j = 0; j < order_y; ++j) factor = factor * (double)(i - j);
            if (i + 1 > degree) {
                across = factor * cell[i + (degree + 1) * k];
            } else {
                across = across * dy + factor * cell[i + (degree + 1) * k];
            }
        }
        factor = 1.0;
        for (int j = 0; j < order_x; ++j) factor = factor * (double)(k - j);
        if (k + 1 > degree) {
            *found = factor * across;
        } else {
            *found = *found * dx + factor * across;
        }
    }
}
