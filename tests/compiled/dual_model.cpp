#include "tests/compiled/dual_model.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "tests/compiled/compiled_model.hpp"

namespace lag {

using Eigen::VectorXd;

namespace {

const char* const wrapper = R"text(
#include <cmath>
#include <vector>
namespace dual_numbers {
struct Dual {
    double value = 0, slope = 0;
    Dual() = default;
    explicit Dual(double v, double s = 0) : value(v), slope(s) {}
};
inline Dual operator+(Dual a, Dual b) { return Dual(a.value + b.value, a.slope + b.slope); }
inline Dual operator-(Dual a, Dual b) { return Dual(a.value - b.value, a.slope - b.slope); }
inline Dual operator-(Dual a) { return Dual(-a.value, -a.slope); }
inline Dual operator*(Dual a, Dual b) { return Dual(a.value * b.value, a.slope * b.value + a.value * b.slope); }
inline Dual operator/(Dual a, Dual b) {
    const double y = a.value / b.value;
    return Dual(y, (a.slope - y * b.slope) / b.value);
}
inline bool operator<(Dual a, Dual b) { return a.value < b.value; }
inline bool operator<=(Dual a, Dual b) { return a.value <= b.value; }
inline Dual sin(Dual a) { return Dual(std::sin(a.value), std::cos(a.value) * a.slope); }
inline Dual cos(Dual a) { return Dual(std::cos(a.value), -std::sin(a.value) * a.slope); }
inline Dual tan(Dual a) { return Dual(std::tan(a.value), a.slope / (std::cos(a.value) * std::cos(a.value))); }
inline Dual asin(Dual a) { return Dual(std::asin(a.value), a.slope / std::sqrt(1 - a.value * a.value)); }
inline Dual acos(Dual a) { return Dual(std::acos(a.value), -a.slope / std::sqrt(1 - a.value * a.value)); }
inline Dual atan(Dual a) { return Dual(std::atan(a.value), a.slope / (1 + a.value * a.value)); }
inline Dual atan2(Dual a, Dual b) {
    const double square = a.value * a.value + b.value * b.value;
    return Dual(std::atan2(a.value, b.value), (b.value * a.slope - a.value * b.slope) / square);
}
inline Dual sinh(Dual a) { return Dual(std::sinh(a.value), std::cosh(a.value) * a.slope); }
inline Dual cosh(Dual a) { return Dual(std::cosh(a.value), std::sinh(a.value) * a.slope); }
inline Dual tanh(Dual a) { return Dual(std::tanh(a.value), a.slope / (std::cosh(a.value) * std::cosh(a.value))); }
inline Dual exp(Dual a) { return Dual(std::exp(a.value), std::exp(a.value) * a.slope); }
inline Dual log(Dual a) { return Dual(std::log(a.value), a.slope / a.value); }
inline Dual sqrt(Dual a) { return Dual(std::sqrt(a.value), a.slope / (2 * std::sqrt(a.value))); }
inline Dual abs(Dual a) { return a.value < 0 ? -a : a; }
inline Dual min(Dual a, Dual b) { return b.value < a.value ? b : a; }
inline Dual max(Dual a, Dual b) { return a.value < b.value ? b : a; }
inline Dual floor(Dual a) { return Dual(std::floor(a.value)); }
inline Dual mod(Dual a, Dual b) { return a - b * floor(a / b); }
inline Dual pow(Dual a, Dual b) {
    const double y = std::pow(a.value, b.value);
    return Dual(y, b.value * std::pow(a.value, b.value - 1) * a.slope +
                       (b.slope == 0 ? 0 : y * std::log(a.value) * b.slope));
}
}  // namespace dual_numbers
#include "@HEADER@"
using dual_numbers::Dual;
extern "C" {
void w_sizes(int* sizes) {
    const int all[] = {@M@::nq, @M@::nu, @M@::np, @M@::nw, @M@::nj, @M@::nz};
    for (int k = 0; k < 6; ++k) sizes[k] = all[k];
}
void w_pattern(int* rows, int* columns) {
    for (std::size_t k = 0; k < @M@::nz; ++k) rows[k] = @M@::jacobian_rows[k], columns[k] = @M@::jacobian_columns[k];
}
const char* w_name(int table, int k) {
    const auto at = static_cast<std::size_t>(k);
    return table == 0   ? (@M@::nj > 0 ? @M@::jacobian_column_names.data()[at] : "")
           : table == 1 ? @M@::coordinate_names.data()[at]
           : table == 2 ? @M@::speed_names.data()[at]
           : table == 3 ? @M@::input_names.data()[at]
                        : @M@::parameter_names.data()[at];
}
void w_start(double* p, double* q, double* u) {
    @M@::@M@_defaults(p);
    @M@::@M@_initial(p, q, u);
}
void w_jacobian(double t, const double* y, const double* w, const double* p, double* jac, int* info) {
    std::vector<double> c(@M@::nc + 1);
    @M@::@M@_setup(p, c.data());
    @M@::@M@_jacobian(t, y, w, c.data(), jac, *info);
}
void w_slopes(double t, const double* y, const double* w, const double* p, const double* dy, const double* dw,
              const double* dp, double* slopes, int* info) {
    const auto duals = [](const double* x, const double* dx, int n) {
        std::vector<Dual> all;
        for (int k = 0; k < n; ++k) all.push_back(Dual(x[k], dx[k]));
        all.emplace_back();
        return all;
    };
    const int n = @M@::nq + @M@::nu;
    std::vector<Dual> c(@M@::nc + 1), rate(static_cast<std::size_t>(n) + 1);
    @M@::@M@_setup(duals(p, dp, @M@::np).data(), c.data());
    @M@::@M@_derivatives(Dual(t), duals(y, dy, n).data(), duals(w, dw, @M@::nw).data(), c.data(), rate.data(), *info);
    for (int k = 0; k < n; ++k) slopes[k] = rate[static_cast<std::size_t>(k)].slope;
}
}
)text";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

template <class Result, class... Arguments>
Result call(void* address, Arguments... arguments) {
    return reinterpret_cast<Result (*)(Arguments...)>(address)(arguments...);
}
using In = const double*;

}  // namespace

DualModel::DualModel(const std::string& name, const std::string& header) {
    const std::filesystem::path path = std::filesystem::absolute(header);
    const std::string source = path.string() + "_dual.cpp", object = path.string() + "_dual.so";
    std::ofstream(source) << replaced(replaced(wrapper, "@HEADER@", path.filename().string()), "@M@", name);
    // inline constants of two headers of one model must not become one
    const std::string command =
        "g++ -std=c++17 -fno-gnu-unique -Wall -Wextra -Werror -O0 -shared -fPIC -o '" + object + "' '" + source + "'";
    std::string words;
    if (!run_command(command, words)) throw std::runtime_error(command + "\n" + words);
    library_ = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) throw std::runtime_error(dlerror());
    int sizes[6];
    call<void>(routine("w_sizes"), static_cast<int*>(sizes));
    nq = sizes[0], nu = sizes[1], np = sizes[2], nw = sizes[3], nj = sizes[4], nz = sizes[5];
    rows.resize(static_cast<std::size_t>(nz) + 1), columns.resize(static_cast<std::size_t>(nz) + 1);
    call<void>(routine("w_pattern"), rows.data(), columns.data());
    rows.pop_back(), columns.pop_back();
    const auto take = [&](int table, Eigen::Index n, std::vector<std::string>& names) {
        for (int k = 0; k < n; ++k) names.emplace_back(call<const char*>(routine("w_name"), table, k));
    };
    take(0, nj, column_names), take(1, nq, state_names), take(2, nu, state_names);
    take(3, nw, input_names), take(4, np, parameter_names);
}

DualModel::~DualModel() {
    if (library_ != nullptr) dlclose(library_);
}

void* DualModel::routine(const char* name) const {
    void* address = dlsym(library_, name);
    if (address == nullptr) throw std::runtime_error(std::string("no routine ") + name);
    return address;
}

FullState DualModel::start() const {
    FullState s{0, VectorXd(nq + nu), VectorXd::Zero(nw), VectorXd(np)};
    call<void>(routine("w_start"), s.p.data(), s.y.data(), s.y.data() + nq);
    return s;
}

VectorXd DualModel::jacobian(const FullState& s, int& info) const {
    VectorXd entries = VectorXd::Constant(nz, 1e300);  // none may be left as it was
    call<void>(routine("w_jacobian"), s.t, In(s.y.data()), In(s.w.data()), In(s.p.data()), entries.data(), &info);
    return entries;
}

VectorXd DualModel::slopes(const FullState& s, const FullState& d, int& info) const {
    VectorXd result(nq + nu);
    call<void>(routine("w_slopes"), s.t, In(s.y.data()), In(s.w.data()), In(s.p.data()), In(d.y.data()), In(d.w.data()),
               In(d.p.data()), result.data(), &info);
    return result;
}

FullState DualModel::direction_of(const std::string& column) const {
    FullState d{0, VectorXd::Zero(nq + nu), VectorXd::Zero(nw), VectorXd::Zero(np)};
    int found = 0;
    const auto look = [&](const std::vector<std::string>& names, VectorXd& part) {
        for (std::size_t k = 0; k < names.size(); ++k)
            if (names[k] == column) part(static_cast<Eigen::Index>(k)) = 1, ++found;
    };
    look(state_names, d.y), look(input_names, d.w), look(parameter_names, d.p);
    if (found != 1) throw std::runtime_error("column " + column + " means " + std::to_string(found) + " things");
    return d;
}

}  // namespace lag
