#include "scripts/command_compare_side.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "core/errors.hpp"
#include "emitters/emit.hpp"
#include "scripts/command_compilers.hpp"
#include "scripts/grammar.hpp"
#include "scripts/output_files.hpp"
#include "scripts/pipeline.hpp"
#include "scripts/pipeline_defines.hpp"
#include "scripts/pipeline_stages.hpp"

namespace lag {

namespace fs = std::filesystem;

using Kind = StateSpace::Quantity::Kind;

const StateSpace::Quantity* StateSpace::find(const std::string& name) const {
    const auto found =
        std::find_if(quantities.begin(), quantities.end(), [&](const Quantity& one) { return one.name == name; });
    return found == quantities.end() ? nullptr : &*found;
}

std::vector<std::string> StateSpace::names(const std::vector<Kind>& kinds) const {
    std::vector<std::string> chosen;
    for (const Quantity& one : quantities)
        if (std::count(kinds.begin(), kinds.end(), one.kind) > 0) chosen.push_back(one.name);
    return chosen;
}

namespace {

std::vector<std::string> distinct(const std::vector<std::string>& names) {
    std::vector<std::string> result;
    std::set<std::string> seen;
    for (const std::string& name : names)
        if (seen.insert(name).second) result.push_back(name);
    return result;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace

void CompareSide::collect() {
    std::vector<std::string> reads, gives;
    for (const MappedQuantity& quantity : mapping_.quantities) {
        for (const MappedTerm& term : quantity.in)
            if (!term.name.empty()) reads.push_back(term.name);
        for (const MappedTerm& term : quantity.out)
            if (!term.name.empty()) gives.push_back(term.name);
    }
    inputs_ = distinct(reads);
    results_ = distinct(gives);
}

SideResults CompareSide::call(const Mapping& mapping, const std::string& routine,
                              const std::vector<CompareState>& states, int patience) const {
    std::size_t out = 0;
    for (const MappedQuantity& quantity : mapping.quantities) out += quantity.out.size() + (quantity.status ? 1 : 0);
    std::vector<std::vector<double>> points;
    for (const CompareState& state : states) {
        points.emplace_back();
        for (const MappedQuantity& quantity : mapping.quantities)
            for (const MappedTerm& term : quantity.in)
                points.back().push_back(term.name.empty() ? term.factor : term.factor * state.at(term.name));
    }
    ChildCalls calls = call_in_child(library_, routine, points, out, patience);
    SideResults results;
    results.ended = std::move(calls.ended);
    results.messages = std::move(calls.messages);
    for (const std::vector<double>& numbers : calls.results) {
        SideResult result;
        result.values.emplace();
        bool regular = true;
        std::size_t at = 0;
        for (const MappedQuantity& quantity : mapping.quantities) {
            for (const MappedTerm& term : quantity.out) {
                if (!term.name.empty()) result.values->emplace(term.name, numbers[at] / term.factor);
                ++at;
            }
            if (quantity.status && numbers[at++] != 0) regular = false;
        }
        if (!regular) result.values.reset();
        results.states.push_back(std::move(result));
    }
    return results;
}

SideResults CompareSide::evaluate(const std::vector<CompareState>& states, int patience) const {
    return call(mapping_, "lag_side", states, patience);
}

std::vector<std::optional<CompareState>> CompareSide::on_constraints(const std::vector<CompareState>& states) const {
    std::vector<std::optional<CompareState>> moved(states.begin(), states.end());
    if (!projection_) return moved;
    const SideResults results = call(*projection_, "lag_project", states);
    for (std::size_t k = 0; k < states.size(); ++k) {
        if (k >= results.states.size() || !results.states[k].values) {
            moved[k].reset();
            continue;
        }
        for (const auto& [name, value] : *results.states[k].values) {
            (*moved[k])[name] = value;
            if (!std::isfinite(value)) {
                moved[k].reset();
                break;
            }
        }
    }
    return moved;
}

// -- a script

namespace {

std::vector<std::string> names_of(const std::vector<TableRow>& rows) {
    std::vector<std::string> names;
    for (const TableRow& row : rows) names.push_back(row.name);
    return names;
}

// The script's own names -> shared ones: primes are kept, so that a renamed coordinate's rate follows.
class Renaming {
  public:
    Renaming(const std::map<std::string, MappedTerm>& renames, const std::string& file,
             const std::vector<std::string>& known)
        : renames_(renames) {
        for (const auto& [name, term] : renames)
            if (std::count(known.begin(), known.end(), name) == 0) {
                const std::string near = did_you_mean(name, known);
                throw ModelError("rename: '" + file + "' has no '" + name + "'",
                                 near.empty() ? "it has " + joined(known) : "did you mean '" + near + "'?");
            }
    }
    MappedTerm operator()(const std::string& own) const {
        for (std::size_t primes = 0;; ++primes) {
            if (primes > own.size()) break;
            const std::string end = own.substr(own.size() - primes);
            if (end.find_first_not_of('\'') != std::string::npos) break;
            const auto found = renames_.find(own.substr(0, own.size() - primes));
            if (found == renames_.end()) continue;
            MappedTerm term = found->second;
            term.name += end;
            return term;
        }
        return {own, 1, false};
    }
    std::vector<MappedTerm> operator()(const std::vector<std::string>& own, const std::string& suffix = "") const {
        std::vector<MappedTerm> terms;
        for (const std::string& name : own) terms.push_back((*this)(name + suffix));
        return terms;
    }

  private:
    const std::map<std::string, MappedTerm>& renames_;
};

std::vector<MappedTerm> both(std::vector<MappedTerm> first, const std::vector<MappedTerm>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

class ScriptCalls {
  public:
    explicit ScriptCalls(Mapping& mapping) : mapping_(mapping) {}
    ScriptCalls& scalar(const std::string& name, MappedTerm term) {
        mapping_.quantity(name).in = {std::move(term)};
        return *this;
    }
    ScriptCalls& in(const std::string& name, std::vector<MappedTerm> terms) {
        MappedQuantity& quantity = mapping_.quantity(name);
        quantity.array = true;
        quantity.in = std::move(terms);
        return *this;
    }
    ScriptCalls& out(const std::string& name, std::vector<MappedTerm> terms) {
        MappedQuantity& quantity = mapping_.quantity(name);
        quantity.array = true;
        quantity.out = std::move(terms);
        return *this;
    }
    ScriptCalls& work(const std::string& name, std::size_t size) {
        MappedQuantity& quantity = mapping_.quantity(name);
        quantity.array = true;
        quantity.work = size;
        return *this;
    }
    ScriptCalls& status(const std::string& name) {
        MappedQuantity& quantity = mapping_.quantity(name);
        quantity.status = true;
        quantity.type = MappedQuantity::Type::integer;
        return *this;
    }
    ScriptCalls& integer(const std::string& name, int value) {
        MappedQuantity& quantity = mapping_.quantity(name);
        quantity.type = MappedQuantity::Type::integer;
        quantity.in = {{"", static_cast<double>(value), false}};
        return *this;
    }
    ScriptCalls& call(const std::string& routine, std::vector<std::string> arguments) {
        mapping_.calls.push_back({routine, std::move(arguments)});
        return *this;
    }

  private:
    Mapping& mapping_;
};

Mapping derivative_calls(const Program& program, const Renaming& shared) {
    Mapping mapping;
    const std::string m = program.name + "_";
    const auto q = names_of(program.coordinates), u = names_of(program.speeds);
    ScriptCalls calls(mapping);
    calls.scalar("t", {"t", 1, false})
        .in("y", both(shared(q), shared(u)))
        .in("w", shared(names_of(program.inputs)))
        .in("p", shared(names_of(program.parameters)))
        .work("c", program.size("nc").value)
        .out("ydot", both(shared(q, "'"), shared(u, "'")))
        .status("info");
    calls.call(m + "setup", {"p", "c"}).call(m + "derivatives", {"t", "y", "w", "c", "ydot", "info"});
    if (program.outputs.empty()) return mapping;
    calls.in("q", shared(q)).in("u", shared(u)).out("o", shared(names_of(program.outputs))).status("info_outputs");
    calls.call(m + "outputs", {"t", "q", "u", "w", "c", "o", "info_outputs"});
    return mapping;
}

// Newton's tolerance is far below any that a comparison has.
std::optional<Mapping> projection_calls(const Program& program, const Renaming& shared, const std::string& text) {
    const std::string m = program.name + "_";
    const auto has = [&](const std::string& routine) { return text.find(m + routine + "(") != std::string::npos; };
    if (!has("assemble") && !has("project_speeds") && !has("normalize")) return std::nullopt;
    Mapping mapping;
    const auto q = shared(names_of(program.coordinates)), u = shared(names_of(program.speeds));
    ScriptCalls calls(mapping);
    calls.scalar("t", {"t", 1, false})
        .in("q", q)
        .out("q", q)
        .in("w", shared(names_of(program.inputs)))
        .in("p", shared(names_of(program.parameters)))
        .work("c", program.size("nc").value);
    calls.call(m + "setup", {"p", "c"});
    if (has("normalize")) calls.call(m + "normalize", {"q"});
    if (has("assemble")) {
        calls.scalar("tolerance", {"", 1e-13, false}).integer("limit", 60).status("info");
        calls.call(m + "assemble", {"t", "q", "w", "c", "tolerance", "limit", "info"});
    }
    if (has("project_speeds")) {
        calls.in("u", u).out("u", u).status("info_speeds");
        calls.call(m + "project_speeds", {"t", "q", "u", "w", "c", "info_speeds"});
    }
    return mapping;
}

Mapping start_calls(const Program& program) {
    Mapping mapping;
    const auto plain = [](const std::vector<TableRow>& rows) {
        std::vector<MappedTerm> terms;
        for (const TableRow& row : rows) terms.push_back({row.name, 1, false});
        return terms;
    };
    ScriptCalls calls(mapping);
    calls.out("p", plain(program.parameters)).out("q", plain(program.coordinates)).out("u", plain(program.speeds));
    const std::string m = program.name + "_";
    calls.call(m + "defaults", {"p"}).call(m + "initial", {"p", "q", "u"});
    return mapping;
}

}  // namespace

CompareSide side_of_script(const std::string& file, const Mapping& mapping,
                           const std::vector<std::pair<std::string, std::string>>& defines,
                           const std::vector<std::string>& sources, std::ostream* messages) {
    if (!mapping.calls.empty() || !mapping.quantities.empty())
        throw ModelError("a script is called by lag itself: its mapping holds only 'rename', 'sample' and 'source'",
                         "describe the other side's routine");
    PipelineOptions options;
    options.defines = defines;
    options.messages = messages;
    const Model model = described_model(parse(script_text(file), file), options);
    const Program program = program_of(model, "auto", nullptr);
    CompareSide side;
    side.title_ = file + " (model " + program.name + ")";
    side.folder_ = std::make_shared<TemporaryFolder>();
    const fs::path& folder = side.folder_->path();
    const std::string header = program.name + "_lag.h";
    const std::string text = emit(program, {Language::c, {}, false}, header).front().text;
    std::ofstream(folder / header) << text;

    std::vector<std::string> known = names_of(program.coordinates);
    for (const auto* rows : {&program.speeds, &program.parameters, &program.inputs, &program.outputs})
        for (const TableRow& row : *rows) known.push_back(row.name);
    const Renaming shared(mapping.renames, file, known);
    side.mapping_ = derivative_calls(program, shared);
    side.projection_ = projection_calls(program, shared, text);
    const Mapping start = start_calls(program);
    std::vector<std::string> routine_sources = sources;
    for (const std::string& source : mapping.sources)
        routine_sources.push_back(fs::absolute(file).parent_path() / source);
    const fs::path externals = build_external_routines(program, routine_sources, folder);
    if (!externals.empty()) {
        side.mapping_.flags.emplace_back("-Wl,--no-as-needed");  // a library that stands before what needs it
        side.mapping_.sources.push_back(externals.string());
    }
    std::vector<WrappedRoutine> routines{{"lag_side", &side.mapping_}, {"lag_start", &start}};
    if (side.projection_) routines.push_back({"lag_project", &*side.projection_});
    side.library_ = build_side(folder / header, "c", routines, folder);
    const SideResults started = side.call(start, "lag_start", {{}});
    if (started.states.empty() || !started.states.front().values)
        throw ModelError("the initial state of '" + file + "' cannot be computed: " + started.ended);
    const std::map<std::string, double>& values = *started.states.front().values;

    StateSpace space;
    space.constrained = !program.constraints.empty();
    const auto add = [&](const std::string& own, Kind kind) {
        const MappedTerm term = shared(own);
        const auto centre = values.find(own);
        space.quantities.push_back({term.name, kind, centre == values.end() ? 0 : centre->second / term.factor});
    };
    space.quantities.push_back({"t", Kind::time, 0});
    for (const Coordinate& q : model.coordinates) add(q.name, q.angle ? Kind::angle : Kind::coordinate);
    for (const TableRow& u : program.speeds) add(u.name, Kind::speed);
    for (const TableRow& p : program.parameters) add(p.name, Kind::parameter);
    for (const TableRow& w : program.inputs) add(w.name, Kind::input);
    for (const auto& quaternion : quaternions(model)) {
        space.of_unit_length.emplace_back();
        for (const CoordinateIndex e : quaternion)
            space.of_unit_length.back().push_back(shared(model.coordinates[e.value].name).name);
    }
    side.space_ = std::move(space);
    side.mapping_.samples = mapping.samples;
    side.collect();
    return side;
}

// -- a routine

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
    if (word == "t") {
        quantity.in = terms({"t"});
        return;
    }
    const std::vector<std::string> words{"y", "q", "u", "p", "w", "ydot", "qdot", "udot"};
    if (space == nullptr || std::count(words.begin(), words.end(), word) == 0)
        throw ModelError("no line says what the argument '" + quantity.name + "' of '" + file + "' holds",
                         "write '" + quantity.name + " in [..]', '" + quantity.name + " out [..]', '" + quantity.name +
                             " work SIZE' or '" + quantity.name + " status' into the mapping");
    quantity.array = true;
    const auto list = [&](const std::vector<Kind>& kinds) { return space->names(kinds); };
    if (word == "q") quantity.in = terms(list(q));
    if (word == "u") quantity.in = terms(list(u));
    if (word == "p") quantity.in = terms(list({Kind::parameter}));
    if (word == "w") quantity.in = terms(list({Kind::input}));
    if (word == "y") quantity.in = both(terms(list(q)), terms(list(u)));
    if (word == "qdot") quantity.out = terms(primed(list(q)));
    if (word == "udot") quantity.out = terms(primed(list(u)));
    if (word == "ydot") quantity.out = both(terms(primed(list(q))), terms(primed(list(u))));
}

}  // namespace

CompareSide side_of_source(const std::string& file, const Mapping& given, const StateSpace* space) {
    Mapping mapping = given;
    if (!mapping.renames.empty())
        throw ModelError("rename is for scripts: '" + file + "' is a routine",
                         "write the shared names where its arguments are described");
    if (mapping.calls.empty())
        throw ModelError("nothing says which routine of '" + file + "' to call, and with what",
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
            throw ModelError("the mapping of '" + file + "' describes '" + quantity.name +
                                 "', but no call takes an argument of that name",
                             "the arguments of 'call' are the mapping's own names");
    }
    CompareSide side;
    side.title_ = file + " (" + mapping.calls.back().routine + ")";
    side.mapping_ = std::move(mapping);
    side.collect();
    if (side.results_.empty())
        throw ModelError("the mapping of '" + file + "' has no results", "write a line such as 'YDOT out [q', u']'");
    side.folder_ = std::make_shared<TemporaryFolder>();
    const std::string language = side.mapping_.language.empty() ? language_of(file) : side.mapping_.language;
    side.library_ = build_side(file, language, {{"lag_side", &side.mapping_}}, side.folder_->path());
    return side;
}

}  // namespace lag
