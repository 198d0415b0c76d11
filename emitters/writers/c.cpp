// Program -> a C99 header: static inline functions <model>_<routine>, sizes as an enum, name tables as arrays of
// strings. Needs math.h alone. Selections are calls of a small inline function, so that both sides are evaluated; a
// parameter that a body does not need is cast to void. An empty table has one empty string, since C has no empty array.

#include <algorithm>
#include <array>

#include "core/errors.hpp"
#include "emitters/writers/assembly_text.hpp"
#include "emitters/writers/point_table_text.hpp"
#include "emitters/writers/writer.hpp"

namespace lag {

namespace {

constexpr std::size_t line_width = 120;

struct CDialect : Dialect {
    explicit CDialect(std::string model) : model_(std::move(model)) {}

    std::string number(double value) const override { return shortest_decimal(value); }
    std::string element(const Argument& argument, std::size_t element) const override {
        const bool is_result = argument.intent != Argument::Intent::in;
        if (argument.shape.empty()) return is_result ? "*" + argument.name : argument.name;
        return argument.name + "[" + std::to_string(element) + "]";
    }
    std::string work(std::size_t slot) const override { return "work[" + std::to_string(slot) + "]"; }
    std::string function(Op op, const std::vector<std::string>& x) const override {
        switch (op) {
            case Op::less:
                return "(" + x[0] + " < " + x[1] + ")";
            case Op::less_equal:
                return "(" + x[0] + " <= " + x[1] + ")";
            case Op::logical_and:
                return "(" + x[0] + " && " + x[1] + ")";
            case Op::logical_or:
                return "(" + x[0] + " || " + x[1] + ")";
            case Op::logical_not:
                return "(!" + x[0] + ")";
            case Op::select:
            case Op::min:
            case Op::max:
            case Op::mod:
                return called(std::string("lag_") + name_of(op), x);
            case Op::abs:
                return called("fabs", x);
            default:
                return called(name_of(op), x);
        }
    }
    std::string table_call(const std::string& name, const std::string& arguments) const override {
        return model_ + "_" + name + "(" + arguments + ")";
    }

  private:
    static std::string called(const std::string& name, const std::vector<std::string>& x) {
        std::string text = name + "(";
        for (std::size_t k = 0; k < x.size(); ++k) text += (k > 0 ? ", " : "") + x[k];
        return text + ")";
    }
    std::string model_;
};

const char* const math_text =
    R"(#ifndef LAG_C_MATH_DEFINED
#define LAG_C_MATH_DEFINED
static inline double lag_select(int condition, double a, double b) { return condition ? a : b; }
static inline double lag_min(double a, double b) { return b < a ? b : a; }
static inline double lag_max(double a, double b) { return a < b ? b : a; }
static inline double lag_mod(double a, double b) { return a - b * floor(a / b); }
#endif /* LAG_C_MATH_DEFINED */
)";

std::string wrapped(const std::string& text, std::size_t indent) {
    return wrapped_statement(text, indent, line_width, "");
}

// Three-letter sequences that C99 would translate ("??=") are broken up.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) result += c == '"' || c == '\\' || c == '?' ? std::string("\\") + c : std::string(1, c);
    return result + "\"";
}

class CWriter {
  public:
    CWriter(const Program& program, const std::vector<const Routine*>& routines)
        : program_(program), routines_(routines), dialect_(program.name) {}

    std::string text() {
        const std::string guard = "LAG_MODEL_" + program_.name + "_H";
        std::string result =
            "/*\n" + without_comment_end(head_comment(program_, routines_, " * ", line_width)) + " */\n";
        result += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <math.h>\n\n" + math_text + "\n";
        const std::string prototypes = external_prototypes(program_, "");
        if (!prototypes.empty())
            result += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n" + prototypes + "#ifdef __cplusplus\n}\n#endif\n\n";
        std::string sizes;
        for (const Extent& extent : program_.sizes)
            sizes +=
                (sizes.empty() ? "" : ", ") + program_.name + "_" + extent.name + " = " + std::to_string(extent.value);
        result += wrapped("enum { " + sizes + " };", 0) + "\n";
        for (const NameTable& table : name_tables(program_)) result += table_text(table);
        for (const IndexTable& table : index_tables(program_))
            result += wrapped("static const int " + program_.name + "_" + table.name + "[" +
                                  std::to_string(std::max<std::size_t>(table.entries.size(), 1)) + "] = {" +
                                  (table.entries.empty() ? "0" : index_list(table.entries, 0)) + "};",
                              0);
        result += c_point_tables(program_, routines_);
        for (const Routine* routine : routines_) result += routine_text(*routine);
        if (has_assembly_loop(routines_)) result += c_assembly(program_);
        return result + "\n#endif /* " + guard + " */\n";
    }

  private:
    static std::string without_comment_end(std::string text) {
        for (std::size_t k = text.find("*/"); k != std::string::npos; k = text.find("*/", k)) text.insert(k + 1, " ");
        for (std::size_t k = text.find("/*"); k != std::string::npos; k = text.find("/*", k)) text.insert(k + 1, " ");
        return text;
    }

    std::string table_text(const NameTable& table) const {
        std::string text = "static const char* const " + program_.name + "_" + table.name + "[" +
                           std::to_string(std::max<std::size_t>(table.entries.size(), 1)) + "] = {";
        if (table.entries.empty()) return text + "\"\"};\n";
        text += "\n";
        std::string row;
        for (std::size_t k = 0; k < table.entries.size(); ++k) {
            const std::string entry = quoted(table.entries[k]) + (k + 1 < table.entries.size() ? "," : "};");
            if (!row.empty() && row.size() + entry.size() > line_width - 6) {
                text += "    " + row + "\n";
                row.clear();
            }
            row += (row.empty() ? "" : " ") + entry;
        }
        return text + "    " + row + "\n";
    }

    static std::string parameter(const Argument& argument) {
        const bool is_in = argument.intent == Argument::Intent::in;
        const std::string type = argument.type == Argument::Type::integer ? "int" : "double";
        if (argument.shape.empty()) return type + (is_in ? " " : "* ") + argument.name;
        return (is_in ? "const " : "") + type + "* " + argument.name;
    }

    std::string body_text(const Routine& routine, std::size_t p) const {
        std::string text, last_comment;
        const Piece& piece = routine.pieces[p];
        for (std::size_t k = piece.first; k < piece.last; ++k) {
            const CodeStatement& s = routine.statements[k];
            if (!s.comment.empty() && s.comment != last_comment) {
                std::string comment = without_comment_end(comment_lines(s.comment, "", line_width - 12));
                if (!comment.empty() && comment.back() == '\n') comment.pop_back();
                text += "    /* " + comment + " */\n";
            }
            if (!s.comment.empty()) last_comment = s.comment;
            const std::string value = value_text(program_, routine, s, p, dialect_);
            switch (s.kind) {
                case CodeStatement::Kind::temporary:
                    text += wrapped("const double " + temporary_name(s.number) + " = " + value + ";", 4);
                    break;
                case CodeStatement::Kind::result:
                    text += wrapped(
                        dialect_.element(routine.arguments[s.place.argument], s.place.element) + " = " + value + ";",
                        4);
                    break;
                case CodeStatement::Kind::call:
                    text += wrapped(call_text(program_, routine, s, dialect_, "&") + ";", 4);
                    break;
                case CodeStatement::Kind::check:
                    text +=
                        wrapped("*info = *info == 0 && !" + value + " ? " + std::to_string(s.number) + " : *info;", 4);
                    break;
            }
            if (is_stored(routine, s))
                text += "    " + dialect_.work(routine.slot[s.number] - 1) + " = " + temporary_name(s.number) + ";\n";
        }
        return text;
    }

    std::string routine_text(const Routine& routine) const {
        const std::string name = program_.name + "_" + routine.name;
        std::set<std::size_t> used;
        for (const Piece& piece : routine.pieces) used.merge(arguments_used(program_, routine, piece));
        std::string list, start, unused, zeroing;
        for (std::size_t a = 0; a < routine.arguments.size(); ++a) {
            const Argument& argument = routine.arguments[a];
            if (argument.intent == Argument::Intent::local) {
                unused = "    double " + argument.name + "[" + std::to_string(argument.elements()) + "];\n" + unused;
                continue;
            }
            list += (a > 0 ? ", " : "") + parameter(argument);
            if (argument.type == Argument::Type::integer) {
                zeroing += "    *" + argument.name + " = 0;\n";
            } else if (std::ranges::count(routine.zeroed, a) > 0) {
                zeroing += "    for (int k = 0; k < " + std::to_string(argument.elements()) + "; ++k) " +
                           argument.name + "[k] = 0.0;\n";
            } else if (!used.contains(a)) {
                unused += "    (void)" + argument.name + ";\n";
            }
        }
        start = unused + zeroing;
        std::string pieces, body;
        if (!routine.is_split()) {
            body = body_text(routine, 0);
        } else {
            if (routine.workspace > 0) start += "    double work[" + std::to_string(routine.workspace) + "];\n";
            for (std::size_t p = 0; p < routine.pieces.size(); ++p) {
                const std::string piece_name = name + "_" + std::to_string(p + 1);
                std::string piece_list, call;
                for (const std::size_t a : arguments_used(program_, routine, routine.pieces[p])) {
                    piece_list += (piece_list.empty() ? "" : ", ") + parameter(routine.arguments[a]);
                    call += (call.empty() ? "" : ", ") + routine.arguments[a].name;
                }
                std::string text = body_text(routine, p);
                if (routine.workspace > 0) {
                    piece_list += std::string(piece_list.empty() ? "" : ", ") + "double* work";
                    call += std::string(call.empty() ? "" : ", ") + "work";
                    if (text.find("work[") == std::string::npos) text = "    (void)work;\n" + text;
                }
                pieces +=
                    "\n" + wrapped("static inline void " + piece_name + "(" + piece_list + ") {", 0) + text + "}\n";
                body += wrapped(piece_name + "(" + call + ");", 4);
            }
        }
        return pieces + "\n/* " + routine.text + " */\n" +
               wrapped("static inline void " + name + "(" + list + ") {", 0) + start + body + "}\n";
    }

    const Program& program_;
    const std::vector<const Routine*>& routines_;
    CDialect dialect_;
};

constexpr std::array keywords = {"auto",    "break",  "case",   "char",     "const",    "continue", "default",
                                 "do",      "double", "else",   "enum",     "extern",   "float",    "for",
                                 "goto",    "if",     "inline", "int",      "long",     "register", "restrict",
                                 "return",  "short",  "signed", "sizeof",   "static",   "struct",   "switch",
                                 "typedef", "union",  "void",   "unsigned", "volatile", "while"};

}  // namespace

// Only prefixed names are made: a keyword is refused for the sake of people, a double underscore for the standard's.
void check_c_names(const Program& program) {
    const std::string& name = program.name;
    const auto is_plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const bool starts_well = !name.empty() && std::isalpha(static_cast<unsigned char>(name.front())) != 0;
    if (!starts_well || !std::ranges::all_of(name, is_plain) || name.find("__") != std::string::npos)
        throw ModelError("C cannot take the model name " + name, "letters, digits and single _, a letter first");
    if (std::ranges::any_of(keywords, [&](const char* word) { return name == word; }) || name == "lag")
        throw ModelError("the model name " + name + " means something else in C", "rename the model");
}

std::string c_text(const Program& program, const std::vector<const Routine*>& routines) {
    return CWriter(program, routines).text();
}

}  // namespace lag
