
/* which speeds to integrate: full pivoting of B, its columns made comparable by the mass matrix, u[k]*sqrt(M[k, k]),
   its rows of length 1. independent: their numbers, from 1, ascending, then zeros; growth: the largest change of a
   dependent speed for a change of 1 of an independent one, both so measured. info: 0, or nu + the first row that
   depends on others there; there are then more independent speeds */
static inline void rockers_partition(double t, const double* q, const double* w, const double* c, int* independent,
    double* growth, int* info) {
    enum { nu = rockers_nu, nphi = rockers_nphi };
    double mm[nu * nu], b[nphi * nu];
    int rows[nphi], columns[nu], off[nphi];
    rockers_mass_matrix(t, q, w, c, mm);
    rockers_constraint_matrix(t, q, w, c, b);
    *growth = 0.0;
    *info = 0;
    double heaviest = 0.0;
    for (int j = 0; j < nu; ++j) {
        if (mm[j + nu * j] > heaviest) heaviest = mm[j + nu * j];
        columns[j] = j;
    }
    if (!(heaviest > 0.0)) heaviest = 1.0;
    for (int j = 0; j < nu; ++j) {
        const double mass = mm[j + nu * j] > 1.0e-12 * heaviest ? mm[j + nu * j] : 1.0e-12 * heaviest;
        for (int i = 0; i < nphi; ++i) b[i + nphi * j] = b[i + nphi * j] / sqrt(mass);
    }
    for (int i = 0; i < nphi; ++i) {
        rows[i] = i;
        double largest = 0.0;
        for (int j = 0; j < nu; ++j)
            if (!(fabs(b[i + nphi * j]) <= largest)) largest = fabs(b[i + nphi * j]);
        if (largest > 0.0)
            for (int j = 0; j < nu; ++j) b[i + nphi * j] = b[i + nphi * j] / largest;
    }
    int rank = 0;
    for (int k = 0; k < (nu < nphi ? nu : nphi); ++k) {
        /* the first of the largest elements, up to rounding */
        double pivot = 1.0e-10;
        int row = -1;
        int column = -1;
        for (int j = k; j < nu; ++j)
            for (int i = k; i < nphi; ++i)
                if (fabs(b[i + nphi * j]) > pivot) {
                    pivot = fabs(b[i + nphi * j]) * 1.000000001;
                    row = i;
                    column = j;
                }
        if (row == -1) break;
        for (int j = 0; j < nu; ++j) {
            const double value = b[row + nphi * j];
            b[row + nphi * j] = b[k + nphi * j];
            b[k + nphi * j] = value;
        }
        for (int i = 0; i < nphi; ++i) {
            const double value = b[i + nphi * column];
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
            if (fabs(b[i + nphi * j]) > *growth) *growth = fabs(b[i + nphi * j]);
    /* the first of the rows that are left and hold */
    for (int k = 0; k < nphi; ++k) off[k] = 0;
    for (int i = rank; i < nphi; ++i)
        if (!off[rows[i]] && (*info == 0 || nu + rows[i] + 1 < *info)) *info = nu + rows[i] + 1;
    int last = -1;
    for (int j = 0; j < nu; ++j) {
        independent[j] = 0;
        int dependent = 0;
        for (int i = 0; i < rank; ++i)
            if (columns[i] == j) dependent = 1;
        if (!dependent) {
            ++last;
            independent[last] = j + 1;
        }
    }
}
