#include "scripts/statements/emit_fmu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/comma_list.hpp"
#include "core/errors.hpp"
#include "scripts/statements/description.hpp"

namespace lag {

namespace {

// The entries of a list, or the one that stands alone, each with its place.
std::vector<std::pair<Value, Syntax>> entries_of(Call& call, const std::string& keyword) {
    const Syntax& at = call.argument(keyword);
    const Value& value = call.value(keyword);
    if (!value.is_list()) return {{value, at}};
    std::vector<std::pair<Value, Syntax>> entries;
    for (std::size_t k = 0; k < value.items().size(); ++k) entries.emplace_back(value.items()[k], Call::entry(at, k));
    return entries;
}

int version_of(Call& call) {
    const Syntax& at = call.argument("version");
    const Value& value = call.value("version");
    if (value.is_scalar() && Algebra::is_integer(value.scalar()))
        for (const int version : {2, 3})
            if (Algebra::rational_of(value.scalar()) == version) return version;
    call.fail(at, fmt::format("there is no version {} of FMI here", to_string(at)),
              "version = 2 is FMI 2.0, version = 3 is FMI 3.0");
}

// What stands there: a symbol, a text that names one, or its own words.
std::string name_at(Call& call, const Value& value, const Syntax& at) {
    if (value.is_text()) return value.text();
    const Expr e = value.is_scalar() ? call.expression(value, at) : Expr{};
    const bool is_symbol = e.graph != nullptr && e.graph->node(e).op == Op::symbol;
    return is_symbol ? e.graph->symbol_of(e).name : to_string(at);
}

// Parameters by name.
std::vector<std::string> tunable_of(Call& call) {
    const Model& model = call.description().model();
    std::vector<std::string> tunable, parameters;
    for (const Parameter& p : model.parameters) parameters.push_back(p.name);
    for (const auto& [value, at] : entries_of(call, "tunable")) {
        const std::string name = name_at(call, value, at);
        if (std::ranges::count(parameters, name) == 0) {
            const std::string close = did_you_mean(name, parameters);
            call.fail(at, fmt::format("'{}' is no parameter of the model, and parameters alone are tunable", name),
                      !close.empty()       ? fmt::format("did you mean '{}'?", close)
                      : parameters.empty() ? fmt::format("declare it with parameter({}, ..)", name)
                                           : "its parameters are " + comma_list(parameters));
        }
        if (std::ranges::count(tunable, name) == 0) tunable.push_back(name);
    }
    return tunable;
}

std::vector<FmuSource> sources_of(Call& call) {
    std::vector<FmuSource> sources;
    std::vector<std::string> taken{"fmu.c"};
    for (const auto& [value, at] : entries_of(call, "source")) {
        if (!value.is_text())
            call.fail(at, "'source' names files in quotation marks, and this is no text",
                      "such as source = [\"tire.c\"]");
        const std::filesystem::path path = value.text();
        const std::string name = path.filename().string();
        if (path.extension() != ".c")
            call.fail(at, fmt::format("an FMU takes sources in C, whose names end in .c, not '{}'", value.text()),
                      "write the routine in C, or as a procedure(..) of the script");
        if (std::ranges::count(taken, name) > 0)
            call.fail(at, fmt::format("the FMU has another source '{}'", name),
                      "all of them stand in one folder of the archive: rename one");
        taken.push_back(name);
        sources.push_back({value.text(), call.place(at).position()});
    }
    return sources;
}

}  // namespace

void read_fmu(Call& call, EmitRequest& request) {
    static const std::vector<std::string> own{"version", "tunable", "source"}, shared{"formulation", "sines", "limbs"};
    const auto is_among = [](const std::vector<std::string>& words, const std::string& word) {
        return std::ranges::count(words, word) > 0;
    };
    for (const std::string& keyword : call.given_keywords()) {
        if (request.language != "fmu" && is_among(own, keyword))
            call.fail(call.argument(keyword), fmt::format("'{}' belongs to an FMU", keyword),
                      "such as emit(fmu, \"car.fmu\", version = 3)");
        if (request.language == "fmu" && !is_among(own, keyword) && !is_among(shared, keyword))
            call.fail(call.argument(keyword), fmt::format("an FMU has no '{}'", keyword),
                      fmt::format("it has {}, {}", comma_list(own), comma_list(shared)));
    }
    if (call.has("version")) request.fmi_version = version_of(call);
    if (call.has("tunable")) request.tunable = tunable_of(call);
    if (call.has("source")) request.sources = sources_of(call);
    const ExternalRoutine* const linked = linked_among(call.description().model().externals);
    if (request.language == "fmu" && linked != nullptr && request.sources.empty())
        call.fail(
            fmt::format("the equations call '{}', a routine of yours, and no source of the FMU has it", linked->name),
            fmt::format("add source = [\"{}.c\"], or write it as a procedure(..) of the script", linked->name));
}

}  // namespace lag
