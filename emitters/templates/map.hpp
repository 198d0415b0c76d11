template <class R>
inline R @T@(int order_x, int order_y, const R& x, const R& y) {
    return lag_table::map<R>(@T@_starts_x, @T@_starts_y, @T@_numbers, @NX@, @NY@, @D@, order_x, order_y, x, y);
}
