#include "scripts/prompt.hpp"

#include <readline/history.h>
#include <readline/readline.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <utility>

#include "scripts/statement_table.hpp"
#include "scripts/command.hpp"
#include "scripts/command_shelter.hpp"
#include "scripts/prompt_worker.hpp"
#include "scripts/scan.hpp"

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

std::vector<std::string>& completions() {
    static std::vector<std::string> names;
    return names;
}

char* next_completion(const char* text, int state) {
    static std::size_t next;
    if (state == 0) next = 0;
    const auto& names = completions();
    while (next < names.size()) {
        const std::string& name = names[next++];
        if (name.rfind(text, 0) == 0) return ::strdup(name.c_str());
    }
    return nullptr;
}

char** complete(const char* text, int, int) {
    rl_attempted_completion_over = 1;  // never file names
    rl_completion_append_character = '\0';
    return ::rl_completion_matches(text, next_completion);
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
    std::vector<std::string>& names = completions();
    names = of_session;
    for (const auto& [name, built_in] : built_ins()) names.push_back(name);
    for (const char* word :
         {"if", "then", "else", "elseif", "for", "thru", "step", "while", "do", "and", "or", "not", "help", "quit"})
        names.emplace_back(word);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
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
        ::rl_basic_word_break_characters = const_cast<char*>(" \t\n\"+-*/^.=#<>,;:$()[]{}");
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

// "help", "help body", "? body" and "quit" with or without a terminator: none of them is an expression.
std::string command_words(const std::string& text, std::string& topic) {
    const auto trimmed = [](std::string s) {
        const char* blank = " \t\r\n;$";
        s.erase(0, std::min(s.find_first_not_of(" \t\r\n"), s.size()));
        const std::size_t end = s.find_last_not_of(blank);
        return end == std::string::npos ? std::string() : s.substr(0, end + 1);
    };
    const std::string bare = trimmed(text);
    if (bare == "quit" || bare == "quit()" || bare == "exit") return "quit";
    if (bare == "help" || bare == "?") return "help";
    for (const char* head : {"help ", "? ", "help("}) {
        if (bare.rfind(head, 0) != 0) continue;
        topic = trimmed(bare.substr(std::strlen(head)));
        if (!topic.empty() && topic.back() == ')') topic.pop_back();
        return topic.find_first_of(" ,=:") == std::string::npos ? "help" : "";
    }
    return "";
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

}  // namespace

int run_prompt(const std::filesystem::path& folder) {
    const bool interactive = ::isatty(STDIN_FILENO) != 0;
    struct sigaction action {};
    action.sa_handler = on_interrupt;  // no SA_RESTART: reading a line is to notice
    if (interactive) ::sigaction(SIGINT, &action, nullptr);
    PromptWorker worker(folder);
    Terminal terminal(interactive);
    if (interactive)
        std::cout << "lag. A statement ends with ; (shown) or $ (silent). help lists the statements, quit leaves.\n";
    set_completions({});
    int label = 1;
    bool failed = false;
    std::string text;
    while (true) {
        const std::string first = "(%i" + std::to_string(label) + ") ";
        const auto line = terminal.line(text.empty() ? first : std::string(first.size(), ' '));
        if (!line) break;
        if (std::exchange(dropped, false)) {
            text.clear();
            continue;
        }
        if (interactive && line->empty() && text.empty()) continue;
        std::string topic;
        const std::string command = text.empty() ? command_words(*line, topic) : "";
        if (command == "quit") return failed && !interactive ? status_wrong_script : status_fine;
        if (command == "help") {
            show_help(topic);
            continue;
        }
        // whoever presses Enter again waits for an answer
        if (interactive && line->find_first_not_of(" \t") == std::string::npos)
            std::cout << "the statement goes on: end it with ; or $, or drop it with Ctrl-C\n";
        text += *line + "\n";
        if (!is_complete(text)) continue;
        for (const std::string& statement : statements_of(text)) {
            const PromptWorker::Reply reply = worker.run(statement, interrupt_asked);
            using Outcome = PromptWorker::Reply::Outcome;
            if (reply.outcome == Outcome::gone) {
                std::cerr << "lag: the session was lost\n";
                return status_wrong_script;
            }
            if (reply.outcome == Outcome::stopped) std::cout << "stopped; the session is as it was before\n";
            label = reply.label;
            set_completions(reply.names);
            if (reply.outcome == Outcome::done) continue;
            failed = true;
            break;
        }
        text.clear();
    }
    if (interactive) std::cout << "\n";
    if (text.find_first_not_of(" \t\r\n") != std::string::npos && !interactive) {  // the last one needs no terminator
        for (const std::string& statement : statements_of(text))
            failed = worker.run(statement, interrupt_asked).outcome != PromptWorker::Reply::Outcome::done || failed;
    }
    return failed && !interactive ? status_wrong_script : status_fine;
}

}  // namespace lag
