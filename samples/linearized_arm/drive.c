/* The arm under its control, by Runge's and Kutta's method. The error of the hand must be e(0)*(1 + r t + (r t)^2/2)*exp(-r t), in each direction: that
   of three equal filters. The program ends with an error where it is not. */
#include <math.h>
#include <stdio.h>

#include "law.c"
#include "linearized_arm.c"

enum { nq = linearized_arm_nq, nu = linearized_arm_nu, ns = 3, n = nq + nu + ns };

static double p[linearized_arm_np], c[linearized_arm_nc], w[linearized_arm_nw];
static const double goal[3] = {0.5, 0.4, 0.9}, r = 6; /* r as in the script */

static int rates(double t, const double* y, double* ydot) {
    int info = 0;
    law(y, y + nq, y + nq + nu, goal, p, w);
    linearized_arm_derivatives(t, y, w, c, ydot, &info);
    return info;
}

static void hand(const double* y, double* place) {
    const double l1 = p[linearized_arm_ip_l1], l2 = p[linearized_arm_ip_l2], l3 = p[linearized_arm_ip_l3];
    const double reach = l2 * cos(y[1]) + l3 * cos(y[1] + y[2]);
    place[0] = reach * cos(y[0]), place[1] = reach * sin(y[0]), place[2] = l1 - l2 * sin(y[1]) - l3 * sin(y[1] + y[2]);
}

int main(void) {
    double y[n] = {0.2, -0.4, 1.1}, k[4][n], at[n], none[nu] = {0}, start[3], place[3], largest = 0;
    const double h = 0.0005;
    linearized_arm_defaults(p);
    linearized_arm_setup(p, c);
    /* torques that hold the arm where it is */
    linearized_arm_inverse_dynamics(0, y, y + nq, y + nq + nu, none, w, c, y + nq + nu);
    hand(y, start);
    printf("%6s %9s %9s %9s %12s\n", "t", "x", "y", "z", "deviation");
    for (int step = 0; step <= 4000; ++step) {
        const double t = step * h, left = (1 + r * t + r * r * t * t / 2) * exp(-r * t);
        double deviation = 0;
        hand(y, place);
        for (int i = 0; i < 3; ++i) {
            const double expected = goal[i] + (start[i] - goal[i]) * left;
            if (fabs(place[i] - expected) > deviation) deviation = fabs(place[i] - expected);
        }
        if (deviation > largest) largest = deviation;
        if (step % 500 == 0) printf("%6.2f %9.5f %9.5f %9.5f %12.2e\n", t, place[0], place[1], place[2], deviation);
        for (int stage = 0; stage < 4; ++stage) {
            const double part = stage == 0 ? 0 : stage == 3 ? h : h / 2;
            for (int i = 0; i < n; ++i) at[i] = y[i] + (stage == 0 ? 0 : part * k[stage - 1][i]);
            if (rates(t + part, at, k[stage]) != 0) return 1;
        }
        for (int i = 0; i < n; ++i) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    printf("largest deviation from the straight line and its times: %.1e m\n", largest);
    return largest < 1e-8 ? 0 : 1;
}
