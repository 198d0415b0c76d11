
/* the last segment of a table that begins at x or before; the first where none does */
static inline void rockers_table_segment(int n, const double* starts, double x, int* segment) {
    int low = 0;
    int high = n;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (x < starts[middle]) {
            high = middle;
        } else {
            low = middle;
        }
    }
    *segment = low;
}
