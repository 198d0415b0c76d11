
// the step against a balance by the factors of a, and its length in the scaled unknowns; zero where nothing says what
// it should be
inline void rest_step(const double* a, const double* rows, const double* columns, const int* row_at, const
    int* column_at, int rank, const double* balance, double* move, double& length) {
    constexpr int nrest = 11;
    double x[nrest];
    for (int k = 0; k < nrest; ++k) move[k] = 0.0;
    length = 0.0;
    for (int i = 0; i < nrest; ++i) x[i] = -rows[row_at[i]] * balance[row_at[i]];
    for (int j = 0; j < rank; ++j)
        for (int i = j + 1; i < rank; ++i) x[i] = x[i] - a[i + nrest * j] * x[j];
    for (int j = rank - 1; j >= 0; --j) {
        x[j] = x[j] / a[j + nrest * j];
        for (int i = 0; i <= j - 1; ++i) x[i] = x[i] - a[i + nrest * j] * x[j];
        length = length + x[j] * x[j];
        move[column_at[j]] = columns[column_at[j]] * x[j];
    }
    length = sqrt(length);
}
