
/* which speeds to integrate: full pivoting of B, its columns made comparable by the mass matrix, u[k]*sqrt(M(k, k)), its
   rows of length 1. independent: their numbers, from 1, ascending, then zeros; growth: the largest change of a dependent
   speed for a change of 1 of an independent one, both so measured. info: 0, or nu + the first row that depends on others
   there; there are then more independent speeds */
static inline void @M@_partition(double t, const double* q, const double* w, const double* c, int* independent,
                                 double* growth, int* info) {
    enum { nu = @M@_nu, nphi = @M@_nphi, least = nphi < nu ? nphi : nu };
    double mm[nu * nu], b[nphi * nu], heaviest = 0.0;
    int rows[nphi], columns[nu], off[nphi], rank = 0, count = 0;
    @M@_mass_matrix(t, q, w, c, mm);
    @M@_constraint_matrix(t, q, w, c, b);
    *growth = 0.0;
    *info = 0;
    for (int j = 0; j < nu; ++j) {
        if (mm[j + nu * j] > heaviest) heaviest = mm[j + nu * j];
        columns[j] = j;
    }
    if (!(heaviest > 0.0)) heaviest = 1.0;
    for (int j = 0; j < nu; ++j) {
        const double mass = mm[j + nu * j] > @LIGHT@ * heaviest ? mm[j + nu * j] : @LIGHT@ * heaviest;
        for (int i = 0; i < nphi; ++i) b[i + nphi * j] = b[i + nphi * j] / sqrt(mass);
    }
    for (int i = 0; i < nphi; ++i) {
        double largest = 0.0;
        rows[i] = i;
        for (int j = 0; j < nu; ++j)
            if (!(fabs(b[i + nphi * j]) <= largest)) largest = fabs(b[i + nphi * j]);
        for (int j = 0; j < nu; ++j)
            if (largest > 0.0) b[i + nphi * j] = b[i + nphi * j] / largest;
    }
    while (rank < least) {
        /* the first of the largest elements, up to rounding */
        double pivot = @SMALL@;
        int row = -1, column = -1, moved;
        for (int j = rank; j < nu; ++j)
            for (int i = rank; i < nphi; ++i)
                if (fabs(b[i + nphi * j]) > pivot) {
                    pivot = fabs(b[i + nphi * j]) * @TIE@;
                    row = i;
                    column = j;
                }
        if (row < 0) break;
        for (int j = 0; j < nu; ++j) {
            const double value = b[row + nphi * j];
            b[row + nphi * j] = b[rank + nphi * j];
            b[rank + nphi * j] = value;
        }
        for (int i = 0; i < nphi; ++i) {
            const double value = b[i + nphi * column];
            b[i + nphi * column] = b[i + nphi * rank];
            b[i + nphi * rank] = value;
        }
        moved = rows[row], rows[row] = rows[rank], rows[rank] = moved;
        moved = columns[column], columns[column] = columns[rank], columns[rank] = moved;
        for (int j = nu - 1; j >= rank; --j) b[rank + nphi * j] = b[rank + nphi * j] / b[rank + nphi * rank];
        for (int i = 0; i < nphi; ++i)
            if (i != rank)
                for (int j = nu - 1; j >= rank; --j)
                    b[i + nphi * j] = b[i + nphi * j] - b[i + nphi * rank] * b[rank + nphi * j];
        ++rank;
    }
    for (int j = rank; j < nu; ++j)
        for (int i = 0; i < rank; ++i)
            if (fabs(b[i + nphi * j]) > *growth) *growth = fabs(b[i + nphi * j]);
    for (int i = 0; i < nphi; ++i) off[i] = 0;
@OFF@    for (int i = rank; i < nphi; ++i)
        if (!off[rows[i]] && (*info == 0 || nu + 1 + rows[i] < *info)) *info = nu + 1 + rows[i];
    for (int j = 0; j < nu; ++j) {
        int dependent = 0;
        independent[j] = 0;
        for (int i = 0; i < rank; ++i) dependent = dependent || columns[i] == j;
        if (!dependent) independent[count++] = j + 1;
    }
}
