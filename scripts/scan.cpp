#include "scripts/scan.hpp"

#include <array>
#include <cctype>
#include <string_view>

namespace lag {

namespace {

constexpr std::size_t deepest_nesting = 500;
constexpr std::size_t longest_file = std::size_t{16} << 20U;

class Scanner {
  public:
    Scanner(const SourceFile& source, std::vector<Diagnostic>& errors)
        : source_(source), text_(source.text), errors_(errors) {}

    std::vector<StatementRange> run() {
        if (text_.size() > longest_file) {
            error(0, "the file is larger than 16 MiB", "");
            return {};
        }
        if (!is_text()) return {};
        levels_.assign(1, {});
        while (at_ < text_.size()) step();
        if (!blank_) end_statement(text_.size(), true);
        if (ranges_.empty() && errors_.empty())
            error(text_.size(), "the script is empty", "a script starts with model(name, \"title\")");
        return std::move(ranges_);
    }

  private:
    struct Level {
        char opening = 0;
        std::size_t at = 0;
        std::size_t words = 0;  // if, for, while, not: each nests what follows
        std::size_t signs = 0;  // ^ and unary signs in a row
    };

    void error(std::size_t at, std::string message, std::string hint) {
        errors_.push_back({source_.position(at), std::move(message), std::move(hint)});
        broken_ = true;
    }

    bool is_text() {
        for (std::size_t i = 0; i < text_.size(); ++i) {
            const auto byte = static_cast<unsigned char>(text_[i]);
            if ((byte >= 0x20 && byte != 0x7f) || byte == '\n' || byte == '\r' || byte == '\t' || byte == '\f')
                continue;
            constexpr std::string_view hex = "0123456789abcdef";
            error(i, std::string("byte 0x") + hex[byte >> 4U] + hex[byte & 15U] + " is not text",
                  "is this a `.lag` script?");
            return false;
        }
        return true;
    }

    void step() {
        const char c = text_[at_];
        if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            ++at_;
        } else if (text_.compare(at_, 2, "/*") == 0) {
            skip_comment();
        } else if (c == ';' || c == '$') {
            end_statement(at_, c == ';');
            begin_ = ++at_;
        } else {
            blank_ = false;
            token(c);
        }
    }

    void token(char c) {
        if (c == '"') {
            skip_string();
            operand_ = true;
        } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%') {
            word();
        } else if (c == '(' || c == '[') {
            levels_.push_back({c, at_++, 0, 0});
            operand_ = false;
        } else if (c == ')' || c == ']') {
            close(c);
        } else {
            sign(c);
        }
        check_depth();
    }

    void skip_comment() {
        const std::size_t opening = at_;
        int depth = 0;
        do {
            if (text_.compare(at_, 2, "/*") == 0) {
                ++depth;
                at_ += 2;
            } else if (text_.compare(at_, 2, "*/") == 0) {
                --depth;
                at_ += 2;
            } else if (++at_ >= text_.size()) {
                error(opening, "this comment is never closed", "comments nest: every /* needs its own */");
                return;
            }
        } while (depth > 0);
    }

    void skip_string() {
        const std::size_t opening = at_++;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
        if (at_ >= text_.size()) {
            at_ = text_.size();
            error(opening, "this string is never closed", "a string ends with \"");
            return;
        }
        ++at_;
    }

    void word() {
        const std::size_t start = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' || text_[at_] == '%'))
            ++at_;
        const std::string_view name = std::string_view(text_).substr(start, at_ - start);
        const bool nests = name == "if" || name == "for" || name == "while" || name == "not";
        if (nests) ++levels_.back().words;
        operand_ = !(nests || name == "then" || name == "else" || name == "elseif" || name == "do" || name == "and" ||
                     name == "or" || name == "thru" || name == "step");
    }

    void close(char c) {
        const char wanted = c == ')' ? '(' : '[';
        if (levels_.size() == 1) {
            error(at_, std::string("'") + c + "' closes nothing", "");
        } else if (levels_.back().opening != wanted) {
            const SourcePosition open = source_.position(levels_.back().at);
            error(at_,
                  std::string("'") + c + "' does not match the '" + levels_.back().opening + "' of line " +
                      std::to_string(open.line) + ", column " + std::to_string(open.column),
                  "");
            levels_.pop_back();
        } else {
            levels_.pop_back();
        }
        ++at_;
        operand_ = true;
    }

    // Chains of ^ and of unary signs nest without brackets; a binary operator of lower rank ends them.
    void sign(char c) {
        const bool doubled = text_.compare(at_, 2, "**") == 0;
        Level& level = levels_.back();
        if (c == '^' || doubled || c == ':' || ((c == '-' || c == '+') && !operand_))
            ++level.signs;
        else if (c != '\'' && c != '.')
            level.signs = 0;
        if (c == ',') level.words = 0;
        at_ += doubled ? 2 : 1;
        if (c != '\'') operand_ = false;
    }

    void check_depth() {
        // exact sums are only formed when a cheap bound is passed
        if (levels_.size() + levels_.back().words + levels_.back().signs <= deepest_nesting / 2 && !deep_) return;
        deep_ = true;
        std::size_t depth = 0;
        for (const Level& level : levels_) depth += 1 + level.words + level.signs;
        if (depth <= deepest_nesting || broken_) return;
        error(at_ - 1, "expressions are nested deeper than " + std::to_string(deepest_nesting) + " levels here",
              "name intermediate results");
    }

    void end_statement(std::size_t end, bool show) {
        if (levels_.size() > 1 && !broken_) {
            const Level& open = levels_.back();
            error(open.at, std::string("'") + open.opening + "' is never closed",
                  end == text_.size()
                      ? "the script ends first"
                      : "the statement ends first, at line " + std::to_string(source_.position(end).line));
        }
        if (!blank_ && !broken_) ranges_.push_back({begin_, end, show});
        levels_.assign(1, {});
        broken_ = false;
        deep_ = false;
        blank_ = true;
        operand_ = false;
    }

    const SourceFile& source_;
    const std::string& text_;
    std::vector<Diagnostic>& errors_;
    std::vector<StatementRange> ranges_;
    std::vector<Level> levels_;
    std::size_t at_ = 0, begin_ = 0;
    bool blank_ = true;    // nothing but space and comments since the statement began
    bool broken_ = false;  // the statement already has an error
    bool deep_ = false;
    bool operand_ = false;  // the last token ended an operand: a sign after it is binary
};

}  // namespace

std::vector<StatementRange> scan_statements(const SourceFile& source, std::vector<Diagnostic>& errors) {
    return Scanner(source, errors).run();
}

bool is_complete(const std::string& text) {
    SourceFile source{"", text};
    std::vector<Diagnostic> errors;
    const std::vector<StatementRange> ranges = scan_statements(source, errors);
    if (!errors.empty() || ranges.empty()) return false;
    return ranges.back().end < text.size();
}

}  // namespace lag
