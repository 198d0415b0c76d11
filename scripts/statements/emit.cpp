// emit.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "core/routine_names.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/emit_fmu.hpp"
#include "scripts/statements/emit_function.hpp"
#include "scripts/statements/emit_optimization.hpp"
#include "scripts/statements/emit_request.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/states.hpp"
#include "scripts/statements/warnings.hpp"

namespace lag {

namespace {

// Only these are written: no misspelt name replaces a build file, a document, another program's source.
const std::vector<std::string>& endings_of(const std::string& language) {
    static const std::map<std::string, std::vector<std::string>> endings{
        {"fortran", {".f90", ".f95", ".f03", ".f08", ".F90", ".F95", ".F03", ".F08"}},
        {"fortran77", {".f", ".for", ".ftn", ".f77", ".F", ".FOR", ".FTN", ".F77"}},
        {"cpp", {".hpp", ".hh", ".hxx", ".h", ".h++", ".H", ".ipp", ".tpp", ".inl", ".cpp", ".cc", ".cxx"}},
        {"c", {".h", ".c", ".inc"}},
        {"python", {".py"}},
        {"fmu", {".fmu"}},
        {"casadi", {".c"}},
    };
    return endings.at(language);
}

void require_ending(Call& call, const std::string& language, const std::string& file) {
    const std::vector<std::string>& endings = endings_of(language);
    const std::string ending = std::filesystem::path(file).extension().string();
    if (std::find(endings.begin(), endings.end(), ending) != endings.end()) return;
    std::string all;
    for (const std::string& one : endings) all += (all.empty() ? "" : ", ") + one;
    call.fail(call.argument(1), fmt::format("'{}' is no name for a file in {}", file, language),
              "such a file ends in one of " + all);
}

// Names one of them, or asks for all, beside the other routines.
bool wants_regressor(std::vector<std::string>& routines, bool all) {
    const std::vector<std::string>& names = identification_routines();
    if (all && !routines.empty()) routines.insert(routines.end(), names.begin(), names.end());
    const auto is_one = [&](const std::string& routine) {
        return std::find(names.begin(), names.end(), routine) != names.end();
    };
    return all || std::any_of(routines.begin(), routines.end(), is_one);
}

// Asked for by its own switch, or named among `routines`, where it then stands.
bool wants(RoutineName routine, std::vector<std::string>& routines, bool asked) {
    const bool named = std::ranges::count(routines, to_string(routine)) > 0;
    if (asked && !named && !routines.empty()) routines.push_back(to_string(routine));
    return asked || named;
}

std::string formulation_of(Call& call) {
    if (!call.has("formulation")) return call.description().formulation;
    return call.word("formulation");
}

std::vector<std::string> routines_of(Call& call) {
    std::vector<std::string> routines;
    if (!call.has("routines")) return routines;
    const Syntax& at = call.argument("routines");
    const std::string prefix = call.description().model().name + "_";
    const auto add = [&](std::string name) {
        if (name.rfind(prefix, 0) == 0) name.erase(0, prefix.size());
        routines.push_back(std::move(name));
    };
    if (at->kind == NodeKind::list) {
        for (const Syntax& child : at->children) add(call.any_word(child));
    } else {
        for (const Value& item : call.items("routines")) add(item.is_text() ? item.text() : call.name(item, at));
    }
    if (routines.empty()) call.fail(at, "no routine is asked for", "leave 'routines' out to get all of them");
    return routines;
}

// A column by its name; quoted names are never the word of a group.
ColumnChoice column_named(Call& call, const std::string& name, const Syntax& at, DerivativeKind kind) {
    const Model& model = call.description().model();
    std::vector<std::string> names;
    const auto has = [&](const auto& table) {
        const std::size_t before = names.size();
        for (const auto& entry : table) names.push_back(entry.name);
        return std::find(names.begin() + static_cast<std::ptrdiff_t>(before), names.end(), name) != names.end();
    };
    if (has(model.coordinates)) return {Role::coordinate, name};
    if (has(model.speeds)) return {Role::speed, name};
    if (has(model.states)) return {Role::state, name};
    if (is_flag(model, name))
        call.fail(at, fmt::format("'{}' is a flag, and a flag is no column of the {}", name, to_string(kind)),
                  "it stays as it is between events");
    if (has(model.inputs)) return {Role::input, name};
    if (has(model.parameters)) return {Role::parameter, name};
    const std::string close = did_you_mean(name, names);
    const bool has_states = !model.states.empty();
    call.fail(at,
              fmt::format("'{}' is no coordinate, speed, {}input or parameter of the model", name,
                          has_states ? "state, " : ""),
              close.empty() ? has_states ? "the words t, q, u, states, w, p stand for all of a kind"
                                         : "the words t, q, u, w, p stand for all of a kind"
                            : fmt::format("did you mean '{}'?", close));
}

void add_columns(Call& call, const Value& value, const Syntax& at, DerivativeKind kind,
                 std::vector<ColumnChoice>& columns) {
    if (value.is_list()) {
        for (const Value& item : value.items()) add_columns(call, item, at, kind, columns);
        return;
    }
    std::string name = value.is_text() ? value.text() : "";
    if (name.empty()) {
        const Expr e = call.expression(value, at);
        if (e.graph == nullptr || e.graph->node(e).op != Op::symbol)
            call.expected("a name or one of the words t, q, u, w, p", value, at);
        name = e.graph->symbol_of(e).name;
    }
    columns.push_back(column_named(call, name, at, kind));
}

// What the bare word stands for. `states` and `udot` give way to what a script calls so.
Role group_of(Call& call, const Syntax& entry) {
    if (entry->kind != NodeKind::name) return Role::undeclared;
    const Role group = column_group(entry->text);
    const bool is_taken =
        call.description().declaration(entry->text) != nullptr || call.interpreter.binding(entry->text) != nullptr;
    return (group == Role::state || group == Role::acceleration) && is_taken ? Role::undeclared : group;
}

// What is differentiated: of = [derivatives, outputs, inverse_dynamics], one word or several.
std::vector<RoutineName> differentiated_by(Call& call) {
    if (!call.has("of")) return {RoutineName::derivatives};
    const Syntax& at = call.argument("of");
    std::vector<RoutineName> found;
    for (const Syntax& entry : at->kind == NodeKind::list ? at->children : std::vector<Syntax>{at}) {
        const RoutineName of = *routine_named(call.word_among(call.declared("of"), entry));
        if (of == RoutineName::outputs && call.description().model().outputs.empty())
            call.fail(entry, "the model has no outputs to differentiate",
                      "declare some before, such as output(x, a*b)");
        if (std::ranges::find(found, of) == found.end()) found.push_back(of);
    }
    if (found.empty()) call.fail(at, "nothing is differentiated", "name a routine, such as of = [derivatives]");
    return found;
}

// jacobian = [q, u], tangent = [theta, theta', m], adjoint = coordinates(), hessian = w
std::vector<ColumnChoice> columns_of(Call& call, DerivativeKind kind, const std::vector<RoutineName>& of) {
    const std::string& keyword = to_string(kind);
    if (!call.has(keyword)) return {};
    std::vector<ColumnChoice> columns;
    const auto add = [&](const Syntax& entry) {
        const Role group = group_of(call, entry);
        if (group == Role::acceleration && std::ranges::find(of, RoutineName::inverse_dynamics) == of.end())
            call.fail(entry, "accelerations are columns where inverse_dynamics is differentiated",
                      "write of = [inverse_dynamics], or leave udot out");
        if (group != Role::undeclared) {
            columns.push_back({group, ""});
        } else {
            add_columns(call, call.interpreter.evaluate(entry), entry, kind, columns);
        }
    };
    const Syntax& at = call.argument(keyword);
    if (at->kind == NodeKind::list) {
        for (const Syntax& child : at->children) add(child);
    } else {
        add(at);
    }
    try {
        if (chosen_columns(call.description().model(), columns, kind).empty())
            call.fail(at, fmt::format("the {} has no columns", keyword),
                      fmt::format("name some, such as {} = [q, u]", keyword));
    } catch (const ModelError& error) {
        call.fail(at, error.what(), error.hint());
    }
    return columns;
}

// The routines of derivatives: what the keywords ask for, and what stands in `routines`, by all of the state where its
// columns are not said.
void read_derivatives(Call& call, EmitRequest& request) {
    const std::vector<RoutineName> of = differentiated_by(call);
    std::map<DerivativeKind, std::vector<ColumnChoice>> columns;
    for (const DerivativeRoutine& row : derivative_routines())
        if (!columns.contains(row.kind)) columns[row.kind] = columns_of(call, row.kind, of);
    if (call.has("of") && std::ranges::all_of(columns, [](const auto& entry) { return entry.second.empty(); }) &&
        std::ranges::none_of(request.routines, [](const std::string& r) { return derivative_routine(r) != nullptr; }))
        call.fail(call.argument("of"), "'of' says what is differentiated, and nothing asks for derivatives",
                  "add jacobian = [q, u], tangent = .., adjoint = .. or hessian = ..");
    std::vector<ColumnChoice> state{{Role::coordinate, ""}, {Role::speed, ""}};
    if (!call.description().model().states.empty()) state.push_back({Role::state, ""});
    const bool chosen = !request.routines.empty();
    for (const DerivativeRoutine& row : derivative_routines()) {
        if (!row.is_asked_for) continue;
        const std::string& name = to_string(row.routine);
        const bool named = std::ranges::count(request.routines, name) > 0;
        const bool asked = !columns[row.kind].empty() && std::ranges::find(of, row.of) != of.end();
        if (!named && !asked) continue;
        const std::vector<ColumnChoice>& by = columns[row.kind].empty() ? state : columns[row.kind];
        if (row.routine == RoutineName::jacobian) {
            request.jacobian = by;
        } else {
            request.derivatives.push_back({row.routine, by});
        }
        if (chosen && !named) request.routines.push_back(name);
    }
}

// residual = speeds | accelerations
void read_residual(Call& call, EmitRequest& request) {
    if (!call.has("residual")) return;
    const std::string rows = call.word("residual");
    const Syntax& at = call.argument("residual");
    const Model& model = call.description().model();
    if (!model.contacts.empty() || !model.stops.empty())
        call.fail(at, "there is no residual of a model with contacts, dry friction or stops",
                  "their loads follow from a search of the mode; rows that flags of yours switch have a residual");
    if (request.language == "fmu")
        call.fail(at, "an FMU has no residual", "emit(c, .., residual = ..) and the other languages have it");
    request.derivatives.push_back({RoutineName::residual_jacobian, {}, rows == "speeds" ? 2 : 1});
    if (request.routines.empty()) return;
    for (const RoutineName routine : {RoutineName::residual, RoutineName::residual_jacobian})
        if (std::ranges::count(request.routines, to_string(routine)) == 0)
            request.routines.push_back(to_string(routine));
}

bool asks_for(Call& call, const AskedFor& row) {
    return row.value == "true" ? call.truth(row.keyword) : call.word(row.keyword) == row.value;
}

// One for all requests between which nothing was changed.
std::shared_ptr<const Model> snapshot_of(const Description& description) {
    const Model& model = description.model();
    if (!description.emit_requests.empty()) {
        const std::shared_ptr<const Model>& last = description.emit_requests.back()->model;
        if (last && last->serial == model.serial && last->revision == model.revision) return last;
    }
    return std::make_shared<const Model>(model);
}

LimbForm limbs_of(Call& call) {
    const std::string form = call.word("limbs");
    return form == "auto" ? LimbForm::where_faster : form == "lanes" ? LimbForm::lanes : LimbForm::scalar;
}

void refuse_lanes_elsewhere(Call& call, const EmitRequest& request) {
    if (request.limbs != LimbForm::lanes) return;
    if (!can_have_lanes(request.language))
        call.fail(call.argument("limbs"), "there are no limbs in lanes in " + request.language,
                  "emit(fortran, .., limbs = lanes) and all other languages have them; leave 'limbs' out here");
    if (request.batch)
        call.fail(call.argument("limbs"), "limbs = lanes and batch = true exclude each other",
                  "a batch has one state in each lane; leave one of the two out");
    if (request.formulation != "auto" && request.formulation != "articulated")
        call.fail(call.argument("limbs"), "limbs = lanes is for formulation = articulated, or auto",
                  "leave out 'limbs' or the formulation");
}

// Of a file that no other statement of the script writes.
void read_target(Call& call, EmitRequest& request) {
    const Description& description = call.description();
    request.language = call.word(0);
    request.file = call.text(1);
    // a module has its name without an ending
    if (request.language == "python" && std::filesystem::path(request.file).extension().empty()) request.file += ".py";
    const auto is_same = [&](const std::string& other) {
        return std::filesystem::path(other).lexically_normal() ==
               std::filesystem::path(request.file).lexically_normal();
    };
    const std::string refused = refused_file_name(request.file);
    if (!refused.empty()) call.fail(call.argument(1), fmt::format("'{}' cannot be emitted: {}", request.file, refused));
    if (request.language != "acados") require_ending(call, request.language, request.file);  // which writes a folder
    for (const auto& other : description.emit_requests)
        if (is_same(other->file))
            call.fail(call.argument(1), fmt::format("'{}' is emitted twice by this script", request.file),
                      "give one of the two another name");
    for (const OutputFile& other : description.saved_files)
        if (is_same(other.name)) call.fail(call.argument(1), fmt::format("'{}' is saved by this script", request.file));
}

void read_sines(Call& call, EmitRequest& request) {
    static const std::map<std::string, SineForm> forms{
        {"library", SineForm::library}, {"vector", SineForm::vector}, {"fused", SineForm::fused}};
    if (call.has("sines")) request.sines = forms.at(call.word("sines"));
}

// library = true: of C alone, with a source whose header stands beside it.
void read_library(Call& call, EmitRequest& request) {
    request.library = call.truth("library");
    if (!request.library) return;
    if (request.language != "c")
        call.fail(call.argument("library"), "a library is emitted in C, not in " + request.language,
                  "write emit(c, \"NAME.c\", library = true)");
    if (request.driver)
        call.fail(call.argument("driver"), "library = true and driver = true exclude each other",
                  "a main program includes the routines; leave one of the two out");
    const std::filesystem::path path = request.file;
    if (path.extension() != ".c")
        call.fail(call.argument(1), fmt::format("the source of a library ends in .c, not as '{}' does", request.file),
                  "its header stands beside it, with the ending .h");
}

// Free expressions: no model is needed, and none is completed.
Value emit_free_function(Call& call) {
    EmitRequest request;
    for (const std::string& keyword : call.given_keywords())
        if (keyword != "function" && keyword != "arguments" && keyword != "results" && keyword != "sines")
            call.fail(call.argument(keyword),
                      fmt::format("'{}' belongs to the routines of a model, not to a function", keyword),
                      "leave it out");
    read_target(call, request);
    request.function = std::make_shared<const FreeFunction>(function_of(call));
    read_sines(call, request);
    request.position = call.place(call.node).position();
    call.description().emit_requests.push_back(std::make_shared<const EmitRequest>(std::move(request)));
    return {};
}

Value emit_statement(Call& call) {
    if (call.has("function")) return emit_free_function(call);
    for (const char* keyword : {"arguments", "results"})
        if (call.has(keyword))
            call.fail(call.argument(keyword), fmt::format("'{}' belongs to a function", keyword),
                      "such as emit(c, \"f.h\", function = f, arguments = [x], results = [x^2])");
    require_model(call);
    Description& description = call.description();
    EmitRequest request;
    read_target(call, request);
    request.routines = routines_of(call);
    read_derivatives(call, request);
    read_residual(call, request);
    request.formulation = formulation_of(call);
    request.fewest_operations = description.fewest_operations;
    request.driver = call.truth("driver");
    request.batch = call.truth("batch");
    for (const AskedFor& row : routines_asked_for())
        if (wants(row.routine, request.routines, asks_for(call, row))) request.procedures.push_back(row.routine);
    request.regressor = wants_regressor(request.routines, call.truth("regressor"));
    read_sines(call, request);
    request.limbs = limbs_of(call);
    read_library(call, request);
    read_fmu(call, request);
    read_optimization(call, request);
    refuse_lanes_elsewhere(call, request);
    if (is_empty(description.model()))
        call.fail(fmt::format("model '{}' has no bodies: there is nothing to emit", description.model().name));
    complete(call);
    independent_rows(call);
    warn_of_long_quaternions(call);
    warn_of_unused_parameters(call);
    note_fast_soft_beams(call);
    description.mechanics().validate(description.model());
    request.model = snapshot_of(description);
    request.position = call.place(call.node).position();
    description.emit_requests.push_back(std::make_shared<const EmitRequest>(std::move(request)));
    return {};
}

}  // namespace

namespace {

DeclaredArguments of_derivatives() {
    using namespace arguments;
    DeclaredArguments all;
    const std::map<DerivativeKind, std::string> texts{
        {DerivativeKind::jacobian, "also m_jacobian: the derivatives of ydot by these columns"},
        {DerivativeKind::tangent, "also m_tangent: the derivative of ydot in a direction d of these columns"},
        {DerivativeKind::adjoint, "also m_adjoint: the derivatives of v^T ydot by these columns"},
        {DerivativeKind::hessian,
         "also m_hessian: the second derivatives of v^T ydot by these columns, lower triangle"},
    };
    for (const auto& [kind, text] : texts) all.push_back(keyword(to_string(kind), "[..]", some_columns, text));
    std::vector<ArgumentWord> words;
    for (const DerivativeRoutine& row : derivative_routines())
        if (row.is_asked_for && std::ranges::find(words, to_string(row.of), &ArgumentWord::word) == words.end())
            words.push_back({to_string(row.of)});
    all.push_back(keyword("of", "[..]", a_word,
                          "what is differentiated, one or several; with inverse_dynamics, udot stands for the "
                          "accelerations among the columns")
                      .otherwise("derivatives")
                      .among("routine to differentiate", words));
    return all;
}

DeclaredArguments of_procedures() {
    using namespace arguments;
    DeclaredArguments all;
    for (const AskedFor& row : routines_asked_for()) {
        const DeclaredArgument asked =
            keyword(row.keyword, row.value, row.value == "true" ? a_truth : a_word, row.text);
        all.push_back(row.value == "true" ? asked.otherwise("false") : asked.among(row.keyword, {{row.value}}));
    }
    return all;
}

DeclaredArguments of_forms() {
    using namespace arguments;
    return {
        formulation("how the equations are formed; else as options(..) says"),
        keyword("sines", "vector", a_word,
                "how sines and cosines are computed; else fused, but library in fortran and fortran77 where fewer than "
                "four angles go together")
            .among(
                "form of sines",
                {{"library", "each by the language's own function"},
                 {"vector",
                  "all of a routine together, without branches, by a routine of the file's own: the same bits in all "
                  "languages"},
                 {"fused", "as vector, but the last bits depend on which multiply-adds the compiler fuses: faster"}}),
        keyword("batch", "true", a_truth, "also routines for many states at once; fortran, cpp").otherwise("false"),
        keyword("limbs", "lanes", a_word, "how equal limbs are computed")
            .otherwise("auto")
            .among("form of equal limbs", {{"auto", "in lanes where that is faster, but not in fortran77"},
                                           {"lanes", "at once, not in fortran77"},
                                           {"scalar", "one after the other"}}),
        keyword("driver", "true", a_truth, "also a main program").otherwise("false"),
        keyword("regressor", "true", a_truth, "also the routines of identification").otherwise("false"),
        keyword(
            "residual", "speeds", a_word,
            "also m_residual and m_residual_jacobian, for solvers of implicit equations; how constraints stand in it")
            .among("form of the residual", {{"speeds", "phidot = 0, equations of index 2"},
                                            {"accelerations", "B udot = gamma, equations of index 1"}}),
    };
}

DeclaredArguments of_functions_and_fmus() {
    using namespace arguments;
    return {
        keyword("function", "name", a_new_name,
                "free expressions as a routine of that name, instead of a model's; or a procedure of the script"),
        keyword("arguments", "[..]", some_names, "what that function takes: names, lists of names, v = [a, b]"),
        keyword("results", "[..]", a_list_of_expressions, "what it gives: expressions, lists, matrices, J = matrix"),
        keyword("version", "3", a_whole_number, "2 or 3: of FMI, the standard of an FMU").otherwise("2"),
        keyword("tunable", "[..]", some_names, "parameters of an FMU that may change during a run"),
        keyword("source", "[..]", some_files, "C files with the external routines of an FMU"),
        keyword("parameters", "numbers", a_word, "casadi, acados: functions without p, the defaults folded in")
            .among("form of parameters", {{"numbers"}}),
        keyword("library", "true", a_truth, "c: a source with exported routines and its header, to link")
            .otherwise("false"),
    };
}

}  // namespace

std::vector<BuiltIn> emit_statements() {
    using namespace arguments;
    DeclaredArguments all{
        required("language", a_word, "what is written").among("language", emit_languages()),
        required("\"file\"", a_text, "a path below the output folder: --out, else the script's folder"),
        keyword("routines", "[..]", some_routines, "the routines that are wanted; else all")};
    for (const DeclaredArguments& more : {of_derivatives(), of_forms(), of_procedures(), of_functions_and_fmus()})
        all.insert(all.end(), more.begin(), more.end());
    return {
        {"emit", all,
         "writes the model's routines, or free expressions as a function, once the whole script has succeeded",
         "emit(fortran, \"pendulum.f90\")$", emit_statement},
    };
}

}  // namespace lag
