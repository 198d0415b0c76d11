static inline double @M@_@T@(int order, double x) {
    return lag_curve(@M@_@T@_starts, @M@_@T@_numbers, @NX@, @D@, order, x);
}
