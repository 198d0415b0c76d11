#include "scripts/pipeline/mode_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include "core/evaluate.hpp"
#include "core/model_values.hpp"

namespace lag {

namespace {

constexpr std::size_t most_modes = 12;

using Flags = std::map<FlagIndex, double>;

class Following {
  public:
    explicit Following(const Model& model)
        : model_(model), events_(model.events), parameters_(default_values(model)), index_(model) {
        for (std::size_t k = 0; k < flag_count(model); ++k)
            first_[FlagIndex(k)] = parameters_.w[input_of(model, FlagIndex(k)).value];
        // where a stop is hit the motion decides whether it closes
        for (const Contact& stop : model.stops) {
            events_.at(*stop.closes).settings.push_back({stop.closed.value(), time_symbol(model)});
            events_.at(*stop.opens).settings.push_back({stop.closed.value(), model.graph->integer(0)});
        }
    }

    ModeGraph run() {
        for (const Constraint& c : model_.constraints)
            if (c.is_switched() && !c.of_contact) switching_.push_back(flag_of(c));
        if (switching_.empty() || events_.empty() || !model_.contacts.empty()) return {};
        mode_of(first_);
        for (std::size_t next = 0; next < states_.size(); ++next)
            for (const Event& event : events_)
                for (const Flags& after : after_event(states_[next], event)) {
                    const std::optional<std::size_t> to = mode_of(after);
                    if (to && *to != next) add_step(next, *to, event.name);
                }
        return std::move(graph_);
    }

  private:
    FlagIndex flag_of(const Constraint& c) const {
        return flag_named(model_, model_.graph->symbol_of(c.active).name).value();
    }

    std::string rows_of(const Flags& flags) const {
        std::string rows;
        for (std::size_t c = 0; c < model_.constraints.size(); ++c) {
            const Constraint& constraint = model_.constraints[c];
            if (!constraint.is_switched()) continue;
            if (flags.at(flag_of(constraint)) == 0) continue;
            const std::string name = constraint.name.empty() ? "constraint " + std::to_string(c + 1) : constraint.name;
            rows += (rows.empty() ? "" : ", ") + name;
        }
        return rows.empty() ? "none" : rows;
    }

    // Its number; nothing where there are too many. Only flags that switch rows tell modes apart.
    std::optional<std::size_t> mode_of(Flags flags) {
        std::erase_if(flags, [&](const auto& f) { return std::ranges::count(switching_, f.first) == 0; });
        for (auto& [flag, value] : flags) value = value != 0 ? 1 : 0;
        const auto known = std::ranges::find(states_, flags);
        if (known != states_.end()) return static_cast<std::size_t>(known - states_.begin());
        if (states_.size() == most_modes) {
            graph_.is_cut = true;
            return std::nullopt;
        }
        states_.push_back(flags);
        graph_.modes.push_back({rows_of(flags)});
        return states_.size() - 1;
    }

    void add_step(std::size_t from, std::size_t to, const std::string& event) {
        const auto known = std::ranges::find_if(
            graph_.steps, [&](const ModeGraph::Step& step) { return step.from == from && step.to == to; });
        if (known == graph_.steps.end())
            graph_.steps.push_back({from, to, event});
        else if (fmt::format(", {},", known->events).find(fmt::format(", {},", event)) == std::string::npos)
            known->events += ", " + event;
    }

    // 0 or 1; nothing where the motion decides.
    std::optional<double> value_of(Expr value, const Flags& flags) const {
        Graph& graph = *model_.graph;
        const std::vector<Expr> roots{graph.own(value)};
        for (const Expr& s : symbols_in(graph, roots)) {
            const Symbol& symbol = graph.symbol_of(s);
            const std::optional<FlagIndex> flag = flag_named(model_, symbol.name);
            if (symbol.role != Role::parameter && !(flag && flags.contains(*flag))) return std::nullopt;
        }
        ModelValues values = parameters_;
        for (const auto& [flag, held] : flags) values.w.at(input_of(model_, flag).value) = held;
        return evaluator_of(model_, index_, values)(roots[0]) != 0 ? 1 : 0;
    }

    std::vector<Flags> after_event(const Flags& before, const Event& event) const {
        std::vector<Flags> all{before};
        for (const Event::Setting& setting : event.settings) {
            const auto* const flag = std::get_if<FlagIndex>(&setting.what);
            if (flag == nullptr || !before.contains(*flag)) continue;
            const std::optional<double> value = value_of(setting.value, before);
            std::vector<Flags> next;
            for (Flags flags : all)
                for (const double v : {0.0, 1.0}) {
                    if (value && *value != v) continue;
                    flags[*flag] = v;
                    next.push_back(flags);
                }
            all = std::move(next);
        }
        return all;
    }

    const Model& model_;
    std::vector<Event> events_;  // with what they do to the flags of stops
    ModelValues parameters_;
    ModelIndex index_;
    Flags first_;
    std::vector<FlagIndex> switching_;
    std::vector<Flags> states_;
    ModeGraph graph_;
};

// From the centre of a box towards a point, as far as the border.
ModePlace border(const ModePlace& centre, const ModePlace& towards, double width, double height) {
    const double dx = towards.x - centre.x, dy = towards.y - centre.y;
    const double share = std::min(dx == 0 ? 1e9 : width / 2 / std::abs(dx), dy == 0 ? 1e9 : height / 2 / std::abs(dy));
    return {centre.x + share * dx, centre.y + share * dy};
}

}  // namespace

ModeGraph mode_graph(const Model& model) {
    return Following(model).run();
}

ModeDrawing drawing_of(const ModeGraph& graph) {
    constexpr double letter = 7.5, margin = 16;
    std::size_t longest = 6, label = 0;
    for (const ModeGraph::Mode& mode : graph.modes) longest = std::max(longest, mode.rows.size());
    for (const ModeGraph::Step& step : graph.steps) label = std::max(label, step.events.size());
    ModeDrawing drawing;
    drawing.box_width = letter * static_cast<double>(longest) + 24, drawing.box_height = 34;
    const double n = static_cast<double>(graph.modes.size()), gap = letter * static_cast<double>(label) + 30;
    const double chord = std::max(drawing.box_width + gap, 3 * drawing.box_height);
    const double radius = graph.modes.size() < 2 ? 0 : chord / (2 * std::sin(std::numbers::pi / std::max(n, 2.0)));
    const double flat = 0.62;  // an ellipse wider than high
    drawing.width = 2 * radius + drawing.box_width + gap + 2 * margin;
    drawing.height = 2 * flat * radius + drawing.box_height + 2 * (margin + 40);
    for (std::size_t k = 0; k < graph.modes.size(); ++k) {
        const double turn = 2 * std::numbers::pi * static_cast<double>(k) / n -
                            (graph.modes.size() == 2 ? std::numbers::pi : std::numbers::pi / 2);
        drawing.centres.push_back(
            {drawing.width / 2 + radius * std::cos(turn), drawing.height / 2 + flat * radius * std::sin(turn)});
    }
    for (const ModeGraph::Step& step : graph.steps) {
        const ModePlace a = drawing.centres[step.from], b = drawing.centres[step.to];
        const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy), bow = 44;
        const ModePlace bend{(a.x + b.x) / 2 + bow * dy / length, (a.y + b.y) / 2 - bow * dx / length};
        const ModePlace from = border(a, bend, drawing.box_width, drawing.box_height),
                        to = border(b, bend, drawing.box_width + 4, drawing.box_height + 4);
        drawing.arrows.push_back(
            {from, bend, to, {(from.x + 2 * bend.x + to.x) / 4, (from.y + 2 * bend.y + to.y) / 4 - 5}});
    }
    return drawing;
}

}  // namespace lag
