// The interpreter's frame: running scripts, limits, places of errors, names of the mechanism. Evaluation is in
// interpreter_evaluate.cpp, conditions in interpreter_conditions.cpp, control flow in interpreter_control.cpp.
#include "scripts/language/interpreter.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>

#include "core/calculus.hpp"
#include "core/large_stack.hpp"
#include "scripts/language/built_in.hpp"
#include "scripts/language/environment.hpp"
#include "scripts/language/grammar.hpp"
#include "scripts/language/interpreter_show.hpp"

namespace lag {

namespace {

class NullBuffer : public std::streambuf {
  protected:
    int overflow(int c) override { return c; }
};

std::ostream& null_stream() {
    static NullBuffer buffer;
    static std::ostream stream(&buffer);
    return stream;
}

std::string without_primes(const std::string& name) {
    std::size_t end = name.size();
    while (end > 0 && name[end - 1] == '\'') --end;
    return name.substr(0, end);
}

}  // namespace

Interpreter::Interpreter(const BuiltInTable& built_ins, Mechanics& mechanics, const InterpretOptions& options)
    : algebra_(model_.graph), built_ins_(built_ins), mechanics_(mechanics), options_(options) {
    global_ = scope_ = new_scope(nullptr);
    declarations_["t"] = {Role::time, {}};
    algebra_.resolve_names([this](const std::string& name) { return meaning_of(name); });
    define_fixed(options);
}

Interpreter::~Interpreter() {
    // closures and the scopes that hold them refer to each other, the outermost scope among them
    global_->values.clear();
    for (const auto& captured : captured_)
        if (const auto environment = captured.lock()) environment->values.clear();
}

std::shared_ptr<Environment> Interpreter::new_scope(std::shared_ptr<Environment> parent) {
    return std::make_shared<Environment>(std::move(parent), ++scopes_);
}

void Interpreter::define_fixed(const InterpretOptions& options) {
    for (const auto& [name, text] : options.defines) {
        const std::string file = "--define " + name;
        Script script = parse(text, file);
        source_ = script.source;
        if (script.statements.size() != 1) {
            SourcePosition position;
            position.file = file;
            throw InputError(Diagnostic{position, "expected one expression, such as n=20", ""});
        }
        const Syntax& node = script.statements[0].expression;
        refuse_protected(name, node, "defined");
        Value value = settle(evaluate(node));
        global_->values[name] = std::move(value);
        fixed_[name] = false;
    }
    source_ = nullptr;
}

// -- running

void Interpreter::run(const Script& script) {
    const auto outer = source_;
    source_ = script.source;
    loading_.push_back(source_->name);
    for (const Statement& statement : script.statements)
        note_primes(statement.expression), note_units(statement.expression);
    for (const Statement& statement : script.statements) {
        warn_of_equation(*this, statement);
        const Value value = evaluate(statement.expression);
        if (statement.show && !value.is_nothing()) output() << shown_value(*this, value) << '\n';
    }
    loading_.pop_back();
    source_ = outer;
}

void Interpreter::start_input(const Script& script) {
    source_ = script.source;
    loading_ = {source_->name};
    scope_ = global_;
    steps_ = 0;
    evaluation_depth_ = call_depth_ = returnable_ = 0;
    frozen_scopes_ = 0;
    for (const Statement& statement : script.statements)
        note_primes(statement.expression), note_units(statement.expression);
}

void Interpreter::bind(const std::string& name, Value value) {
    global_->values.insert_or_assign(name, std::move(value));
}

std::vector<std::string> Interpreter::unused_defines() const {
    std::vector<std::string> names;
    for (const auto& [name, used] : fixed_)
        if (!used) names.push_back(name);
    return names;
}

std::vector<std::string> Interpreter::bound_names() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : global_->values) names.push_back(name);
    for (const auto& [name, function] : functions_) names.push_back(name);
    return names;
}

// Names that move though their primes are not written: diff(q, t), lagrange(.., coordinates = [q]), coordinate(q).
void Interpreter::note_moving(const SyntaxNode& node) {
    if (node.kind != NodeKind::call || node.children.size() < 2) return;
    const auto is_name = [](const Syntax& s) { return s->kind == NodeKind::name; };
    const std::string& function = node.children[0]->text;
    const Syntax& first = node.children[1];
    if (function == "coordinate" && is_name(first)) primed_[first->text] = true;
    if (function == "diff" && node.children.size() > 2 && is_name(first) && node.children[2]->text == "t")
        primed_[first->text] = true;
    if (function != "lagrange") return;
    for (const Syntax& argument : node.children)
        if (argument->kind == NodeKind::relation && argument->children[0]->text == "coordinates" &&
            argument->children[1]->kind == NodeKind::list)
            for (const Syntax& name : argument->children[1]->children)
                if (is_name(name)) primed_[name->text] = true;
}

void Interpreter::note_primes(const Syntax& root) {
    std::vector<const SyntaxNode*> stack{root.get()};
    while (!stack.empty()) {
        const SyntaxNode* node = stack.back();
        stack.pop_back();
        if (node == nullptr) continue;
        if (node->kind == NodeKind::prime && node->children[0]->kind == NodeKind::name)
            primed_[node->children[0]->text] = true;
        note_moving(*node);
        for (const Syntax& child : node->children) stack.push_back(child.get());
    }
}

Value Interpreter::load(const std::string& file, const Syntax& at) {
    namespace fs = std::filesystem;
    fs::path path = file;
    if (path.is_relative()) path = fs::path(source_->name).parent_path() / path;
    const std::string name = path.lexically_normal().string();
    if (std::find(loading_.begin(), loading_.end(), name) != loading_.end()) {
        std::string chain;
        for (const std::string& outer : loading_) chain += outer + " -> ";
        throw error_at(at, "a file loads itself: " + chain + name);
    }
    if (loading_.size() > 50) throw error_at(at, "files load each other more than 50 deep");
    Script script;
    if (options_.load) {
        script = options_.load(name);
    } else {
        std::error_code code;
        if (!fs::is_regular_file(path, code)) throw error_at(at, "cannot read " + name + ": no such file");
        std::ifstream stream(path, std::ios::binary);
        std::ostringstream text;
        text << stream.rdbuf();
        if (!stream) throw error_at(at, "cannot read " + name);
        script = parse(text.str(), name);
    }
    loaded_files.push_back(name);
    // a file runs in the global scope, wherever load() stands
    const auto scope = std::exchange(scope_, global_);
    run(script);
    scope_ = scope;
    return {};
}

std::ostream& Interpreter::output() {
    return options_.output != nullptr ? *options_.output : null_stream();
}

void Interpreter::warning(const Syntax& at, const std::string& message, const std::string& hint) {
    if (options_.messages != nullptr) *options_.messages << render({position_of(at), message, hint}, "warning");
}

void Interpreter::note(const Syntax& at, const std::string& message) {
    if (options_.messages != nullptr && options_.report_checks)
        *options_.messages << render({position_of(at), message, ""}, "note");
}

void Interpreter::charge(std::size_t steps) {
    steps_ += steps;
    if (steps_ > options_.most_steps)
        throw ModelError("the script takes more than " + std::to_string(options_.most_steps) + " steps",
                         "is there a loop that does not end?");
}

// -- places

SourcePosition Interpreter::position_of(const Syntax& node) const {
    return source_ ? source_->position(node->begin) : SourcePosition{};
}

InputError Interpreter::error_at(const Syntax& node, const std::string& message, const std::string& hint) const {
    return InputError(Diagnostic{position_of(node), message, hint});
}

InputError Interpreter::error_at(const Place& place, const std::string& message, const std::string& hint) const {
    return InputError(
        Diagnostic{place.source ? place.source->position(place.offset) : SourcePosition{}, message, hint});
}

// -- names of the mechanism

void Interpreter::start_model(Model model, const Syntax& at) {
    if (model.graph != model_.graph) throw InternalError("a model on another graph");
    model_ = std::move(model);
    frozen = rows_reported = false;
    warned_of.clear();
    formulation = "auto";
    declarations_.clear();
    declarations_["t"] = {Role::time, {}};
    algebra_.declarations_changed();
    first_noted_unit_ = 0;
    for (std::size_t k = 0; k < noted_units_.size(); ++k)
        if (noted_units_[k].place.source == source_ && noted_units_[k].place.offset == at->begin)
            first_noted_unit_ = k + 1;
}

void Interpreter::declare(const std::string& name, Role role, const Syntax& at) {
    static const std::vector<std::string> reserved = {"t", "ground", "%pi", "%e", "true", "false"};
    if (std::find(reserved.begin(), reserved.end(), name) != reserved.end())
        throw error_at(at, name + " is reserved: it cannot be declared as " + std::string(name_of(role)));
    if (const Declaration* known = declaration(name)) {
        std::string where;
        if (known->place.source) {
            const SourcePosition p = known->place.source->position(known->place.offset);
            where = " (line " + std::to_string(p.line) + ")";
        }
        const std::string as = name_of(known->role);
        const char* article = as.find_first_of("aeiou") == 0 ? "an " : "a ";
        throw error_at(at, name + " is declared twice: it is already " + article + as + where);
    }
    declarations_[name] = {role, place_of(at)};
    algebra_.declarations_changed();
}

const Declaration* Interpreter::declaration(const std::string& name) const {
    const auto place = declarations_.find(name);
    return place == declarations_.end() ? nullptr : &place->second;
}

std::vector<std::string> Interpreter::declared_names() const {
    std::vector<std::string> names;
    for (const auto& [name, declaration] : declarations_) names.push_back(name);
    return names;
}

Expr Interpreter::meaning_of(const std::string& name) {
    Graph& g = graph();
    if (const Declaration* known = declaration(name)) return g.symbol(name, known->role);
    if (name.empty() || name.back() != '\'') return g.symbol(name, Role::undeclared);
    for (const Speed& u : model_.speeds)
        if (u.name == name) return g.symbol(name, Role::speed);
    if (!declaration(without_primes(name))) return g.symbol(name, Role::undeclared);
    const std::string shorter = name.substr(0, name.size() - 1);
    const Expr inner = meaning_of(shorter);
    if (g.is_constant_expression(inner)) return g.integer(0);
    if (g.node(inner).op != Op::symbol) return mechanics_.time_derivative(model_, inner);
    switch (g.symbol_of(inner.id).role) {
        case Role::parameter:
            return g.integer(0);
        case Role::time:
            return g.integer(1);
        case Role::input:
            // an input only once a hinge slot or a constraint needs it
            for (const Input& w : model_.inputs)
                if (w.name == name) return g.symbol(name, Role::input);
            return g.symbol(name, Role::undeclared);
        case Role::undeclared:  // the rate of an input whose rate is no input yet
            return g.symbol(name, Role::undeclared);
        case Role::speed:
            return g.symbol(name, Role::acceleration);
        case Role::coordinate:
            for (std::size_t k = 0; k < model_.coordinates.size(); ++k)
                if (model_.coordinates[k].name == shorter)
                    return mechanics_.coordinate_rate(model_, CoordinateIndex(k));
            return g.symbol(name, Role::undeclared);
        default:
            throw ModelError(name + ": " + shorter + " is an " + std::string(lag::name_of(g.symbol_of(inner.id).role)) +
                             "; its time derivative is not available");
    }
}

std::optional<Place> Interpreter::first_mention(const std::string& name) const {
    const auto place = mentions_.find(name);
    if (place == mentions_.end()) return std::nullopt;
    return place->second;
}

void Interpreter::mention(const std::string& name, const Syntax& at) {
    mentions_.emplace(name, place_of(at));
}

void Interpreter::require_declared(Expr e, const Syntax& at) {
    if (e.graph == nullptr) return;
    e = algebra_.resolve_again(e);
    const std::vector<Expr> roots{e};
    std::vector<std::string> names;
    for (const Expr s : symbols_in(graph(), roots, bit(Role::undeclared)))
        names.push_back(graph().symbol_of(s.id).name);
    if (names.empty()) return;
    std::sort(names.begin(), names.end());
    const std::string& name = names.front();
    std::string hint = did_you_mean(name, declared_names());
    if (!hint.empty()) hint = "did you mean " + hint + "?";
    const std::string message =
        name +
        " is not declared: a name in the equations of motion is a parameter, coordinate, speed, input or "
        "external result";
    std::optional<Place> place = first_mention(name);
    if (!place) place = first_mention(without_primes(name));
    if (place) throw error_at(*place, message, hint);
    throw error_at(at, message, hint);
}

// -- units

Scalar Interpreter::formed(Expr value, const std::string& unit, const std::string& label) {
    const Scalar raised = algebra_.raise(value);
    if (raised.is_zero()) return raised;
    formed_.push_back({value, unit});
    return {raised, algebra_.symbol(label + name_mark + std::to_string(formed_.size()))};
}

const Interpreter::Formed* Interpreter::formed_by(const std::string& name) const {
    const std::size_t mark = name.find(name_mark);
    if (mark == std::string::npos || name.rfind("...", 0) == 0) return nullptr;
    return &formed_.at(std::stoul(name.substr(mark + 1)) - 1);
}

void Interpreter::note_units(const Syntax& root) {
    std::vector<const SyntaxNode*> stack{root.get()};
    std::vector<NotedUnit> found;
    while (!stack.empty()) {
        const SyntaxNode* node = stack.back();
        stack.pop_back();
        if (node == nullptr) continue;
        for (const Syntax& child : node->children) stack.push_back(child.get());
        if (node->kind != NodeKind::call) continue;
        const std::string& function = node->children[0]->text;
        const std::size_t place = function == "parameter" ? 3 : function == "input" || function == "coordinate" ? 2 : 0;
        if (function == "model") found.push_back({{source_, node->begin}, std::nullopt});
        if (place == 0 || node->children.size() <= place || node->children[place]->kind != NodeKind::text) continue;
        found.push_back({{source_, node->begin}, node->children[place]->text});
    }
    std::sort(found.begin(), found.end(),
              [](const NotedUnit& a, const NotedUnit& b) { return a.place.offset < b.place.offset; });
    noted_units_.insert(noted_units_.end(), found.begin(), found.end());
}

std::vector<std::string> Interpreter::noted_units() const {
    std::vector<std::string> units;
    for (std::size_t k = first_noted_unit_; k < noted_units_.size() && noted_units_[k].unit; ++k)
        units.push_back(*noted_units_[k].unit);
    return units;
}

bool Interpreter::is_time_dependent(const std::string& name) const {
    return primed_.contains(without_primes(name));
}

Scalar Interpreter::time_derivative(const Scalar& e) {
    // rates of a cut hinge's coordinates hold the geometry of the loop
    const bool cut =
        std::ranges::any_of(model_.constraints, [](const Constraint& c) { return c.kind == Constraint::Kind::hinge; });
    if (!e.has_written() && !cut) return plain_time_derivative(e);
    return algebra_.beside(plain_time_derivative(e.value()), [&] { return e.written() / algebra_.symbol("t"); });
}

Scalar Interpreter::plain_time_derivative(const Scalar& e) {
    Graph& g = graph();
    const Expr lowered = algebra_.lower(e);
    const Dependence moving =
        static_cast<Dependence>(bit(Role::coordinate) | bit(Role::speed) | bit(Role::input) | bit(Role::acceleration));
    const std::vector<Expr> roots{lowered};
    // Inputs whose rates are no inputs yet are held, and their rates stay names: the statement that takes them for the
    // model declares them.
    std::vector<Expr> held;
    Substitution hold(g), release(g);
    for (const Expr w : symbols_in(g, roots, bit(Role::input))) {
        const std::string name = g.symbol_of(w.id).name;
        if (declaration(name + "'") != nullptr) continue;
        const Expr standing = g.symbol(name + " held", Role::undeclared);
        hold.replace(w, standing), release.replace(standing, w), held.push_back(w);
    }
    const Expr rest = held.empty() ? lowered : hold(lowered);
    Expr derivative = (g.node(rest).dependence & moving) != 0 ? mechanics_.time_derivative(model_, rest)
                                                              : partial_derivative(rest, g.symbol("t", Role::time));
    derivative.graph = &g;
    if (!held.empty()) derivative = release(derivative);
    for (const Expr w : held)
        derivative =
            derivative + partial_derivative(lowered, w) * g.symbol(g.symbol_of(w.id).name + "'", Role::undeclared);
    for (const Expr s : symbols_in(g, roots, bit(Role::undeclared))) {
        const std::string name = g.symbol_of(s.id).name;
        if (!is_time_dependent(name)) continue;
        derivative = derivative + partial_derivative(lowered, s) * g.symbol(name + "'", Role::undeclared);
    }
    return algebra_.raise(derivative);
}

// -- the entry

// Evaluation recurses; its depth is limited (deepest_evaluation), and the large stack is enough for that depth.
ScriptResult run_script(const Script& script, const BuiltInTable& built_ins, Mechanics& mechanics,
                        const InterpretOptions& options) {
    ScriptResult result;
    on_large_stack([&] {
        Interpreter interpreter(built_ins, mechanics, options);
        interpreter.run(script);
        result.model = interpreter.model();
        result.emit_requests = interpreter.emit_requests;
        result.rows_reported = interpreter.rows_reported;
        result.loaded_files = interpreter.loaded_files;
        result.unused_defines = interpreter.unused_defines();
        result.variables = interpreter.bound_names();
    });
    return result;
}

}  // namespace lag
