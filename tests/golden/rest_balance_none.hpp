
// what m_equilibrium brings to zero: f - B^T lambda - N^T mu, then phi, or phidot of resting rows, what is held less
// its start, the rates of the states. touching: w with all contacts closed; open: rows of contacts without a load; b: B
// without them; bn: N of q' = N u; magnitudes: of what each element sums. info: 0, or nu + nphi + 1 where a number
// overflows or a state has no rate
inline void rest_balance(double t, const double* q, const double* c, const double* touching, const double* start, const
    int* held, const bool* open, const double* lambda, const double* mu, double* balance, double* b, double* bn,
    double* magnitudes, int& info) {
    constexpr int nrest = 11;
    double u[nu], f[nu], phi[nphi], phidot[nphi], still[nq], moving[nq];
    for (int k = 0; k < nu; ++k) u[k] = 0.0;
    for (int k = 0; k < nrest; ++k) balance[k] = 0.0;
    const int failed = 0;
    rockers::right_side<double>(t, q, u, touching, c, f);
    for (int j = 0; j < nu; ++j) balance[j] = f[j];
    rockers::constraints<double>(t, q, u, touching, c, phi, phidot);
    rockers::constraint_matrix<double>(t, q, touching, c, b);
    for (int i = 0; i < nphi; ++i)
        if (open[i]) {
            for (int j = 0; j < nu; ++j) b[i + nphi * j] = 0.0;
        } else {
            balance[nu + i] = phi[i];
        }
    rockers::kinematics<double>(t, q, u, touching, c, still);
    for (int j = 0; j < nu; ++j) {
        u[j] = 1.0;
        rockers::kinematics<double>(t, q, u, touching, c, moving);
        u[j] = 0.0;
        for (int k = 0; k < nq; ++k) bn[k + nq * j] = moving[k] - still[k];
    }
    for (int i = 0; i < nrest; ++i) magnitudes[i] = fabs(balance[i]);
    for (int k = 0; k < nq; ++k)
        if (held[k] != 0) balance[nu + nphi + k] = q[k] - start[k];
    for (int j = 0; j < nu; ++j) {
        for (int i = 0; i < nphi; ++i) {
            balance[j] = balance[j] - b[i + nphi * j] * lambda[i];
            magnitudes[j] = magnitudes[j] + fabs(b[i + nphi * j] * lambda[i]);
        }
        for (int k = 0; k < nq; ++k)
            if (held[k] != 0) {
                balance[j] = balance[j] - bn[k + nq * j] * mu[k];
                magnitudes[j] = magnitudes[j] + fabs(bn[k + nq * j] * mu[k]);
            }
    }
    info = 0;
    if (failed != 0) info = nu + nphi + 1;
    for (int i = 0; i < nrest; ++i)
        if (!(fabs(balance[i] - balance[i]) <= 0.0)) info = nu + nphi + 1;
}
