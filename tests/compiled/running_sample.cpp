#include "tests/compiled/running_sample.hpp"

#include <fstream>
#include <stdexcept>

#include "scripts/pipeline/mechanics.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"

namespace lag {

namespace fs = std::filesystem;
using Eigen::VectorXd;

namespace {

fs::path sample_path(const std::string& script) {
    return fs::path(LAG_SOURCE_DIR) / "samples" / (script + ".lag");
}

fs::path written(const ScriptText& script) {
    const fs::path folder = fs::path(scratch_root()) / "running" / "scripts";
    fs::create_directories(folder);
    const fs::path path = folder / (script.name + ".lag");
    std::ofstream(path) << script.text;
    return path;
}

// one folder for each language: loaded objects keep their files
std::string emitted(const fs::path& script, const std::string& language) {
    const fs::path folder = fs::path(scratch_root()) / "running" / (script.stem().string() + language);
    emit_sample(script, folder);
    return (folder / (script.stem().string() + language)).string();
}

Eigen::Index rows_of(const Model& model) {
    const auto mechanics = lagrange_mechanics();
    return static_cast<Eigen::Index>(mechanics->independent_rows(model).rows.size());
}

template <class Table>
Eigen::Index index_of(const Table& table, const std::string& name) {
    for (std::size_t k = 0; k < table.size(); ++k)
        if (table[k].name == name) return static_cast<Eigen::Index>(k);
    throw std::runtime_error("nothing is named " + name);
}

}  // namespace

RunningSample::RunningSample(const std::string& script, const std::string& language)
    : model_(model_of(sample_path(script))),
      compiled_(model_, emitted(sample_path(script), language)),
      language_(language),
      rows_(rows_of(model_)) {
    reset();
}

RunningSample::RunningSample(const ScriptText& script, const std::string& language)
    : model_(model_of(written(script))),
      compiled_(model_, emitted(written(script), language)),
      language_(language),
      rows_(rows_of(model_)) {
    reset();
}

void RunningSample::reset() {
    state = zero_state(model_);
    state.p = compiled_.defaults();
    compiled_.initial(state.p, state.q, state.u);
    compiled_.setup(state.p);
}

double RunningSample::p(const std::string& name) const {
    return state.p(index_of(model_.parameters, name));
}

void RunningSample::set(const std::string& parameter, double value) {
    state.p(index_of(model_.parameters, parameter)) = value;
    compiled_.setup(state.p);
}

PointOnBody RunningSample::point(const std::string& name) const {
    for (const Constraint& c : model_.constraints)
        for (const PointOnBody* end : {&c.P, &c.Q})
            if (c.kind == Constraint::Kind::loop && end->name == name) return *end;
    throw std::runtime_error("no loop ends in " + name);
}

VectorXd RunningSample::accelerations(VectorXd& lambda) const {
    lambda = VectorXd::Zero(rows_);
    int info = -1;
    const VectorXd udot = compiled_.accelerations(state, lambda, info);
    REQUIRE(info == 0);
    return udot;
}

VectorXd RunningSample::accelerations() const {
    VectorXd lambda;
    return accelerations(lambda);
}

double RunningSample::output(const std::string& name) const {
    int info = -1;
    const VectorXd o = compiled_.outputs(state, info);
    REQUIRE(info == 0);
    return o(index_of(model_.outputs, name));
}

double RunningSample::kinetic() const {
    double kinetic = 0, potential = 0;
    compiled_.energy(state, kinetic, potential);
    return kinetic;
}

double RunningSample::energy() const {
    double kinetic = 0, potential = 0;
    compiled_.energy(state, kinetic, potential);
    return kinetic + potential;
}

void RunningSample::run(double duration, int steps) {
    const double h = duration / steps, start = state.t;
    const auto nq = state.q.size(), nu = state.u.size();
    VectorXd y(nq + nu);
    y << state.q, state.u;
    const auto rate = [&](double t, const VectorXd& at) {
        OracleState here = state;
        here.t = t;
        here.q = at.head(nq);
        here.u = at.tail(nu);
        int info = -1;
        VectorXd found = compiled_.derivatives(here, info);
        REQUIRE(info == 0);
        return found;
    };
    for (int k = 0; k < steps; ++k) {
        const double t = start + k * h;
        const VectorXd k1 = rate(t, y), k2 = rate(t + h / 2, y + h / 2 * k1), k3 = rate(t + h / 2, y + h / 2 * k2),
                       k4 = rate(t + h, y + h * k3);
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    state.t = start + duration;
    state.q = y.head(nq);
    state.u = y.tail(nu);
}

}  // namespace lag
