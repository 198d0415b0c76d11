
// the polynomial of a cell of a map at distances dx, dy from its beginning, differentiated order_x and order_y times.
// One state at a time
template <class R>
void table_map(int degree, const R* cell, int order_x, int order_y, R dx, R dy, R& found) {
    using L = lag_math<R>;
    R factor;
    found = L::number(0.0);
    for (int k = degree; k >= order_x; --k) {
        R across = L::number(0.0);
        for (int i = degree; i >= order_y; --i) {
            factor = L::number(1.0);
            for (int j = 0; j < order_y; ++j) factor = factor * L::number(i - j);
            if (i + 1 > degree) {
                across = factor * cell[i + (degree + 1) * k];
            } else {
                across = across * dy + factor * cell[i + (degree + 1) * k];
            }
        }
        factor = L::number(1.0);
        for (int j = 0; j < order_x; ++j) factor = factor * L::number(k - j);
        if (k + 1 > degree) {
            found = factor * across;
        } else {
            found = found * dx + factor * across;
        }
    }
}
