// Program -> a C++17 header: namespace <model>, one function template on the scalar type R per routine. Everything a
// body needs of R goes through lag_math<R> (numbers, functions, comparisons, selections), so that one text runs on
// double, float, dual numbers and packs of states. Parameters that a body does not need are left unnamed.

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "core/errors.hpp"
#include "emitters/writers/assembly_text.hpp"
#include "emitters/writers/cpp_math.hpp"
#include "emitters/writers/point_table_text.hpp"
#include "emitters/writers/reserved_names.hpp"
#include "emitters/writers/vector_text.hpp"
#include "emitters/writers/writer.hpp"

namespace lag {

namespace {

constexpr std::size_t line_width = 120;

struct CppDialect : Dialect {
    std::string number(double value) const override { return "L::number(" + shortest_decimal(value) + ")"; }
    std::string element(const Argument& argument, std::size_t element) const override {
        return argument.shape.empty() ? argument.name : argument.name + "[" + std::to_string(element) + "]";
    }
    std::string work(std::size_t slot) const override { return "work[" + std::to_string(slot) + "]"; }
    std::string function(Op op, const std::vector<std::string>& x) const override {
        const char* name = op == Op::logical_and   ? "both"
                           : op == Op::logical_or  ? "either"
                           : op == Op::logical_not ? "opposite"
                                                   : name_of(op);
        std::string text = std::string("L::") + name + "(";
        for (std::size_t k = 0; k < x.size(); ++k) text += (k > 0 ? ", " : "") + x[k];
        return text + ")";
    }
    std::string table_call(const std::string& name, const std::string& arguments) const override {
        return name + "<R>(" + arguments + ")";
    }
};

std::string wrapped(const std::string& text, std::size_t indent) {
    return wrapped_statement(text, indent, line_width, "");
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) result += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return result + "\"";
}

std::string table_text(const NameTable& table) {
    const std::string head = "inline constexpr std::array<const char*, " + table.extent + "> " + table.name + " = {";
    if (table.entries.empty()) return head + "};\n";
    std::string text = head + "{\n", row;
    for (std::size_t k = 0; k < table.entries.size(); ++k) {
        const std::string entry = quoted(table.entries[k]) + (k + 1 < table.entries.size() ? "," : "}};");
        if (!row.empty() && row.size() + entry.size() > line_width - 6) {
            text += "    " + row + "\n";
            row.clear();
        }
        row += (row.empty() ? "" : " ") + entry;
    }
    return text + "    " + row + "\n";
}

class CppWriter {
  public:
    CppWriter(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options)
        : program_(program), routines_(routines), options_(options) {}

    std::string text() {
        const std::string guard = "LAG_MODEL_" + program_.name + "_HPP";  // names may differ in case alone
        std::string result = head_comment(program_, routines_, "// ", line_width);
        const bool vectors = options_.vector_sines || options_.batch;
        result += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <array>\n#include <cmath>\n" +
                  (vectors ? "#include <cstring>\n" : "") + "#include <type_traits>\n#include <utility>\n\n";
        result += external_prototypes(program_, "extern \"C\" ");
        result += cpp_math_text() + "\n" + (vectors ? cpp_vector_text() + "\n" : "");
        if (!tables_used(program_, routines_).empty()) result += cpp_table_functions() + "\n";
        result += "namespace " + program_.name + " {\n\n";
        std::string sizes;
        for (const Extent& extent : program_.sizes)
            sizes += (sizes.empty() ? "" : ", ") + extent.name + " = " + std::to_string(extent.value);
        result += wrapped("constexpr int " + sizes + ";", 0) + "\n";
        for (const NameTable& table : name_tables(program_)) result += table_text(table);
        for (const IndexTable& table : index_tables(program_))
            result += wrapped("inline constexpr std::array<int, " + table.extent + "> " + table.name + " = {" +
                                  index_list(table.entries, 0) + "};",
                              0);
        if (options_.batch) result += calls_by_lanes();
        result += cpp_point_tables(program_, routines_);
        for (const Routine* routine : routines_) result += routine_text(*routine);
        if (has_assembly_loop(routines_)) result += cpp_assembly(program_);
        return result + "\n}  // namespace " + program_.name + "\n\n#endif  // " + guard + "\n";
    }

  private:
    static std::string parameter(const Argument& argument, bool named) {
        const bool is_in = argument.intent == Argument::Intent::in;
        std::string type = argument.type == Argument::Type::integer ? "int" : "R";
        if (!argument.shape.empty()) {
            type = (is_in ? "const " : "") + type + "*";
        } else if (!is_in) {
            type += "&";
        }
        return type + (named ? " " + argument.name : " /*" + argument.name + "*/");
    }

    std::string body_text(const Routine& routine, std::size_t p) const {
        std::string text, last_comment;
        const Piece& piece = routine.pieces[p];
        std::optional<SinePlan> sines;
        if (options_.vector_sines) sines.emplace(routine, p);
        for (std::size_t k = piece.first; k < piece.last; ++k) {
            if (sines) text += sines_text(routine, p, *sines, k - piece.first);
            const CodeStatement& s = routine.statements[sines ? sines->order()[k - piece.first] : k];
            if (!s.comment.empty() && s.comment != last_comment)
                text += comment_lines(s.comment, "    // ", line_width);
            if (!s.comment.empty()) last_comment = s.comment;
            const std::string value = value_text(program_, routine, s, p, dialect_, sines ? &*sines : nullptr);
            switch (s.kind) {
                case CodeStatement::Kind::temporary:
                    text += wrapped("const R " + temporary_name(s.number) + " = " + value + ";", 4);
                    break;
                case CodeStatement::Kind::result:
                    text += wrapped(
                        dialect_.element(routine.arguments[s.place.argument], s.place.element) + " = " + value + ";",
                        4);
                    break;
                case CodeStatement::Kind::call:
                    text += wrapped(user_call(routine, s) + ";", 4);
                    break;
                case CodeStatement::Kind::check:
                    text += wrapped(
                        "info = info == 0 && !L::every(" + value + ") ? " + std::to_string(s.number) + " : info;", 4);
                    break;
            }
            if (is_stored(routine, s))
                text += "    " + dialect_.work(routine.slot[s.number] - 1) + " = " + temporary_name(s.number) + ";\n";
        }
        return text;
    }

    std::string user_call(const Routine& routine, const CodeStatement& s) const {
        if (!options_.batch) return "::" + call_text(program_, routine, s, dialect_, "&");
        const std::string& name = program_.externals.at(s.number).name;
        return by_lanes(name) + call_text(program_, routine, s, dialect_, "").substr(name.size());
    }
    static std::string by_lanes(const std::string& external) { return external + "_by_lanes"; }

    // The user's routines, which take doubles, for packs: one lane after the other.
    std::string calls_by_lanes() const {
        std::string text;
        std::set<std::string> known;
        const bool called = std::ranges::any_of(routines_, [](const Routine* r) { return r->calls_externals(); });
        for (const ExternalCall& call : program_.externals) {
            if (!called || !known.insert(call.name).second) continue;
            std::string doubles, packs, plain, lane, results, stores;
            const auto add = [](std::string& list, const std::string& item) {
                list += (list.empty() ? "" : ", ") + item;
            };
            for (std::size_t k = 1; k <= call.arguments; ++k) {
                const std::string a = "a" + std::to_string(k);
                add(doubles, "double " + a), add(packs, "const lag_pack<lanes>& " + a);
                add(plain, a), add(lane, a + "[k]");
            }
            for (std::size_t k = 1; k <= call.results; ++k) {
                const std::string r = "r" + std::to_string(k);
                add(doubles, "double& " + r), add(packs, "lag_pack<lanes>& " + r);
                add(plain, "&" + r), add(lane, "&x" + std::to_string(k) + "[k]");
                add(results, "x" + std::to_string(k) + "[lanes]");
                stores += "    " + r + " = lag_pack<lanes>::load(x" + std::to_string(k) + ");\n";
            }
            text += "\n// " + call.name + ", of one state or of each lane of a pack\n";
            text += wrapped("inline void " + by_lanes(call.name) + "(" + doubles + ") {", 0) +
                    wrapped("::" + call.name + "(" + plain + ");", 4) + "}\n";
            text += "template <int lanes>\n" + wrapped("void " + by_lanes(call.name) + "(" + packs + ") {", 0);
            if (!results.empty()) text += wrapped("double " + results + ";", 4);
            text += "    for (std::size_t k = 0; k < lanes; ++k)\n" + wrapped("::" + call.name + "(" + lane + ");", 8) +
                    stores + "}\n";
        }
        return text;
    }

    // The groups of angles that stand before the statement at `place`.
    std::string sines_text(const Routine& routine, std::size_t p, const SinePlan& plan, std::size_t place) const {
        std::string text;
        for (const SinePlan::Group& group : plan.groups()) {
            if (group.before != place) continue;
            const std::string size = "[" + std::to_string(group.angles.size()) + "]";
            std::string list;
            for (const Item& angle : group.angles)
                list += (list.empty() ? "" : ", ") + angle_text(program_, routine, angle, p, dialect_, plan);
            text += wrapped("const R " + group.angle + size + " = {" + list + "};", 4);
            text += "    R " + group.sine + size + ", " + group.cosine + size + ";\n";
            text += "    lag_vector::sines(" + group.angle + ", " + group.sine + ", " + group.cosine + ");\n";
        }
        return text;
    }

    static std::string with_math(const std::string& body) {
        return (body.find("L::") != std::string::npos ? "    using L = lag_math<R>;\n" : "") + body;
    }

    std::string routine_text(const Routine& routine) const {
        const std::string name = program_.name + "_" + routine.name;
        std::set<std::size_t> used;
        for (const Piece& piece : routine.pieces) used.merge(arguments_used(program_, routine, piece));
        std::string start;
        for (std::size_t a = 0; a < routine.arguments.size(); ++a) {
            const Argument& argument = routine.arguments[a];
            if (argument.intent == Argument::Intent::local)
                start = "    R " + argument.name + "[" + std::to_string(argument.elements()) + "];\n" + start;
            const bool is_scalar_result = argument.intent == Argument::Intent::out && argument.shape.empty();
            if (argument.type == Argument::Type::integer) {
                start += "    " + argument.name + " = 0;\n";
                used.insert(a);
            } else if (std::ranges::count(routine.zeroed, a) > 0) {
                start += "    for (int k = 0; k < " + std::to_string(argument.elements()) + "; ++k) " + argument.name +
                         "[k] = L::number(0.0);\n";
                used.insert(a);
            } else if (is_scalar_result) {
                used.insert(a);
            }
        }
        std::string pieces, body;
        if (!routine.is_split()) {
            body = body_text(routine, 0);
        } else {
            if (routine.workspace > 0) start += "    R work[" + std::to_string(routine.workspace) + "];\n";
            for (std::size_t p = 0; p < routine.pieces.size(); ++p) {
                const std::string piece_name = name + "_" + std::to_string(p + 1);
                const std::set<std::size_t> needed = arguments_used(program_, routine, routine.pieces[p]);
                std::string list, call;
                for (const std::size_t a : needed) {
                    list += (list.empty() ? "" : ", ") + parameter(routine.arguments[a], true);
                    call += (call.empty() ? "" : ", ") + routine.arguments[a].name;
                }
                const std::string text = body_text(routine, p);
                if (routine.workspace > 0) {
                    list += std::string(list.empty() ? "" : ", ") +
                            (text.find("work[") == std::string::npos ? "R* /*work*/" : "R* work");
                    call += std::string(call.empty() ? "" : ", ") + "work";
                }
                pieces += "\ntemplate <class R>\n" + wrapped("void " + piece_name + "(" + list + ") {", 0) +
                          with_math(text) + "}\n";
                body += wrapped(piece_name + "<R>(" + call + ");", 4);
            }
        }
        if (routine.calls_externals())
            start = std::string("    static_assert(std::is_same<R, double>::value") +
                    (options_.batch ? " || lag_vector::is_pack<R>::value" : "") +
                    ", \"a user's routine takes doubles\");\n" + start;
        std::string list;
        for (std::size_t a = 0; a < routine.arguments.size(); ++a)
            if (routine.arguments[a].intent != Argument::Intent::local)
                list += (list.empty() ? "" : ", ") + parameter(routine.arguments[a], used.contains(a));
        return pieces + "\n// " + routine.text + "\ntemplate <class R>\n" +
               wrapped("void " + name + "(" + list + ") {", 0) + with_math(start + body) + "}\n";
    }

    const Program& program_;
    const std::vector<const Routine*>& routines_;
    const EmitOptions& options_;
    CppDialect dialect_;
};

}  // namespace

void check_cpp_names(const Program& program) {
    const std::string& name = program.name;
    const auto is_plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const bool starts_well = !name.empty() && std::isalpha(static_cast<unsigned char>(name.front())) != 0;
    if (!starts_well || !std::ranges::all_of(name, is_plain) || name.find("__") != std::string::npos)
        throw ModelError("C++ cannot take the model name " + name, "letters, digits and single _, a letter first");
    if (is_taken_in_c(name))
        throw ModelError("the model name " + name + " means something else in C++", "rename the model");
}

std::string cpp_text(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options) {
    return CppWriter(program, routines, options).text();
}

}  // namespace lag
