
// the mode that loads x say: open without a load, sliding at the limit of friction. begin_along, begin_across: the
// direction of the slip; along, across: the same, of contacts in space that slide from rest against their friction. One
// state at a time
template <class R>
void contact_guess(const R* limit, const R* near, const R* slide, const R* ban, bool impact, const R* x, int* mode) {
    using L = lag_math<R>;
    constexpr int nrows = 2, nmembers = 1, nmodes = 1;
    static const int normal[nmembers] = {0};
    static const int tangent[nmembers] = {1};
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    const auto less_equal = [](const R& lesser, const R& greater) {
        return L::every(L::less_equal(lesser, greater));
    };
    R most;
    R largest = L::number(0.0);
    for (int l = 0; l < nmembers; ++l) mode[l] = 3;
    for (int l = 0; l < nrows; ++l)
        if (less(largest, L::abs(x[l]))) largest = L::abs(x[l]);
    for (int i = 0; i < nmembers; ++i) {
        if (!less(L::number(0.5), near[i])) continue;
        const int a = normal[i];
        if (a != -1) {
            if (!less(L::number(1.0e-09) * largest, x[a])) continue;
        }
        mode[i] = 0;
        if (i + 1 > nmodes) continue;
        // the same, among those with a slip: compilers would look for the slips of all i
        const int k = i;
        const int b = tangent[i];
        if (b == -1) continue;
        rockers::contact_most<R>(i, limit, x, most);
        const R load = L::abs(x[b]);
        if ((!impact && less(L::number(0.0), L::abs(slide[k]))) || !less(load, most * L::number(0.999999999)) || less(
            L::abs(ban[i] - L::number(2.0)), L::number(0.5)))
            mode[i] = less(L::number(0.0), slide[k]) || (!less(slide[k], L::number(0.0)) && less_equal(x[b], L::number(
                0.0))) ? 1 : 2;
    }
}
