
// the polynomial of a segment of a curve at a distance d from its beginning, differentiated order times. One state at a
// time
template <class R>
void table_polynomial(int degree, const R* numbers, int order, R d, R& found) {
    using L = lag_math<R>;
    found = L::number(0.0);
    for (int k = degree; k >= order; --k) {
        R factor = L::number(1.0);
        for (int j = 0; j < order; ++j) factor = factor * L::number(k - j);
        if (k + 1 > degree) {
            found = factor * numbers[k];
        } else {
            found = found * d + factor * numbers[k];
        }
    }
}
