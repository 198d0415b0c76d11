#include "emitters/writers/own_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>
#include <utility>

#include "core/lower_case.hpp"

namespace lag {

namespace {

using Tokens = std::vector<std::string>;

bool is_part_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_name(const std::string& token) {
    return !token.empty() && is_part_of_name(token.front()) &&
           std::isdigit(static_cast<unsigned char>(token.front())) == 0;
}
std::size_t end_of_word(std::string_view text, std::size_t begin) {
    std::size_t end = begin;
    while (end < text.size() && is_part_of_name(text[end])) ++end;
    return end;
}

bool is_among(const Tokens& words, const std::string& word) {
    return std::ranges::find(words, word) != words.end();
}

// -- C and C++

// Without comments, literals and lines of the preprocessor; a macro is "#define" and its name.
Tokens c_tokens(std::string_view text) {
    Tokens tokens;
    bool begins_line = true;
    for (std::size_t k = 0; k < text.size();) {
        const char c = text[k];
        const std::string_view two = text.substr(k, 2);
        if (two == "//" || (c == '#' && begins_line)) {
            std::size_t end = k;
            while (end < text.size() && (text[end] != '\n' || text[end - 1] == '\\')) ++end;
            if (text.substr(k, 8) == "#define ") {
                const std::size_t name = k + 8;
                tokens.insert(tokens.end(),
                              {"#define", std::string(text.substr(name, end_of_word(text, name) - name))});
            }
            k = end;
        } else if (two == "/*") {
            k = std::min(text.find("*/", k), text.size() - 2) + 2;
        } else if (c == '"' || c == '\'') {
            for (++k; k < text.size() && text[k] != c; ++k)
                if (text[k] == '\\') ++k;
            ++k;
        } else if (is_part_of_name(c)) {
            const std::size_t end = end_of_word(text, k);
            tokens.emplace_back(text.substr(k, end - k));
            k = end;
        } else {
            if (std::isspace(static_cast<unsigned char>(c)) == 0) tokens.emplace_back(1, c);
            begins_line = c == '\n' || (begins_line && std::isspace(static_cast<unsigned char>(c)) != 0);
            ++k;
            continue;
        }
        begins_line = false;
    }
    return tokens;
}

// What stands at file scope: "void tire(..);", "static int start(..) {..}", "enum { a, b };"
class CUnits {
  public:
    // `enters`: what stands in a namespace with a name is told apart too.
    CUnits(const Tokens& tokens, bool cpp, bool enters = false) : tokens_(tokens), cpp_(cpp), enters_(enters) {}

    // Namespaces without a name, extern "C" and enumerations are no scopes of their own.
    std::vector<Tokens> units() {
        for (std::size_t k = 0; k < tokens_.size(); ++k) {
            const std::string& token = tokens_[k];
            if (token == "#define") {
                found_.push_back({token, tokens_[++k], ";"});
            } else if (token == "{" && depth_ == 0 && is_open_namespace(k)) {
                unit_.clear(), ++open_;
            } else if (token == "}" && depth_ == 0 && open_ > 0) {
                --open_;
            } else {
                unit_.push_back(token);
                depth_ += token == "{" ? 1 : token == "}" ? -1 : 0;
                if (depth_ == 0 && (token == ";" || (token == "}" && !goes_on(k)))) {
                    found_.push_back(unit_);
                    unit_.clear();
                }
            }
        }
        return found_;
    }

  private:
    bool is_open_namespace(std::size_t k) const {
        if (unit_.empty() || tokens_[k] != "{") return false;
        if (cpp_ && unit_.front() == "namespace") return unit_.size() == 1 || (enters_ && unit_.size() == 2);
        return unit_.size() == 1 && unit_.front() == "extern";
    }
    // "struct S {..} s;", "enum {..};", "double a[] = {..};"
    bool goes_on(std::size_t k) const {
        const auto body = std::ranges::find(unit_, "{");
        const bool is_value = std::find(unit_.begin(), body, "=") != body;  // not of an assignment in a function
        return k + 1 < tokens_.size() && (tokens_[k + 1] == ";" || is_value || unit_.front() == "typedef");
    }

    const Tokens& tokens_;
    bool cpp_, enters_;
    std::vector<Tokens> found_;
    Tokens unit_;
    int depth_ = 0, open_ = 0;
};

// "void tire(double, double*);", with extern before it in C++.
bool is_prototype(const Tokens& unit, const std::string& routine) {
    const auto name = std::ranges::find(unit, routine);
    return unit.back() == ";" && name != unit.end() && name + 1 != unit.end() && *(name + 1) == "(" &&
           std::all_of(unit.begin(), name, [](const std::string& word) { return word == "void" || word == "extern"; });
}

bool can_call_in_c(const std::vector<EmittedFile>& files, bool cpp, const std::string& routine) {
    for (const EmittedFile& file : files) {
        const Tokens tokens = c_tokens(file.text);
        for (const Tokens& unit : CUnits(tokens, cpp).units()) {
            if (!is_among(unit, routine) || is_prototype(unit, routine)) continue;
            const bool is_enumeration = is_among(unit, "enum") && unit[unit.size() - 2] == "}";
            bool calls = false, hides = false;
            int depth = 0;
            for (std::size_t k = 0; k < unit.size(); ++k) {
                depth += unit[k] == "{" || unit[k] == "(" ? 1 : unit[k] == "}" || unit[k] == ")" ? -1 : 0;
                if (unit[k] != routine) continue;
                const std::string before = k > 0 ? unit[k - 1] : "";
                if (before == ":" && cpp) continue;  // "::tire(..)" is the user's whatever hides the name
                if (depth == 0 || (is_enumeration && depth == 1)) return false;
                const bool is_call = k + 1 < unit.size() && unit[k + 1] == "(";
                (is_call ? calls : hides) |= before != "." && before != ">";
            }
            if (calls && hides) return false;
        }
    }
    return true;
}

// What a compiler reads where every condition of the preprocessor holds.
std::string without_else(std::string_view text) {
    std::string result;
    std::vector<bool> left_out;  // of each #if around
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        const std::string_view line = text.substr(begin, end - begin);
        begin = end;
        if (line.starts_with("#if")) left_out.push_back(false);
        if ((line.starts_with("#else") || line.starts_with("#elif")) && !left_out.empty()) left_out.back() = true;
        if (std::ranges::find(left_out, true) == left_out.end()) result += line;
        if (line.starts_with("#endif") && !left_out.empty()) left_out.pop_back();
    }
    return result;
}

// "static void tire(double x, double* y);"
bool declares_function_only(const Tokens& unit, const std::string& name) {
    const auto place = std::ranges::find(unit, name);
    return unit.back() == ";" && place + 1 != unit.end() && *(place + 1) == "(";
}

std::string defined_twice_in_c(const std::vector<EmittedFile>& files, bool cpp, const std::string& prefix) {
    std::set<std::string> defined;
    for (const EmittedFile& file : files) {
        const Tokens tokens = c_tokens(without_else(file.text));
        for (const Tokens& unit : CUnits(tokens, cpp, true).units()) {
            const bool is_enumeration = is_among(unit, "enum");
            int depth = 0;
            for (std::size_t k = 0; k + 1 < unit.size(); ++k) {
                const std::string& token = unit[k];
                depth += token == "{" || token == "(" || token == "["   ? 1
                         : token == "}" || token == ")" || token == "]" ? -1
                                                                        : 0;
                if (k == 0 || !token.starts_with(prefix)) continue;
                const std::string &before = unit[k - 1], &after = unit[k + 1];
                const bool is_enumerator = is_enumeration && depth == 1 && is_among({"{", ","}, before);
                const bool is_declared = depth == 0 && (is_name(before) || is_among({"*", "&", ">"}, before)) &&
                                         is_among({"(", "[", "=", ";"}, after);
                if (!is_enumerator && (!is_declared || declares_function_only(unit, token))) continue;
                // functions of C++ may differ by their arguments alone
                std::string told_apart = token;
                if (cpp && after == "(")
                    for (auto a = unit.begin() + static_cast<std::ptrdiff_t>(k); a != unit.end() && *a != "{"; ++a)
                        told_apart += " " + *a;
                if (!defined.insert(told_apart).second) return token;
            }
        }
    }
    return {};
}

// -- Fortran

using Statements = std::vector<Tokens>;

// In lower case, without comments, literals and continuations.
Statements fortran_statements(const std::string& given, bool fixed) {
    const std::string text = lower_case(given);
    Statements statements;
    Tokens statement;
    bool goes_on = false;
    char literal = '\0';
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = std::string_view(text).substr(begin, end - begin);
        begin = end + 1;
        if (fixed && (line.empty() || line.front() == 'c' || line.front() == '*')) continue;
        if (fixed) goes_on = line.size() > 5 && line[5] != ' ' && line[5] != '0';
        if (fixed && line.size() > 5) line.remove_prefix(goes_on ? 6 : 0);
        if (!goes_on && !statement.empty()) statements.push_back(std::exchange(statement, {}));
        if (!fixed) goes_on = false;
        for (std::size_t k = 0; k < line.size();) {
            const char c = line[k];
            if (literal != '\0') {
                if (c == literal) literal = '\0';
                if (c == '&' && line.find_first_not_of(' ', k + 1) == std::string_view::npos && !fixed) goes_on = true;
                ++k;
            } else if (c == '!' && !fixed) {
                break;
            } else if (c == '&' && !fixed) {
                goes_on = goes_on || line.find_first_not_of(' ', k + 1) == std::string_view::npos ||
                          line[line.find_first_not_of(' ', k + 1)] == '!';
                ++k;
            } else if (c == '\'' || c == '"') {
                literal = c, ++k;
            } else if (c == ';' && !fixed) {
                if (!statement.empty()) statements.push_back(std::exchange(statement, {}));
                ++k;
            } else if (is_part_of_name(c)) {
                const std::size_t stop = end_of_word(line, k);
                statement.emplace_back(line.substr(k, stop - k));
                k = stop;
            } else {
                if (c != ' ') statement.emplace_back(1, c);
                ++k;
            }
        }
        if (!goes_on) literal = '\0';
    }
    if (!statement.empty()) statements.push_back(std::move(statement));
    return statements;
}

// Names of a list "a, b(3) = 4, /block/ c": those in its parentheses and values are none of it.
void add_listed(const Tokens& statement, std::size_t begin, std::set<std::string>& names, int level = 0) {
    int depth = 0;
    bool begins = true;
    for (std::size_t k = begin; k < statement.size(); ++k) {
        const std::string& token = statement[k];
        if (begins && depth == level && is_name(token)) names.insert(token);
        depth += token == "(" || token == "[" ? 1 : token == ")" || token == "]" ? -1 : 0;
        begins = (token == "," && depth == level) || (token == "(" && depth == level && level > 0) || token == "/";
    }
}

struct FortranScope {
    std::string name;
    bool is_interface = false;  // of a routine of the user's
    std::size_t parent = 0;     // of the whole program: itself
    std::set<std::string> declared, called, of_user, published, variables;
    std::vector<std::string> used;
    std::vector<std::string> defined;  // its subroutines and functions
};

class FortranScopes {
  public:
    explicit FortranScopes(bool fixed) : fixed_(fixed), scopes_(1) {}

    void read(const std::string& text) {
        for (const Tokens& statement : fortran_statements(text, fixed_)) read(statement);
    }

    // Where `routine` is called or its interface stands, no scope around may declare the name.
    bool can_call(const std::string& routine) const {
        if (scopes_.front().declared.contains(routine)) return false;
        for (std::size_t k = 1; k < scopes_.size(); ++k) {
            const FortranScope& scope = scopes_[k];
            if (scope.is_interface && scope.name == routine && scope.declared.contains(routine)) return false;
            if (!scope.called.contains(routine) && !scope.of_user.contains(routine)) continue;
            for (std::size_t around = k; around != 0; around = scopes_[around].parent)
                if (declares(scopes_[around], routine)) return false;
        }
        return true;
    }

    // A subroutine or function that another one beside it or in a module, or a variable, has the name of.
    std::string defined_twice(const std::string& prefix) const {
        for (const FortranScope& scope : scopes_)
            for (const std::string& name : scope.defined) {
                if (!name.starts_with(prefix)) continue;
                if (std::ranges::count(scope.defined, name) > 1 || scope.variables.contains(name) ||
                    common_.contains(name) || std::ranges::any_of(scopes_, [&](const FortranScope& module) {
                        return is_among(scope.used, module.name) && module.published.contains(name);
                    }))
                    return name;
            }
        return {};
    }

  private:
    bool declares(const FortranScope& scope, const std::string& name) const {
        return scope.declared.contains(name) || std::ranges::any_of(scopes_, [&](const FortranScope& module) {
                   return is_among(scope.used, module.name) && module.published.contains(name);
               });
    }

    void open(const std::string& name, bool is_global) {
        if (!in_interface_) scopes_[is_global || fixed_ ? 0 : at_].defined.push_back(name);
        if (is_global || fixed_)
            scopes_.front().declared.insert(name);
        else if (in_interface_)
            scopes_[at_].of_user.insert(name);
        else
            scopes_[at_].declared.insert(name);
        scopes_.push_back({name, in_interface_, at_, {}, {}, {}, {}, {}, {}, {}});
        at_ = scopes_.size() - 1;
    }

    void read(const Tokens& statement) {
        const std::string& first = statement.front();
        const std::string second = statement.size() > 1 ? statement[1] : "";
        if (first == "interface" || (first == "end" && second == "interface")) {
            in_interface_ = first == "interface";
        } else if (first == "end" &&
                   (statement.size() == 1 || is_among({"subroutine", "function", "program", "module"}, second))) {
            at_ = scopes_[at_].parent;
        } else if (first == "program" || first == "module") {
            open(second, true);
        } else if (const std::size_t unit = beginning(statement); unit != 0) {
            open(statement[unit], false);
        } else {
            read_in(scopes_[at_], statement);
        }
    }

    // Where the name of a subroutine or function stands in the statement that begins it; 0: it begins none.
    static std::size_t beginning(const Tokens& statement) {
        for (std::size_t k = 0; k + 1 < statement.size(); ++k) {
            if (statement[k] == "subroutine" || statement[k] == "function")
                return is_name(statement[k + 1]) && statement[0] != "end" ? k + 1 : 0;
            if (!is_among({"pure", "recursive", "elemental", "integer", "logical", "real", "double", "precision", "(",
                           ")", "dp"},
                          statement[k]))
                return 0;
        }
        return 0;
    }

    void read_in(FortranScope& scope, const Tokens& statement) {
        for (std::size_t k = 0; k + 1 < statement.size(); ++k)
            if (statement[k] == "call") scope.called.insert(statement[k + 1]);
        const std::string& first = statement.front();
        if (first == "external") {
            add_listed(statement, 1, scope.of_user);
            for (std::size_t k = 1; k < statement.size(); ++k)
                if (is_name(statement[k])) scope.of_user.insert(statement[k]);
        } else if (first == "use") {
            scope.used.push_back(*std::ranges::find_if(statement.begin() + 1, statement.end(), [](const auto& word) {
                return is_name(word) && word != "intrinsic";
            }));
            if (const auto only = std::ranges::find(statement, "only"); only != statement.end())
                add_listed(statement, static_cast<std::size_t>(only - statement.begin()) + 2, scope.declared);
        } else if (first == "associate") {
            for (std::size_t k = 1; k + 2 < statement.size(); ++k)
                if (statement[k + 1] == "=" && statement[k + 2] == ">") scope.declared.insert(statement[k]);
        } else if (fixed_) {
            read_declaration_77(scope, statement);
        } else if (first != "import" && first != "private") {
            const auto colons = std::ranges::adjacent_find(
                statement, [](const auto& a, const auto& b) { return a == ":" && b == ":"; });
            if (colons == statement.end()) return;
            const auto list = static_cast<std::size_t>(colons - statement.begin()) + 2;
            const bool is_public = std::find(statement.begin(), colons, "public") != colons;
            if (first != "public") add_listed(statement, list, scope.declared);
            if (first != "public") add_listed(statement, list, scope.variables);
            if (is_public) add_listed(statement, list, scope.published);
        }
    }

    void read_declaration_77(FortranScope& scope, const Tokens& statement) {
        const std::string& first = statement.front();
        if (first == "parameter") return add_listed(statement, 1, scope.declared, 1);
        if (first == "common") {
            for (std::size_t k = 1; k + 2 < statement.size(); ++k)
                if (statement[k] == "/" && statement[k + 2] == "/") common_.insert(statement[k + 1]);
            return add_listed(statement, 1, scope.declared);
        }
        static const Tokens types{"double", "integer", "logical", "character", "real", "complex"};
        if (!is_among(types, first)) return;
        std::size_t list = first == "double" ? 2 : 1;
        if (list < statement.size() && statement[list] == "*") list += 2;  // CHARACTER*64
        if (list < statement.size() && statement[list - 1] == "(")         // CHARACTER*(*)
            list = static_cast<std::size_t>(std::ranges::find(statement, ")") - statement.begin()) + 1;
        add_listed(statement, list, scope.declared);
    }

    bool fixed_, in_interface_ = false;
    std::vector<FortranScope> scopes_;  // first the whole program
    std::set<std::string> common_;      // names of blocks
    std::size_t at_ = 0;
};

}  // namespace

namespace {

bool is_in_fortran(Language language) {
    return language == Language::fortran || language == Language::fortran77;
}

// Without modules of Python and lists of PARAMETERs, which call nothing of the user's.
std::vector<EmittedFile> compiled(std::vector<EmittedFile> files) {
    std::erase_if(files,
                  [](const EmittedFile& file) { return file.name.ends_with(".py") || file.name.ends_with(".inc"); });
    return files;
}

FortranScopes scopes_of(const std::vector<EmittedFile>& files, Language language) {
    FortranScopes scopes(language == Language::fortran77);
    for (const EmittedFile& file : compiled(files)) scopes.read(file.text);
    return scopes;
}

}  // namespace

bool can_call(const std::vector<EmittedFile>& files, Language language, const std::string& routine) {
    return is_in_fortran(language) ? scopes_of(files, language).can_call(lower_case(routine))
                                   : can_call_in_c(compiled(files), language == Language::cpp, routine);
}

std::string defined_twice(const std::vector<EmittedFile>& files, Language language, const std::string& prefix) {
    return is_in_fortran(language) ? scopes_of(files, language).defined_twice(lower_case(prefix))
                                   : defined_twice_in_c(compiled(files), language == Language::cpp, prefix);
}

}  // namespace lag
