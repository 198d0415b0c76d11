
// whether the state holds finite numbers alone. One state at a time
template <class R>
void holds_numbers(const R* y, bool& all_finite) {
    using L = lag_math<R>;
    const auto less_equal = [](const R& lesser, const R& greater) {
        return L::every(L::less_equal(lesser, greater));
    };
    all_finite = true;
    for (int i = 0; i < nq + nu + ns; ++i)
        if (!less_equal(L::abs(y[i] - y[i]), L::number(0.0))) all_finite = false;
}
