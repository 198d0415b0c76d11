
// the mode that closed and slip say: 0 sticks, 1 and 2 slides up and down, 3 is open. One state at a time
template <class R>
void contact_flagged(const R* closed, const R* slip, int* mode) {
    using L = lag_math<R>;
    constexpr int nmodes = 3;
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    for (int i = 0; i < nmodes; ++i) {
        mode[i] = 0;
        if (less(L::number(0.0), slip[i])) mode[i] = 1;
        if (less(slip[i], L::number(0.0))) mode[i] = 2;
        if (!less(L::number(0.0), L::abs(closed[i]))) mode[i] = 3;
    }
}
