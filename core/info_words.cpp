#include "core/info_words.hpp"

#include <algorithm>
#include <array>

namespace lag {

namespace {

using Kind = InfoCodes::Kind;

struct InfoWords {
    InfoCodes::Kind kind;
    std::optional<ContactFailure> failure;  // of Kind::contacts
    std::optional<RoutineName> routine;     // whose value it is; nothing: of all that have no words of their own
    DependentSpeeds dependent = DependentSpeeds::none;  // of models with at least that
    const char* words = "";                             // {} stands for what the value names: "speed x'"
};

// Rows for one routine come before those for all.
constexpr std::array<InfoWords, 17> table{{
    {Kind::row, {}, RoutineName::partition, DependentSpeeds::none, "{} depends on others"},
    {Kind::no_convergence, {}, RoutineName::event, DependentSpeeds::none, "there is no event k"},
    {Kind::speed,
     {},
     RoutineName::equilibrium,
     DependentSpeeds::none,
     "nothing holds the motion with {}: hold a coordinate"},
    {Kind::row,
     {},
     RoutineName::equilibrium,
     DependentSpeeds::none,
     "{} cannot be met at rest; what is held, or the start, may stand in its way"},
    {Kind::no_convergence,
     {},
     RoutineName::equilibrium,
     DependentSpeeds::none,
     "no rest was found within the limit, or a number overflows"},
    {Kind::contacts, ContactFailure::no_mode, RoutineName::equilibrium, DependentSpeeds::none,
     "no contacts fit, closed or open"},
    {Kind::state, {}, RoutineName::equilibrium, DependentSpeeds::none, "nothing says what {} is at rest"},
    {Kind::speed, {}, {}, DependentSpeeds::none, "the mass matrix is singular at {}"},
    {Kind::row,
     {},
     {},
     DependentSpeeds::closed,
     "the constraints are dependent, cannot be solved for the dependent speeds, or are too far from closed, at {}"},
    {Kind::row,
     {},
     {},
     DependentSpeeds::eliminated,
     "the constraints are dependent, or cannot be solved for the dependent speeds, at {}"},
    {Kind::row, {}, {}, DependentSpeeds::none, "the constraints are dependent at {}"},
    {Kind::dependent_speed, {}, {}, DependentSpeeds::none, "the mass matrix is singular at {}"},
    {Kind::no_convergence,
     {},
     RoutineName::assemble,
     DependentSpeeds::none,
     "no convergence within the limit, or a number overflows"},
    {Kind::contacts,
     ContactFailure::wrong_sign,
     {},
     DependentSpeeds::none,
     "more normal force presses a sliding contact together: Painleve's paradox"},
    {Kind::contacts, ContactFailure::no_mode, {}, DependentSpeeds::none, "no mode of the contacts is consistent"},
    {Kind::contacts,
     ContactFailure::several_modes,
     {},
     DependentSpeeds::none,
     "modes of the contacts with different accelerations are consistent"},
    {Kind::contacts,
     ContactFailure::impact,
     {},
     DependentSpeeds::none,
     "no impulses of the contacts are consistent, or they would give energy"},
}};

}  // namespace

std::string words_of_info(InfoCodes::Meaning meaning, std::optional<RoutineName> routine, DependentSpeeds dependent) {
    const auto found = std::ranges::find_if(table, [&](const InfoWords& row) {
        return row.kind == meaning.kind && (!row.routine || row.routine == routine) && row.dependent <= dependent &&
               (!row.failure || static_cast<std::size_t>(*row.failure) == meaning.index);
    });
    return found == table.end() ? "" : found->words;
}

std::string words_about(const std::string& words, const std::string& subject) {
    const std::size_t place = words.find("{}");
    return place == std::string::npos ? words : words.substr(0, place) + subject + words.substr(place + 2);
}

std::vector<RoutineName> routines_with_info_words() {
    std::vector<RoutineName> routines;
    for (const InfoWords& row : table)
        if (row.routine && std::ranges::find(routines, *row.routine) == routines.end())
            routines.push_back(*row.routine);
    return routines;
}

std::string subject_of_info(InfoCodes::Kind kind) {
    switch (kind) {
        case Kind::speed:
        case Kind::dependent_speed:
            return "speed";
        case Kind::row:
            return "constraint";
        case Kind::state:
            return "state";
        default:
            return {};
    }
}

}  // namespace lag
