
// the last segment of a table that begins at x or before; the first where none does. One state at a time
template <class R>
void table_segment(int n, const R* starts, R x, int& segment) {
    using L = lag_math<R>;
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    int low = 0;
    int high = n;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (less(x, starts[middle])) {
            high = middle;
        } else {
            low = middle;
        }
    }
    segment = low;
}
