// emit.
#include <algorithm>
#include <filesystem>
#include <map>

#include "scripts/files/output_files.hpp"
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/emit_request.hpp"
#include "scripts/statements/options.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"
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
    };
    return endings.at(language);
}

void require_ending(Call& call, const std::string& language, const std::string& file) {
    const std::vector<std::string>& endings = endings_of(language);
    const std::string ending = std::filesystem::path(file).extension().string();
    if (std::find(endings.begin(), endings.end(), ending) != endings.end()) return;
    std::string all;
    for (const std::string& one : endings) all += (all.empty() ? "" : ", ") + one;
    call.fail(call.argument(1), "'" + file + "' is no name for a file in " + language,
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

std::string formulation_of(Call& call) {
    if (!call.has("formulation")) return call.description().formulation;
    return one_of(call, call.argument("formulation"), formulation_names(), "formulation");
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
        for (const Syntax& child : at->children) add(word_at(call, child));
    } else {
        for (const Value& item : call.items(call.value("routines"), at, "a list of routine names"))
            add(item.is_text() ? item.text() : call.name(item, at));
    }
    if (routines.empty()) call.fail(at, "no routine is asked for", "leave 'routines' out to get all of them");
    return routines;
}

// A column of the jacobian by its name; quoted names are never the word of a group.
ColumnChoice column_named(Call& call, const std::string& name, const Syntax& at) {
    const Model& model = call.description().model();
    std::vector<std::string> names;
    const auto has = [&](const auto& table) {
        const std::size_t before = names.size();
        for (const auto& entry : table) names.push_back(entry.name);
        return std::find(names.begin() + static_cast<std::ptrdiff_t>(before), names.end(), name) != names.end();
    };
    if (has(model.coordinates)) return {Role::coordinate, name};
    if (has(model.speeds)) return {Role::speed, name};
    if (has(model.inputs)) return {Role::input, name};
    if (has(model.parameters)) return {Role::parameter, name};
    const std::string close = did_you_mean(name, names);
    call.fail(at, "'" + name + "' is no coordinate, speed, input or parameter of the model",
              close.empty() ? "the words q, u, w, p stand for all of a kind" : "did you mean '" + close + "'?");
}

void add_columns(Call& call, const Value& value, const Syntax& at, std::vector<ColumnChoice>& columns) {
    if (value.is_list()) {
        for (const Value& item : value.items()) add_columns(call, item, at, columns);
        return;
    }
    std::string name = value.is_text() ? value.text() : "";
    if (name.empty()) {
        const Expr e = call.expression(value, at);
        if (e.graph == nullptr || e.graph->node(e).op != Op::symbol)
            call.expected("a name or one of the words q, u, w, p", value, at);
        name = e.graph->symbol_of(e.id).name;
    }
    columns.push_back(column_named(call, name, at));
}

// jacobian = [q, u], [theta, theta', m], coordinates(), w
std::vector<ColumnChoice> jacobian_of(Call& call, const std::vector<std::string>& routines) {
    if (!call.has("jacobian")) {
        if (std::find(routines.begin(), routines.end(), "jacobian") == routines.end()) return {};
        return {{Role::coordinate, ""}, {Role::speed, ""}};
    }
    std::vector<ColumnChoice> columns;
    const auto add = [&](const Syntax& entry) {
        const Role group = entry->kind == NodeKind::name ? column_group(entry->text) : Role::undeclared;
        if (group != Role::undeclared) {
            columns.push_back({group, ""});
        } else {
            add_columns(call, call.interpreter.evaluate(entry), entry, columns);
        }
    };
    const Syntax& at = call.argument("jacobian");
    if (at->kind == NodeKind::list) {
        for (const Syntax& child : at->children) add(child);
    } else {
        add(at);
    }
    try {
        if (chosen_columns(call.description().model(), columns).empty())
            call.fail(at, "the jacobian has no columns", "name some, such as jacobian = [q, u]");
    } catch (const ModelError& error) {
        call.fail(at, error.what(), error.hint());
    }
    return columns;
}

bool switch_of(Call& call, const std::string& keyword) {
    if (!call.has(keyword)) return false;
    const Value& value = call.value(keyword);
    if (!value.is_boolean()) call.expected("true or false", value, call.argument(keyword));
    return value.boolean();
}

// Results froze everything but the tables below, so these tell whether a snapshot is still the model.
bool unchanged(const Model& snapshot, const Model& model) {
    const auto same_start = [](const auto& a, const auto& b) { return a.initial_value == b.initial_value; };
    return snapshot.serial == model.serial && snapshot.treatment == model.treatment &&
           snapshot.parameters.size() == model.parameters.size() && snapshot.inputs.size() == model.inputs.size() &&
           snapshot.outputs.size() == model.outputs.size() &&
           std::equal(snapshot.coordinates.begin(), snapshot.coordinates.end(), model.coordinates.begin(),
                      same_start) &&
           std::equal(snapshot.speeds.begin(), snapshot.speeds.end(), model.speeds.begin(), same_start);
}

std::shared_ptr<const Model> snapshot_of(const Description& description) {
    const Model& model = description.model();
    if (!description.emit_requests.empty() && unchanged(*description.emit_requests.back()->model, model))
        return description.emit_requests.back()->model;
    return std::make_shared<const Model>(model);
}

Value emit_statement(Call& call) {
    require_model(call);
    Description& description = call.description();
    EmitRequest request;
    request.language = one_of(call, call.argument(0), emit_languages(), "language");
    request.file = call.text(1);
    const std::string refused = refused_file_name(request.file);
    if (!refused.empty()) call.fail(call.argument(1), "'" + request.file + "' cannot be emitted: " + refused);
    require_ending(call, request.language, request.file);
    for (const auto& other : description.emit_requests)
        if (other->file == request.file)
            call.fail(call.argument(1), "'" + request.file + "' is emitted twice by this script");
    request.routines = routines_of(call);
    request.jacobian = jacobian_of(call, request.routines);
    const bool chosen = !request.routines.empty() && !request.jacobian.empty();
    if (chosen && std::find(request.routines.begin(), request.routines.end(), "jacobian") == request.routines.end())
        request.routines.emplace_back("jacobian");
    request.formulation = formulation_of(call);
    request.fewest_operations = description.fewest_operations;
    request.driver = switch_of(call, "driver");
    request.batch = switch_of(call, "batch");
    request.regressor = wants_regressor(request.routines, switch_of(call, "regressor"));
    if (call.has("sines"))
        request.vector_sines = one_of(call, call.argument("sines"), {"library", "vector"}, "form of sines") == "vector";
    if (is_empty(description.model()))
        call.fail("model '" + description.model().name + "' has no bodies: there is nothing to emit");
    description.complete = true;
    independent_rows(call);
    warn_of_long_quaternions(call);
    warn_of_unused_parameters(call);
    description.mechanics().validate(description.model());
    request.model = snapshot_of(description);
    request.position = call.place(call.node).position();
    description.emit_requests.push_back(std::make_shared<const EmitRequest>(std::move(request)));
    return {};
}

}  // namespace

std::vector<BuiltIn> emit_statements() {
    return {
        {"emit",
         "emit(language, \"file\", routines = [..], jacobian = [..], formulation = .., sines = vector, batch = true, "
         "driver = true, regressor = true)",
         "writes the model's routines once the whole script has succeeded",
         "emit(fortran, \"pendulum.f90\")$",
         2,
         2,
         {"routines", "jacobian", "formulation", "sines", "batch", "driver", "regressor"},
         emit_statement},
    };
}

}  // namespace lag
