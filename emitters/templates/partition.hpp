
// which speeds to integrate: full pivoting of B, its columns made comparable by the mass matrix, u[k]*sqrt(M(k, k)), its
// rows of length 1. independent: their numbers, from 1, ascending, then zeros; growth: the largest change of a dependent
// speed for a change of 1 of an independent one, both so measured. info: 0, or nu + the first row that depends on others
// there; there are then more independent speeds. One state at a time
template <class R>
void @M@_partition(R t, const R* q, const R* w, const R* c, int* independent, R& growth, int& info) {
    using L = lag_math<R>;
    const auto above = [](const R& a, const R& b) { return L::every(L::less(b, a)); };
    const R light = L::number(@LIGHT@), tie = L::number(@TIE@), zero = L::number(0.0);
    R mm[nu * nu], b[nphi * nu], heaviest = zero;
    const auto at = [&](int i, int j) -> R& { return b[i + nphi * j]; };
    int rows[nphi], columns[nu], rank = 0, count = 0;
    bool off[nphi] = {};
    @M@_mass_matrix<R>(t, q, w, c, mm);
    @M@_constraint_matrix<R>(t, q, w, c, b);
    growth = zero;
    info = 0;
    for (int j = 0; j < nu; ++j) {
        if (above(mm[j + nu * j], heaviest)) heaviest = mm[j + nu * j];
        columns[j] = j;
    }
    if (!above(heaviest, zero)) heaviest = L::number(1.0);
    for (int j = 0; j < nu; ++j) {
        const R mass = above(mm[j + nu * j], light * heaviest) ? mm[j + nu * j] : light * heaviest;
        for (int i = 0; i < nphi; ++i) at(i, j) = at(i, j) / L::sqrt(mass);
    }
    for (int i = 0; i < nphi; ++i) {
        R largest = zero;
        rows[i] = i;
        for (int j = 0; j < nu; ++j)
            if (!L::every(L::less_equal(L::abs(at(i, j)), largest))) largest = L::abs(at(i, j));
        for (int j = 0; j < nu; ++j)
            if (above(largest, zero)) at(i, j) = at(i, j) / largest;
    }
    while (rank < (nphi < nu ? nphi : nu)) {
        // the first of the largest elements, up to rounding
        R pivot = L::number(@SMALL@);
        int row = -1, column = -1;
        for (int j = rank; j < nu; ++j)
            for (int i = rank; i < nphi; ++i)
                if (above(L::abs(at(i, j)), pivot)) pivot = L::abs(at(i, j)) * tie, row = i, column = j;
        if (row < 0) break;
        for (int j = 0; j < nu; ++j) {
            const R value = at(row, j);
            at(row, j) = at(rank, j), at(rank, j) = value;
        }
        for (int i = 0; i < nphi; ++i) {
            const R value = at(i, column);
            at(i, column) = at(i, rank), at(i, rank) = value;
        }
        int moved = rows[row];
        rows[row] = rows[rank], rows[rank] = moved;
        moved = columns[column], columns[column] = columns[rank], columns[rank] = moved;
        for (int j = nu - 1; j >= rank; --j) at(rank, j) = at(rank, j) / at(rank, rank);
        for (int i = 0; i < nphi; ++i)
            if (i != rank)
                for (int j = nu - 1; j >= rank; --j) at(i, j) = at(i, j) - at(i, rank) * at(rank, j);
        ++rank;
    }
    for (int j = rank; j < nu; ++j)
        for (int i = 0; i < rank; ++i)
            if (above(L::abs(at(i, j)), growth)) growth = L::abs(at(i, j));
@OFF@    for (int i = rank; i < nphi; ++i)
        if (!off[rows[i]] && (info == 0 || nu + 1 + rows[i] < info)) info = nu + 1 + rows[i];
    for (int j = 0; j < nu; ++j) {
        bool dependent = false;
        independent[j] = 0;
        for (int i = 0; i < rank; ++i) dependent = dependent || columns[i] == j;
        if (!dependent) independent[count++] = j + 1;
    }
}
