static inline double @M@_@T@(int order, double x) {
    int k;
    double found;
    @M@_table_segment(@NX@, @M@_@T@_starts, x, &k);
    @M@_table_polynomial(@D@, @M@_@T@_numbers + k * (@D@ + 1), order, x - @M@_@T@_starts[k], &found);
    return found;
}
