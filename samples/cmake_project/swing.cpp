// The period of small swings, by counting passages through the lowest point.
#include <cstdio>

#include "pendulum.hpp"

int main() {
    namespace P = pendulum;
    double p[P::np], c[P::nc], y[2], k[4][2], z[2];
    P::defaults<double>(p);
    P::initial<double>(p, y, y + 1);
    P::setup<double>(p, c);
    const double h = 1e-4;
    double first = -1, last = -1;
    int passages = 0, info = 0;
    for (double t = 0; t < 20; t += h) {
        const double before = y[0];
        const double weight[4] = {0, h / 2, h / 2, h};
        for (int s = 0; s < 4; ++s) {
            for (int i = 0; i < 2; ++i) z[i] = y[i] + (s == 0 ? 0.0 : weight[s] * k[s - 1][i]);
            P::derivatives<double>(t, z, nullptr, c, k[s], info);
            if (info != 0) return 1;
        }
        for (int i = 0; i < 2; ++i) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
        if (before < 0 && y[0] >= 0) {
            last = t + h * before / (before - y[0]);
            if (passages++ == 0) first = last;
        }
    }
    std::printf("period %.4f s\n", (last - first) / (passages - 1));
}
