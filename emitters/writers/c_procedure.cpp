#include "emitters/writers/c_procedure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "core/rational.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

// i: i + 1
bool adds_one(const procedures::Expression& target, const procedures::Expression& value) {
    using Kind = procedures::Expression::Kind;
    return target.kind == Kind::variable && value.kind == Kind::operation && value.text == "+" &&
           value.operands[0].kind == Kind::variable && value.operands[0].variable == target.variable &&
           value.operands[1].is_number("1") && target.type != procedures::ValueType::real;
}

std::size_t assignments(const procedures::Block& block, std::size_t variable) {
    std::size_t count = 0;
    for (const auto& s : block) {
        if (s.bodies.empty() && procedures::sets(s, variable)) ++count;
        for (const auto& body : s.bodies) count += assignments(body, variable);
    }
    return count;
}

// Of a long literal, so that a line can end between them: each after a blank.
std::string in_pieces(const std::string& literal) {
    std::string result;
    std::size_t length = 0;
    for (std::size_t k = 0; k < literal.size(); ++k) {
        result += literal[k];
        const bool goes_on = k + 2 < literal.size();
        if (++length >= 50 && literal[k] == ' ' && goes_on) result += "\" \"", length = 0;
    }
    return result;
}

// An else inside it could be taken for that of an `if` around it.
bool holds_branch(const procedures::Block& block) {
    return std::ranges::any_of(block, [](const auto& s) {
        return s.kind == procedures::Statement::Kind::branch ||
               std::ranges::any_of(s.bodies, [](const auto& body) { return holds_branch(body); });
    });
}

}  // namespace

std::string CProcedure::text() {
    if (procedure_.is_record) return record();
    const std::string& body = body_ = block(procedure_.body, 4);
    std::string unused;
    if (!procedure_.is_of_main)
        for (const std::string& argument : unused_arguments()) unused += fmt::format("    (void){};\n", argument);
    std::string last;
    for (const std::string& argument : arguments_without_use()) last += line(fmt::format("(void){};", argument), 4);
    return fmt::format("\n{}{}{}{}{}{}}}\n", head(), beginning(), declarations(locals(false), ""), unused, body, last);
}

std::string CProcedure::record() {
    std::string doc = comment_lines(procedure_.comment, "   ", c_line_width - 3);
    doc.replace(0, 3, "/* ");
    doc.insert(doc.size() - 1, " */");
    return fmt::format("\n{}static struct {{\n{}}} {};\n", doc, declarations(shared_variables(), size_prefix()),
                       procedure_.name);
}

std::string CProcedure::head() {
    std::string doc = comment_lines(procedure_.comment, "   ", c_line_width - 3);
    doc.replace(0, 3, "/* ");
    doc.insert(doc.size() - 1, " */");
    std::vector<std::string> dummies;
    for (const Variable& v : arguments()) dummies.push_back(parameter(v));
    return doc +
           wrapped_c(fmt::format("static inline void {}({}) {{", name(), dummies.empty() ? "void" : list(dummies)), 0);
}

bool CProcedure::body_names(const std::string& word) const {
    const std::string text = constant_tables() + declarations(locals(false), "") + body_;
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const bool begins = at == 0 || !is_letter(text[at - 1]);
        if (begins && (at + word.size() == text.size() || !is_letter(text[at + word.size()]))) return true;
    }
    return false;
}

// The sizes that the routine names, and its constants.
std::string CProcedure::beginning() {
    const std::vector<std::string> definitions = sizes_defined();
    return (definitions.empty() ? "" : wrapped_c(fmt::format("enum {{ {} }};", list(definitions)), 4)) +
           constant_tables();
}

// The number of rows of a matrix is named where its elements are.
std::set<std::string> CProcedure::sizes_used() const {
    std::set<std::string> used = named_sizes(false);
    for (const Variable& v : procedure_.variables)
        if (v.shape.size() == 2 && (v.use == Variable::Use::argument || v.use == Variable::Use::shared))
            used.insert(v.shape[0].begin(), v.shape[0].end());
    return used;
}

std::vector<std::string> CProcedure::sizes_defined() const {
    const std::set<std::string> used = sizes_used();
    std::vector<std::string> definitions;
    for (const Extent& size : facts_.sizes) {
        if (!used.contains(size.name)) continue;
        const bool is_in_file = std::ranges::find(program_.sizes, size.name, &Extent::name) != program_.sizes.end();
        definitions.push_back(is_in_file ? fmt::format("{0} = {1}{0}", size.name, size_prefix())
                                         : fmt::format("{} = {}", size.name, size.value));
    }
    return definitions;
}

std::string CProcedure::constant_tables() const {
    std::string text;
    for (const Variable& v : constants()) {
        std::vector<std::string> entries;
        for (const double value : v.values) entries.push_back(entry(v, value));
        if (entries.empty()) entries.push_back(entry(v, 0));
        const std::string extent_text = v.values.empty() ? "1" : extent(v.shape[0]);
        const std::string type = v.type == ValueType::real ? type_of(v) : "int";
        text += wrapped_c(fmt::format("static const {} {}[{}] = {{{}}};", type, v.name, extent_text, list(entries)), 4);
    }
    return text;
}

std::string CProcedure::type_of(const Variable& v) const {
    return v.type == ValueType::real ? "double" : v.type == ValueType::text ? "char" : "int";
}

std::string CProcedure::parameter(const Variable& v) const {
    const bool is_in = v.intent == Argument::Intent::in;
    if (v.type == ValueType::text && !v.is_scalar()) return fmt::format("char (*{})[{}]", v.name, v.length + 1);
    if (v.type == ValueType::text) return (is_in ? "const char* " : "char* ") + v.name;
    if (v.is_scalar()) return type_of(v) + (is_in ? " " : "* ") + v.name;
    return fmt::format("{}{}* {}", is_in ? "const " : "", type_of(v), v.name);
}

// One line for each type, in the order of the text. `prefix`: of sizes.
std::string CProcedure::declarations(const std::vector<Variable>& variables, const std::string& prefix) const {
    std::vector<std::pair<std::string, std::vector<std::string>>> by_type;
    for (Variable v : variables) {
        const std::size_t count = elements(v);
        std::vector<std::string> extents;
        for (SizeSum& sum_of_sizes : v.shape)
            for (std::string& size : sum_of_sizes)
                if (!prefix.empty() && procedures::is_size(size)) size = size_in_file(size, prefix);
        for (const SizeSum& sum_of_sizes : v.shape)
            extents.push_back(v.shape.size() > 1 ? extent(sum_of_sizes)
                                                 : fmt::format("{}", fmt::join(sum_of_sizes, " + ")));
        std::string declared = v.name;
        if (!v.shape.empty()) declared += count == 0 ? "[1]" : fmt::format("[{}]", fmt::join(extents, " * "));
        if (v.type == ValueType::text) declared += fmt::format("[{}]", v.length + 1);
        auto found = std::ranges::find(by_type, type_of(v), [](const auto& entry) { return entry.first; });
        if (found == by_type.end()) found = by_type.insert(found, {type_of(v), {}});
        found->second.push_back(declared);
    }
    std::string text;
    for (const auto& [type, names] : by_type) text += wrapped_c(fmt::format("{} {};", type, list(names)), 4);
    return text;
}

std::string CProcedure::extent(const SizeSum& sum_of_sizes) const {
    const std::string text = fmt::format("{}", fmt::join(sum_of_sizes, " + "));
    return sum_of_sizes.size() > 1 ? fmt::format("({})", text) : text;
}

// -- expressions

const ProcedurePrinter::Signs& CProcedure::signs() const {
    static const Signs own{" && ", " || ", "!", " == ", " != ", " < ", " <= ", " > ", " >= ", " * ", " / "};
    return own;
}

std::string CProcedure::real(double number) const {
    const std::string text = shortest_decimal(number);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string CProcedure::element(const Expression& e) const {
    const Variable& v = variable(e.variable);
    if (e.operands.size() == 1) return fmt::format("{}[{}]", place_of(v), value(e.operands[0]));
    return fmt::format("{}[{} + {} * {}]", place_of(v), value(e.operands[0], sum), extent(v.shape[0]),
                       value(e.operands[1], sign));
}

std::string CProcedure::run(const Expression& e) const {
    const std::string first = value(e.operands[0], sum);
    return place_of(variable(e.variable)) + (first == "0" ? "" : " + " + first);
}

std::string CProcedure::literal(const std::string& text) const {
    return quoted_c(text, true);
}

std::string CProcedure::entry_of(const std::string& table, const Expression& index) const {
    return fmt::format("{}_{}[{}]", program_.name, table, value(index));
}

std::string CProcedure::text_function(const Expression& e, Level level) const {
    const std::string of = value(e.operands[0]);
    if (e.text == "length") return fmt::format("(int)strlen({})", of);
    if (e.text == "code") return fmt::format("(unsigned char){}[{}]", of, value(e.operands[1]));
    if (e.text == "slice") {
        const std::string first = value(e.operands[1], sum);
        const std::string text = first == "0" ? of : fmt::format("{} + {}", of, first);
        return level > sum ? fmt::format("({})", text) : text;
    }
    return fmt::format("{}({}, {}, {})", e.text, of, value(e.operands[1]), value(e.operands[2]));
}

std::string CProcedure::formatted(const std::vector<const Expression*>& parts, const std::string& end) const {
    std::string format, items;
    for (const Expression* part : parts) {
        if (part->kind == Expression::Kind::literal) {
            for (const char c : part->text) format += c == '%' ? "%%" : std::string(1, c);
        } else if (part->kind == Expression::Kind::function) {  // a slice
            format += "%.*s";
            const std::string first = value(part->operands[1], product);
            items += fmt::format(", {}{}, {}", value(part->operands[2], first == "0" ? none : sum),
                                 first == "0" ? "" : " - " + first, value(*part));
        } else {
            format += "%s";
            items += ", " + value(*part);
        }
    }
    std::string quoted = quoted_c(format, true);
    quoted.insert(quoted.size() - 1, end);
    return in_pieces(quoted) + items;
}

std::string CProcedure::text_assignment(const Expression& target, const Expression& given_value) const {
    const Variable& v = variable(target.variable);
    const std::string name = value(target);
    std::vector<const Expression*> parts = joined(given_value);
    if (parts.size() == 1 && parts[0]->kind == Expression::Kind::literal && parts[0]->text.empty())
        return fmt::format("{}[0] = '\\0';", name);
    const bool goes_on = parts[0]->kind == Expression::Kind::variable && parts[0]->variable == target.variable;
    if (goes_on) parts.erase(parts.begin());
    return fmt::format("{}({}, {}, {});", goes_on ? "add_text" : "set_text", name, v.length + 1, formatted(parts, ""));
}

std::string CProcedure::function(const Expression& e, Level level) const {
    if (e.operands[0].type == ValueType::text) return text_function(e, level);
    if (e.text == "real") return fmt::format("(double){}", value(e.operands[0], primary));
    if (e.text == "whole") return fmt::format("(int){}", value(e.operands[0], primary));
    if (e.text == "abs") return fmt::format("fabs({})", value(e.operands[0]));
    if (e.text == "floor" && e.type != ValueType::real) return fmt::format("(int)floor({})", value(e.operands[0]));
    if (e.operands.size() == 1) return fmt::format("{}({})", e.text, value(e.operands[0]));
    if (e.text == "atan2" || e.text == "power")
        return fmt::format("{}({}, {})", e.text == "power" ? "pow" : e.text, value(e.operands[0]),
                           value(e.operands[1]));
    const std::string a = value(e.operands[0], sum), b = value(e.operands[1], sum);
    const std::string text = fmt::format("{0} {2} {1} ? {0} : {1}", b, a, e.text == "max" ? ">" : "<");
    return level > none ? fmt::format("({})", text) : text;
}

std::string CProcedure::selection(const Expression& e) const {
    return fmt::format("{} ? {} : {}", value(e.operands[0], either), value(e.operands[1], sum),
                       value(e.operands[2], sum));
}

// gcc asks for parentheses around the && of an ||.
std::string CProcedure::operation(const Expression& e, Level level) const {
    if (e.operands[0].type == ValueType::text) {
        const std::string text =
            fmt::format("strcmp({}, {}) {} 0", value(e.operands[0]), value(e.operands[1]), e.text == "=" ? "==" : "!=");
        return level > relation ? fmt::format("({})", text) : text;
    }
    if (e.text != "or") return ProcedurePrinter::operation(e, level);
    const auto operand = [&](std::size_t k) {
        const bool is_and = e.operands[k].text == "and" && e.operands[k].kind == Expression::Kind::operation;
        return value(e.operands[k], is_and ? primary : k == 0 ? either : both);
    };
    const std::string text = operand(0) + signs().disjunction + operand(1);
    return level > either ? fmt::format("({})", text) : text;
}

// -- statements

std::string CProcedure::line(const std::string& text, std::size_t indent) const {
    return wrapped_c(text, indent);
}

std::string CProcedure::comment(const std::string& text, std::size_t indent) const {
    return fmt::format("{}/* {} */\n", std::string(indent, ' '), text);
}

std::string CProcedure::given(const Expression& e, const Variable& dummy) const {
    const bool is_result = dummy.shape.empty() && dummy.intent != Argument::Intent::in;
    if (!is_result || dummy.type == ValueType::text) return value(e);
    const Variable& v = variable(e.variable);
    if (v.is_scalar_result()) return v.name;
    return "&" + (e.kind == Expression::Kind::element ? value(e) : place_of(v));
}

std::string CProcedure::routine_called(const std::string& routine) const {
    return name_of_called(routine);
}

std::string CProcedure::simple(const Statement& s) const {
    if (s.kind == Statement::Kind::leave)
        return s.text == "exit" ? "break;" : s.text == "next" ? "continue;" : "return;";
    if (s.kind == Statement::Kind::call) {
        std::vector<std::string> items;
        for (std::size_t k = 0; k < s.operands.size(); ++k) items.push_back(given(s.operands[k], s.dummies[k]));
        return fmt::format("{}({});", routine_called(s.text), list(items));
    }
    if (s.kind == Statement::Kind::write) {
        const std::vector<const Expression*> parts = joined(s.operands.back());
        if (s.text == "fail" || s.text == "warn") return fmt::format("{}({});", s.text, formatted(parts, ""));
        return fmt::format("put_text({}, {});", value(s.operands[0]), formatted(parts, s.text == "write" ? "\\n" : ""));
    }
    const Expression &target = s.operands[0], &given_value = s.operands[1];
    if (target.type == ValueType::text) return text_assignment(target, given_value);
    if (adds_one(target, given_value)) return fmt::format("++{};", value(target));
    std::string type;
    if (s.declares) {
        const bool is_const = assignments(procedure_.body, target.variable) == 1;
        type = fmt::format("{}{} ", is_const ? "const " : "", type_of(variable(target.variable)));
    }
    return fmt::format("{}{} = {};", type, value(target), value(given_value));
}

// A single statement stands without braces where it cannot be misread.
std::string CProcedure::with_body(const std::string& opening, const Block& body, std::size_t indent, bool braces) {
    const bool is_single = body.size() == 1 && !body[0].declares && body[0].kind != Statement::Kind::comment;
    if (is_single && !braces) {
        if (is_simple(body[0])) {
            const std::string joined = fmt::format("{} {}", opening, simple(body[0]));
            if (indent + joined.size() <= c_line_width) return line(joined, indent);
        }
        return line(opening, indent) + block(body, indent + 4);
    }
    return line(opening + " {", indent) + block(body, indent + 4) + line("}", indent);
}

std::string CProcedure::for_loop(const Statement& s, std::size_t indent) {
    const Expression& last = s.operands[1];
    const std::string& k = variable(s.variable).name;
    const bool is_number = last.kind == Expression::Kind::literal;
    const bool is_count = s.step > 0 && (is_number || last.kind == Expression::Kind::conversion);
    const std::string bound = is_count ? fmt::format("{} < {}", k, is_number ? last.text : value(last.operands[0], sum))
                                       : k + (s.step > 0 ? " <= " : " >= ") + value(last, sum);
    const std::string move = s.step == 1    ? "++" + k
                             : s.step == -1 ? "--" + k
                                            : fmt::format("{} {}= {}", k, s.step > 0 ? "+" : "-", std::abs(s.step));
    const std::string opening = fmt::format("for (int {} = {}; {}; {})", k, value(s.operands[0]), bound, move);
    return with_body(opening, s.bodies[0], indent, false);
}

std::string CProcedure::while_loop(const Statement& s, std::size_t indent) {
    return with_body(fmt::format("while ({})", value(s.operands[0])), s.bodies[0], indent, false);
}

std::string CProcedure::branch(const Statement& s, std::size_t indent) {
    const bool is_alone = s.bodies.size() == 1;
    std::string text;
    for (std::size_t k = 0; k < s.bodies.size(); ++k) {
        const bool is_else = k == s.operands.size();
        const std::string opening = is_else ? "else" : fmt::format("if ({})", value(s.operands[k]));
        if (k == 0) {
            text += with_body(opening, s.bodies[k], indent, !is_alone || holds_branch(s.bodies[k]));
        } else {
            text.resize(text.size() - line("}", indent).size());
            text += line(fmt::format("{}{} {{", is_else ? "} " : "} else ", opening), indent) +
                    block(s.bodies[k], indent + 4) + line("}", indent);
        }
    }
    return text;
}

std::string c_procedure(const Program& program, const std::string& procedure) {
    return CProcedure(program, procedure).text();
}

std::string c_procedure(const Program& program, const OfScript& given) {
    return CProcedure(program, given).text();
}

}  // namespace lag
