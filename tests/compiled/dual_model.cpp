#include "tests/compiled/dual_model.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "scripts/command/simulate/dual_numbers.hpp"

#include "tests/compiled/compiled_model.hpp"

namespace lag {

using Eigen::VectorXd;

namespace {

const char* const wrapper = R"text(#include "@HEADER@"
using lag_dual::Dual;
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
    std::ofstream(source) << dual_numbers
                          << replaced(replaced(wrapper, "@HEADER@", path.filename().string()), "@M@", name);
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
