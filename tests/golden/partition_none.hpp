
// which speeds to integrate: full pivoting of B, its columns made comparable by the mass matrix, u[k]*sqrt(M[k, k]),
// its rows of length 1. independent: their numbers, from 1, ascending, then zeros; growth: the largest change of a
// dependent speed for a change of 1 of an independent one, both so measured. info: 0, or nu + the first row that
// depends on others there; there are then more independent speeds. One state at a time
template <class R>
void partition(R t, const R* q, const R* w, const R* c, int* independent, R& growth, int& info) {
    using L = lag_math<R>;
    const auto less = [](const R& lesser, const R& greater) {
        return L::every(L::less(lesser, greater));
    };
    const auto less_equal = [](const R& lesser, const R& greater) {
        return L::every(L::less_equal(lesser, greater));
    };
    R mm[nu * nu], b[nphi * nu];
    int rows[nphi], columns[nu];
    bool off[nphi];
    rockers::mass_matrix<R>(t, q, w, c, mm);
    rockers::constraint_matrix<R>(t, q, w, c, b);
    growth = L::number(0.0);
    info = 0;
    R heaviest = L::number(0.0);
    for (int j = 0; j < nu; ++j) {
        if (less(heaviest, mm[j + nu * j])) heaviest = mm[j + nu * j];
        columns[j] = j;
    }
    if (!less(L::number(0.0), heaviest)) heaviest = L::number(1.0);
    for (int j = 0; j < nu; ++j) {
        const R mass = L::max(L::number(1.0e-12) * heaviest, mm[j + nu * j]);
        for (int i = 0; i < nphi; ++i) b[i + nphi * j] = b[i + nphi * j] / L::sqrt(mass);
    }
    for (int i = 0; i < nphi; ++i) {
        rows[i] = i;
        R largest = L::number(0.0);
        for (int j = 0; j < nu; ++j)
            if (!less_equal(L::abs(b[i + nphi * j]), largest)) largest = L::abs(b[i + nphi * j]);
        if (less(L::number(0.0), largest))
            for (int j = 0; j < nu; ++j) b[i + nphi * j] = b[i + nphi * j] / largest;
    }
    int rank = 0;
    for (int k = 0; k < (nu < nphi ? nu : nphi); ++k) {
        // the first of the largest elements, up to rounding
        R pivot = L::number(1.0e-10);
        int row = -1;
        int column = -1;
        for (int j = k; j < nu; ++j)
            for (int i = k; i < nphi; ++i)
                if (less(pivot, L::abs(b[i + nphi * j]))) {
                    pivot = L::abs(b[i + nphi * j]) * L::number(1.000000001);
                    row = i;
                    column = j;
                }
        if (row == -1) break;
        for (int j = 0; j < nu; ++j) {
            const R value = b[row + nphi * j];
            b[row + nphi * j] = b[k + nphi * j];
            b[k + nphi * j] = value;
        }
        for (int i = 0; i < nphi; ++i) {
            const R value = b[i + nphi * column];
            b[i + nphi * column] = b[i + nphi * k];
            b[i + nphi * k] = value;
        }
        int moved = rows[row];
        rows[row] = rows[k];
        rows[k] = moved;
        moved = columns[column];
        columns[column] = columns[k];
        columns[k] = moved;
        for (int j = nu - 1; j >= k; --j) b[k + nphi * j] = b[k + nphi * j] / b[k + nphi * k];
        for (int i = 0; i < nphi; ++i)
            if (i != k)
                for (int j = nu - 1; j >= k; --j) b[i + nphi * j] = b[i + nphi * j] - b[i + nphi * k] * b[k + nphi * j];
        rank = k + 1;
    }
    for (int j = rank; j < nu; ++j)
        for (int i = 0; i < rank; ++i)
            if (less(growth, L::abs(b[i + nphi * j]))) growth = L::abs(b[i + nphi * j]);
    // the first of the rows that are left and hold
    for (int k = 0; k < nphi; ++k) off[k] = false;
    for (int i = rank; i < nphi; ++i)
        if (!off[rows[i]] && (info == 0 || nu + rows[i] + 1 < info)) info = nu + rows[i] + 1;
    int last = -1;
    for (int j = 0; j < nu; ++j) {
        independent[j] = 0;
        bool dependent = false;
        for (int i = 0; i < rank; ++i)
            if (columns[i] == j) dependent = true;
        if (!dependent) {
            ++last;
            independent[last] = j + 1;
        }
    }
}
