
// the load on row b keeps to a share of the limit of contact or dry friction i, in place: row b of K and its right
// side. One state at a time
template <class R>
void contact_bound(int all, int i, int b, R share, const R* limit, R* k, R* x) {
    using L = lag_math<R>;
    constexpr int nrows = 2, nloads = 2, nmembers = 1;
    static const int normal[nmembers] = {0};
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    const int width = nloads + all;
    const int a = normal[i];
    for (int j = 0; j < width; ++j) k[j + (nloads + nrows) * b] = L::number(0.0);
    k[b + (nloads + nrows) * b] = L::number(1.0);
    k[nloads + b + (nloads + nrows) * b] = L::number(1.0);
    x[b] = L::number(0.0);
    if (less(L::number(0.0), L::abs(share))) {
        if (a != -1) {
            k[a + (nloads + nrows) * b] = share * limit[i];
        } else {
            x[b] = -share * limit[i];
        }
    }
}
