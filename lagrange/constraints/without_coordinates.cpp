#include "lagrange/constraints/without_coordinates.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

namespace {

class Removal {
  public:
    Removal(const Model& model, std::size_t constraint, const std::vector<ClosedCoordinate>& closed)
        : whole_(model),
          graph_(*model.graph),
          constraint_(constraint),
          place_(model.coordinates.size()),
          speed_place_(model.speeds.size()) {
        std::vector<bool> goes(model.coordinates.size(), false);
        for (const ClosedCoordinate& x : closed) goes[x.coordinate.value] = true;
        number(goes);
        for (const ClosedCoordinate& x : closed) {
            Substitution earlier = positions();
            values_.push_back({x.coordinate, earlier(graph_.own(x.value))});
        }
    }

    WithoutCoordinates run() {
        WithoutCoordinates reduced{.model = whole_};
        Model& model = reduced.model;
        Substitution placed = positions();
        tables(model);
        for (Body& body : model.bodies) hinge(body.hinge, placed);
        for (Constraint& c : model.constraints) hinge(c.cut.hinge, placed);
        const Kinematics kinematics = compute_kinematics(model);
        Substitution all = positions();
        for (const ClosedCoordinate& x : values_) {
            reduced.meanings.emplace_back(symbol(whole_, x.coordinate), x.value);
            const Expr rate = time_derivative(model, kinematics, x.value, Accelerations::symbols);
            rates_.push_back(rate);
            const std::optional<SpeedIndex> u = speed_of(x.coordinate);
            if (!u) continue;
            reduced.meanings.emplace_back(symbol(whole_, *u), rate);
            reduced.meanings.emplace_back(acceleration_symbol(whole_, *u),
                                          time_derivative(model, kinematics, rate, Accelerations::symbols));
        }
        for (const auto& [symbol, value] : reduced.meanings) all.replace(symbol, value);
        name_multipliers_anew(model, all);
        loads(model, all);
        results(model, all);
        return reduced;
    }

  private:
    void number(const std::vector<bool>& goes) {
        std::size_t left = 0;
        for (std::size_t k = 0; k < goes.size(); ++k)
            if (!goes[k]) place_[k] = CoordinateIndex(left++);
        left = 0;
        for (std::size_t k = 0; k < whole_.speeds.size(); ++k) {
            const std::optional<CoordinateIndex> of = whole_.speeds[k].rate_of;
            if (!of || !goes[of->value]) speed_place_[k] = SpeedIndex(left++);
        }
    }

    // Coordinates that are gone, their sines and cosines.
    Substitution positions() {
        Substitution made(graph_);
        for (const ClosedCoordinate& x : values_) {
            const Expr own = symbol(whole_, x.coordinate);
            made.replace(own, x.value);
            if (!whole_.coordinates[x.coordinate.value].angle) continue;
            const auto [sine, cosine] = sine_and_cosine(graph_, x.value);
            made.replace(sin(own), sine);
            made.replace(cos(own), cosine);
        }
        return made;
    }

    std::optional<SpeedIndex> speed_of(CoordinateIndex q) const {
        for (std::size_t k = 0; k < whole_.speeds.size(); ++k)
            if (whole_.speeds[k].rate_of == q) return SpeedIndex(k);
        return std::nullopt;
    }

    // Rows of the tables, and what names them by their places.
    void tables(Model& model) const {
        model.coordinates.clear(), model.speeds.clear();
        for (std::size_t k = 0; k < place_.size(); ++k)
            if (place_[k]) model.coordinates.push_back(whole_.coordinates[k]);
        for (std::size_t k = 0; k < speed_place_.size(); ++k) {
            if (!speed_place_[k]) continue;
            model.speeds.push_back(whole_.speeds[k]);
            if (auto& of = model.speeds.back().rate_of) of = place_[of->value];
        }
        model.constraints.erase(model.constraints.begin() + static_cast<std::ptrdiff_t>(constraint_));
        const auto moved = [&](std::size_t& c) { c -= c > constraint_ ? 1 : 0; };
        for (std::vector<Contact>* contacts : {&model.contacts, &model.stops})
            for (Contact& contact : *contacts)
                for (std::optional<std::size_t>* c : {&contact.normal, &contact.tangent, &contact.second})
                    if (*c) moved(**c);
        for (Event& event : model.events)
            for (std::size_t& c : event.impact) moved(c);
        std::vector<SpeedIndex> dependent;
        for (const SpeedIndex u : whole_.treatment.dependent)
            if (const auto place = speed_place_[u.value]) dependent.push_back(*place);
        model.treatment.dependent = std::move(dependent);
        for (HeldValue& value : model.held) renumber(value);
        for (StageRoutine& routine : model.stage_routines)
            for (StageRoutine::Told& told : routine.arguments) renumber(told);
        for (Event& event : model.events)
            for (Event::Setting& setting : event.settings) renumber(setting.what);
    }

    template <class What>
    void renumber(What& what) const {
        std::visit(
            [&](auto& entry) {
                using Entry = std::decay_t<decltype(entry)>;
                if constexpr (std::is_same_v<Entry, CoordinateIndex>) entry = place_[entry.value].value();
                if constexpr (std::is_same_v<Entry, SpeedIndex>) entry = speed_place_[entry.value].value();
                if constexpr (std::is_same_v<Entry, MeasuredRate>) entry.of = place_[entry.of.value].value();
            },
            what);
    }

    void hinge(Hinge& hinge, Substitution& placed) const {
        for (Motion& motion : hinge.motions) {
            if (motion.value.graph != nullptr) motion.value = placed(motion.value);
            if (motion.coordinate) motion.coordinate = place_[motion.coordinate->value];
        }
        std::vector<CoordinateIndex> coordinates;
        for (const CoordinateIndex q : hinge.coordinates)
            if (const auto place = place_[q.value]) coordinates.push_back(*place);
        hinge.coordinates = std::move(coordinates);
        std::vector<SpeedIndex> speeds;
        for (const SpeedIndex u : hinge.speeds)
            if (const auto place = speed_place_[u.value]) speeds.push_back(*place);
        hinge.speeds = std::move(speeds);
    }

    // Rows without a name are called by their number.
    void name_multipliers_anew(const Model& model, Substitution& all) const {
        for (std::size_t c = constraint_ + 1; c < whole_.constraints.size(); ++c)
            for (std::size_t row = 0; row < row_count(whole_.constraints[c]); ++row) {
                const Expr before = multiplier_symbol(whole_, c, row), after = multiplier_symbol(model, c - 1, row);
                if (!(before == after)) all.replace(before, after);
            }
    }

    // On the speeds that the rate follows from.
    template <class Add>
    void spread(Expr rate, Expr load, const Model& model, Add add) {
        const std::array<Expr, 1> roots{rate};
        for (std::size_t k = 0; k < model.speeds.size(); ++k) {
            const Expr u = symbol(model, SpeedIndex(k));
            const std::vector<Expr> held = symbols_in(graph_, roots, bit(Role::speed));
            if (std::ranges::find(held, u) != held.end()) add(SpeedIndex(k), partial_derivative(rate, u) * load);
        }
    }
    std::optional<Expr> rate_gone(std::optional<CoordinateIndex> q) const {
        for (std::size_t k = 0; k < values_.size(); ++k)
            if (values_[k].coordinate == q) return rates_[k];
        return std::nullopt;
    }

    void loads(Model& model, Substitution& all) {
        const auto set = [&](Expr& e) {
            if (e.graph != nullptr) e = all(e);
        };
        const auto set_vector = [&](Vec3<Expr>& v) {
            for (Expr& e : v.c) set(e);
        };
        for (ForceLoad& load : model.forces) set_vector(load.components);
        for (TorqueLoad& load : model.torques) set_vector(load.components);
        for (LineLoad& load : model.line_loads) set(load.value);
        for (Potential& load : model.potentials) set(load.value);
        for (Dissipation& load : model.dissipations) set(load.value);
        for (KineticTerm& term : model.kinetic_terms) set(term.value);
        for (ExternalRoutine& routine : model.externals)
            for (Expr& argument : routine.arguments) set(argument);
        model.hinge_loads.clear();
        for (const HingeLoad& load : whole_.hinge_loads) {
            const Expr value = all(graph_.own(load.value));
            const std::optional<CoordinateIndex> of = load.cut ? load.cut : whole_.speeds[load.speed.value].rate_of;
            if (const std::optional<Expr> rate = rate_gone(of)) {
                spread(*rate, value, model, [&](SpeedIndex u, Expr e) { model.hinge_loads.push_back({u, e}); });
            } else if (load.cut) {
                model.hinge_loads.push_back({load.speed, value, place_[load.cut->value]});
            } else {
                model.hinge_loads.push_back({speed_place_[load.speed.value].value(), value});
            }
        }
        for (std::size_t k = 0; k < model.events.size(); ++k) {
            model.events[k].impulses.clear();
            for (const Event::Impulse& impulse : whole_.events[k].impulses) {
                const Expr value = all(graph_.own(impulse.value));
                if (const auto rate = rate_gone(whole_.speeds[impulse.speed.value].rate_of))
                    spread(*rate, value, model, [&](SpeedIndex u, Expr e) {
                        model.events[k].impulses.push_back({u, e});
                    });
                else
                    model.events[k].impulses.push_back({speed_place_[impulse.speed.value].value(), value});
            }
        }
    }

    void results(Model& model, Substitution& all) const {
        const auto set = [&](Expr& e) {
            if (e.graph != nullptr) e = all(e);
        };
        for (Constraint& c : model.constraints) set(c.value);
        for (StateVariable& state : model.states) set(state.rate);
        for (Output& output : model.outputs) set(output.value);
        for (Event& event : model.events) {
            set(event.function);
            set(event.restitution);
            for (Event::Setting& setting : event.settings) set(setting.value);
        }
        for (std::vector<Contact>* contacts : {&model.contacts, &model.stops})
            for (Contact& contact : *contacts) set(contact.limit), set(contact.restitution), set(contact.speed);
    }

    const Model& whole_;
    Graph& graph_;
    const std::size_t constraint_;
    std::vector<std::optional<CoordinateIndex>> place_;  // by coordinate of the whole model; none: gone
    std::vector<std::optional<SpeedIndex>> speed_place_;
    std::vector<ClosedCoordinate> values_;
    std::vector<Expr> rates_;
};

}  // namespace

WithoutCoordinates without_coordinates(const Model& model, std::size_t constraint,
                                       const std::vector<ClosedCoordinate>& closed) {
    return Removal(model, constraint, closed).run();
}

bool load_is_held(const Model& model, std::size_t constraint) {
    Graph& graph = *model.graph;
    std::vector<Expr> values, own;
    for (const Output& output : model.outputs) values.push_back(graph.own(output.value));
    for (const StateVariable& state : model.states) values.push_back(graph.own(state.rate));
    for (const Event& event : model.events) {
        values.push_back(graph.own(event.function));
        for (const Event::Setting& setting : event.settings) values.push_back(graph.own(setting.value));
    }
    const std::vector<Expr> held = symbols_in(graph, values, bit(Role::multiplier));
    for (std::size_t row = 0; row < row_count(model.constraints[constraint]); ++row)
        if (std::ranges::find(held, multiplier_symbol(model, constraint, row)) != held.end()) return true;
    return false;
}

}  // namespace lag
