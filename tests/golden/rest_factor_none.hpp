
// a = P L U Q of m_equilibrium by full pivoting of the scaled matrix, and its rank
inline void rest_factor(double* a, double* rows, double* columns, int* row_at, int* column_at, int& rank) {
    constexpr int nrest = 11;
    double row[nrest], column[nrest];
    for (int k = 0; k < nrest; ++k) rows[k] = 1.0;
    for (int k = 0; k < nrest; ++k) columns[k] = 1.0;
    for (int i = 0; i < nrest; ++i) {
        row_at[i] = i;
        column_at[i] = i;
    }
    for (int sweep = 0; sweep < 4; ++sweep) {
        for (int k = 0; k < nrest; ++k) row[k] = 0.0;
        for (int k = 0; k < nrest; ++k) column[k] = 0.0;
        for (int j = 0; j < nrest; ++j)
            for (int i = 0; i < nrest; ++i) {
                if (fabs(a[i + nrest * j]) > row[i]) row[i] = fabs(a[i + nrest * j]);
                if (fabs(a[i + nrest * j]) > column[j]) column[j] = fabs(a[i + nrest * j]);
            }
        for (int i = 0; i < nrest; ++i) {
            row[i] = row[i] > 0.0 ? 1.0 / sqrt(row[i]) : 1.0;
            column[i] = column[i] > 0.0 ? 1.0 / sqrt(column[i]) : 1.0;
            rows[i] = rows[i] * row[i];
            columns[i] = columns[i] * column[i];
        }
        for (int j = 0; j < nrest; ++j)
            for (int i = 0; i < nrest; ++i) a[i + nrest * j] = a[i + nrest * j] * (row[i] * column[j]);
    }
    // what is held comes first: where rows contradict it, they are what is left
    for (int k = 0; k < nq; ++k) {
        rows[nu + nphi + k] = 1000.0 * rows[nu + nphi + k];
        columns[nu + nphi + k] = 1000.0 * columns[nu + nphi + k];
        for (int i = 0; i < nrest; ++i) a[nu + nphi + k + nrest * i] = 1000.0 * a[nu + nphi + k + nrest * i];
        for (int i = 0; i < nrest; ++i) a[i + nrest * (nu + nphi + k)] = 1000.0 * a[i + nrest * (nu + nphi + k)];
    }
    rank = 0;
    while (rank < nrest) {
        // the first of the largest elements, up to rounding
        double pivot = 1.0e-09;
        int best = -1;
        int best_column = -1;
        for (int j = rank; j < nrest; ++j)
            for (int i = rank; i < nrest; ++i)
                if (fabs(a[i + nrest * j]) > pivot) {
                    pivot = fabs(a[i + nrest * j]) * 1.000000001;
                    best = i;
                    best_column = j;
                }
        if (best == -1) break;
        ++rank;
        for (int j = 0; j < nrest; ++j) {
            const double value = a[best + nrest * j];
            a[best + nrest * j] = a[rank - 1 + nrest * j];
            a[rank - 1 + nrest * j] = value;
        }
        for (int i = 0; i < nrest; ++i) {
            const double value = a[i + nrest * best_column];
            a[i + nrest * best_column] = a[i + nrest * (rank - 1)];
            a[i + nrest * (rank - 1)] = value;
        }
        int moved = row_at[best];
        row_at[best] = row_at[rank - 1];
        row_at[rank - 1] = moved;
        moved = column_at[best_column];
        column_at[best_column] = column_at[rank - 1];
        column_at[rank - 1] = moved;
        for (int i = rank; i < nrest; ++i) {
            a[i + nrest * (rank - 1)] = a[i + nrest * (rank - 1)] / a[rank - 1 + nrest * (rank - 1)];
            for (int j = rank; j < nrest; ++j)
                a[i + nrest * j] = a[i + nrest * j] - a[i + nrest * (rank - 1)] * a[rank - 1 + nrest * j];
        }
    }
}
