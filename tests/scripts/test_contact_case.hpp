// A script with contacts as a mechanism that can be called: random states that touch, modes, events, accelerations.
// Contacts are named c1, c2, ..; parameters h1, h2, .. shift their gaps.
#pragma once

#include <cmath>
#include <memory>

#include "scripts/command/simulate/model.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/oracle_contacts.hpp"
#include "tests/support/random.hpp"

namespace lag {

class ContactCase {
  public:
    static Eigen::Index at(std::size_t k) { return static_cast<Eigen::Index>(k); }
    explicit ContactCase(const std::string& script)
        : model(described_model(parse(script, "script.lag"), {})), state(zero_state(model)), random_(0) {
        runner_ = has_compiler() ? compiled_model({lowered_program(model), {}, {}}, {})
                                 : evaluated_model({lowered_program(model), {}, {}});
    }
    // A new state, with the contacts open.
    void draw(std::uint64_t seed) {
        random_ = Random(seed);
        state = zero_state(model);
        for (Eigen::Index k = 0; k < state.q.size(); ++k) state.q(k) = random_.between(-0.7, 0.7);
        for (const auto& e : quaternions(model)) {
            Eigen::Vector4d unit;
            for (std::size_t k = 0; k < 4; ++k) unit(at(k)) = state.q(at(e[k].value));
            for (std::size_t k = 0; k < 4; ++k) state.q(at(e[k].value)) /= unit.norm();
        }
        for (Eigen::Index k = 0; k < state.u.size(); ++k) state.u(k) = random_.between(-1, 1);
        for (Eigen::Index k = 0; k < state.s.size(); ++k) state.s(k) = random_.between(-1, 1);
    }
    // Gaps become zero, but for some that become 1/2; of those that touch the rate becomes zero, and so do some slips.
    void touch() {
        const ConstraintReading now = read_constraints(model, state);
        std::vector<Eigen::Index> still;
        for (std::size_t k = 0; k < model.contacts.size(); ++k) {
            const Contact& c = model.contacts[k];
            bool touches = true;
            if (c.normal) {
                touches = k == 0 || random_.chance(0.8);
                for (std::size_t p = 0; p < model.parameters.size(); ++p)
                    if (model.parameters[p].name == "h" + c.name.substr(1))
                        state.p(at(p)) += now.phi(at(*c.normal)) - (touches ? 0 : 0.5);
                if (touches) still.push_back(at(*c.normal));
            }
            if (touches && c.tangent && random_.chance(0.6)) still.push_back(at(*c.tangent));
        }
        stop(still);
    }
    // No rate of these rows; the others' change as little as possible.
    void stop(const std::vector<Eigen::Index>& rows) {
        if (rows.empty()) return;
        for (int step = 0; step < 3; ++step) {
            const ConstraintReading some = read_constraints(model, state).only(rows);
            state.u -= some.B.completeOrthogonalDecomposition().solve(some.phidot);
        }
    }
    bool is_still(double most) const {
        const ConstraintReading now = read_constraints(model, state);
        for (const Contact& c : model.contacts)
            if (c.normal && now.phi(at(*c.normal)) < 0.1 && std::abs(now.phidot(at(*c.normal))) > most) return false;
        return true;
    }
    double& flag(const std::string& name) {
        for (std::size_t k = 0; k < model.inputs.size(); ++k)
            if (model.inputs[k].name == name) return state.w(at(k));
        throw std::logic_error(name);
    }
    // info of a routine that changes the state in place
    int call(RoutineName routine, std::size_t event = 0) {
        Frame frame = frame_now();
        frame[Slot::k] = {static_cast<double>(event + 1)};
        runner_->call(routine, frame);
        const int info = RunnableModel::info(frame);
        take(frame[Slot::w], state.w);
        if (routine == RoutineName::event) take(frame[Slot::u], state.u);
        return info;
    }
    // That the impact of an event keeps; the state stays.
    int law(std::size_t event) {
        Frame frame = frame_now();
        frame[Slot::k] = {static_cast<double>(event + 1)};
        runner_->call(RoutineName::impact_law, frame);
        CHECK(RunnableModel::info(frame) == 0);
        return static_cast<int>(frame[Slot::law].front());
    }
    double kinetic() {
        Frame frame = frame_now();
        runner_->call(RoutineName::energy, frame);
        return frame[Slot::kinetic].front();
    }
    Eigen::VectorXd accelerations() {
        Frame frame = frame_now();
        frame[Slot::y] = frame[Slot::q];
        frame[Slot::y].insert(frame[Slot::y].end(), frame[Slot::u].begin(), frame[Slot::u].end());
        frame[Slot::y].insert(frame[Slot::y].end(), frame[Slot::s].begin(), frame[Slot::s].end());
        runner_->call(RoutineName::derivatives, frame);
        CHECK(RunnableModel::info(frame) == 0);
        const std::vector<double>& ydot = frame[Slot::ydot];
        return Eigen::Map<const Eigen::VectorXd>(ydot.data() + state.q.size(), state.u.size());
    }

    Model model;
    OracleState state;

  private:
    static std::vector<double> values(const Eigen::VectorXd& v) { return {v.data(), v.data() + v.size()}; }
    static void take(const std::vector<double>& from, Eigen::VectorXd& to) {
        to = Eigen::Map<const Eigen::VectorXd>(from.data(), at(from.size()));
    }
    Frame frame_now() {
        runner_->use_parameters(values(state.p));
        return {{Slot::t, {state.t}},
                {Slot::q, values(state.q)},
                {Slot::u, values(state.u)},
                {Slot::s, values(state.s)},
                {Slot::w, values(state.w)}};
    }
    Random random_;
    std::unique_ptr<RunnableModel> runner_;
};

}  // namespace lag
