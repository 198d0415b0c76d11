#include "emitters/program/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/errors.hpp"
#include "core/info_words.hpp"

namespace lag {

bool Routine::has_info() const {
    return std::ranges::any_of(arguments, [](const Argument& a) { return a.name == "info"; });
}

std::size_t Routine::place_of_info(const Program& program) const {
    return program.constant_number.at(first_info.value().id);
}

bool Routine::overwrites_what_it_reads(std::size_t argument) const {
    return arguments[argument].intent == Argument::Intent::inout &&
           std::ranges::any_of(reads, [&](const auto& read) { return read.second.argument == argument; });
}

std::vector<ArgumentElement> Routine::places_of(const Symbol& symbol) const {
    std::vector<ArgumentElement> places;
    if (const auto by_lane = lane_reads.find(symbol); by_lane != lane_reads.end()) {
        for (const LaneSource& source : by_lane->second)
            if (source.sign != 0) places.push_back(source.place);
    } else if (const auto single = reads.find(symbol); single != reads.end()) {
        places.push_back(single->second);
    }
    return places;
}

bool has_slices(const Routine& routine) {
    return std::ranges::any_of(routine.pieces, [](const Piece& piece) { return piece.lanes > 0; });
}

std::optional<std::vector<std::size_t>> steps_of(const std::vector<LaneSource>& sources, std::size_t at_once) {
    std::vector<std::size_t> steps(at_once, 0);
    for (std::size_t k = at_once; k < sources.size(); ++k) {
        const LaneSource &before = sources[k - at_once], &own = sources[k];
        if (own.sign != before.sign) return std::nullopt;
        if (own.sign == 0) continue;
        if (own.place.argument != before.place.argument || own.place.element < before.place.element)
            return std::nullopt;
        std::size_t& step = steps[k % at_once];
        const std::size_t distance = own.place.element - before.place.element;
        if (k >= 2 * at_once && distance != step) return std::nullopt;
        step = distance;
    }
    return steps;
}

bool Routine::calls_externals() const {
    return std::ranges::any_of(arguments, [](const Argument& a) { return a.intent == Argument::Intent::local; });
}

bool Routine::calls_linked() const {
    return std::ranges::any_of(calls, [](const ExternalCall& call) { return call.is_linked(); });
}

bool is_part_of_mass_matrix(const Routine& routine) {
    return routine.name == RoutineName::mass_matrix_constants || routine.name == RoutineName::mass_matrix_update;
}

bool is_of_mass_matrix(const Routine& routine) {
    return routine.name == RoutineName::mass_matrix || is_part_of_mass_matrix(routine);
}

bool has_assembly_loop(const std::vector<const Routine*>& routines) {
    return std::ranges::any_of(routines,
                               [](const Routine* routine) { return routine->name == RoutineName::assembly_step; });
}

const Extent& Program::size(const std::string& extent) const {
    const auto found = std::ranges::find(sizes, extent, &Extent::name);
    if (found == sizes.end()) throw InternalError("no size " + extent);
    return *found;
}
Extent& Program::size(const std::string& extent) {
    return const_cast<Extent&>(std::as_const(*this).size(extent));
}

const Routine* Program::find(RoutineName routine) const {
    return find(to_string(routine));
}
const Routine* Program::find(const std::string& routine) const {
    const auto found = std::ranges::find(routines, routine, &Routine::name);
    return found == routines.end() ? nullptr : &*found;
}

std::set<std::string> Program::parts() const {
    std::set<std::string> found;
    if (find(RoutineName::normalize) != nullptr) found.insert("euler_parameters");
    if (has_states_in_rows) found.insert("states_in_rows");
    if (has_states_in_rows || !resting_rows.empty()) found.insert("rates_at_rest");
    if (!is_fmu) found.insert("run_files");
    return found;
}

const TableRow* Program::failing(std::size_t info) const {
    const auto [kind, index] = info_codes().meaning(info);
    const std::vector<TableRow>* const rows = kind == InfoCodes::Kind::speed             ? &speeds
                                              : kind == InfoCodes::Kind::row             ? &constraints
                                              : kind == InfoCodes::Kind::dependent_speed ? &dependent_speeds
                                              : kind == InfoCodes::Kind::state           ? &states
                                                                                         : nullptr;
    return rows == nullptr || index >= rows->size() ? nullptr : &(*rows)[index];
}

std::string Program::info_text(std::size_t info, std::optional<RoutineName> routine) const {
    const InfoCodes::Meaning meaning = info_codes().meaning(info);
    const TableRow* const failed = failing(info);
    return words_about(words_of_info(meaning, routine, dependents),
                       failed == nullptr ? "" : fmt::format("{} {}", subject_of_info(meaning.kind), failed->name));
}

std::string limbs_in_words(const Program& program) {
    if (program.has_segments) return fmt::format("a chain in {} segments in lanes", program.limbs.front().size());
    std::string text;
    for (auto group = program.limbs.begin(); group != program.limbs.end();) {
        const std::size_t limbs = group->size();
        const auto end = std::find_if(group, program.limbs.end(), [&](const auto& g) { return g.size() != limbs; });
        const auto times = end - group < 3 ? 1 : end - group;
        if (!text.empty()) text += " and ";
        if (times > 1) text += fmt::format("{} times ", times);
        text += std::to_string(limbs);
        if (limbs > program.lanes_at_once) text += fmt::format(" (in slices of {})", program.lanes_at_once);
        group += times;
    }
    return text + " limbs in lanes";
}

std::size_t lane_width(std::size_t lanes) {
    return lanes > most_lanes ? lanes : std::bit_ceil(lanes);
}

std::size_t Program::table_number(const PointTable& table) const {
    const auto found = std::ranges::find_if(tables, [&](const auto& known) { return known.get() == &table; });
    if (found == tables.end()) throw InternalError("a table that the program does not list");
    return static_cast<std::size_t>(found - tables.begin());
}

}  // namespace lag
