// The grammar of `.lag` in Boost.Spirit X3, statement by statement. A scan over the file (scan.hpp) has found the
// statements' ends and checked strings, comments and brackets, so that the grammar only ever sees sane text.
//
// Precedence, low to high:  : := (right)  |  or  |  and  |  not  |  = # < <= > >= (do not chain)  |  + -  |  * /  |  .
//                           |  unary -  |  ^ ** (right, signed right operand)  |  postfix ' [ ] ( )
//
// No alternative is parsed twice: every choice is decided by its first token and then insisted on (`>`), so that the
// time is linear and the place of a failure is the place of the mistake.
#include "scripts/syntax/grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/spirit/home/x3.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "scripts/syntax/grammar_messages.hpp"
#include "scripts/syntax/scan.hpp"

// An expectation `rule[action]` is reported by the rule's name, not by the C++ type of the action; so is raw[rule].
namespace boost::spirit::x3 {
template <class Subject, class Action>
struct get_info<action<Subject, Action>> {
    using result_type = std::string;
    std::string operator()(const action<Subject, Action>& parser) const { return what(parser.subject); }
};
template <class Subject>
struct get_info<raw_directive<Subject>> {
    using result_type = std::string;
    std::string operator()(const raw_directive<Subject>& parser) const { return what(parser.subject); }
};
}  // namespace boost::spirit::x3

namespace lag {

namespace grammar {

namespace x3 = boost::spirit::x3;
using Iterator = const char*;
using Building = std::shared_ptr<SyntaxNode>;

// Raised by actions where the grammar alone would give a poor message.
struct Refusal {
    std::size_t at;  // offset into the source text
    std::string message, hint;
};

// A tree may be deeper than its brackets (f(x)(y)[1]'), but not so deep that recursion over it is dangerous.
constexpr std::size_t deepest_tree = 2 * deepest_nesting;

struct Session {
    Iterator origin = nullptr;  // the first byte of the source text
    std::size_t level = 0;      // of the operand being parsed
};
struct session_tag {};

template <class Context>
Session& session(const Context& context) {
    return x3::get<session_tag>(context).get();
}
template <class Context>
std::size_t offset(const Context& context, Iterator at) {
    return static_cast<std::size_t>(at - session(context).origin);
}

[[noreturn]] void refuse_depth(std::size_t at) {
    throw Refusal{at, fmt::format("expressions are nested deeper than {} levels here", deepest_nesting),
                  "name intermediate results"};
}

// nested[p] parses p one level deeper. The one guard of the parser's own recursion: every cycle of rules has one.
template <class Subject>
struct Nested : x3::unary_parser<Subject, Nested<Subject>> {
    using Base = x3::unary_parser<Subject, Nested<Subject>>;
    static bool const is_pass_through_unary = true;
    static bool const handles_container = Subject::handles_container;

    constexpr explicit Nested(const Subject& inner) : Base(inner) {}

    template <class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context& context, RuleContext& rule_context,
               Attribute& attribute) const {
        Session& now = session(context);
        struct Level {
            std::size_t& value;
            explicit Level(std::size_t& level) : value(level) { ++value; }
            ~Level() { --value; }
            Level(const Level&) = delete;
            Level& operator=(const Level&) = delete;
        } level(now.level);
        if (now.level > deepest_nesting + 1) refuse_depth(offset(context, skip_blank(first, last)));
        return this->subject.parse(first, last, context, rule_context, attribute);
    }
};
struct NestedDirective {
    template <class Subject>
    constexpr auto operator[](const Subject& subject) const {
        return Nested<typename x3::extension::as_parser<Subject>::value_type>(x3::as_parser(subject));
    }
};
constexpr NestedDirective nested{};

Building leaf(NodeKind kind, std::string text, std::size_t begin, std::size_t end) {
    auto node = std::make_shared<SyntaxNode>();
    node->kind = kind;
    node->text = std::move(text);
    node->begin = begin;
    node->end = end;
    return node;
}

void check_tree(SyntaxNode& parent, std::size_t depth_below) {
    parent.depth = std::max(parent.depth, depth_below + 1);
    if (parent.depth > deepest_tree) refuse_depth(parent.end == 0 ? parent.end : parent.end - 1);
}

void adopt(SyntaxNode& parent, const Syntax& child) {
    parent.children.push_back(child);
    parent.end = std::max(parent.end, child->end);
    check_tree(parent, child->depth);
}

Building branch(NodeKind kind, const Syntax& first) {
    auto node = leaf(kind, "", first->begin, first->end);
    adopt(*node, first);
    return node;
}

// `operand op operand ...` of one level as one node; a bracketed operand of the same kind stays a node of its own.
void append_operand(Building& value, NodeKind kind, char op, const Building& operand) {
    if (value->kind != kind || value->bracketed) {
        value = branch(kind, value);
        if (kind == NodeKind::sum || kind == NodeKind::product)
            value->operators.assign(1, kind == NodeKind::product ? '*' : '+');
    }
    adopt(*value, operand);
    if (kind == NodeKind::sum || kind == NodeKind::product) value->operators.push_back(op);
}

// -- actions --------------------------------------------------------------------------------------------------------
using x3::_attr;
using x3::_val;

const auto keep = [](auto& c) { _val(c) = _attr(c); };

const auto make_number = [](auto& c) {
    const auto& range = _attr(c);
    _val(c) = leaf(NodeKind::number, std::string(range.begin(), range.end()), offset(c, range.begin()),
                   offset(c, range.end()));
};
const auto make_name = [](auto& c) {
    const auto& range = _attr(c);
    _val(c) =
        leaf(NodeKind::name, std::string(range.begin(), range.end()), offset(c, range.begin()), offset(c, range.end()));
};
const auto make_text = [](auto& c) {
    const auto& range = _attr(c);  // with its quotes
    std::string text;
    for (Iterator i = range.begin() + 1; i + 1 < range.end(); ++i) {
        if (*i == '\\' && i + 2 < range.end()) {
            ++i;
            text += *i == 'n' ? '\n' : *i == 't' ? '\t' : *i;
        } else {
            text += *i;
        }
    }
    _val(c) = leaf(NodeKind::text, text, offset(c, range.begin()), offset(c, range.end()));
};
// 5. and 1.x: the attribute is the number, its point, and what follows the point.
const auto refuse_point = [](auto& c) {
    const std::string_view all(_attr(c).begin(), static_cast<std::size_t>(_attr(c).end() - _attr(c).begin()));
    const std::size_t point = all.rfind('.');
    const std::string digits(all.substr(0, point)), follows(all.substr(point + 1));
    const std::string decimal = digits.find_first_of(".eE") == std::string::npos ? digits + ".0" : digits;
    throw Refusal{
        offset(c, _attr(c).begin()) + point, "a number cannot end with a point",
        follows.empty() ? "write " + decimal : fmt::format("write {0} . {1} or {2}*{1}", digits, follows, decimal)};
};

template <NodeKind kind>
const auto open = [](auto& c) {  // an opening bracket or word: an empty node that starts here
    const auto& range = _attr(c);
    _val(c) = leaf(kind, "", offset(c, range.begin()), offset(c, range.end()));
};
const auto push = [](auto& c) { adopt(*_val(c), _attr(c)); };
const auto close = [](auto& c) { _val(c)->end = offset(c, _attr(c).end()); };
const auto close_sequence = [](auto& c) {
    const std::size_t begin = _val(c)->begin;
    if (_val(c)->children.size() == 1) {
        const Building only = std::const_pointer_cast<SyntaxNode>(_val(c)->children[0]);
        only->bracketed = true;
        only->begin = begin;
        _val(c) = only;
    }
    _val(c)->end = offset(c, _attr(c).end());
};

// A node as messages quote it: short, whatever its size.
std::string last_word(const Building& node) {
    return node->depth <= 3 && node->end - node->begin <= 40 ? to_string(node) : "this expression";
}

bool callable(const SyntaxNode& node) {
    return node.kind != NodeKind::number && node.kind != NodeKind::text;
}
const auto start_call = [](auto& c) {
    if (!callable(*_val(c)))
        throw Refusal{offset(c, _attr(c).begin()), fmt::format("found '(' after '{}'", to_string(_val(c))),
                      _val(c)->kind == NodeKind::number ? fmt::format("write {}*(...)", to_string(_val(c)))
                                                        : "a string is no function"};
    _val(c) = branch(NodeKind::call, _val(c));
};
const auto start_index = [](auto& c) {
    if (!callable(*_val(c)))
        throw Refusal{offset(c, _attr(c).begin()), fmt::format("found '[' after '{}'", to_string(_val(c))),
                      "only lists and matrices have elements"};
    _val(c) = branch(NodeKind::index, _val(c));
};
const auto add_primes = [](auto& c) {
    const auto& range = _attr(c);
    const NodeKind kind = _val(c)->kind;
    if (!_val(c)->bracketed && (kind == NodeKind::number || kind == NodeKind::text))
        throw Refusal{offset(c, range.begin()), fmt::format("found \"'\" after '{}'", to_string(_val(c))),
                      foreign_sign_hint("'")};
    const auto primes = static_cast<std::size_t>(range.end() - range.begin());
    if (kind != NodeKind::prime) _val(c) = branch(NodeKind::prime, _val(c));
    SyntaxNode& node = *_val(c);  // (q')' is q''
    node.bracketed = false;
    node.end = offset(c, range.end());
    check_tree(node, node.children[0]->depth + static_cast<std::size_t>(node.primes) + primes - 1);
    node.primes += static_cast<int>(primes);
};
const auto raise_power = [](auto& c) {
    _val(c) = branch(NodeKind::power, _val(c));
    adopt(*_val(c), _attr(c));
};
template <NodeKind kind, char op = ' '>
const auto extend = [](auto& c) { append_operand(_val(c), kind, op, _attr(c)); };
const auto refuse_dotted_number = [](auto& c) {
    throw Refusal{offset(c, _attr(c).begin()),
                  fmt::format("found a number that starts with a point after '{}'", to_string(_val(c))),
                  "a dot product is written a . b, with a blank after the point; a decimal 0.5"};
};

const auto start_relation = [](auto& c) {
    const auto& range = _attr(c);
    _val(c) = branch(NodeKind::relation, _val(c));
    _val(c)->text.assign(range.begin(), range.end());
};
const auto refuse_chain = [](auto& c) {
    const std::string sign(_attr(c).begin(), _attr(c).end());
    throw Refusal{offset(c, _attr(c).begin()), fmt::format("found '{}' after a relation: relations do not chain", sign),
                  "write a < b and b < c, or use brackets"};
};
const auto refuse_sign = [](auto& c) {
    const std::string sign(_attr(c).begin(), _attr(c).end());
    throw Refusal{offset(c, _attr(c).begin()), fmt::format("found '{}' after '{}'", sign, last_word(_val(c))),
                  foreign_sign_hint(sign)};
};
const auto start_assign = [](auto& c) {
    const SyntaxNode& left = *_val(c);
    const bool element = left.kind == NodeKind::index && left.children[0]->kind == NodeKind::name;
    if ((left.kind != NodeKind::name && !element) || left.bracketed)
        throw Refusal{offset(c, _attr(c).begin()),
                      fmt::format("found ':' after '{}', which cannot be assigned to", last_word(_val(c))),
                      left.kind == NodeKind::call ? "a function is defined by f(x) := ..."
                                                  : "the left side of ':' is a name or an element such as x[1]"};
    _val(c) = branch(NodeKind::assign, _val(c));
};
const auto start_define = [](auto& c) {
    const SyntaxNode& head = *_val(c);
    bool good = head.kind == NodeKind::call && head.children[0]->kind == NodeKind::name && !head.bracketed;
    auto node = leaf(NodeKind::define, "", head.begin, head.end);
    for (std::size_t k = 1; good && k < head.children.size(); ++k) {
        good = head.children[k]->kind == NodeKind::name;
        if (good) node->names.push_back(head.children[k]->text);
    }
    if (!good)
        throw Refusal{offset(c, _attr(c).begin()),
                      fmt::format("found ':=' after '{}', which is not a function of names", last_word(_val(c))),
                      head.kind == NodeKind::name ? "a variable is assigned by ':', a function is f(x, y) := ..."
                                                  : "write f(x, y) := ..."};
    node->text = head.children[0]->text;
    _val(c) = node;
};

// -- rules ----------------------------------------------------------------------------------------------------------
// Blanks and comments, by the scan's own function: comments may nest deeper than a rule can recurse, and the two stages
// must agree on what a comment is.
struct Blank : x3::parser<Blank> {
    using attribute_type = x3::unused_type;
    static bool const has_attribute = false;

    template <class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context&, RuleContext&, Attribute&) const {
        const Iterator behind = skip_blank(first, last);
        return std::exchange(first, behind) != behind;
    }
};
constexpr Blank skipper{};

const auto name_start = -x3::lit('%') >> x3::char_("a-zA-Z_");  // %pi, %e
const auto name_char = x3::char_("a-zA-Z0-9_");
auto word(const char* text) {
    return x3::lexeme[x3::lit(text) >> !name_char];
}
const auto reserved = x3::lexeme[(x3::lit("if") | "then" | "elseif" | "else" | "for" | "thru" | "step" | "in" | "do" |
                                  "while" | "and" | "or" | "not") >>
                                 !name_char];

// The names are how a failed expectation is recognised, see expectation() below.
const x3::rule<class operand_rule, Building> operand = "expression";
const x3::rule<class name_rule, Building> name = "name";
const x3::rule<class expression_rule, Building> expression = "expression";
const x3::rule<class close_round_rule> close_round = "close_round";
const x3::rule<class close_square_rule> close_square = "close_square";
const x3::rule<class then_rule> then_word = "then_word";
const x3::rule<class range_rule> range_do = "range_word";
const x3::rule<class do_rule> do_word = "do_word";
const auto close_round_def = x3::lit(')');
const auto close_square_def = x3::lit(']');
const auto then_word_def = word("then");
const auto range_do_def = word("do");
const auto do_word_def = word("do");

const x3::rule<class primary_rule, Building> primary = "expression";
const x3::rule<class sequence_rule, Building> sequence = "expression";
const x3::rule<class list_rule, Building> list = "expression";
const x3::rule<class if_rule, Building> if_else = "expression";
const x3::rule<class for_rule, Building> for_loop = "expression";
const x3::rule<class while_rule, Building> while_loop = "expression";
const x3::rule<class postfix_rule, Building> postfix = "expression";
const x3::rule<class power_rule, Building> power = "expression";
const x3::rule<class dot_rule, Building> dots = "expression";
const x3::rule<class product_rule, Building> product = "expression";
const x3::rule<class sum_rule, Building> sum = "expression";
const x3::rule<class relation_rule, Building> relation = "expression";
const x3::rule<class not_rule, Building> negation = "expression";
const x3::rule<class and_rule, Building> conjunction = "expression";
const x3::rule<class or_rule, Building> disjunction = "expression";
const x3::rule<class number_rule, Building> number = "expression";
const x3::rule<class text_rule, Building> text = "expression";

const auto digit = x3::char_("0-9");
const auto digits = +digit;
const auto exponent = x3::char_("eE") >> -x3::char_("+-") >> digits;
const auto mantissa = (digits >> -('.' >> digits)) | ('.' >> digits);
const auto number_def =
    x3::lexeme[x3::raw[mantissa >> -exponent >> x3::lit('.') >> -(name_start >> *name_char)][refuse_point] |
               x3::raw[mantissa >> -exponent][make_number]];
const auto text_def = x3::lexeme[x3::raw['"' >> *(('\\' >> x3::char_) | (x3::char_ - '"')) >> '"'][make_text]];
const auto name_def =
    x3::lexeme[!reserved >> x3::raw[name_start >> *name_char][make_name]] |
    // `in` and `step` are words of the loop, and names of keyword arguments
    (x3::lexeme[x3::raw[(x3::lit("in") | "step") >> !name_char][make_name]] >> &(x3::lit('=') >> !x3::lit('=')));

const auto sequence_def = x3::raw[x3::lit('(')][open<NodeKind::sequence>] >
                          (expression[push] % ',') > x3::raw[close_round][close_sequence];
const auto list_def = x3::raw[x3::lit('[')][open<NodeKind::list>] >>
                      (x3::raw[x3::lit(']')][close] |
                       (x3::eps > (expression[push] % ',') > x3::raw[close_square][close]));

const auto if_else_def = x3::raw[word("if")][open<NodeKind::if_else>] > expression[push] > then_word >
                         expression[push] > *(word("elseif") > expression[push] > then_word > expression[push]) >
                         -(word("else") > expression[push]);

const auto loop_variable = [](auto& c) { _val(c)->text = _attr(c)->text; };
const auto list_loop = [](auto& c) { _val(c)->kind = NodeKind::for_in; };
const auto range_loop = [](auto& c) { _val(c)->children.assign(4, nullptr); };  // start, step, limit, body
template <std::size_t slot>
const auto fill = [](auto& c) {
    SyntaxNode& loop = *_val(c);
    if (loop.children[slot])
        throw Refusal{_attr(c)->begin, fmt::format("this loop has a second '{}'", slot == 1 ? "step" : "thru"), ""};
    loop.children[slot] = _attr(c);
    loop.end = _attr(c)->end;
    check_tree(loop, _attr(c)->depth);
};
const auto for_loop_def = x3::raw[word("for")][open<NodeKind::for_range>] > name[loop_variable] >
                          ((word("in")[list_loop] > disjunction[push] > do_word > expression[push]) |
                           (x3::eps[range_loop] > -((':' >> !x3::lit('=')) > disjunction[fill<0>]) >
                            *((word("thru") > disjunction[fill<2>]) | (word("step") > disjunction[fill<1>])) >
                            range_do > expression[fill<3>]));
const auto while_loop_def =
    x3::raw[word("while")][open<NodeKind::while_loop>] > disjunction[push] > do_word > expression[push];

const auto primary_def = number[keep] | text[keep] | if_else[keep] | for_loop[keep] | while_loop[keep] | name[keep] |
                         sequence[keep] | list[keep];

const auto arguments =
    x3::raw[x3::lit(')')][close] | (x3::eps > (expression[push] % ',') > x3::raw[close_round][close]);
const auto postfix_def = primary[keep] >> *((x3::raw[x3::lit('(')][start_call] > arguments) |
                                            (x3::raw[x3::lit('[')][start_index] > (expression[push] % ',') >
                                             x3::raw[close_square][close]) |
                                            x3::no_skip[x3::raw[+x3::lit('\'')]][add_primes]);
const auto power_def = postfix[keep] >> -((x3::lit("**") | '^') > operand[raise_power]);
const auto operand_def = nested[(x3::raw[x3::lit('-')][open<NodeKind::negate>] > operand[push]) |
                                (x3::lit('+') > operand[keep]) | power[keep]];
const auto dots_def = operand[keep] >> *(x3::lexeme[x3::raw['.' >> digit]][refuse_dotted_number] |
                                         ('.' > operand[extend<NodeKind::dot>]));
const auto product_def = dots[keep] >>
                         *(('*' > dots[extend<NodeKind::product, '*'>]) | ('/' > dots[extend<NodeKind::product, '/'>]));
const auto sum_def = product[keep] >>
                     *(('+' > product[extend<NodeKind::sum, '+'>]) | ('-' > product[extend<NodeKind::sum, '-'>]));
const auto foreign_sign = x3::lit("==") | "<>" | "=>" | "=<";
const auto relation_sign = x3::lit("<=") | ">=" | "<" | ">" | "#" | "=";
const auto relation_def = sum[keep] >>
                          -(x3::raw[foreign_sign][refuse_sign] |
                            (x3::raw[relation_sign][start_relation] > sum[push] >
                             -(x3::raw[foreign_sign][refuse_sign] | x3::raw[relation_sign][refuse_chain])));
const auto negation_def = (x3::raw[word("not")][open<NodeKind::logic_not>] > nested[negation][push]) | relation[keep];
const auto conjunction_def = negation[keep] >> *(word("and") > negation[extend<NodeKind::logic_and>]);
const auto disjunction_def = conjunction[keep] >> *(word("or") > conjunction[extend<NodeKind::logic_or>]);
const auto expression_def = disjunction[keep] >> -((x3::raw[x3::lit(":=")][start_define] > nested[expression][push]) |
                                                   (x3::raw[x3::lit(':')][start_assign] > nested[expression][push]));

BOOST_SPIRIT_DEFINE(operand, name, expression, close_round, close_square, then_word, range_do, do_word, primary,
                    sequence, list, if_else, for_loop, while_loop, postfix, power, dots, product, sum, relation,
                    negation, conjunction, disjunction, number, text)

}  // namespace grammar

namespace {

Expected expectation(const std::string& rule_name) {
    constexpr std::array<std::pair<std::string_view, Expected>, 6> names{{{"name", Expected::name},
                                                                          {"close_round", Expected::close_round},
                                                                          {"close_square", Expected::close_square},
                                                                          {"then_word", Expected::then_word},
                                                                          {"range_word", Expected::range_word},
                                                                          {"do_word", Expected::do_word}}};
    for (const auto& [known, expected] : names)
        if (rule_name == known) return expected;
    return Expected::expression;  // every other expectation is an operand, alone or in a list
}

std::optional<Statement> parse_statement(const SourceFile& source, const StatementRange& range,
                                         std::vector<Diagnostic>& errors) {
    namespace x3 = boost::spirit::x3;
    const char* at = source.text.data() + range.begin;
    const char* const end = source.text.data() + range.end;
    grammar::Session session{source.text.data(), 0};
    grammar::Building value;
    try {
        const auto parser = x3::with<grammar::session_tag>(std::ref(session))[x3::eps > grammar::expression];
        x3::phrase_parse(at, end, parser, grammar::skipper, value);
        if (skip_blank(at, end) == end) return Statement{value, range.show};
        errors.push_back(unexpected(source, range, at, Expected::nothing));
    } catch (const x3::expectation_failure<grammar::Iterator>& failure) {
        const Expected expected = expectation(failure.which());
        at = skip_blank(failure.where(), end);
        // `a, b` is left at the comma when b fails: the comma was fine, what follows it is not.
        const bool in_list = expected == Expected::close_round || expected == Expected::close_square;
        const bool comma = in_list && at != end && *at == ',';
        errors.push_back(unexpected(source, range, comma ? at + 1 : at, comma ? Expected::expression : expected));
    } catch (const grammar::Refusal& refusal) {
        errors.push_back({source.position(refusal.at), refusal.message, refusal.hint});
    }
    return std::nullopt;
}

// By place; two stages found them.
void order(std::vector<Diagnostic>& errors) {
    const auto earlier = [](const Diagnostic& a, const Diagnostic& b) {
        return std::pair(a.position.line, a.position.column) < std::pair(b.position.line, b.position.column);
    };
    std::stable_sort(errors.begin(), errors.end(), earlier);
    if (errors.size() <= most_errors) return;
    errors.resize(most_errors);
    errors.push_back({errors.back().position, "too many errors; the rest is not shown", ""});
}

}  // namespace

Script parse(std::string text, std::string file_name) {
    auto source = std::make_shared<SourceFile>();
    source->name = std::move(file_name);
    source->text = std::move(text);
    Script script;
    script.source = source;

    std::vector<Diagnostic> errors;
    const std::vector<StatementRange> ranges = scan_statements(*source, errors);
    const std::size_t most = errors.size() + most_errors + 1;
    for (const StatementRange& range : ranges) {
        if (errors.size() >= most) break;
        if (auto statement = parse_statement(*source, range, errors))
            script.statements.push_back(std::move(*statement));
    }
    order(errors);
    if (!errors.empty()) throw InputError(std::move(errors));
    return script;
}

}  // namespace lag
