#include "scripts/command/prompt/prompt.hpp"

#include <fmt/format.h>

#include <readline/history.h>
#include <readline/readline.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <utility>

#include "scripts/command/options/shelter.hpp"
#include "scripts/command/prompt/prompt_worker.hpp"
#include "scripts/command/subcommands/help.hpp"
#include "scripts/command/subcommands/language_help.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/scan.hpp"

namespace lag {

namespace {

volatile std::sig_atomic_t interrupted = 0;
void on_interrupt(int) {
    interrupted = 1;
}
bool interrupt_asked() {
    const bool asked = interrupted != 0;
    interrupted = 0;
    return asked;
}

// -- completion: readline's interface has no room for an object

// Names that begin a word anywhere, and those of arguments and what these take, which do so inside brackets only.
struct Completions {
    std::vector<std::string> anywhere, in_brackets;
};
Completions& completions() {
    static Completions names;
    return names;
}

std::vector<std::string>& matches() {
    static std::vector<std::string> found;
    return found;
}

char* next_match(const char*, int state) {
    static std::size_t next;
    if (state == 0) next = 0;
    return next < matches().size() ? ::strdup(matches()[next++].c_str()) : nullptr;
}

bool inside_brackets(const std::string& line) {
    int depth = 0;
    for (const char c : line) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    return depth > 0;
}

// `before` is the line up to the word that begins with `text`.
std::vector<std::string> names_that_begin(const std::string& text, const std::string& before) {
    std::set<std::string> found;
    const auto add = [&](const std::vector<std::string>& names) {
        for (const std::string& name : names)
            if (name.rfind(text, 0) == 0) found.insert(name);
    };
    add(words_of_open_call(before));
    if (!found.empty()) return {found.begin(), found.end()};
    add(completions().anywhere);
    if (inside_brackets(before)) add(completions().in_brackets);
    return {found.begin(), found.end()};
}

// -- file names inside a string, as load() and emit() understand them: below the session's folder

std::filesystem::path& folder_of_files() {
    static std::filesystem::path folder = ".";
    return folder;
}

bool inside_string(const char* line, int end) {
    bool inside = false;
    for (int k = 0; k < end; ++k)
        if (line[k] == '"' && (k == 0 || line[k - 1] != '\\')) inside = !inside;
    return inside;
}

// Inside a string a word begins at its quote only: blanks and signs belong to the name.
char* word_breaks() {
    static char ordinary[] = " \t\n\"+-*/^.=#<>,;:$()[]{}", of_string[] = "\"";
    return inside_string(::rl_line_buffer, ::rl_point) ? of_string : ordinary;
}

std::vector<std::string> files_that_begin(const std::string& text) {
    namespace fs = std::filesystem;
    const std::size_t slash = text.rfind('/');
    const std::string above = slash == std::string::npos ? "" : text.substr(0, slash + 1);
    const std::string begin = text.substr(above.size());
    std::vector<std::string> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder_of_files() / above, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.rfind(begin, 0) != 0 || (begin.empty() && name[0] == '.')) continue;
        std::error_code unknown;
        found.push_back(above + name + (entry->is_directory(unknown) ? "/" : ""));
    }
    std::sort(found.begin(), found.end());
    return found;
}

char** complete(const char* text, int start, int) {
    rl_attempted_completion_over = 1;  // readline's own file names are not ours
    rl_completion_append_character = '\0';
    if (inside_string(::rl_line_buffer, start)) {
        matches() = files_that_begin(text);
        if (matches().size() == 1 && matches()[0].back() != '/') rl_completion_append_character = '"';
    } else {
        matches() = names_that_begin(text, std::string(::rl_line_buffer, static_cast<std::size_t>(start)));
    }
    return ::rl_completion_matches(text, next_match);
}

// Ctrl-C while typing drops the line and what was typed of its statement before.
bool dropped = false;
int drop_line_on_interrupt() {
    if (!interrupt_asked()) return 0;
    dropped = true;
    std::cout << "^C\n";
    ::rl_replace_line("", 0);
    ::rl_done = 1;
    return 0;
}

void set_completions(const std::vector<std::string>& of_session) {
    std::vector<std::string>& names = completions().anywhere;
    names = of_session;
    for (const auto& [name, built_in] : built_ins()) names.push_back(name);
    for (const LanguageWord& one : language_words())
        if (one.is_typed()) names.push_back(one.word);
    std::vector<std::string>& words = completions().in_brackets;
    words.clear();
    for (const std::string& topic : help_topics())
        if (topic.size() > 1 && std::isalpha(static_cast<unsigned char>(topic[0])) != 0) words.push_back(topic);
}

std::string history_file() {
    if (const char* file = std::getenv("LAG_HISTORY")) return file;
    const char* home = std::getenv("HOME");
    return home == nullptr ? "" : std::string(home) + "/.lag_history";
}

class Terminal {
  public:
    explicit Terminal(bool interactive) : interactive_(interactive) {
        if (!interactive_) return;
        ::rl_attempted_completion_function = complete;
        ::rl_completion_word_break_hook = word_breaks;
        ::rl_basic_quote_characters = "";  // complete() closes a string itself
        ::rl_event_hook = drop_line_on_interrupt;
        ::rl_catch_signals = 0;
        ::using_history();
        ::stifle_history(2000);
        const std::string file = history_file();
        if (!file.empty()) ::read_history(file.c_str());
    }
    ~Terminal() {
        const std::string file = history_file();
        if (interactive_ && !file.empty()) ::write_history(file.c_str());
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    std::optional<std::string> line(const std::string& prompt) {
        std::string text;
        if (!interactive_) {
            if (!std::getline(std::cin, text)) return std::nullopt;
            return text;
        }
        char* read = ::readline(prompt.c_str());
        if (read == nullptr) return std::nullopt;
        text = read;
        std::free(read);
        if (text.find_first_not_of(" \t") != std::string::npos) ::add_history(text.c_str());
        return text;
    }

  private:
    bool interactive_;
};

// "help", "help body", "? body", "?body", "help :=" and "quit" with or without a terminator: none of them
// is an expression.
enum class PromptCommand { none, help, quit };

PromptCommand command_in(const std::string& text, std::string& topic) {
    const auto trimmed = [](std::string s, const char* behind) {
        s.erase(0, std::min(s.find_first_not_of(" \t\r\n"), s.size()));
        const std::size_t end = s.find_last_not_of(behind);
        return end == std::string::npos ? std::string() : s.substr(0, end + 1);
    };
    const std::string bare = trimmed(text, " \t\r\n;$");
    for (const char* word : {"quit", "quit()", "exit", "exit()"})
        if (bare == word) return PromptCommand::quit;
    topic.clear();
    if (bare == "help" || bare == "help()" || bare == "?") {
        const std::string sign = trimmed(trimmed(text, " \t\r\n").substr(bare.size()), " \t\r\n");
        if (sign.size() == 1 && text.find(bare + " ") != std::string::npos) topic = sign;  // help ;
        return PromptCommand::help;
    }
    for (const char* head : {"help ", "?", "help("}) {
        if (bare.rfind(head, 0) != 0) continue;
        topic = trimmed(bare.substr(std::strlen(head)), " \t\r\n;$");
        if (std::string(head) == "help(" && !topic.empty() && topic.back() == ')') topic.pop_back();
        const bool spaced = topic.find_first_of(" \t") != std::string::npos;
        const bool word = topic.find_first_of(",=:") == std::string::npos || find_language_word(topic) != nullptr;
        return !spaced && word ? PromptCommand::help : PromptCommand::none;
    }
    return PromptCommand::none;
}

bool asks_to_quit(const std::string& text) {
    std::string topic;
    return command_in(text, topic) == PromptCommand::quit;
}

// Each statement with its terminator. What the scan refuses goes on as a whole: the parser says why.
std::vector<std::string> statements_of(const std::string& text) {
    SourceFile source{"prompt", text};
    std::vector<Diagnostic> errors;
    const std::vector<StatementRange> ranges = scan_statements(source, errors);
    if (!errors.empty()) return {text};
    std::vector<std::string> statements;
    for (const StatementRange& range : ranges)
        statements.push_back(text.substr(range.begin, range.end - range.begin) + (range.show ? ";" : "$"));
    return statements;
}

class Prompt {
  public:
    Prompt(const std::filesystem::path& folder, const std::vector<std::string>& sources, bool interactive)
        : interactive_(interactive), worker_(folder, sources), terminal_(interactive) {
        folder_of_files() = folder;
        set_completions({});
    }

    int run() {
        if (interactive_)
            std::cout
                << "lag. A statement ends with ; (shown) or $ (silent). help lists the statements, quit leaves.\n";
        while (!left_) {
            const std::string first = fmt::format("(%i{}) ", label_);
            const auto line = terminal_.line(text_.empty() ? first : std::string(first.size(), ' '));
            if (!line) break;
            if (std::exchange(dropped, false)) {
                text_.clear();
            } else {
                take(*line);
            }
        }
        if (!left_) end_of_input();
        if (lost_) return status_wrong_script;
        return failed_ && !interactive_ ? status_wrong_script : status_fine;
    }

  private:
    // A line alone that asks to leave does so, whatever stands open before it.
    void take(const std::string& line) {
        std::string topic;
        const PromptCommand command = command_in(line, topic);
        if (command == PromptCommand::quit) {
            left_ = true;
            if (!text_.empty() && !interactive_) {
                std::cerr << "the unfinished statement before " << line << " was dropped\n";
                failed_ = true;
            }
            return;
        }
        if (command == PromptCommand::help && text_.empty()) return show_help(topic);
        const bool blank = line.find_first_not_of(" \t") == std::string::npos;
        if (interactive_ && line.empty() && text_.empty()) return;
        // whoever presses Enter again waits for an answer
        if (interactive_ && blank) std::cout << "the statement goes on: end it with ; or $, or drop it with Ctrl-C\n";
        text_ += line + "\n";
        if (is_complete(text_)) {
            run_statements(std::exchange(text_, ""));
        } else if (ends_with_quit()) {
            run_statements(std::exchange(text_, "") + ";");
        }
    }

    // x: 3$ quit
    bool ends_with_quit() const {
        const std::string closed = text_ + ";";
        return is_complete(closed) && asks_to_quit(statements_of(closed).back());
    }

    void run_statements(const std::string& text) {
        for (const std::string& statement : statements_of(text)) {
            if (asks_to_quit(statement)) {
                left_ = true;
                return;
            }
            if (!run_one(statement)) return;
        }
    }

    // Whether the next statement may follow.
    bool run_one(const std::string& statement) {
        using Outcome = PromptWorker::Reply::Outcome;
        const PromptWorker::Reply reply = worker_.run(statement, interrupt_asked);
        if (reply.outcome == Outcome::gone || reply.outcome == Outcome::unwritten) {
            if (reply.outcome == Outcome::gone) std::cerr << "lag: the session was lost\n";
            left_ = lost_ = true;
            return false;
        }
        if (reply.outcome == Outcome::stopped) std::cout << "stopped; the session is as it was before\n";
        label_ = reply.label;
        set_completions(reply.names);
        if (reply.outcome == Outcome::done) return true;
        failed_ = true;
        return false;
    }

    // From a pipe the last statement needs no terminator.
    void end_of_input() {
        if (interactive_) std::cout << "\n";
        if (interactive_ || text_.find_first_not_of(" \t\r\n") == std::string::npos) return;
        for (const std::string& statement : statements_of(text_)) {
            if (asks_to_quit(statement)) return;
            run_one(statement);
        }
    }

    bool interactive_;
    PromptWorker worker_;
    Terminal terminal_;
    int label_ = 1;
    bool failed_ = false, left_ = false, lost_ = false;
    std::string text_;  // of the statement that is being typed
};

}  // namespace

int run_prompt(const std::filesystem::path& folder, const std::vector<std::string>& sources) {
    const bool interactive = ::isatty(STDIN_FILENO) != 0;
    struct sigaction action {};
    action.sa_handler = on_interrupt;  // no SA_RESTART: reading a line is to notice
    if (interactive) ::sigaction(SIGINT, &action, nullptr);
    return Prompt(folder, sources, interactive).run();
}

}  // namespace lag
