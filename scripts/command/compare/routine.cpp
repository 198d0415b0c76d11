// A routine in Fortran, C or C++ as a side of a comparison.
#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "scripts/command/compare/side.hpp"
#include "scripts/command/compare/wrapper.hpp"
#include "scripts/command/processes/compilers.hpp"

namespace lag {

using Kind = StateSpace::Quantity::Kind;

namespace {

// What t, y, q, ... are when the other side is a script and no line says otherwise.
void describe_by_name(MappedQuantity& quantity, const StateSpace* space, const std::string& file) {
    std::string word = quantity.name;
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    const auto primed = [](std::vector<std::string> names) {
        for (std::string& name : names) name += "'";
        return names;
    };
    const auto terms = [](const std::vector<std::string>& names) {
        std::vector<MappedTerm> result;
        for (const std::string& name : names) result.push_back({name, 1, false});
        return result;
    };
    const std::vector<Kind> q{Kind::coordinate, Kind::angle}, u{Kind::speed};
    // an argument T beside an input T is not the time
    const bool is_of_script = word != quantity.name && space != nullptr && space->find(quantity.name) != nullptr;
    if (word == "t" && !is_of_script) {
        quantity.in = terms({"t"});
        return;
    }
    const std::vector<Kind> s{Kind::state};
    std::vector<std::string> words{"y", "q", "u", "p", "w", "ydot", "qdot", "udot"};
    if (space != nullptr && !space->names(s).empty()) words.insert(words.end(), {"s", "sdot"});
    if (space == nullptr || is_of_script || std::count(words.begin(), words.end(), word) == 0)
        throw ModelError(
            fmt::format("no line says what the argument '{}' of '{}' holds", quantity.name, file),
            fmt::format("write '{0} in [..]', '{0} out [..]', '{0} work SIZE' or '{0} status' into the mapping",
                        quantity.name));
    quantity.array = true;
    const auto list = [&](const std::vector<Kind>& kinds) { return space->names(kinds); };
    if (word == "q") quantity.in = terms(list(q));
    if (word == "u") quantity.in = terms(list(u));
    if (word == "p") quantity.in = terms(list({Kind::parameter}));
    if (word == "w") quantity.in = terms(list({Kind::input}));
    if (word == "s") quantity.in = terms(list(s));
    if (word == "y") quantity.in = both(both(terms(list(q)), terms(list(u))), terms(list(s)));
    if (word == "qdot") quantity.out = terms(primed(list(q)));
    if (word == "udot") quantity.out = terms(primed(list(u)));
    if (word == "sdot") quantity.out = terms(primed(list(s)));
    if (word == "ydot")
        quantity.out = both(both(terms(primed(list(q))), terms(primed(list(u)))), terms(primed(list(s))));
}

}  // namespace

CompareSide side_of_source(const std::string& file, const Mapping& given, const StateSpace* space) {
    Mapping mapping = given;
    if (!mapping.renames.empty())
        throw ModelError(fmt::format("rename is for scripts: '{}' is a routine", file),
                         "write the shared names where its arguments are described");
    if (mapping.calls.empty())
        throw ModelError(fmt::format("nothing says which routine of '{}' to call, and with what", file),
                         "give a mapping file with --left-map or --right-map, or the lines themselves: --right \"call "
                         "NAME(t, y, p, ydot)\"");
    for (const MappedCall& call : mapping.calls)
        for (const std::string& argument : call.arguments)
            if (mapping.find(argument) == nullptr) describe_by_name(mapping.quantity(argument), space, file);
    for (const MappedQuantity& quantity : mapping.quantities) {
        if (quantity.place != MappedQuantity::Place::argument) continue;
        const auto takes = [&](const MappedCall& call) {
            return std::count(call.arguments.begin(), call.arguments.end(), quantity.name) > 0;
        };
        if (std::none_of(mapping.calls.begin(), mapping.calls.end(), takes))
            throw ModelError(
                fmt::format("the mapping of '{}' describes '{}', but no call takes an argument of that name", file,
                            quantity.name),
                "the arguments of 'call' are the mapping's own names");
    }
    CompareSide side;
    side.title_ = fmt::format("{} ({})", file, mapping.calls.back().routine);
    side.mapping_ = std::move(mapping);
    side.collect();
    if (side.results_.empty())
        throw ModelError(fmt::format("the mapping of '{}' has no results", file),
                         "write a line such as 'YDOT out [q', u']'");
    side.folder_ = std::make_shared<TemporaryFolder>();
    const std::string language = side.mapping_.language.empty() ? language_of(file) : side.mapping_.language;
    side.counts_from_one_ = language == "fortran" || language == "fortran77";
    side.library_ = build_side(file, language, {{"lag_side", &side.mapping_}}, side.folder_->path());
    return side;
}

}  // namespace lag
