
// the largest unknown of a motion that changes nothing: of the first column beyond the rank, and what goes with it. 0:
// there is none
inline void rest_loose(const double* a, const int* column_at, int rank, int& loose) {
    constexpr int nrest = 11;
    double x[nrest];
    loose = -1;
    for (int k = 0; k < nrest; ++k) x[k] = 0.0;
    for (int k = rank; k < nrest; ++k) {
        for (int i = 0; i < rank; ++i) x[i] = -a[i + nrest * k];
        for (int j = rank - 1; j >= 0; --j) {
            x[j] = x[j] / a[j + nrest * j];
            for (int i = 0; i <= j - 1; ++i) x[i] = x[i] - a[i + nrest * j] * x[j];
        }
        double largest = 1.0e-06;
        for (int j = 0; j < rank + 1; ++j) {
            int at = column_at[k];
            double part_of = 1.0;
            if (j + 1 <= rank) {
                at = column_at[j];
                part_of = fabs(x[j]);
            }
            if ((at + 1 <= nu || at + 1 > nu + nphi + nq) && part_of > largest) {
                largest = part_of * 1.000000001;
                loose = at;
            }
        }
        if (loose != -1) return;
    }
}
