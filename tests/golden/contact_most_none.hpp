
// the largest friction of i beside loads x. One state at a time
template <class R>
void contact_most(int i, const R* limit, const R* x, R& most) {
    using L = lag_math<R>;
    constexpr int nmembers = 1;
    static const int normal[nmembers] = {0};
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
    if (less(most, L::number(0.0))) most = L::number(0.0);
}
