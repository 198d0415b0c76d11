#include "scripts/command/compare/compare.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <set>

#include "core/comma_list.hpp"
#include "core/errors.hpp"
#include "scripts/command/compare/load_space.hpp"
#include "scripts/command/compare/points.hpp"
#include "scripts/command/compare/report.hpp"
#include "scripts/command/compare/side.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/pipeline/defines.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

struct SideArguments {
    std::string file, map;
    std::vector<std::string> lines;
};

struct CompareArguments {
    SideArguments left, right;
    std::vector<std::string> defines, sources;
    std::size_t points = 200;
    std::uint64_t seed = 1;
    double tolerance = 1e-9;
    std::string state;
    int patience = 60;
    bool json = false;
};

bool is_script(const std::string& file) {
    return fs::path(file).extension() == ".lag";
}

Mapping mapping_of(const SideArguments& side, const std::string& which) {
    Mapping mapping;
    std::string map = side.map;
    if (map.empty() && side.lines.empty()) {
        const fs::path whole = side.file + ".map", stem = fs::path(side.file).replace_extension(".map");
        if (fs::is_regular_file(whole))
            map = whole;
        else if (!is_script(side.file) && fs::is_regular_file(stem))
            map = stem;
    }
    if (!map.empty()) read_mapping(mapping, script_text(map), map);
    for (const std::string& line : side.lines) read_mapping(mapping, line, "--" + which);
    return mapping;
}

struct Sides {
    CompareSide left, right;
};

// A script is built first: what it knows helps to describe the other side.
Sides build_sides(const CompareArguments& arguments) {
    const Mapping left_map = mapping_of(arguments.left, "left"), right_map = mapping_of(arguments.right, "right");
    const std::vector<NamedText> defines = definitions(arguments.defines);
    const auto build = [&](const std::string& file, const Mapping& map, const CompareSide* other) {
        if (!fs::is_regular_file(file)) throw ModelError(fmt::format("cannot read '{}': there is no such file", file));
        if (is_script(file)) return side_of_script(file, map, defines, arguments.sources, &std::cerr);
        return side_of_source(file, map, other != nullptr && other->space() ? &*other->space() : nullptr);
    };
    // where a routine has the speeds that a script has solved out, the script is taken in all of them
    const auto in_the_same_speeds = [&](CompareSide& script, const std::string& file, const Mapping& map,
                                        const CompareSide& other) {
        if (!other.space() && std::ranges::any_of(script.dependent_speeds(),
                                                  [&](const std::string& speed) { return other.takes(speed); }))
            script = side_of_script(file, map, defines, arguments.sources, nullptr, true);
    };
    if (!is_script(arguments.left.file) && is_script(arguments.right.file)) {
        CompareSide right = build(arguments.right.file, right_map, nullptr);
        CompareSide left = build(arguments.left.file, left_map, &right);
        in_the_same_speeds(right, arguments.right.file, right_map, left);
        return {std::move(left), std::move(right)};
    }
    CompareSide left = build(arguments.left.file, left_map, nullptr);
    CompareSide right = build(arguments.right.file, right_map, &left);
    in_the_same_speeds(left, arguments.left.file, left_map, right);
    in_the_same_speeds(right, arguments.right.file, right_map, left);
    return {std::move(left), std::move(right)};
}

[[noreturn]] void report_end(const CompareSide& side, const SideResults& results,
                             const std::vector<CompareState>& states) {
    std::string message = fmt::format("calling {} went wrong: {}", side.title(), results.ended);
    if (!results.messages.empty()) message += "\nit said: " + results.messages;
    message += "\nthe state, for --state:\n" + state_text(states[results.at], "  ");
    throw ModelError(message,
                     "a wrong number or order of arguments can do that: the mapping's 'call' line must fit; 'sample "
                     "NAME LEAST GREATEST' in a mapping says which values make sense");
}

// Every state is tried again and again, with other numbers in and around the arguments: about so often in all.
constexpr std::size_t calls_in_all = 4000;

SideResults evaluated(const CompareSide& side, const std::vector<CompareState>& states,
                      const CompareArguments& arguments) {
    const std::size_t passes = std::clamp<std::size_t>(calls_in_all / std::max<std::size_t>(states.size(), 1), 2, 20);
    SideResults results = side.evaluate(states, {arguments.patience, passes, arguments.tolerance});
    if (!results.ended.empty()) report_end(side, results, states);
    return results;
}

void add_faults(Comparison& comparison, const CompareSide& side, const SideResults& results,
                const std::vector<CompareState>& states) {
    std::set<std::pair<std::string, std::size_t>> counted;  // two passes may show the same
    for (const SideFault& fault : results.faults) {
        if (!counted.emplace(fault.text, fault.state).second) continue;
        const auto known =
            std::find_if(comparison.faults.begin(), comparison.faults.end(),
                         [&](const ComparedFault& one) { return one.side == side.title() && one.text == fault.text; });
        if (known == comparison.faults.end()) {
            comparison.faults.push_back({side.title(), fault.text, fault.numbers, 1, states[fault.state]});
        } else {
            ++known->states;
        }
    }
}

// Keeps the states that are regular: both sides have no complaint, and not both sides' numbers are void.
void evaluate_into(Comparison& comparison, const Sides& sides, const std::vector<std::string>& names,
                   const std::vector<SampledState>& sampled, const CompareArguments& arguments) {
    std::vector<CompareState> states;
    for (const SampledState& one : sampled) states.push_back(one.values);
    const SideResults left = evaluated(sides.left, states, arguments);
    const SideResults right = evaluated(sides.right, states, arguments);
    add_faults(comparison, sides.left, left, states);
    add_faults(comparison, sides.right, right, states);
    for (std::size_t k = 0; k < states.size(); ++k) {
        const auto &a = left.states[k].values, &b = right.states[k].values;
        const auto finite = [&](const std::map<std::string, double>& values) {
            return std::all_of(names.begin(), names.end(),
                               [&](const std::string& name) { return std::isfinite(values.at(name)); });
        };
        if (!a && b && finite(*b)) {
            ++comparison.left_out.left_alone;
        } else if (!b && a && finite(*a)) {
            ++comparison.left_out.right_alone;
        } else if (!a || !b || (!finite(*a) && !finite(*b))) {
            ++comparison.left_out.both;
        } else {
            comparison.states.push_back({comparison.states.size() + 1, states[k], *a, *b, sampled[k].wide});
        }
    }
}

const CompareSide* constrained_side(const Sides& sides) {
    for (const CompareSide* side : {&sides.left, &sides.right})
        if (side->space() && (side->space()->constrained || !side->space()->of_unit_length.empty())) return side;
    return nullptr;
}

// Those that can be moved onto the constraints, moved.
std::vector<SampledState> consistent_states(Comparison& comparison, const CompareSide& script,
                                            const std::vector<SampledState>& drawn, int patience) {
    std::vector<CompareState> states;
    for (const SampledState& one : drawn) states.push_back(one.values);
    const auto moved = script.on_constraints(states, {patience});
    std::vector<SampledState> kept;
    for (std::size_t k = 0; k < drawn.size(); ++k)
        if (moved[k]) kept.push_back({*moved[k], drawn[k].wide});
    comparison.left_out.off_constraints += drawn.size() - kept.size();
    return kept;
}

// Why the states that count are too few for an agreement; empty: they are enough.
std::string too_few(const Comparison& comparison, std::size_t wanted) {
    const auto counted = [](std::size_t n) { return std::to_string(n) + (n == 1 ? " state" : " states"); };
    const std::size_t used = comparison.states.size();
    if (2 * used < wanted) return fmt::format("only {} of the {} asked for counted", counted(used), wanted);
    const LeftOut& out = comparison.left_out;
    for (const auto& [side, alone] :
         {std::pair(comparison.left, out.left_alone), std::pair(comparison.right, out.right_alone)})
        if (10 * alone > used + alone)
            return fmt::format("{} alone complains at {}, where the other side has finite numbers", side,
                               counted(alone));
    return {};
}

// States drawn alike.
struct Draw {
    SamplingReach reach;
    std::size_t tried = 0, counted = 0;
};

std::string ranges_text(const std::vector<Draw>& draws) {
    std::string text;
    for (const Draw& draw : draws) {
        const auto parts = static_cast<long>(std::lround(1 / draw.reach.share));
        text += fmt::format("{}{}{} ({} counted)", text.empty() ? "" : ", ", draw.tried,
                            draw.reach.wide ? " from all ranges"
                            : parts == 1    ? " from the near ranges"
                                            : fmt::format(" from 1/{} of the near ranges", parts),
                            draw.counted);
    }
    return text;
}

void sample_states(Comparison& comparison, const Sides& sides, const std::vector<std::string>& names,
                   const SamplingPlan& plan, const CompareArguments& arguments) {
    std::uint64_t drawn = 0;
    std::vector<Draw> draws(1);
    constexpr int most_rounds = 8;
    for (int round = 0; round < most_rounds && comparison.states.size() < arguments.points; ++round) {
        const std::size_t before = comparison.states.size(), wanted = arguments.points - before;
        std::vector<SampledState> states;
        for (std::size_t k = 0; k < wanted; ++k)
            states.push_back(random_state(plan, arguments.seed, ++drawn, draws.back().reach));
        if (const CompareSide* script = constrained_side(sides))
            states = consistent_states(comparison, *script, states, arguments.patience);
        const bool few = 4 * states.size() < wanted;
        evaluate_into(comparison, sides, names, states, arguments);
        draws.back().tried += wanted;
        draws.back().counted += comparison.states.size() - before;
        if (few && round + 1 < most_rounds && comparison.states.size() < arguments.points)
            draws.push_back({narrower(draws.back().reach)});
    }
    if (comparison.states.empty())
        throw ModelError(fmt::format("none of {} random states is regular for both sides", drawn),
                         "say with 'sample NAME LEAST GREATEST' in a mapping where states and parameters make sense");
    if (comparison.states.size() < arguments.points)
        comparison.notes.push_back(
            fmt::format("only {} of {} random states could be used", comparison.states.size(), drawn));
    if (draws.size() > 1)
        comparison.notes.push_back(
            "few states could be moved onto the constraints, later ones were drawn nearer to the initial state: " +
            ranges_text(draws));
    comparison.refused = too_few(comparison, arguments.points);
}

void take_state(Comparison& comparison, const Sides& sides, const std::vector<std::string>& names,
                const SamplingPlan& plan, const CompareArguments& arguments) {
    const std::string& file = arguments.state;
    CompareState state = read_state(script_text(file), file);
    std::vector<std::string> known;
    for (const SamplingPlan::Range& range : plan.ranges) {
        known.push_back(range.name);
        if (state.count(range.name) > 0) continue;
        if (range.low != range.high)
            throw ModelError(fmt::format("'{}' gives no value for '{}'", file, range.name), "a state holds every name");
        state[range.name] = range.low;
    }
    for (const auto& [name, value] : state)
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw ModelError(fmt::format("'{}' gives a value for '{}', which neither side knows", file, name));
    evaluate_into(comparison, sides, names, {{state, false}}, arguments);
    if (comparison.states.empty()) throw ModelError(fmt::format("the state in '{}' is singular", file));
}

// Marks what rounding explains at the states where something differs, and compares again.
void judge_rounding(Comparison& comparison, const Sides& sides, const std::vector<std::string>& names, int patience) {
    constexpr std::uint64_t neighbours = 8;
    constexpr double change = 1e-14;
    std::vector<std::size_t> differing;
    for (std::size_t k = 0; k < comparison.states.size(); ++k) {
        const auto differs = [&](const ComparedComponent& component) {
            return !component.agrees &&
                   comparison.states[k].left.at(component.name) != comparison.states[k].right.at(component.name);
        };
        if (std::any_of(comparison.components.begin(), comparison.components.end(), differs)) differing.push_back(k);
    }
    std::vector<CompareState> states;
    for (const std::size_t k : differing)
        for (std::uint64_t n = 1; n <= neighbours; ++n)
            states.push_back(neighbour_of(comparison.states[k].state, change, n));
    const SideResults left = sides.left.evaluate(states, {patience}), right = sides.right.evaluate(states, {patience});
    if (!left.ended.empty() || !right.ended.empty()) return;
    std::size_t explained = 0;
    for (std::size_t k = 0; k < differing.size(); ++k) {
        NearbyValues near_left, near_right;
        for (std::size_t n = k * neighbours; n < (k + 1) * neighbours; ++n) {
            if (left.states[n].values) near_left.push_back(*left.states[n].values);
            if (right.states[n].values) near_right.push_back(*right.states[n].values);
        }
        ComparedState& state = comparison.states[differing[k]];
        for (const std::string& name : explained_by_rounding(state, names, near_left, near_right)) {
            const auto component = std::find_if(comparison.components.begin(), comparison.components.end(),
                                                [&](const ComparedComponent& one) { return one.name == name; });
            if (component->agrees) continue;
            state.rounding.insert(name);
            ++explained;
        }
    }
    if (explained == 0) return;
    comparison.components = compare_states(comparison.states, names, comparison.tolerance);
    comparison.notes.push_back(
        fmt::format("{}{} not counted: the numbers change as much when the state changes by 1e-14 of itself", explained,
                    explained == 1 ? " difference is" : " differences are"));
}

// left - right of each component at these states; empty where a side has none.
std::vector<std::optional<std::map<std::string, double>>> differences_at(const Sides& sides,
                                                                         const std::vector<CompareState>& states,
                                                                         int patience) {
    const SideResults left = sides.left.evaluate(states, {patience}), right = sides.right.evaluate(states, {patience});
    std::vector<std::optional<std::map<std::string, double>>> found(states.size());
    for (std::size_t k = 0; k < std::min(left.states.size(), right.states.size()); ++k) {
        const auto &a = left.states[k].values, &b = right.states[k].values;
        if (!a || !b) continue;
        found[k].emplace();
        for (const auto& [name, value] : *a)
            if (const auto other = b->find(name); other != b->end()) found[k]->emplace(name, value - other->second);
    }
    return found;
}

// Names whose values can be changed one at a time, and that both sides take: what one side alone takes changes that
// side's numbers, whatever the difference consists of.
std::vector<std::string> free_names(const Sides& sides, const SamplingPlan& plan) {
    const auto reads = [](const CompareSide& side, const std::string& name) {
        return std::find(side.inputs().begin(), side.inputs().end(), name) != side.inputs().end();
    };
    // on constraints the coordinates and speeds hang together, and parameters move them too
    const CompareSide* const tied = constrained_side(sides);
    if (tied != nullptr && tied->space()->constrained) return {};
    std::vector<std::string> free;
    for (const SamplingPlan::Range& range : plan.ranges) {
        if (!reads(sides.left, range.name) || !reads(sides.right, range.name)) continue;
        const StateSpace::Quantity* quantity = tied == nullptr ? nullptr : tied->space()->find(range.name);
        using Kind = StateSpace::Quantity::Kind;
        if (tied != nullptr && (quantity == nullptr || quantity->kind == Kind::coordinate ||
                                quantity->kind == Kind::angle || quantity->kind == Kind::speed))
            continue;
        free.push_back(range.name);
    }
    return free;
}

// What the differences consist of, by changing one number at a time.
void describe_products(Comparison& comparison, const Sides& sides, const SamplingPlan& plan, int patience) {
    const std::vector<std::string> free = free_names(sides, plan);
    if (free.empty()) return;
    for (ComparedComponent& component : comparison.components) {
        if (component.agrees) continue;
        std::vector<CompareState> states;
        for (const std::string& name : free) {
            const CompareState& worst = comparison.states[component.worst].state;
            const auto [up, down] = changed_values(worst.at(name));
            for (const double value : {up, down}) {
                states.push_back(worst);
                states.back()[name] = value;
            }
        }
        const auto changed = differences_at(sides, states, patience);
        const DifferenceAt difference = [&](const std::string& name, double value) -> std::optional<double> {
            for (std::size_t k = 0; k < states.size(); ++k)
                if (states[k].at(name) == value && free[k / 2] == name && changed[k])
                    return changed[k]->at(component.name);
            return std::nullopt;
        };
        component.difference = describe_difference(comparison.states, component, free, difference);
    }
}

bool is_acceleration(const std::string& name, const CompareSide& script) {
    return std::ranges::any_of(script.balanced_speeds(), [&](const std::string& speed) { return name == speed + "'"; });
}

// What is no product may be a sum of them.
void describe_sums(Comparison& comparison, const Sides& sides, const SamplingPlan& plan, const SearchOptions& options) {
    const CompareSide* const script = sides.left.space() ? &sides.left : sides.right.space() ? &sides.right : nullptr;
    if (script == nullptr) return;
    TermNames names = term_names(*script, plan);
    names.accelerations.clear();
    std::vector<CompareState> search;
    for (ComparedComponent& component : comparison.components) {
        if (component.agrees || component.in_load_space || component.difference.starts_with("left - right")) continue;
        // accelerations under constraints are no sums of products
        if (comparison.load_space && is_tied(*script) && is_acceleration(component.name, *script)) continue;
        if (search.empty()) search = states_of_search(comparison, script, plan, options);
        const DifferenceSampler sampler = [&](const std::vector<CompareState>& asked) {
            std::vector<CompareState> states;
            std::vector<std::size_t> place;
            const auto moved = is_tied(*script) ? script->on_constraints(asked, {options.patience})
                                                : std::vector<std::optional<CompareState>>(asked.begin(), asked.end());
            for (std::size_t k = 0; k < asked.size(); ++k)
                if (moved[k]) states.push_back(*moved[k]), place.push_back(k);
            std::vector<std::optional<SampledDifference>> found(asked.size());
            if (states.empty()) return found;
            const auto differences = differences_at(sides, states, options.patience);
            for (std::size_t k = 0; k < states.size(); ++k) {
                if (!differences[k] || !std::isfinite(differences[k]->at(component.name))) continue;
                found[place[k]] = SampledDifference{
                    states[k], {{differences[k]->at(component.name), Eigen::VectorXd(Eigen::VectorXd::Ones(1))}}};
            }
            return found;
        };
        if (const auto sum = find_sum(sampler, names, search, 1, !is_tied(*script)))
            component.difference = describe_sum(comparison.states, component, *sum);
    }
}

void describe_differences(Comparison& comparison, const Sides& sides, const SamplingPlan& plan,
                          const CompareArguments& arguments) {
    describe_products(comparison, sides, plan, arguments.patience);
    const SearchOptions options{arguments.seed, arguments.patience};
    comparison.load_space = sides.left.space() ? load_space(comparison, sides.left, sides.right, false, plan, options)
                                               : load_space(comparison, sides.right, sides.left, true, plan, options);
    if (comparison.load_space)
        for (ComparedComponent& component : comparison.components)
            if (is_acceleration(component.name, sides.left.space() ? sides.left : sides.right))
                component.in_load_space =
                    comparison.load_space->explained && !component.difference.starts_with("left - right");
    describe_sums(comparison, sides, plan, options);
}

// Results of both sides, the left one's order; notes on the others.
std::vector<std::string> common_results(const Sides& sides, Comparison& comparison) {
    std::vector<std::string> common;
    const auto note_missing = [&](const CompareSide& side, const CompareSide& other) {
        std::vector<std::string> missing;
        for (const std::string& name : side.results())
            if (std::find(other.results().begin(), other.results().end(), name) == other.results().end())
                missing.push_back(name);
        if (!missing.empty())
            comparison.notes.push_back(fmt::format("only {} gives {}", side.title(), comma_list(missing)));
    };
    for (const std::string& name : sides.left.results())
        if (std::find(sides.right.results().begin(), sides.right.results().end(), name) != sides.right.results().end())
            common.push_back(name);
    if (common.empty())
        throw ModelError(
            fmt::format("the two sides have no result in common: left gives {}; right gives {}",
                        comma_list(sides.left.results()), comma_list(sides.right.results())),
            "results are called q' for the rate of a state q; a mapping names them, 'rename' renames those "
            "of a script");
    note_missing(sides.left, sides.right);
    note_missing(sides.right, sides.left);
    return common;
}

int compare(const CompareArguments& arguments) {
    const Sides sides = build_sides(arguments);
    Comparison comparison;
    comparison.left = sides.left.title();
    comparison.right = sides.right.title();
    comparison.tolerance = arguments.tolerance;
    const std::vector<std::string> names = common_results(sides, comparison);
    const SamplingPlan plan = plan_sampling(sides.left, sides.right);
    comparison.notes.insert(comparison.notes.end(), plan.notes.begin(), plan.notes.end());
    if (arguments.state.empty()) {
        sample_states(comparison, sides, names, plan, arguments);
    } else {
        take_state(comparison, sides, names, plan, arguments);
    }
    comparison.components = compare_states(comparison.states, names, arguments.tolerance);
    if (comparison.worst() != nullptr) judge_rounding(comparison, sides, names, arguments.patience);
    if (comparison.worst() != nullptr) describe_differences(comparison, sides, plan, arguments);
    std::cout << (arguments.json ? report_json(comparison) : report_text(comparison));
    std::cout.flush();
    return comparison.agrees() ? status_fine : status_check_failed;
}

void require_both(const CompareArguments& arguments) {
    const std::string& left = arguments.left.file;
    if (!arguments.right.file.empty()) return;
    throw WrongCommand(
        left.empty()
            ? "there is nothing to compare: two files are needed, each a script or a source"
            : fmt::format("there is nothing to compare '{}' with: a second file is needed, a script or a source", left),
        fmt::format("such as lag compare {} mine.f90; lag compare --help lists the options",
                    left.empty() ? "model.lag" : left));
}

void describe(CLI::App& app, CompareArguments& arguments) {
    app.add_option("LEFT", arguments.left.file, "a .lag script, or a Fortran, C or C++ source");
    app.add_option("RIGHT", arguments.right.file, "likewise");
    app.add_option("--points", arguments.points, "how many random states (200)")->check(WholeNumberBetween{1, 1000000});
    app.add_option("--tolerance", arguments.tolerance, "largest relative difference that counts as equal (1e-9)")
        ->check(NumberBetween{1e-16, 1});
    app.add_option("--seed", arguments.seed, "other random states (1)")->check(WholeNumberBetween{0, 1000000000000});
    app.add_option("--left-map", arguments.left.map, "mapping file of LEFT (default: LEFT.map, if there is one)");
    app.add_option("--right-map", arguments.right.map, "mapping file of RIGHT (default: RIGHT.map)");
    app.add_option("--left", arguments.left.lines, "lines of a mapping, such as \"call BIKE(t, y, p, ydot)\"")
        ->allow_extra_args(false);
    app.add_option("--right", arguments.right.lines, "likewise")->allow_extra_args(false);
    app.add_option("--state", arguments.state, "compare at the one state in this file, as the report printed it");
    app.add_option("--define", arguments.defines, "as for scripts: another default, or a fixed variable")
        ->allow_extra_args(false);
    app.add_option("--source", arguments.sources,
                   "a file in Fortran, C or C++, or an object, that defines external routines of the scripts")
        ->allow_extra_args(false);
    app.add_option("--patience", arguments.patience, "seconds that a routine may take without returning (60)")
        ->check(WholeNumberBetween{1, 86400});
    app.add_flag("--json", arguments.json, "the report as JSON");
    app.footer(
        "Exit status: 0 the sides agree, 3 they differ or no agreement can be stated, 1 one of them cannot be built or "
        "called, 2 wrong use.\n"
        "What a mapping holds is in the reference (docs/commands/compare.md, \"The mapping\").");
}

}  // namespace

Subcommand compare_subcommand(CLI::App& app) {
    CLI::App* const compared = app.add_subcommand("compare", "do two routines compute the same?");
    const auto arguments = std::make_shared<CompareArguments>();
    describe(*compared, *arguments);
    return {compared, [arguments] {
                return sheltered([&] {
                    return performed([&] {
                        require_both(*arguments);
                        return compare(*arguments);
                    });
                });
            }};
}

}  // namespace lag
