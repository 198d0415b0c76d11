// Program -> fixed-form Fortran 77 for codes that keep their old compilers: subroutines, columns 7 to 72, at most 19
// continuation lines, every name declared, upper-case statements. No module: <model>_sizes gives the sizes,
// <model>_coordinate_names(names) and its like give the tables. What goes beyond the 1978 standard is what every
// compiler of its day took: names longer than six characters with underscores and lower-case letters. Selections are
// calls of a function, since the language has no merge: both sides are evaluated. The workspace of a body that was
// split is a local array, which old compilers may keep in static storage.

#include <algorithm>
#include <set>
#include <sstream>

#include "core/errors.hpp"
#include "emitters/writers/assembly_text.hpp"
#include "emitters/writers/point_table_text.hpp"
#include "emitters/writers/writer.hpp"

namespace lag {

namespace {

constexpr std::size_t last_column = 72;
constexpr std::size_t most_lines = 20;
const char* const margin = "      ";
const char* const continuation = "     &  ";

struct Fortran77Dialect : Dialect {
    explicit Fortran77Dialect(std::string model) : model_(std::move(model)) {}

    std::string number(double value) const override {
        std::string text = shortest_decimal(value);
        const std::size_t e = text.find('e');
        if (e == std::string::npos) return text + "D0";
        text[e] = 'D';
        return text;
    }
    std::string element(const Argument& argument, std::size_t element) const override {
        return fortran_element(argument, element);
    }
    std::string work(std::size_t slot) const override { return "work(" + std::to_string(slot + 1) + ")"; }
    std::string function(Op op, const std::vector<std::string>& x) const override {
        switch (op) {
            case Op::less:
                return "(" + x[0] + " .LT. " + x[1] + ")";
            case Op::less_equal:
                return "(" + x[0] + " .LE. " + x[1] + ")";
            case Op::logical_and:
                return "(" + x[0] + " .AND. " + x[1] + ")";
            case Op::logical_or:
                return "(" + x[0] + " .OR. " + x[1] + ")";
            case Op::logical_not:
                return "(.NOT. " + x[0] + ")";
            case Op::pow:
                return "((" + x[0] + ")**(" + x[1] + "))";
            case Op::select:
            case Op::floor:
            case Op::mod:
                return called(model_ + "_f_" + name_of(op), x);
            default:
                return called(upper(name_of(op)), x);
        }
    }

    std::string table_call(const std::string& name, const std::string& arguments) const override {
        return model_ + "_f_" + name + "(" + arguments + ")";
    }

  private:
    static std::string upper(std::string text) {
        for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        return text;
    }
    static std::string called(const std::string& name, const std::vector<std::string>& x) {
        std::string text = name + "(";
        for (std::size_t k = 0; k < x.size(); ++k) text += (k > 0 ? ", " : "") + x[k];
        return text + ")";
    }
    std::string model_;
};

// The lines of one statement; broken after a space, a comma, a parenthesis or an operator, anywhere where there is
// none.
std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::string start = begin == 0 ? margin : continuation;
        const std::size_t room = last_column - start.size();
        std::size_t end = text.size();
        if (end - begin > room) {
            end = begin + room;
            const auto may_break = [&](std::size_t k) {
                const char before = text[k - 1], after = text[k];
                return before == ' ' || before == ',' || (before == '(' && after != '.') ||
                       (before == '*' && after != '*' && (k < 2 || text[k - 2] != '*'));
            };
            std::size_t good = end;
            while (good > begin + 1 && !may_break(good)) --good;
            if (good > begin + 1) end = good;
        }
        std::string line = text.substr(begin, end - begin);
        while (!line.empty() && line.back() == ' ') line.pop_back();
        lines.push_back(start + line + "\n");
        begin = end;
        while (begin < text.size() && text[begin] == ' ') ++begin;
    }
    return lines;
}

std::string statement(const std::string& text) {
    const std::vector<std::string> lines = lines_of(text);
    if (lines.size() > most_lines) throw InternalError("a Fortran 77 statement has more than 19 continuation lines");
    std::string result;
    for (const std::string& line : lines) result += line;
    return result;
}

// There is no way to write a call in two statements.
std::string call_statement(const std::string& call, const std::string& routine) {
    const std::size_t lines = lines_of(call).size();
    if (lines > most_lines)
        throw ModelError("Fortran 77 cannot call '" + routine +
                             "': with that many arguments the statement would have " + std::to_string(lines) +
                             " lines, 20 are allowed",
                         "emit another language, or give the routine fewer arguments");
    return statement(call);
}

// A declaration may name more things than one statement holds: several statements.
std::string declarations(const std::string& type, const std::vector<std::string>& names) {
    std::string text, list;
    for (const std::string& name : names) {
        if (list.size() + name.size() > 600) text += statement(type + " " + list), list.clear();
        list += (list.empty() ? "" : ", ") + name;
    }
    return list.empty() ? text : text + statement(type + " " + list);
}

// Pieces of 40 characters, so that no literal reaches a line's end.
std::string quoted(const std::string& text) {
    std::string result;
    for (std::size_t k = 0; k < std::max<std::size_t>(text.size(), 1); k += 40) {
        result += result.empty() ? "'" : "// '";
        for (const char c : text.substr(std::min(k, text.size()), 40)) result += c == '\'' ? "''" : std::string(1, c);
        result += "'";
    }
    return text.empty() ? "' '" : result;
}

class Fortran77Writer {
  public:
    Fortran77Writer(const Program& program, const std::vector<const Routine*>& routines)
        : program_(program), routines_(routines), dialect_(program.name) {}

    std::string text() {
        std::string result = head_comment(program_, routines_, "C ", last_column);
        result += sizes_text();
        for (const NameTable& table : name_tables(program_)) result += table_text(table);
        if (program_.jacobian) result += pattern_text(*program_.jacobian);
        std::string bodies;
        for (const Routine* routine : routines_) bodies += routine_text(*routine);
        if (has_assembly_loop(routines_)) bodies += loop_text();
        return result + bodies + functions_text(bodies) + fortran77_point_tables(program_, routines_, statement);
    }

  private:
    // The list of each is the same for every model and every option: callers are written once.
    std::string sizes_text() const {
        std::string text =
            sizes_of("sizes", "The sizes of all arrays", {"nq", "nu", "np", "nw", "nc", "nl", "nphi", "no"});
        if (!program_.dependent_speeds.empty())
            text += sizes_of("dependent_sizes", "The number of dependent speeds", {"nd"});
        if (!program_.base_parameters.empty())
            text += sizes_of("regressor_sizes", "The number of base parameters", {"nb"});
        if (program_.jacobian) text += sizes_of("jacobian_sizes", "Columns and entries of the jacobian", {"nj", "nz"});
        return text;
    }
    std::string sizes_of(const std::string& routine, const std::string& what,
                         const std::vector<std::string>& names) const {
        std::string list, body;
        for (const std::string& name : names) {
            list += (list.empty() ? "" : ", ") + name;
            body += statement(name + " = " + std::to_string(program_.size(name).value));
        }
        return "C\nC " + what + "\n" + statement("SUBROUTINE " + program_.name + "_" + routine + "(" + list + ")") +
               declarations("INTEGER", names) + body + margin + "END\n";
    }

    std::string table_text(const NameTable& table) const {
        if (table.entries.empty()) return {};
        std::string text = "C\n" + statement("SUBROUTINE " + program_.name + "_" + table.name + "(names)") +
                           statement("CHARACTER*64 names(" + std::to_string(table.entries.size()) + ")");
        for (std::size_t k = 0; k < table.entries.size(); ++k)
            text += statement("names(" + std::to_string(k + 1) + ") = " + quoted(table.entries[k].substr(0, 64)));
        return text + margin + "END\n";
    }

    std::string pattern_text(const JacobianPattern& pattern) const {
        const std::string size = "(" + std::to_string(std::max<std::size_t>(pattern.rows.size(), 1)) + ")";
        std::string text = "C\nC Rows and columns of the jacobian's entries\n" +
                           statement("SUBROUTINE " + program_.name + "_jacobian_pattern(rows, columns)") +
                           statement("INTEGER rows" + size + ", columns" + size);
        for (std::size_t k = 0; k < pattern.rows.size(); ++k) {
            const std::string place = "(" + std::to_string(k + 1) + ") = ";
            text += statement("rows" + place + std::to_string(pattern.rows[k] + 1));
            text += statement("columns" + place + std::to_string(pattern.columns[k] + 1));
        }
        if (pattern.rows.empty()) text += statement("rows(1) = 0") + statement("columns(1) = 0");
        return text + margin + "END\n";
    }

    std::string loop_text() const {
        std::istringstream lines(fortran77_assembly(program_));
        std::string text;
        for (std::string line; std::getline(lines, line);) {
            const bool as_it_is = line.starts_with("C ") || line == "C" || line.starts_with(" ");
            text += as_it_is ? line + "\n" : statement(line);
        }
        return text;
    }

    // DOUBLE PRECISION and INTEGER declarations of the dummies; an array without elements is never touched.
    static std::string dummies(const std::vector<const Argument*>& arguments) {
        std::vector<std::string> reals, integers;
        for (const Argument* argument : arguments) {
            std::string name = argument->name;
            if (!argument->shape.empty()) {
                name += "(";
                for (std::size_t k = 0; k < argument->shape.size(); ++k) {
                    const std::size_t extent = argument->shape[k].value;
                    name += (k > 0 ? "," : "") + std::to_string(std::max<std::size_t>(extent, 1));
                }
                name += ")";
            }
            (argument->type == Argument::Type::integer ? integers : reals).push_back(name);
        }
        return declarations("DOUBLE PRECISION", reals) + declarations("INTEGER", integers);
    }

    // Temporaries and the functions that the body calls.
    std::string locals(const Routine& routine, const Piece& piece, const std::string& body) const {
        std::vector<std::string> names;
        for (std::size_t k = piece.first; k < piece.last; ++k)
            if (routine.statements[k].kind == CodeStatement::Kind::temporary)
                names.push_back(temporary_name(routine.statements[k].number));
        std::vector<std::string> functions;
        for (const char* op : {"select", "floor", "mod"})
            if (calls(body, op)) functions.push_back(program_.name + "_f_" + op);
        for (const std::size_t table : tables_used(program_, {&routine}))
            if (calls(body, table_name(table))) functions.push_back(program_.name + "_f_" + table_name(table));
        names.insert(names.end(), functions.begin(), functions.end());
        return declarations("DOUBLE PRECISION", names) + declarations("EXTERNAL", functions);
    }
    // Lines may break inside a name where there is no better place, so blanks and continuation marks do not count.
    bool calls(const std::string& body, const std::string& op) const {
        const std::string name = program_.name + "_f_" + op + "(";
        std::string plain;
        for (std::size_t k = 0; k < body.size(); ++k) {
            if (body.compare(k, 9, std::string("\n") + continuation) == 0) {
                k += 8;
            } else {
                plain += body[k];
            }
        }
        return plain.find(name) != std::string::npos;
    }

    std::string body_text(const Routine& routine, std::size_t p) const {
        std::string text, last_comment;
        const Piece& piece = routine.pieces[p];
        for (std::size_t k = piece.first; k < piece.last; ++k) {
            const CodeStatement& s = routine.statements[k];
            if (!s.comment.empty() && s.comment != last_comment)
                text += comment_lines(s.comment, "C     ", last_column);
            if (!s.comment.empty()) last_comment = s.comment;
            const std::string value = value_text(program_, routine, s, p, dialect_);
            switch (s.kind) {
                case CodeStatement::Kind::temporary:
                    text += statement(temporary_name(s.number) + " = " + value);
                    break;
                case CodeStatement::Kind::result:
                    text += statement(dialect_.element(routine.arguments[s.place.argument], s.place.element) + " = " +
                                      value);
                    break;
                case CodeStatement::Kind::call:
                    text += call_statement("CALL " + call_text(program_, routine, s, dialect_, ""),
                                           program_.externals.at(s.number).name);
                    break;
                case CodeStatement::Kind::check:
                    text += statement("IF (info .EQ. 0 .AND. .NOT. " + value + ") info = " + std::to_string(s.number));
                    break;
            }
            if (is_stored(routine, s))
                text += statement(dialect_.work(routine.slot[s.number] - 1) + " = " + temporary_name(s.number));
        }
        return text;
    }

    // `label` is the statement label to use, and the next one.
    static std::string zeroing(const Argument& argument, std::size_t label) {
        const std::string indices = argument.shape.size() == 2 ? "(i,j)" : "(i)", outer = std::to_string(label + 1);
        const auto labelled = [](const std::string& number, const std::string& text) {
            return std::string(5 - number.size(), ' ') + number + " " + text + "\n";
        };
        std::string text;
        if (argument.shape.size() == 2)
            text += statement("DO " + outer + " j = 1, " + std::to_string(argument.shape[1].value));
        text += statement("DO " + std::to_string(label) + " i = 1, " + std::to_string(argument.shape[0].value));
        text += labelled(std::to_string(label), argument.name + indices + " = 0.0D0");
        if (argument.shape.size() == 2) text += labelled(outer, "CONTINUE");
        return text;
    }

    // Never executed: mentions the dummies that the body does not need, so that no compiler warns.
    static std::string mentions(const std::vector<const Argument*>& unused) {
        std::string text;
        for (const Argument* argument : unused) {
            std::string first = argument->name;
            if (!argument->shape.empty()) first += argument->shape.size() == 2 ? "(1,1)" : "(1)";
            const bool is_in = argument->intent == Argument::Intent::in;
            text += statement("IF (.FALSE.) " + (is_in ? "z0 = " + first : first + " = 0"));
        }
        return text;
    }

    std::string routine_text(const Routine& routine) const {
        const std::string name = program_.name + "_" + routine.name;
        std::set<std::size_t> used;
        for (const Piece& piece : routine.pieces) used.merge(arguments_used(program_, routine, piece));
        std::vector<const Argument*> unused;
        std::vector<const Argument*> arguments;
        std::string list, zeros;
        std::size_t loops = 0;
        bool double_loops = false;
        for (std::size_t a = 0; a < routine.arguments.size(); ++a) {
            const Argument& argument = routine.arguments[a];
            arguments.push_back(&argument);
            if (argument.intent != Argument::Intent::local) list += (list.empty() ? "" : ", ") + argument.name;
            const bool zeroed = std::ranges::count(routine.zeroed, a) > 0 && argument.elements() > 0;
            if (argument.type == Argument::Type::integer) {
                zeros += statement(argument.name + " = 0");
            } else if (!used.contains(a) && !zeroed) {
                unused.push_back(&argument);
            }
            if (std::ranges::count(routine.zeroed, a) > 0) {
                if (argument.shape.empty()) {
                    zeros += statement(argument.name + " = 0.0D0");
                } else if (argument.elements() > 0) {
                    zeros += zeroing(argument, 10 * ++loops);
                    double_loops = double_loops || argument.shape.size() == 2;
                }
            }
        }
        std::string text = "C\n" + comment_lines(routine.text, "C ", last_column);
        text += statement("SUBROUTINE " + name + "(" + list + ")") + dummies(arguments);
        const std::string mentioned = mentions(unused);
        if (mentioned.find("z0") != std::string::npos) text += statement("DOUBLE PRECISION z0");
        if (loops > 0) text += statement(double_loops ? "INTEGER i, j" : "INTEGER i");
        if (!routine.is_split()) {
            const std::string body = body_text(routine, 0);
            return text + locals(routine, routine.pieces[0], body) + mentioned + zeros + body + margin + "END\n";
        }
        if (routine.workspace > 0)
            text += statement("DOUBLE PRECISION work(" + std::to_string(routine.workspace) + ")");
        text += mentioned + zeros;
        std::string pieces;
        for (std::size_t p = 0; p < routine.pieces.size(); ++p) {
            const std::string piece_name = name + "_" + std::to_string(p + 1);
            std::vector<const Argument*> needed;
            std::string call;
            for (const std::size_t a : arguments_used(program_, routine, routine.pieces[p])) {
                needed.push_back(&routine.arguments[a]);
                call += (call.empty() ? "" : ", ") + routine.arguments[a].name;
            }
            const bool work = routine.workspace > 0;
            if (work) call += call.empty() ? "work" : ", work";
            text += statement("CALL " + piece_name + "(" + call + ")");
            const std::string body = body_text(routine, p);
            pieces += "C\n" + statement("SUBROUTINE " + piece_name + "(" + call + ")") + dummies(needed);
            if (work) pieces += statement("DOUBLE PRECISION work(" + std::to_string(routine.workspace) + ")");
            pieces += locals(routine, routine.pieces[p], body);
            if (work && body.find("work(") == std::string::npos) pieces += statement("IF (.FALSE.) work(1) = 0");
            pieces += body + margin + "END\n";
        }
        return text + margin + "END\n" + pieces;
    }

    std::string functions_text(const std::string& bodies) const {
        const std::string name = program_.name + "_f_";
        const auto head = [&](const std::string& what, const std::string& op, const std::string& arguments,
                              const std::string& logicals, const std::string& reals) {
            return "C\nC " + what + "\n" + statement("DOUBLE PRECISION FUNCTION " + name + op + "(" + arguments + ")") +
                   (logicals.empty() ? "" : statement("LOGICAL " + logicals)) + statement("DOUBLE PRECISION " + reals);
        };
        std::string text;
        if (calls(bodies, "select"))
            text += head("a where the condition holds, else b", "select", "holds, a, b", "holds", "a, b") +
                    statement(name + "select = b") + statement("IF (holds) " + name + "select = a") + margin + "END\n";
        if (calls(bodies, "floor"))
            text += head("the largest whole number not above x", "floor", "x", "", "x") +
                    statement(name + "floor = AINT(x)") +
                    statement("IF (AINT(x) .GT. x) " + name + "floor = AINT(x) - 1.0D0") + margin + "END\n";
        if (calls(bodies, "mod"))
            text += head("x - y*floor(x/y)", "mod", "x, y", "", "x, y, r") + statement("r = MOD(x, y)") +
                    statement("IF (r .NE. 0.0D0 .AND. (r .LT. 0.0D0 .NEQV. y .LT. 0.0D0)) r = r + y") +
                    statement(name + "mod = r") + margin + "END\n";
        return text;
    }

    const Program& program_;
    const std::vector<const Routine*>& routines_;
    Fortran77Dialect dialect_;
};

}  // namespace

std::string fortran77_text(const Program& program, const std::vector<const Routine*>& routines) {
    return Fortran77Writer(program, routines).text();
}

}  // namespace lag
