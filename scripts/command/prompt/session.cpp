#include "scripts/command/prompt/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <set>

#include "core/comma_list.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/options/external_library.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/simulate/simulate.hpp"
#include "scripts/command/simulate/start.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/language/interpreter_show.hpp"
#include "scripts/pipeline/mechanics.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/statements/description.hpp"
#include "scripts/statements/emit_request.hpp"
#include "scripts/statements/joints.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/statements/states.hpp"
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
        : options(given),
          mechanics(lagrange_mechanics({routines_from(given.sources),
                                        [messages = given.messages](const std::string& note) {
                                            if (messages != nullptr) *messages << "note: " << note << "\n";
                                        }})),
          description(*mechanics) {
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
    std::optional<RunCurves> last_run;
    std::map<std::string, std::string> told_of;  // by name: the result of an earlier model that it holds

    // -- the model grows: what was formed of it stays what it was
    struct Mechanism {
        std::uint64_t serial = 0, revision = 0;
    };
    Mechanism mechanism() const {
        return {description.model().serial, description.model().revision_of(ModelPart::mechanism)};
    }

    std::string result_in(const Value& value) {
        if (value.is_scalar()) return description.result_in(value.scalar());
        if (value.is_list())
            for (const Value& item : value.items())
                if (std::string found = result_in(item); !found.empty()) return found;
        if (value.is_matrix())
            for (const Scalar& element : value.matrix().elements)
                if (std::string found = description.result_in(element); !found.empty()) return found;
        return {};
    }

    // Names that hold results of the model as it was, and outputs that do: those are taken out.
    void tell_of_growth() {
        if (options.messages == nullptr) return;
        std::vector<std::string> stale;
        for (const std::string& name : interpreter->bound_names()) {
            const Value* const value = interpreter->binding(name);
            if (value == nullptr || name.starts_with("%")) continue;
            const std::string result = result_in(*value);
            if (!result.empty() && told_of.emplace(name, result).second) stale.push_back(name);
        }
        if (!stale.empty())
            *options.messages << "note: the model has changed; " << comma_list(stale)
                              << (stale.size() == 1 ? " holds a result" : " hold results")
                              << " of the model as it was: ask again\n";
        if (description.outputs_of_results.empty()) return;
        const std::set<std::string> outputs = std::exchange(description.outputs_of_results, {});
        std::erase_if(description.change_model(ModelPart::rest).outputs,
                      [&](const auto& output) { return outputs.contains(output.name); });
        *options.messages << "note: the model has changed; outputs of results of the model as it was are taken out: "
                          << comma_list({outputs.begin(), outputs.end()}) << "; state them again\n";
    }

    // -- simulate(end = 3), plot(q): what is no function of the language

    DescribedModel described(const std::vector<Script>& expressions) {
        settle_rates(*interpreter, description);
        DescribedModel found;
        for (const Script& expression : expressions)
            found.values.push_back(value_of_expression(*interpreter, expression));
        found.model = description.model(), found.shapes = description.shapes;
        found.trim_requests = description.trim_requests;
        found.loaded_files = interpreter->loaded_files();
        return found;
    }

    // A number as such, all else as it stands.
    std::string option_text(const Syntax& node) {
        if (node->kind == NodeKind::text) return node->text;
        if (node->kind == NodeKind::name && interpreter->binding(node->text) == nullptr) return node->text;
        if (node->kind == NodeKind::prime) return to_string(node);
        const Value value = interpreter->evaluate(node);
        if (value.is_text()) return value.text();
        if (!value.is_scalar() || !description.algebra().is_constant(value.scalar())) return to_string(node);
        const Expr number = description.algebra().lower(value.scalar());
        return rounded_decimal(description.graph().constant_double(number), 17);
    }

    // end = 3 -> --end 3; initial = [q = 1] -> --initial q=1; plot = [a, b] -> --plot a,b; page = true -> --page
    void add_option(std::vector<std::string>& words, const Syntax& argument) {
        if (argument->kind != NodeKind::relation || argument->text != "=" ||
            argument->children[0]->kind != NodeKind::name)
            throw interpreter->error_at(argument, "simulate takes its options by name",
                                        "such as simulate(end = 3, initial = [q = 1])");
        std::string name = "--" + argument->children[0]->text;
        std::ranges::replace(name, '_', '-');
        const Syntax& value = argument->children[1];
        if (value->kind == NodeKind::name && (value->text == "true" || value->text == "false")) {
            if (value->text == "true") words.push_back(name);
            return;
        }
        std::string all;
        const std::vector<Syntax> parts = value->kind == NodeKind::list ? value->children : std::vector{value};
        for (const Syntax& part : parts) {
            if (part->kind == NodeKind::relation && part->text == "=") {
                words.insert(words.end(),
                             {name, fmt::format("{}={}", to_string(part->children[0]), to_string(part->children[1]))});
            } else {
                all += (all.empty() ? "" : ",") + option_text(part);
            }
        }
        if (!all.empty()) words.insert(words.end(), {name, all});
    }

    void simulate(const Syntax& call) {
        const Model& model = description.model();
        if (is_empty(model))
            throw interpreter->error_at(call,
                                        model.name.empty() ? "there is no model yet" : "the model has no bodies yet",
                                        "start one with model(name) and body(..); help simulate");
        std::vector<std::string> words;
        for (std::size_t k = 1; k < call->children.size(); ++k) add_option(words, call->children[k]);
        if (std::ranges::find(words, "--end") == words.end() && std::ranges::find(words, "--parameters") == words.end())
            throw interpreter->error_at(call, "simulate needs the time at which the run ends, in seconds",
                                        "such as simulate(end = 3)");
        RunCurves run;
        const int status = simulate_model([this](const auto& expressions) { return described(expressions); },
                                          model.name, options.folder, words, run);
        if (!run.times.empty()) last_run = std::move(run);
        if (status != status_fine) throw ModelError("the run was not completed");
    }

    void plot(const Syntax& call) {
        if (!last_run)
            throw interpreter->error_at(call, "there is no run yet that could be drawn",
                                        "such as simulate(end = 3)$ and then " + to_string(call));
        std::vector<std::string> names;
        for (std::size_t k = 1; k < call->children.size(); ++k) {
            const Syntax& argument = call->children[k];
            if (argument->kind == NodeKind::list)
                for (const Syntax& one : argument->children) names.push_back(to_string(one));
            else
                names.push_back(argument->kind == NodeKind::text ? argument->text : to_string(argument));
        }
        const std::string file = draw_curves(*last_run, names);
        if (options.output != nullptr) *options.output << "wrote " << file << "\n";
    }

    bool run_command(const Syntax& node) {
        if (node->kind != NodeKind::call || node->children[0]->kind != NodeKind::name) return false;
        const std::string& name = node->children[0]->text;
        if ((name != "simulate" && name != "plot") || interpreter->is_function_name(name)) return false;
        close_joints(description);
        if (name == "plot")
            plot(node);
        else
            simulate(node);
        return true;
    }

    Value evaluate(const Statement& statement) {
        description.complete = false;  // results are formed anew of what the model is by then
        const Mechanism before = mechanism();
        Value value;
        if (!run_command(statement.expression)) value = interpreter->evaluate(statement.expression);
        const Mechanism after = mechanism();
        if (after.serial != before.serial) {
            told_of.clear();
        } else if (after.revision != before.revision) {
            tell_of_growth();
        }
        return value;
    }

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
        const Value value = s.evaluate(statement);
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
