static inline double @M@_@T@(int order_x, int order_y, double x, double y) {
    int i, j;
    double found;
    @M@_table_segment(@NX@, @M@_@T@_starts_x, x, &i);
    @M@_table_segment(@NY@, @M@_@T@_starts_y, y, &j);
    @M@_table_map(@D@, @M@_@T@_numbers + (i * @NY@ + j) * ((@D@ + 1) * (@D@ + 1)), order_x, order_y,
                  x - @M@_@T@_starts_x[i], y - @M@_@T@_starts_y[j], &found);
    return found;
}
