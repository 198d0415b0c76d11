template <class R>
inline R @T@(int order, const R& x) {
    return lag_table::curve<R>(@T@_starts, @T@_numbers, @NX@, @D@, order, x);
}
