#include "scripts/syntax/scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lag {

namespace {

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_word_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '%';
}
bool is_word(char c) {
    return (is_word_start(c) && c != '%') || is_digit(c);
}

// Behind the comment that opens at `at`; nullptr when it is never closed.
const char* after_comment(const char* at, const char* end) {
    std::size_t depth = 0;
    while (end - at >= 2) {
        if (at[0] == '/' && at[1] == '*') {
            ++depth;
            at += 2;
        } else if (at[0] == '*' && at[1] == '/') {
            at += 2;
            if (--depth == 0) return at;
        } else {
            ++at;
        }
    }
    return nullptr;
}

// Behind the string that opens at `at`; nullptr when it is never closed.
const char* after_string(const char* at, const char* end) {
    for (++at; at < end && *at != '"'; ++at)
        if (*at == '\\') ++at;
    return at < end ? at + 1 : nullptr;
}

const char* after_number(const char* at, const char* end) {
    while (at != end && is_digit(*at)) ++at;
    if (end - at >= 2 && *at == '.' && is_digit(at[1]))
        for (++at; at != end && is_digit(*at); ++at) {
        }
    if (at == end || (*at != 'e' && *at != 'E')) return at;
    const char* power = at + 1;
    if (power != end && (*power == '+' || *power == '-')) ++power;
    if (power == end || !is_digit(*power)) return at;
    while (power != end && is_digit(*power)) ++power;
    return power;
}

// Length of the UTF-8 character at `at`, 0 when the bytes are none (surrogates and overlong forms pass: they are
// harmless here).
std::size_t utf8_length(const char* at, const char* end) {
    const auto byte = static_cast<unsigned char>(*at);
    const std::size_t length = byte < 0x80   ? 1
                               : byte < 0xc2 ? 0
                               : byte < 0xe0 ? 2
                               : byte < 0xf0 ? 3
                               : byte < 0xf5 ? 4
                                             : 0;
    if (length > static_cast<std::size_t>(end - at)) return 0;
    for (std::size_t k = 1; k < length; ++k)
        if ((static_cast<unsigned char>(at[k]) & 0xc0U) != 0x80U) return 0;
    return length;
}

class Scanner {
  public:
    Scanner(const SourceFile& source, std::vector<Diagnostic>& errors)
        : source_(source), text_(source.text), errors_(errors) {}

    std::vector<StatementRange> run() {
        if (text_.size() > longest_file) {
            error(0, "the file is larger than 16 MiB", "split it with load(\"part.lag\")");
            return {};
        }
        if (!is_text()) return {};
        if (text_.compare(0, 3, "\xef\xbb\xbf") == 0) begin_ = at_ = 3;  // the mark some editors put first
        while (at_ < text_.size() && errors_.size() <= most_errors) step();
        pending_ = !blank_ || open_;
        if (!blank_) end_statement(text_.size(), true);
        return std::move(ranges_);
    }

    bool pending() const { return pending_; }  // the text stops inside a statement, a string or a comment

  private:
    struct Bracket {
        char opening = 0;
        std::size_t at = 0;
    };

    void error(std::size_t at, std::string message, std::string hint) {
        if (!broken_) errors_.push_back({source_.position(at), std::move(message), std::move(hint)});
        broken_ = true;
    }

    bool is_text() {
        const char* const end = text_.data() + text_.size();
        for (const char* at = text_.data(); at != end;) {
            const auto byte = static_cast<unsigned char>(*at);
            const std::size_t length = utf8_length(at, end);
            if (length == 0 || byte == 0x7f || (byte < 0x20 && !is_space(*at))) {
                constexpr std::string_view hex = "0123456789abcdef";
                error(static_cast<std::size_t>(at - text_.data()),
                      fmt::format("byte 0x{}{} is not text", hex[byte >> 4U], hex[byte & 15U]),
                      "a script is plain UTF-8 text");
                return false;
            }
            at += length;
        }
        return true;
    }

    void step() {
        const char* const at = text_.data() + at_;
        const char* const end = text_.data() + text_.size();
        const char c = *at;
        if (is_space(c)) {
            ++at_;
        } else if (c == '/' && at + 1 != end && at[1] == '*') {
            jump(after_comment(at, end), "this comment is never closed", "comments nest: every /* needs its own */");
        } else if (c == ';' || c == '$') {
            end_statement(at_, c == ';');
            begin_ = ++at_;
        } else {
            blank_ = false;
            if (++tokens_ > most_tokens) {
                error(at_, "the script has more than 2 million words and signs", "split it with load(\"part.lag\")");
                at_ = text_.size();
            } else if (c == '"') {
                string(at, end);
            } else if (c == '(' || c == '[') {
                open(c);
            } else if (c == ')' || c == ']') {
                close(c);
            } else {
                at_ += token_at(at, end).size();
            }
        }
    }

    void string(const char* at, const char* end) {
        const char* const behind = after_string(at, end);
        jump(behind, "this string is never closed",
             over_lines_ == 0
                 ? "a string ends with \""
                 : fmt::format("a string ends with \"; the one that begins in line {} goes on in the next line: "
                               "is its \" missing there?",
                               over_lines_));
        if (behind != nullptr && std::find(at, behind, '\n') != behind)
            over_lines_ = source_.position(static_cast<std::size_t>(at - text_.data())).line;
    }

    void jump(const char* behind, const char* message, std::string hint) {
        if (behind != nullptr) {
            at_ = static_cast<std::size_t>(behind - text_.data());
            return;
        }
        error(at_, message, std::move(hint));
        open_ = true;
        at_ = text_.size();
    }

    void open(char c) {
        if (brackets_.size() >= deepest_nesting)
            error(at_, fmt::format("brackets are nested deeper than {} levels here", deepest_nesting),
                  "name intermediate results");
        if (!broken_) brackets_.push_back({c, at_});
        ++at_;
    }

    void close(char c) {
        const std::size_t at = at_++;
        if (broken_) return;  // one bracket error per statement; what follows from it is noise
        if (brackets_.empty()) {
            if (orphans_ != 0)
                broken_ = true;  // its opening was reported at the terminator that cut the brackets open
            else
                error(at, fmt::format("found '{}' without a '{}' before it", c, c == ')' ? '(' : '['), "");
            return;
        }
        const Bracket opening = brackets_.back();
        const char wanted = opening.opening == '(' ? ')' : ']';
        if (c != wanted) {
            const SourcePosition place = source_.position(opening.at);
            error(at,
                  fmt::format("found '{}', expected '{}' for the '{}' at line {}, column {}", c, wanted,
                              opening.opening, place.line, place.column),
                  "");
            return;
        }
        brackets_.pop_back();
    }

    void end_statement(std::size_t end, bool show) {
        orphans_ = brackets_.size();
        if (!brackets_.empty()) {
            const Bracket& opening = brackets_.back();
            const std::size_t line = source_.position(end).line;
            error(opening.at, fmt::format("this '{}' is never closed", opening.opening),
                  end == text_.size()
                      ? "the script ends first"
                      : fmt::format("the statement ends first, with the '{}' of line {}", text_[end], line));
        }
        if (!blank_ && !broken_) ranges_.push_back({begin_, end, show});
        brackets_.clear();
        broken_ = false;
        blank_ = true;
    }

    const SourceFile& source_;
    const std::string& text_;
    std::vector<Diagnostic>& errors_;
    std::vector<StatementRange> ranges_;
    std::vector<Bracket> brackets_;
    std::size_t at_ = 0, begin_ = 0, tokens_ = 0;
    std::size_t over_lines_ = 0;  // the line where the last string of several lines began, 0: there is none
    std::size_t orphans_ = 0;     // brackets still open when the previous statement ended
    bool blank_ = true;           // nothing but space and comments since the statement began
    bool broken_ = false;         // the statement already has an error
    bool open_ = false;           // the text ends inside a string or a comment
    bool pending_ = false;
};

}  // namespace

std::vector<StatementRange> scan_statements(const SourceFile& source, std::vector<Diagnostic>& errors) {
    return Scanner(source, errors).run();
}

bool is_complete(const std::string& text) {
    const SourceFile source{"", text};
    std::vector<Diagnostic> errors;
    Scanner scanner(source, errors);
    scanner.run();
    return !scanner.pending();
}

const char* skip_blank(const char* at, const char* end) {
    while (at != end) {
        if (is_space(*at)) {
            ++at;
        } else if (*at == '/' && at + 1 != end && at[1] == '*') {
            const char* behind = after_comment(at, end);
            if (behind == nullptr) return at;
            at = behind;
        } else {
            break;
        }
    }
    return at;
}

std::string_view token_at(const char* at, const char* end) {
    constexpr std::array<std::string_view, 16> pairs{"**", ":=", "<=", ">=", "==", "!=", "<>", "=>",
                                                     "=<", "//", "&&", "||", "+=", "-=", "*=", "/="};
    if (at == end) return {};
    const char* stop = at + 1;
    if (is_word_start(*at)) {
        while (stop != end && is_word(*stop)) ++stop;
    } else if (is_digit(*at) || (*at == '.' && stop != end && is_digit(*stop))) {
        stop = after_number(at, end);
    } else if (*at == '"') {
        stop = after_string(at, end);
        if (stop == nullptr) stop = end;
    } else if (end - at >= 2 && std::find(pairs.begin(), pairs.end(), std::string_view(at, 2)) != pairs.end()) {
        stop = at + 2;
        if (*at == '/' && at[1] == '/' && stop != end && *stop == '*') --stop;  // a quotient before a comment
    } else {
        stop = at + std::max<std::size_t>(1, utf8_length(at, end));
    }
    return {at, static_cast<std::size_t>(stop - at)};
}

std::string_view token_before(const char* begin, const char* at) {
    std::string_view last;
    for (const char* next = skip_blank(begin, at); next < at; next = skip_blank(next + last.size(), at))
        last = token_at(next, at);
    return last;
}

}  // namespace lag
