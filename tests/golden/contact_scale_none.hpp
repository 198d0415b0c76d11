
// scales rows and loads such that S has ones on its diagonal, but for rows without motion and contacts in space.
// slope[j, i]: what the limit of i gains for a load of 1 on row j. One state at a time
template <class R>
void contact_scale(int all, R* s, R* r, R* limit, R* scale) {
    using L = lag_math<R>;
    constexpr int nmembers = 1, nmodes = 1;
    static const int normal[nmembers] = {0};
    static const int tangent[nmembers] = {1};
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    R by[nmodes];
    for (int i = 0; i < all; ++i) {
        scale[i] = L::number(1.0);
        if (less(L::number(0.0), s[i + all * i])) scale[i] = L::number(1.0) / L::sqrt(s[i + all * i]);
    }
    for (int i = 0; i < all; ++i) {
        r[i] = r[i] * scale[i];
        for (int j = 0; j < all; ++j) s[i + all * j] = s[i + all * j] * scale[i] * scale[j];
    }
    for (int i = 0; i < nmodes; ++i) {
        const int a = normal[i];
        const int b = tangent[i];
        by[i] = L::number(0.0);
        if (b != -1) by[i] = L::number(1.0) / scale[b];
        limit[i] = limit[i] * by[i];
        if (a != -1) limit[i] = limit[i] * scale[a];
    }
}
