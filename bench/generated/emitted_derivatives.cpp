// An emitted C++ routine of derivatives as a competitor of driver.cpp: -include the header, -DMODEL=its name, and one of
// -DJACOBIAN, -DADJOINT, -DHESSIAN. Of the accelerations alone: rates of coordinates have the factor 0.
#include <cmath>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

namespace {
using namespace MODEL;
double constants[nc + 1], factors[nq + nu];

template <class T>
void take_factors(const T* v) {
    for (int k = 0; k < nu; ++k) factors[nq + k] = v[k];
}
}  // namespace

extern "C" {
#if defined(JACOBIAN)
int dense_size = nu * (nq + nu + nw);
#elif defined(ADJOINT)
int dense_size = nq + nu + nw;
#else
int dense_size = (nq + nu) * (nq + nu);
#endif

void prepare() {
    double parameters[np + 1];
    JOIN(MODEL, _defaults)<double>(parameters);
    JOIN(MODEL, _setup)<double>(parameters, constants);
}

void evaluate(const double* y, const double* w, double* result) {
    int info = 0;
#if defined(JACOBIAN)
    JOIN(MODEL, _jacobian)<double>(0.0, y, w, constants, result, info);
#else
    take_factors(w + nw);
#if defined(ADJOINT)
    JOIN(MODEL, _adjoint)<double>(0.0, y, w, constants, factors, result, info);
#else
    JOIN(MODEL, _hessian)<double>(0.0, y, w, constants, factors, result, info);
#endif
#endif
    if (info != 0) result[0] = NAN;
}

void dense(const double* y, const double* w, double* result) {
#if defined(ADJOINT)
    evaluate(y, w, result);
#else
    for (int k = 0; k < dense_size; ++k) result[k] = 0;
#if defined(JACOBIAN)
    static double values[nz];
    evaluate(y, w, values);
    for (int k = 0; k < nz; ++k)
        if (jacobian_rows[k] >= nq) result[jacobian_columns[k] * nu + jacobian_rows[k] - nq] = values[k];
#else
    static double values[nh];
    evaluate(y, w, values);
    for (int k = 0; k < nh; ++k) result[hessian_columns[k] * (nq + nu) + hessian_rows[k]] = values[k];
#endif
#endif
}
}
