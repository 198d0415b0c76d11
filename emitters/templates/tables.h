#ifndef LAG_C_TABLE_DEFINED
#define LAG_C_TABLE_DEFINED
/* the last segment that begins at x or before; the first where none does */
static inline int lag_segment(const double* starts, int n, double x) {
    int low = 0, high = n;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (x < starts[middle]) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}
/* k (k-1) .. (k-order+1) */
static inline double lag_falling(int k, int order) {
    double product = 1.0;
    int j;
    for (j = 0; j < order; ++j) product *= k - j;
    return product;
}
/* the polynomial of these numbers, differentiated `order` times */
static inline double lag_polynomial(const double* numbers, int degree, int order, double d) {
    double sum = lag_falling(degree, order) * numbers[degree];
    int k;
    for (k = degree - 1; k >= order; --k) sum = sum * d + lag_falling(k, order) * numbers[k];
    return sum;
}
static inline double lag_curve(const double* starts, const double* numbers, int n, int degree, int order, double x) {
    const int k = lag_segment(starts, n, x);
    return lag_polynomial(numbers + (long)k * (degree + 1), degree, order, x - starts[k]);
}
static inline double lag_map(const double* starts_x, const double* starts_y, const double* numbers, int nx, int ny,
                             int degree, int order_x, int order_y, double x, double y) {
    const int i = lag_segment(starts_x, nx, x), j = lag_segment(starts_y, ny, y), width = degree + 1;
    const double dx = x - starts_x[i], dy = y - starts_y[j];
    const double* const cell = numbers + ((long)i * ny + j) * width * width;
    double sum = lag_falling(degree, order_x) * lag_polynomial(cell + degree * width, degree, order_y, dy);
    int k;
    for (k = degree - 1; k >= order_x; --k)
        sum = sum * dx + lag_falling(k, order_x) * lag_polynomial(cell + k * width, degree, order_y, dy);
    return sum;
}
#endif /* LAG_C_TABLE_DEFINED */
