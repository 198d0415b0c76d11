// Procedures in Fortran 77: fixed form, 72 columns, labels. Sizes are numbers, an array has one element at least.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "emitters/procedures/read_procedure.hpp"
#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/fortran_procedure.hpp"
#include "emitters/writers/script_procedures.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

class Fortran77Procedure : public FortranProcedure {
  public:
    Fortran77Procedure(const Program& program, const std::string& procedure)
        : FortranProcedure(program, procedure, {.arrays = true, .selections = true}) {
        number_labels(procedure_.body);
    }
    Fortran77Procedure(const Program& program, const OfScript& given)
        : FortranProcedure(program, given, {.arrays = true, .selections = true}) {
        number_labels(procedure_.body);
    }

    std::string text() override {
        if (procedure_.is_record) return common_blocks();  // as each routine has it
        std::vector<std::string> dummies;
        for (const Variable& v : arguments()) dummies.push_back(v.name);
        std::string text =
            fmt::format("C\n{}{}", comment_lines(comment_in_brackets_of_fortran(), "C ", fortran77_last_column),
                        fixed_form_statement(fmt::format("SUBROUTINE {}({})", name(), list(dummies))));
        // what bounds others is declared before them
        std::vector<Variable> bounds, others;
        for (const Variable& v : arguments()) (bounds_others(v) ? bounds : others).push_back(v);
        const std::string body = block(procedure_.body, 0);  // says which functions and tables it needs
        std::vector<Variable> own = locals(true);
        const std::vector<Variable> tables = constants();
        own.insert(own.end(), tables.begin(), tables.end());
        for (const std::vector<Variable>& some : {bounds, others, own}) {
            for (const char* type : {"DOUBLE PRECISION", "INTEGER", "LOGICAL"}) text += declarations(type, some);
            text += declarations_of_texts(some);
        }
        text += fixed_form_declarations("INTEGER", {functions_.begin(), functions_.end()});
        for (const std::string& table : tables_)
            text += fixed_form_statement(
                fmt::format("CHARACTER*{} {}({})", length_of_tables, table, extent_of_table(table)));
        text += common_blocks();
        if (is_of_script() && uses_floor(procedure_))
            text += fixed_form_declarations("DOUBLE PRECISION", {program_.name + "_f_floor"});
        for (const Variable& v : tables) text += data(v);
        for (const std::string& table : tables_)
            text += fixed_form_statement(fmt::format("CALL {0}_{1}({1})", program_.name, table));
        text += body;
        if (!is_of_script())
            for (const std::string& argument : unused_arguments())
                text += fixed_form_statement("IF (.FALSE.) WRITE(*, *) " + argument);
        return text + fixed_form_statement("END");
    }

  protected:
    std::string word(const std::string& text) const override {
        std::string upper = text;
        for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        return upper;
    }
    const Signs& signs() const override {
        static const Signs own{" .AND. ", " .OR. ", ".NOT. ", " .EQ. ", " .NE. ", " .LT. ",
                               " .LE. ",  " .GT. ", " .GE. ", "*",      "/"};
        return own;
    }
    std::string real(double number) const override { return fortran77_number(number); }
    std::string real_floor(const std::string& x) const override {
        return fmt::format("{}_f_floor({})", program_.name, x);
    }
    std::string whole_floor(const std::string& x) const override { return fmt::format("INT({})", real_floor(x)); }
    std::string truth(bool value) const override { return value ? ".TRUE." : ".FALSE."; }
    std::string size(const std::string& name) const override { return std::to_string(facts_.size(name)); }

    // What sizes alone make is a number too.
    std::string operation(const Expression& e, Level level) const override {
        if (e.type == ValueType::text) return joined_text(e);
        const auto number = number_of(e);
        return number ? std::to_string(*number) : FortranProcedure::operation(e, level);
    }
    std::string function(const Expression& e, Level level) const override {
        if (e.operands[0].type == ValueType::text) return text_function(e);
        if (e.text == "real") {
            const auto known = number_of(e.operands[0]);
            return known ? real(static_cast<double>(*known)) : fmt::format("DBLE({})", value(e.operands[0]));
        }
        const auto number = number_of(e);
        return number ? std::to_string(*number) : FortranProcedure::function(e, level);
    }

    std::string shared_prefix(const Variable&) const override { return {}; }
    // from there on
    std::string run(const Expression& e) const override {
        return fmt::format("{}({})", place_of(variable(e.variable)), value(e.operands[0]));
    }

    // -- texts

    std::string name_of_called(const std::string& routine) const override {
        return fmt::format("{}_{}", program_.name, routine);
    }
    std::string function_named(const std::string& name) const {
        return *functions_.insert(fmt::format("{}_{}", program_.name, name)).first;
    }
    std::string literal(const std::string& text) const override { return fortran77_quoted(text); }
    std::string entry_of(const std::string& table, const Expression& index) const override {
        tables_.insert(table);
        return FortranProcedure::entry_of(table, index);
    }
    std::string trimmed(const Expression& e) const override {
        return fmt::format("{0}(1:{1}({0}))", value(e), function_named("length"));
    }
    std::string text_function(const Expression& e) const override {
        if (e.text == "length") return fmt::format("{}({})", function_named("length"), value(e.operands[0]));
        if (e.text == "skip" || e.text == "find") (void)function_named(e.text);
        return FortranProcedure::text_function(e);
    }
    std::string written(const Statement& s) const override {
        const std::string text = joined_text(s.operands.back());
        if (s.text == "fail" || s.text == "warn") return fmt::format("CALL {}({})", name_of_called(s.text), text);
        const bool is_empty = s.operands.back().kind == Expression::Kind::literal && s.operands.back().text.empty();
        return fmt::format("CALL {}_put_text({}, {}, {})", program_.name, value(s.operands[0]),
                           is_empty ? "CHAR(10)" : text, s.text == "write" && !is_empty ? 1 : 0);
    }
    std::string declarations_of_texts(const std::vector<Variable>& variables) const {
        std::string text;
        for (const Variable& v : variables) {
            if (v.type != ValueType::text) continue;
            const bool is_any = v.is_scalar() && v.use == Variable::Use::argument && v.intent == Argument::Intent::in;
            text +=
                fixed_form_statement(fmt::format("CHARACTER*{} {}{}", is_any ? "(*)" : std::to_string(v.length), v.name,
                                                 v.is_scalar() ? "" : fmt::format("({})", extent(v.shape[0]))));
        }
        return text;
    }
    // "parameter_names": as many as there are parameters, one at least
    std::size_t extent_of_table(const std::string& table) const {
        const auto& known = procedures::tables();
        const auto found = std::ranges::find_if(known, [&](const auto& t) { return t.name + "s" == table; });
        return std::max<std::size_t>(facts_.size(found->size), 1);
    }

    bool fits(const std::string& statement, std::size_t indent) const override {
        return indent + statement.size() <= fortran77_last_column - std::string(fortran77_margin).size();
    }
    std::string line(const std::string& text, std::size_t indent) const override {
        return fixed_form_statement(std::string(indent, ' ') + text);
    }
    std::string comment(const std::string& text, std::size_t indent) const override {
        return comment_lines(text, "C     " + std::string(indent, ' '), fortran77_last_column);
    }
    std::string simple(const Statement& s) const override {
        if (s.kind != Statement::Kind::leave) return FortranProcedure::simple(s);
        if (s.text == "return") return "RETURN";
        return fmt::format("GOTO {}", s.text == "exit" ? loops_.back().exit : loops_.back().end);
    }
    std::string for_loop(const Statement& s, std::size_t indent) override {
        if (turns_never(s)) return mention_of_result(s, indent);
        const Labels labels = labels_.at(&s);
        loops_.push_back(labels);
        const std::string text = line(fmt::format("DO {} {}", labels.end, bounds(s)), indent) +
                                 block(s.bodies[0], indent + 2) + labelled(labels.end, indent);
        loops_.pop_back();
        return text + (labels.exit > 0 ? labelled(labels.exit, indent) : "");
    }
    // Of a result without elements that this loop would set.
    std::string mention_of_result(const Statement& loop, std::size_t indent) const {
        const Statement& s = loop.bodies[0].front();
        if (loop.bodies[0].size() != 1 || s.kind != Statement::Kind::assign) return {};
        const Variable& v = variable(s.operands[0].variable);
        if (v.use != Variable::Use::argument || v.shape.size() != 1 || facts_.size(v.shape[0]) > 0) return {};
        return line(fmt::format("IF (.FALSE.) {}(1) = {}", v.name, value(s.operands[1])), indent);
    }
    static bool is_endless(const Statement& loop) { return loop.operands[0].kind == Expression::Kind::literal; }
    // `end` stands at its beginning: the next turn.
    std::string while_loop(const Statement& s, std::size_t indent) override {
        const Labels labels = labels_.at(&s);
        loops_.push_back(labels);
        const auto ends = negated(s.operands[0]);
        const std::string opening = ends ? fmt::format("IF ({}) GOTO {}", value(*ends), labels.exit)
                                         : fmt::format("IF (.NOT. ({})) GOTO {}", value(s.operands[0]), labels.exit);
        const std::string text = labelled(labels.end, indent) + (is_endless(s) ? "" : line(opening, indent)) +
                                 block(s.bodies[0], indent + 2) + line(fmt::format("GOTO {}", labels.end), indent) +
                                 (labels.exit > 0 ? labelled(labels.exit, indent) : "");
        loops_.pop_back();
        return text;
    }

  private:
    struct Labels {
        int end = 0,
            exit = 0;  // of the CONTINUE that ends a turn, or begins one; after the loop, 0 where nothing goes there
    };

    // What holds where the condition does not, without NOT in front of it; nothing where reals are compared: a NaN.
    static std::optional<Expression> negated(const Expression& e) {
        if (e.kind != Expression::Kind::operation) return std::nullopt;
        if (e.text == "not") return e.operands[0];
        Expression result = e;
        if (e.text == "and" || e.text == "or") {
            result.text = e.text == "and" ? "or" : "and";
            for (Expression& operand : result.operands) {
                const auto one = negated(operand);
                if (!one) return std::nullopt;
                operand = *one;
            }
            return result;
        }
        if (e.operands[0].type == ValueType::real) return std::nullopt;
        static const std::map<std::string, std::string> opposite{{"=", "#"},  {"#", "="},  {"<", ">="},
                                                                 {">=", "<"}, {">", "<="}, {"<=", ">"}};
        result.text = opposite.at(e.text);
        return result;
    }

    // From 1 to a size that this model has not.
    bool turns_never(const Statement& loop) const {
        const Expression& last = loop.operands[1];
        const auto number = last.kind == Expression::Kind::conversion ? number_of(last.operands[0]) : std::nullopt;
        return loop.step > 0 && loop.operands[0].is_number("1") && number && *number < 1;
    }
    std::optional<long> number_of(const Expression& e) const {
        if (e.type != ValueType::integer) return std::nullopt;
        if (e.kind == Expression::Kind::size) return static_cast<long>(facts_.size(e.text));
        if (e.kind == Expression::Kind::literal) return std::stol(e.text);
        if (e.operands.size() != 2) return std::nullopt;
        const auto a = number_of(e.operands[0]), b = number_of(e.operands[1]);
        if (!a || !b) return std::nullopt;
        return e.text == "+"     ? *a + *b
               : e.text == "-"   ? *a - *b
               : e.text == "*"   ? *a * *b
               : e.text == "min" ? std::min(*a, *b)
                                 : std::max(*a, *b);
    }

    // In the order in which they stand in the text.
    void number_labels(const Block& statements) {
        for (const Statement& s : statements) {
            const bool is_while = s.kind == Statement::Kind::while_loop, is_for = s.kind == Statement::Kind::for_loop;
            if (is_while) labels_[&s].end = last_label_ += 10;
            for (const Block& body : s.bodies) number_labels(body);
            if (is_for) labels_[&s].end = last_label_ += 10;
            if ((is_while && !is_endless(s)) || ((is_while || is_for) && exits(s.bodies[0])))
                labels_[&s].exit = last_label_ += 10;
        }
    }
    static bool exits(const Block& body) {
        return std::ranges::any_of(body, [](const Statement& s) {
            if (s.kind == Statement::Kind::leave) return s.text == "exit";
            return s.kind == Statement::Kind::branch &&
                   std::ranges::any_of(s.bodies, [](const Block& inner) { return exits(inner); });
        });
    }
    static std::string labelled(int label, std::size_t indent) {
        return fmt::format("{:5d} {}CONTINUE\n", label, std::string(indent, ' '));
    }

    // By type: no number stands in memory where its processor would not read it at once.
    std::string common_blocks() const {
        const std::vector<Variable> kept = shared_variables();
        std::map<std::string, std::vector<std::string>> names;
        std::string text;
        for (const char* type : {"DOUBLE PRECISION", "INTEGER", "LOGICAL"}) {
            text += declarations(type, kept);
            for (const Variable& v : kept)
                if (type_of_fortran77(v) == type) names[v.record].push_back(v.name);
        }
        text += declarations_of_texts(kept);
        for (const Variable& v : kept)  // texts have one of their own
            if (v.type == ValueType::text) names[v.record + "_texts"].push_back(v.name);
        for (const auto& [record, members] : names)
            text += fixed_form_statement(fmt::format("COMMON /{}_{}/ {}", program_.name, record, list(members)));
        return text;
    }
    static std::string type_of_fortran77(const Variable& v) {
        return v.type == ValueType::real      ? "DOUBLE PRECISION"
               : v.type == ValueType::logical ? "LOGICAL"
               : v.type == ValueType::text    ? "CHARACTER"
                                              : "INTEGER";
    }

    bool bounds_others(const Variable& v) const {
        const std::vector<Variable> all = arguments();
        return std::ranges::any_of(all, [&](const Variable& other) {
            return std::ranges::any_of(other.shape, [&](const SizeSum& sum_of_sizes) {
                return std::ranges::find(sum_of_sizes, v.name) != sum_of_sizes.end();
            });
        });
    }
    // A number, or what an argument says.
    std::string extent(const SizeSum& sum_of_sizes) const {
        std::string arguments_text;
        SizeSum known;
        for (const std::string& size : sum_of_sizes) {
            const bool is_argument = std::ranges::any_of(procedure_.variables, [&](const Variable& v) {
                return v.use == Variable::Use::argument && v.name == size;
            });
            if (is_argument)
                arguments_text += (arguments_text.empty() ? "" : " + ") + size;
            else
                known.push_back(size);
        }
        const std::size_t number = facts_.size(known);
        if (arguments_text.empty()) return std::to_string(std::max<std::size_t>(number, 1));
        return arguments_text + (number > 0 ? fmt::format(" + {}", number) : "");
    }
    std::string data(const Variable& constant) const {
        std::vector<std::string> entries;
        for (const double value : constant.values) entries.push_back(entry(constant, value));
        if (entries.empty()) entries.push_back(entry(constant, 0));
        return fixed_form_statement(fmt::format("DATA {} /{}/", constant.name, list(entries)));
    }

    std::string declarations(const std::string& type, const std::vector<Variable>& variables) const {
        std::vector<std::string> names;
        for (const Variable& v : variables) {
            if (type_of_fortran77(v) != type) continue;
            std::vector<std::string> extents;
            for (const SizeSum& sum_of_sizes : v.shape) extents.push_back(extent(sum_of_sizes));
            names.push_back(v.name + (extents.empty() ? "" : fmt::format("({})", fmt::join(extents, ","))));
        }
        return fixed_form_declarations(type, names);
    }

    static constexpr std::size_t length_of_tables = 64;

    std::map<const Statement*, Labels> labels_;
    mutable std::set<std::string> functions_, tables_;  // that the text has asked for
    std::vector<Labels> loops_;                         // those around
    int last_label_ = 0;
};

}  // namespace

std::string fortran77_procedure(const Program& program, const std::string& procedure) {
    return Fortran77Procedure(program, procedure).text();
}

std::string fortran77_procedure(const Program& program, const OfScript& given) {
    return Fortran77Procedure(program, given).text();
}

}  // namespace lag
