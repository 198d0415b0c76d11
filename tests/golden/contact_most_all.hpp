
// the largest friction of i beside loads x. One state at a time
template <class R>
void contact_most(int i, const R* limit, const R* slope, const R* x, R& most) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nmembers = 5;
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    const int a = normal[i];
    most = L::number(0.0);
    if (a != -1) {
        most = limit[i] * x[a];
    } else {
        most = limit[i];
    }
    for (int l = 0; l < nrows; ++l) most = most + slope[l + nrows * i] * x[l];
    if (less(most, L::number(0.0))) most = L::number(0.0);
}
