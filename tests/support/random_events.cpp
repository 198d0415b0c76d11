#include "tests/support/random_events.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/random.hpp"
#include "tests/support/random_model.hpp"

namespace lag {

namespace {

class Events {
  public:
    Events(Model& model, std::uint64_t seed) : model_(model), graph_(*model.graph), random_(seed ^ 0xe7e27ULL) {}

    void add() {
        for (std::size_t c = 0; c < model_.constraints.size(); ++c) {
            Constraint& constraint = model_.constraints[c];
            if (constraint.kind == Constraint::Kind::hinge || random_.chance(0.25)) continue;
            constraint.active = flag("on" + std::to_string(c + 1), graph_.integer(random_.integer(0, 1)));
        }
        const Expr mode = flag("mode", number());
        if (!model_.speeds.empty())
            model_.hinge_loads.push_back({SpeedIndex(below(model_.speeds.size())), mode * any_motion()});
        model_.outputs.push_back({"of_flags", mode * any_solved() + mode, "", ""});
        const std::size_t count = 2 + below(3);
        for (std::size_t k = 0; k < count; ++k) model_.events.push_back(event(k));
    }

  private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_.integer(0, static_cast<int>(n) - 1)); }
    Expr number() { return graph_.rational(random_.integer(-200, 200), 100); }
    Expr flag(const std::string& name, Expr first) {
        model_.inputs.push_back({name, "", "", 0, first});
        return graph_.symbol(name, Role::input);
    }
    Expr any_position() {
        std::vector<Expr> all{time_symbol(model_)};
        for (std::size_t k = 0; k < model_.coordinates.size(); ++k) all.push_back(symbol(model_, CoordinateIndex(k)));
        return all[below(all.size())];
    }
    Expr any_motion() {
        std::vector<Expr> all{any_position()};
        for (std::size_t k = 0; k < model_.speeds.size(); ++k) all.push_back(symbol(model_, SpeedIndex(k)));
        for (std::size_t k = 0; k < model_.inputs.size(); ++k) all.push_back(symbol(model_, InputIndex(k)));
        for (std::size_t k = 0; k < model_.parameters.size(); ++k) all.push_back(symbol(model_, ParameterIndex(k)));
        for (std::size_t k = 0; k < model_.states.size(); ++k) all.push_back(symbol(model_, StateIndex(k)));
        return all[below(all.size())];
    }
    Expr any_solved() {
        const std::vector<Expr> all = solved_symbols(model_);
        return all.empty() ? graph_.integer(1) : all[below(all.size())];
    }
    Expr value() {
        Expr e = number() + number() * any_motion();
        if (random_.chance(0.5)) e = e + any_motion() * sin(any_motion());
        return random_.chance(0.2) ? e + number() * any_solved() : e;
    }

    Event event(std::size_t k) {
        Event e;
        e.name = "event" + std::to_string(k + 1);
        e.direction = random_.chance(0.5) ? Event::Direction::falling : Event::Direction::rising;
        e.function = random_.chance(0.5) ? number() + any_position() * sin(any_position()) : value() + any_solved();
        e.restitution = graph_.integer(0);
        for (std::size_t u = 0; u < model_.speeds.size(); ++u)
            if (random_.chance(0.4)) e.impulses.push_back({SpeedIndex(u), value()});
        for (std::size_t c = 0; c < model_.constraints.size(); ++c)
            if (model_.constraints[c].is_switched() && row_count(model_.constraints[c]) == 1 && random_.chance(0.5))
                e.impact.push_back(c);
        if (!e.impact.empty()) e.restitution = graph_.rational(random_.integer(0, 10), 10);
        for (std::size_t f = 0; f < flag_count(model_); ++f)
            if (random_.chance(0.4)) {
                const bool is_mode = model_.inputs[input_of(model_, FlagIndex(f)).value].name == "mode";
                e.settings.push_back({FlagIndex(f), is_mode ? value() : graph_.integer(random_.integer(0, 1))});
            }
        for (std::size_t s = 0; s < model_.states.size(); ++s)
            if (random_.chance(0.4)) e.settings.push_back({StateIndex(s), value()});
        if (random_.chance(0.3)) {
            const CoordinateIndex q(below(model_.coordinates.size()));
            const bool cut = std::ranges::any_of(model_.constraints, [&](const Constraint& c) {
                return std::ranges::count(c.cut.hinge.coordinates, q) > 0;
            });
            if (!cut) e.settings.push_back({q, value()});
        }
        e.stop = random_.chance(0.3);
        return e;
    }

    Model& model_;
    Graph& graph_;
    Random random_;
};

}  // namespace

void add_random_events(Model& model, std::uint64_t seed) {
    Events(model, seed).add();
}

}  // namespace lag
