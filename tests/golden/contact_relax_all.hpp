
// so many sweeps of relaxation over the loads x, in place: each contact's are put right and projected onto what its
// friction allows, as if the others' stayed. ban: 1 for closed is not tried. One state at a time
template <class R>
void contact_relax(int sweeps, const R* s, const R* r, const R* limit, const R* slope, const R* near, const R* slide,
    const R* ban, bool impact, R* x) {
    using L = lag_math<R>;
    constexpr int nrows = 6, nmembers = 5, nmodes = 3;
    static const int normal[nmembers] = {0, -1, 3, 4, 5};
    static const int tangent[nmembers] = {1, 2, -1, -1, -1};
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    R rate, most;
    for (int count = 0; count < sweeps; ++count)
        for (int i = 0; i < nmembers; ++i) {
            const int a = normal[i];
            const int b = tangent[i];
            if (!less(L::number(0.5), near[i])) continue;
            if (a != -1) {
                rate = r[a];
                for (int l = 0; l < nrows; ++l) rate = rate + s[l + nrows * a] * x[l];
                if (less(L::number(0.0), s[a + nrows * a]))
                    x[a] = L::max(L::number(0.0), x[a] - rate / s[a + nrows * a]);
                if (less(L::abs(ban[i] - L::number(1.0)), L::number(0.5))) x[a] = L::number(0.0);
            }
            if (b == -1 || i + 1 > nmodes) continue;
            // the same, among those with a slip: compilers would look for the slips of all i
            const int k = i;
            rockers::contact_most<R>(i, limit, slope, x, most);
            rate = r[b];
            for (int l = 0; l < nrows; ++l) rate = rate + s[l + nrows * b] * x[l];
            if (less(L::number(0.0), s[b + nrows * b]))
                x[b] = L::max(-most, L::min(most, x[b] - rate / s[b + nrows * b]));
            if (!impact && less(L::number(0.0), slide[k])) x[b] = -most;
            if (!impact && less(slide[k], L::number(0.0))) x[b] = most;
        }
}
