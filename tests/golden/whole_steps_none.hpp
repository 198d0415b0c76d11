
// so many steps of this length as make the whole, up to rounding. One state at a time
template <class R>
void whole_steps(R span, R length_of_one, int& steps) {
    using L = lag_math<R>;
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    const R count = span / length_of_one * (L::number(1.0) - L::number(1.0e-12));
    steps = (int)count;
    if (less(L::number(steps), count)) ++steps;
}
