// The interpreter's frame: running scripts, limits, places of errors. Evaluation is in
// interpreter_evaluate.cpp, conditions in interpreter_conditions.cpp, control flow in interpreter_control.cpp.
#include "scripts/language/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>

#include "scripts/files/library.hpp"
#include "scripts/language/environment.hpp"
#include "scripts/language/interpreter_show.hpp"
#include "scripts/syntax/grammar.hpp"

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

// A message about a file that is no script says where, and shows none of it: a script may be somebody else's, and the
// file one that he should not see.
Script parsed_from_file(const std::string& text, const std::string& name) {
    try {
        return parse(text, name);
    } catch (const InputError& error) {
        if (name.ends_with(".lag")) throw;
        std::vector<Diagnostic> diagnostics = error.diagnostics();
        for (Diagnostic& one : diagnostics)
            one = {{one.position.file, one.position.line, one.position.column, ""},
                   "this is no script",
                   "the name of a script ends in .lag: then messages show its lines"};
        throw InputError(diagnostics);
    }
}

}  // namespace

Interpreter::Interpreter(const BuiltInTable& built_ins, Vocabulary& vocabulary, const InterpretOptions& options)
    : built_ins_(built_ins), vocabulary_(vocabulary), algebra_(vocabulary.algebra()), options_(options) {
    global_ = scope_ = new_scope(nullptr);
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
    vocabulary_.read_ahead(script);
    for (const Statement& statement : script.statements) {
        warn_of_idle_equation(statement);
        const Value value = evaluate(statement.expression);
        if (statement.show && !value.is_nothing()) output() << shown_value(algebra_, value) << '\n';
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
    vocabulary_.read_ahead(script);
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

Value Interpreter::load(const std::string& file, const Syntax& at) {
    namespace fs = std::filesystem;
    const std::string name = file_to_load(source_->name, file);
    if (std::find(loading_.begin(), loading_.end(), name) != loading_.end()) {
        std::string chain;
        for (const std::string& outer : loading_) chain += outer + " -> ";
        throw error_at(at, fmt::format("a file loads itself: {}{}", chain, name));
    }
    if (loading_.size() > 50) throw error_at(at, "files load each other more than 50 deep");
    Script script;
    if (options_.load) {
        script = options_.load(name);
    } else {
        std::error_code code;
        if (!fs::is_regular_file(name, code)) throw error_at(at, fmt::format("cannot read {}: no such file", name));
        std::ifstream stream(name, std::ios::binary);
        std::ostringstream text;
        text << stream.rdbuf();
        if (!stream) throw error_at(at, "cannot read " + name);
        script = parsed_from_file(text.str(), name);
    }
    loaded_files_.push_back(name);
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
    if (options_.messages != nullptr) *options_.messages << render({place_of(at).position(), message, hint}, "warning");
}

void Interpreter::note(const Syntax& at, const std::string& message) {
    if (options_.messages != nullptr && options_.report_checks)
        *options_.messages << render({place_of(at).position(), message, ""}, "note");
}

void Interpreter::charge(std::size_t steps) {
    steps_ += steps;
    if (steps_ > options_.most_steps)
        throw ModelError(fmt::format("the script takes more than {} steps", options_.most_steps),
                         "is there a loop that does not end?");
}

// -- places

InputError Interpreter::error_at(const Syntax& node, const std::string& message, const std::string& hint) const {
    return lag::error_at(place_of(node), message, hint);
}

}  // namespace lag
