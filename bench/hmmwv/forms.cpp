// Nanoseconds per call of `derivatives` of the HMMWV in three forms, one core: the tree, the same bodies in absolute coordinates, the
// double wishbones. 64 states near the initial one, in turns, median of 31 batches.
//   g++ -std=c++17 -O3 -march=native -I FOLDER forms.cpp && ./forms
// prints `name nanoseconds` a line.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "../trial.hpp"
#include "hmmwv10.hpp"
#include "hmmwv_absolute.hpp"
#include "hmmwv_full.hpp"

namespace {

constexpr int states = 64;

struct Form {
    std::string name;
    int repetitions;
    std::function<double(int)> call;  // of one state
    std::vector<double> nanoseconds;
};

#define FORM(MODEL, repetitions)                                                                            \
    Form {                                                                                                  \
#MODEL, repetitions,                                                                                \
            caller(MODEL::nq, MODEL::nu, MODEL::np, MODEL::nc, MODEL::nw, MODEL::MODEL##_defaults <double>, \
                   MODEL::MODEL##_setup <double>, MODEL::MODEL##_initial <double>,                          \
                   MODEL::MODEL##_derivatives <double>),                                                    \
        {}                                                                                                  \
    }

template <class Defaults, class Setup, class Initial, class Derivatives>
std::function<double(int)> caller(std::size_t nq, std::size_t nu, std::size_t np, std::size_t nc, std::size_t nw,
                                  Defaults defaults, Setup setup, Initial initial, Derivatives derivatives) {
    std::vector<double> p(np), c(nc), y0(nq + nu), y, w(nw), ydot(nq + nu);
    defaults(p.data());
    setup(p.data(), c.data());
    initial(p.data(), y0.data(), y0.data() + nq);
    std::uint64_t seed = 1;
    for (int s = 0; s < states; ++s)
        for (const double value : y0) y.push_back(value + 0.1 * uniform(seed));
    for (double& value : w) value = uniform(seed);
    return [=](int state) mutable {
        int info = 0;
        derivatives(0.0, &y[(nq + nu) * static_cast<std::size_t>(state)], w.data(), c.data(), ydot.data(), info);
        return ydot.back();
    };
}

}  // namespace

int main() {
    std::vector<Form> forms{FORM(hmmwv10, 100), FORM(hmmwv_absolute, 5), FORM(hmmwv_full, 10)};
    double sum = 0;
    for (int batch = 0; batch < 31; ++batch)
        for (Form& form : forms) {
            const double begin = processor_time();
            for (int k = 0; k < form.repetitions * states; ++k) sum += form.call(k % states);
            form.nanoseconds.push_back((processor_time() - begin) / (form.repetitions * states));
        }
    for (Form& form : forms) {
        std::sort(form.nanoseconds.begin(), form.nanoseconds.end());
        std::printf("%s %.1f\n", form.name.c_str(), form.nanoseconds[form.nanoseconds.size() / 2]);
    }
    return sum == 0.5 ? 1 : 0;
}
