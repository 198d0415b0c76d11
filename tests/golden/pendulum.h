/*
 * pendulum: A rod that swings, with "quotes" and a backslash
 *
 * coordinates q
 *   1  q1 [rad]
 *
 * speeds u
 *   1  q1' [rad/s]
 *
 * parameters p
 *   1  m [kg]  mass of the rod
 *   2  l
 *   3  g
 *
 * inputs w
 *   1  tau
 *
 * outputs o
 *   1  height [m]  of the free end
 *   2  tangential [m/s^2]
 *
 * operations in each routine
 * pendulum_defaults: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
 * pendulum_initial: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
 * pendulum_setup: 0 add, 7 mul, 1 div, 0 sqrt, 0 call
 * pendulum_derivatives: 1 add, 2 mul, 0 div, 0 sqrt, 1 call
 * pendulum_accelerations: 1 add, 2 mul, 0 div, 0 sqrt, 1 call
 * pendulum_mass_matrix: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
 * pendulum_mass_matrix_constants: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
 * pendulum_mass_matrix_update: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
 * pendulum_right_side: 1 add, 1 mul, 0 div, 0 sqrt, 1 call
 * pendulum_kinematics: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
 * pendulum_inverse_dynamics: 2 add, 2 mul, 0 div, 0 sqrt, 1 call
 * pendulum_energy: 0 add, 3 mul, 0 div, 0 sqrt, 1 call
 * pendulum_outputs: 1 add, 3 mul, 0 div, 0 sqrt, 2 call
 */
#ifndef LAG_MODEL_pendulum_H
#define LAG_MODEL_pendulum_H

#include <math.h>

#ifndef LAG_C_MATH_DEFINED
#define LAG_C_MATH_DEFINED
static inline double lag_select(int condition, double a, double b) { return condition ? a : b; }
static inline double lag_min(double a, double b) { return b < a ? b : a; }
static inline double lag_max(double a, double b) { return a < b ? b : a; }
static inline double lag_mod(double a, double b) { return a - b * floor(a / b); }
#endif /* LAG_C_MATH_DEFINED */

enum { pendulum_nq = 1, pendulum_nu = 1, pendulum_np = 3, pendulum_nw = 1, pendulum_nc = 6, pendulum_nl = 0,
    pendulum_nphi = 0, pendulum_no = 2 };

static const char* const pendulum_coordinate_names[1] = {
    "q1"};
static const char* const pendulum_coordinate_units[1] = {
    "rad"};
static const char* const pendulum_speed_names[1] = {
    "q1'"};
static const char* const pendulum_speed_units[1] = {
    "rad/s"};
static const char* const pendulum_parameter_names[3] = {
    "m", "l", "g"};
static const char* const pendulum_parameter_units[3] = {
    "kg", "", ""};
static const char* const pendulum_input_names[1] = {
    "tau"};
static const char* const pendulum_input_units[1] = {
    ""};
static const char* const pendulum_constraint_names[1] = {""};
static const char* const pendulum_constraint_units[1] = {""};
static const char* const pendulum_output_names[2] = {
    "height", "tangential"};
static const char* const pendulum_output_units[2] = {
    "m", "m/s^2"};

/* the default parameter values */
static inline void pendulum_defaults(double* p) {
    /* m [kg] mass of the rod */
    p[0] = 2.0;
    /* l */
    p[1] = 0.75;
    /* g */
    p[2] = 9.81;
}

/* the initial state of the script */
static inline void pendulum_initial(const double* p, double* q, double* u) {
    (void)p;
    /* q1 [rad] */
    q[0] = 0.3;
    /* q1' [rad/s] */
    u[0] = 0.0;
}

/* every sub-expression of parameters alone, once */
static inline void pendulum_setup(const double* p, double* c) {
    /* l */
    c[0] = p[1];
    const double z1 = p[1]*p[0];
    const double z2 = p[1]*z1;
    const double z3 = 0.3333333333333333*z2;
    const double z4 = 1.0/lag_select((0.0 < z3), z3, 1.0e+30);
    /* 1/(if 0 < 1/3*l*l*m then 1/3*l*l*m else 1e30) */
    c[1] = z4;
    /* 1/6*l*l*m */
    c[2] = 0.16666666666666666*z2;
    /* 1/2*l*g*m */
    c[3] = 0.5*p[2]*z1;
    /* l*1/(if 0 < 1/3*l*l*m then 1/3*l*l*m else 1e30) */
    c[4] = p[1]*z4;
    /* 1/3*l*l*m */
    c[5] = z3;
}

/* the right side of the ODE: y = [q; u] */
static inline void pendulum_derivatives(double t, const double* y, const double* w, const double* c, double* ydot, int*
    info) {
    (void)t;
    *info = 0;
    *info = *info == 0 && !(0.0 < c[5]) ? 1 : *info;
    /* q1' */
    ydot[0] = y[1];
    /* q1'' */
    ydot[1] = c[1]*(w[0] - c[3]*sin(y[0]));
}

/* accelerations and multipliers */
static inline void pendulum_accelerations(double t, const double* q, const double* u, const double* w, const double* c,
    double* udot, double* lambda, int* info) {
    (void)t;
    (void)u;
    (void)lambda;
    *info = 0;
    *info = *info == 0 && !(0.0 < c[5]) ? 1 : *info;
    /* q1'' */
    udot[0] = c[1]*(w[0] - c[3]*sin(q[0]));
}

/* the mass matrix M */
static inline void pendulum_mass_matrix(double t, const double* q, const double* w, const double* c, double* mm) {
    (void)t;
    (void)q;
    (void)w;
    mm[0] = c[5];
}

/* the entries of M that no motion changes, zero for all others */
static inline void pendulum_mass_matrix_constants(const double* c, double* mm) {
    mm[0] = c[5];
}

/* in place, the entries of M that change */
static inline void pendulum_mass_matrix_update(double t, const double* q, const double* w, const double* c, double* mm)
    {
    (void)t;
    (void)q;
    (void)w;
    (void)c;
    (void)mm;
}

/* f of M udot = f - B^T lambda */
static inline void pendulum_right_side(double t, const double* q, const double* u, const double* w, const double* c,
    double* f) {
    (void)t;
    (void)u;
    /* q1' [rad/s] */
    f[0] = w[0] - c[3]*sin(q[0]);
}

/* the kinematic differential equations */
static inline void pendulum_kinematics(double t, const double* q, const double* u, const double* w, const double* c,
    double* qdot) {
    (void)t;
    (void)q;
    (void)w;
    (void)c;
    /* q1' */
    qdot[0] = u[0];
}

/* M udot - f without forming M */
static inline void pendulum_inverse_dynamics(double t, const double* q, const double* u, const double* udot, const
    double* w, const double* c, double* r) {
    (void)t;
    (void)u;
    /* q1' [rad/s] */
    r[0] = c[5]*udot[0] - w[0] + c[3]*sin(q[0]);
}

/* kinetic and potential energy, prescribed motion included */
static inline void pendulum_energy(double t, const double* q, const double* u, const double* w, const double* c, double*
     kinetic, double* potential) {
    (void)t;
    (void)w;
    *kinetic = c[2]*u[0]*u[0];
    *potential = -c[3]*cos(q[0]);
}

/* the outputs of the script */
static inline void pendulum_outputs(double t, const double* q, const double* u, const double* w, const double* c,
    double* o, int* info) {
    (void)t;
    (void)u;
    *info = 0;
    *info = *info == 0 && !(0.0 < c[5]) ? 1 : *info;
    /* height [m] of the free end */
    o[0] = -c[0]*cos(q[0]);
    /* tangential [m/s^2] */
    o[1] = c[4]*(w[0] - c[3]*sin(q[0]));
}

#endif /* LAG_MODEL_pendulum_H */
