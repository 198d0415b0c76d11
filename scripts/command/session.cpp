#include "scripts/command/session.hpp"

#include <algorithm>
#include <ostream>
#include <set>

#include "core/errors.hpp"
#include "scripts/command/simulate/start.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/language/interpreter_show.hpp"
#include "scripts/pipeline/mechanics.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/statements/description.hpp"
#include "scripts/statements/emit_request.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/grammar.hpp"

namespace lag {

namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%' || c == '\'';
}

// A lone % is the last result; strings and comments are left alone.
std::string with_last_result(const std::string& text, int last) {
    std::string result;
    bool quoted = false;
    int comments = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const char c = text[k], next = k + 1 < text.size() ? text[k + 1] : ' ';
        if (!quoted && c == '/' && next == '*')
            ++comments, result += c, ++k;
        else if (comments > 0 && c == '*' && next == '/')
            --comments, result += c, ++k;
        else if (comments == 0 && c == '"' && (k == 0 || text[k - 1] != '\\'))
            quoted = !quoted;
        const bool alone = text[k] == '%' && (k == 0 || !is_word(text[k - 1])) &&
                           (k + 1 >= text.size() || !is_word(text[k + 1]) || text[k + 1] == '\'');
        result += alone && !quoted && comments == 0 ? "%o" + std::to_string(last) : std::string(1, text[k]);
    }
    return result;
}

}  // namespace

struct Session::State {
    explicit State(const SessionOptions& given)
        : options(given), mechanics(lagrange_mechanics()), description(*mechanics) {
        InterpretOptions interpret_options;
        interpret_options.output = options.output;
        interpret_options.messages = options.messages;
        interpreter = std::make_unique<Interpreter>(built_ins(), description, interpret_options);
    }
    SessionOptions options;
    std::unique_ptr<Mechanics> mechanics;
    Description description;
    std::unique_ptr<Interpreter> interpreter;
    int label = 1, last = 0;

    void write_emitted() {
        const auto requests = std::exchange(description.emit_requests, {});
        std::vector<OutputFile> saved = std::exchange(description.saved_files, {});
        if (requests.empty() && saved.empty()) return;
        Emission emission(options.messages, default_level, moved_start_text);
        for (const auto& request : requests) emission.serve(*request);
        std::vector<std::string> lines = emission.summaries;
        for (OutputFile& file : saved) {
            lines.push_back(file.name + ": saved");
            emission.files.push_back(std::move(file));
        }
        write_files(options.folder, emission.files);
        if (options.output == nullptr) return;
        for (const std::string& line : lines) *options.output << line << "\n";
    }
};

Session::Session(const SessionOptions& options) : state_(std::make_unique<State>(options)) {}
Session::~Session() = default;

int Session::label() const {
    return state_->label;
}

void Session::run(const std::string& text) {
    State& s = *state_;
    const std::string name = (s.options.folder / "prompt").lexically_normal().string();  // load() is relative to this
    const Script script = parse(with_last_result(text, s.last), name);
    for (const Statement& statement : script.statements) {
        s.interpreter->start_input(script);
        s.interpreter->warn_of_idle_equation(statement);
        const int label = s.label;
        const Value value = s.interpreter->evaluate(statement.expression);
        s.interpreter->bind("%o" + std::to_string(label), value);
        ++s.label;
        if (!value.is_nothing()) s.last = label;
        if (statement.show && !value.is_nothing() && s.options.output != nullptr)
            *s.options.output << "(%o" << label << ") " << shown_value(s.description.algebra(), value) << "\n";
        s.write_emitted();
    }
}

std::vector<std::string> Session::names() const {
    std::set<std::string> names;
    for (const std::string& name : state_->interpreter->bound_names()) names.insert(name);
    for (const std::string& name : state_->description.declared_names()) names.insert(name);
    const Model& model = state_->description.model();
    for (const Body& body : model.bodies) names.insert(body.name);
    for (const PointOnBody& point : model.points) names.insert(point.name);
    for (const FrameOnBody& frame : model.frames) names.insert(frame.name);
    return {names.begin(), names.end()};
}

}  // namespace lag
