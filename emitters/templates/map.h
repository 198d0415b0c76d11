static inline double @M@_@T@(int order_x, int order_y, double x, double y) {
    return lag_map(@M@_@T@_starts_x, @M@_@T@_starts_y, @M@_@T@_numbers, @NX@, @NY@, @D@,
                   order_x, order_y, x, y);
}
