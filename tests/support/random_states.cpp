#include "tests/support/random_states.hpp"

#include <string>
#include <vector>

#include "tests/support/random.hpp"
#include "tests/support/random_model.hpp"

namespace lag {

namespace {

class States {
  public:
    States(Model& model, std::uint64_t seed, bool accelerations)
        : model_(model), graph_(*model.graph), random_(seed ^ 0x57a7eULL), accelerations_(accelerations) {}

    void add() {
        const std::size_t count = 1 + below(4);
        const Expr zero = graph_.integer(0);
        for (std::size_t k = 0; k < count; ++k)
            model_.states.push_back({"z" + std::to_string(k + 1), "", "", zero, number()});
        for (StateVariable& state : model_.states) state.rate = rate(graph_.symbol(state.name, Role::state));
        if (model_.speeds.empty() || random_.chance(0.5)) return;
        for (std::size_t k = 0; k < count; ++k)
            model_.hinge_loads.push_back(
                {SpeedIndex(below(model_.speeds.size())), number() * any_state() + sin(any_state()) * any_motion()});
    }

  private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_.integer(0, static_cast<int>(n) - 1)); }
    Expr number() { return graph_.rational(random_.integer(-200, 200), 100); }
    Expr any_state() { return symbol(model_, StateIndex(below(model_.states.size()))); }
    Expr any_motion() {
        std::vector<Expr> all{time_symbol(model_)};
        for (std::size_t k = 0; k < model_.coordinates.size(); ++k) all.push_back(symbol(model_, CoordinateIndex(k)));
        for (std::size_t k = 0; k < model_.speeds.size(); ++k) all.push_back(symbol(model_, SpeedIndex(k)));
        for (std::size_t k = 0; k < model_.inputs.size(); ++k) all.push_back(symbol(model_, InputIndex(k)));
        for (std::size_t k = 0; k < model_.parameters.size(); ++k) all.push_back(symbol(model_, ParameterIndex(k)));
        return all[below(all.size())];
    }
    // An acceleration or a multiplier.
    Expr any_solved() {
        const std::vector<Expr> all = solved_symbols(model_);
        return all.empty() ? graph_.integer(1) : all[below(all.size())];
    }
    Expr rate(Expr own) {
        Expr value = number() - own;
        if (random_.chance(0.7)) value = value + number() * any_state() * any_motion();
        if (random_.chance(0.7)) value = value + cos(any_motion()) * number();
        if (accelerations_ && random_.chance(0.5)) value = value + number() * any_solved() + any_solved() * any_state();
        return value;
    }

    Model& model_;
    Graph& graph_;
    Random random_;
    bool accelerations_;
};

}  // namespace

void add_random_states(Model& model, std::uint64_t seed, bool accelerations) {
    States(model, seed, accelerations).add();
}

}  // namespace lag
