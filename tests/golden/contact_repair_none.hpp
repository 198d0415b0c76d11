
// changes the mode of the contact or dry friction that breaks its inequality most, in place. changed: whether there is
// one. One state at a time
template <class R>
void contact_repair(const R* near, const R* slide, const R* ban, const R* slack, const R* excess, const R* x,
    int* mode, bool& changed) {
    using L = lag_math<R>;
    constexpr int nmembers = 1, nmodes = 1;
    static const int normal[nmembers] = {0};
    static const int tangent[nmembers] = {1};
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    const auto less_equal = [](const R& lesser, const R& greater) {
        return L::every(L::less_equal(lesser, greater));
    };
    int b;
    R worst = L::number(0.0);
    int i = -1;
    bool of_friction = false;
    for (int j = 0; j < nmodes; ++j)
        if (less(L::number(0.5), near[j])) {
            const int a = normal[j];
            b = tangent[j];
            if (a != -1) {
                if (less(worst, excess[a] - slack[a])) {
                    worst = excess[a] - slack[a];
                    of_friction = false;
                    i = j;
                }
            }
            if (b != -1) {
                if (less(worst, excess[b] - slack[b])) {
                    worst = excess[b] - slack[b];
                    of_friction = true;
                    i = j;
                }
            }
        }
    changed = i != -1;
    if (i == -1) return;
    b = tangent[i];
    if (!of_friction) {
        if (mode[i] == 3) {
            mode[i] = 0;
            if (b != -1) {
                if (less(L::number(0.0), L::abs(slide[i]))) mode[i] = less(slide[i], L::number(0.0)) ? 2 : 1;
            }
        } else {
            mode[i] = 3;
        }
    } else if (mode[i] == 0) {
        mode[i] = less(L::number(0.0), slide[i]) || (!less(slide[i], L::number(0.0)) && less_equal(x[b], L::number(
            0.0))) ? 1 : 2;
    } else if (less(L::abs(ban[i] - L::number(2.0)), L::number(0.5))) {
        changed = false;
    } else {
        mode[i] = 0;
    }
}
