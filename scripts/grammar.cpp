// The grammar of `.lag` in Boost.Spirit X3, statement by statement. A scan over the file (scan.hpp) has found the
// statements' ends and checked strings, comments, brackets and nesting, so that the grammar itself only ever sees sane
// text.
//
// Precedence, low to high:  : :=  |  or  |  and  |  not  |  = # < <= > >=  |  + -  |  * /  |  .  |  unary -  |  ^ **  |
// ' [ ] ( )
#include "scripts/grammar.hpp"

#include <boost/spirit/home/x3.hpp>
#include <cctype>
#include <optional>

#include "scripts/scan.hpp"

namespace lag {

namespace grammar {

namespace x3 = boost::spirit::x3;
using Iterator = const char*;
using Building = std::shared_ptr<SyntaxNode>;

// Raised by actions where the grammar alone would give a poor message.
struct Refusal {
    Iterator at;
    std::string message, hint;
};

struct origin_tag {};  // context: the first byte of the source text

template <class Context>
std::size_t offset(const Context& context, Iterator at) {
    return static_cast<std::size_t>(at - x3::get<origin_tag>(context).get());
}

Building leaf(NodeKind kind, std::string text, std::size_t begin, std::size_t end) {
    auto node = std::make_shared<SyntaxNode>();
    node->kind = kind;
    node->text = std::move(text);
    node->begin = begin;
    node->end = end;
    return node;
}

Building branch(NodeKind kind, std::vector<Syntax> children) {
    auto node = std::make_shared<SyntaxNode>();
    node->kind = kind;
    for (const Syntax& child : children)
        if (child) {
            node->begin = child->begin;
            break;
        }
    for (const Syntax& child : children)
        if (child) node->end = child->end;
    node->children = std::move(children);
    return node;
}

// `operand op operand ...` of one level as one node; a bracketed operand of the same kind stays a node of its own.
void append_operand(Building& value, NodeKind kind, char op, const Building& operand) {
    if (value->kind != kind || value->bracketed) {
        value = branch(kind, {value});
        value->operators.assign(1, kind == NodeKind::product ? '*' : '+');
    }
    value->children.push_back(operand);
    value->operators.push_back(op);
    value->end = operand->end;
}

// -- actions
// ------------------------------------------------------------------------------------------------------------
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
const auto refuse_point = [](auto& c) {
    throw Refusal{_attr(c).begin(), "a number cannot end with a point", "write 1 . x for a dot product or 1.0*x"};
};

template <NodeKind kind>
const auto open = [](auto& c) {  // '(' or '[': an empty node that starts here
    const auto& range = _attr(c);
    _val(c) = leaf(kind, "", offset(c, range.begin()), offset(c, range.end()));
};
const auto push = [](auto& c) {
    _val(c)->children.push_back(_attr(c));
    _val(c)->end = _attr(c)->end;
};
const auto close_sequence = [](auto& c) {
    const std::size_t begin = _val(c)->begin;
    if (_val(c)->children.size() == 1) {
        const Building only = std::const_pointer_cast<SyntaxNode>(_val(c)->children[0]);
        only->bracketed = true;
        only->begin = begin;
        _val(c) = only;
    }
};

const auto callable = [](const SyntaxNode& n) { return n.kind != NodeKind::number && n.kind != NodeKind::text; };
const auto start_call = [](auto& c) {
    if (!callable(*_val(c)))
        throw Refusal{_attr(c).begin(), "found '(' after '" + to_string(_val(c)) + "'",
                      "a product needs its sign: " + to_string(_val(c)) + "*(...)"};
    _val(c) = branch(NodeKind::call, {_val(c)});
};
const auto start_index = [](auto& c) {
    if (!callable(*_val(c)))
        throw Refusal{_attr(c).begin(), "found '[' after '" + to_string(_val(c)) + "'",
                      "only lists and matrices have elements"};
    _val(c) = branch(NodeKind::index, {_val(c)});
};
const auto add_primes = [](auto& c) {
    const auto& range = _attr(c);
    const auto kind = _val(c)->kind;
    const bool follows = _val(c)->bracketed || kind == NodeKind::name || kind == NodeKind::index ||
                         kind == NodeKind::call || kind == NodeKind::list || kind == NodeKind::sequence;
    if (!follows)
        throw Refusal{range.begin(), "found ' after '" + to_string(_val(c)) + "'",
                      "' is a time derivative and stands directly after a name, ] or ); there is no quote operator"};
    _val(c) = branch(NodeKind::prime, {_val(c)});
    _val(c)->primes = static_cast<int>(range.end() - range.begin());
};
const auto raise_power = [](auto& c) { _val(c) = branch(NodeKind::power, {_val(c), _attr(c)}); };
template <NodeKind kind>
const auto extend = [](auto& c) { append_operand(_val(c), kind, '*', _attr(c)); };
template <NodeKind kind, char op>
const auto extend_by = [](auto& c) { append_operand(_val(c), kind, op, _attr(c)); };

const auto start_relation = [](auto& c) {
    const auto& range = _attr(c);
    _val(c) = branch(NodeKind::relation, {_val(c)});
    _val(c)->text.assign(range.begin(), range.end());
};
const auto refuse_relation = [](auto& c) {
    throw Refusal{_attr(c).begin(), "relations do not chain", "write a < b and b < c"};
};
const auto refuse_equal = [](auto& c) {
    throw Refusal{_attr(c).begin(), "found '=='", "an equation or comparison is written with one ="};
};
const auto refuse_unequal = [](auto& c) { throw Refusal{_attr(c).begin(), "found '!='", "'not equal' is written #"}; };
const auto start_assign = [](auto& c) {
    const NodeKind kind = _val(c)->kind;
    const bool target =
        kind == NodeKind::name || (kind == NodeKind::index && _val(c)->children[0]->kind == NodeKind::name);
    if (!target || _val(c)->bracketed)
        throw Refusal{_attr(c).begin(), "'" + to_string(_val(c)) + "' cannot be assigned to",
                      "the left side of : is a name or an element such as x[1]"};
    _val(c) = branch(NodeKind::assign, {_val(c)});
};
const auto start_define = [](auto& c) {
    const SyntaxNode& head = *_val(c);
    bool good = head.kind == NodeKind::call && head.children[0]->kind == NodeKind::name;
    auto node = leaf(NodeKind::define, "", head.begin, head.end);
    for (std::size_t k = 1; good && k < head.children.size(); ++k) {
        good = head.children[k]->kind == NodeKind::name;
        node->names.push_back(head.children[k]->text);
    }
    if (!good)
        throw Refusal{_attr(c).begin(), "the left side of := is not a function of names",
                      "write f(x, y) := expression"};
    node->text = head.children[0]->text;
    _val(c) = node;
};

// -- rules
// --------------------------------------------------------------------------------------------------------------
const x3::rule<class comment_rule> comment = "comment";
const auto comment_def = x3::lit("/*") >> *(comment | (x3::char_ - "*/")) >> "*/";
BOOST_SPIRIT_DEFINE(comment)
const auto skipper = x3::ascii::space | comment;

const auto name_char = x3::char_("a-zA-Z0-9_%");
const auto word(const char* text) {
    return x3::lexeme[x3::lit(text) >> !name_char];
}
const auto reserved = x3::lexeme[(x3::lit("if") | "then" | "elseif" | "else" | "for" | "thru" | "step" | "in" | "do" |
                                  "while" | "and" | "or" | "not") >>
                                 !name_char];

// What users see as "expected ...".
const x3::rule<class operand_rule, Building> operand = "an operand";
const x3::rule<class name_rule, Building> name = "a name";
const x3::rule<class expression_rule, Building> expression = "an expression";
const x3::rule<class close_round_rule> close_round = "',' or ')'";
const x3::rule<class close_square_rule> close_square = "',' or ']'";
const x3::rule<class then_rule> then_word = "'then'";
const x3::rule<class do_rule> do_word = "'thru', 'step' or 'do'";
const x3::rule<class loop_do_rule> loop_do = "'do'";
const auto close_round_def = x3::lit(')');
const auto close_square_def = x3::lit(']');
const auto then_word_def = word("then");
const auto do_word_def = word("do");
const auto loop_do_def = word("do");

const x3::rule<class primary_rule, Building> primary = "an operand";
const x3::rule<class sequence_rule, Building> sequence = "an operand";
const x3::rule<class list_rule, Building> list = "a list";
const x3::rule<class if_rule, Building> if_else = "if";
const x3::rule<class for_rule, Building> for_loop = "for";
const x3::rule<class while_rule, Building> while_loop = "while";
const x3::rule<class postfix_rule, Building> postfix = "an operand";
const x3::rule<class power_rule, Building> power = "an operand";
const x3::rule<class dot_rule, Building> dots = "an operand";
const x3::rule<class product_rule, Building> product = "an operand";
const x3::rule<class sum_rule, Building> sum = "an operand";
const x3::rule<class relation_rule, Building> relation = "an operand";
const x3::rule<class not_rule, Building> negation = "an operand";
const x3::rule<class and_rule, Building> conjunction = "an operand";
const x3::rule<class or_rule, Building> disjunction = "an operand";

const auto digits = +x3::digit;
const auto exponent = x3::char_("eE") >> -x3::char_("+-") >> digits;
const auto number = x3::lexeme[x3::raw[((digits >> -('.' >> digits)) | ('.' >> digits)) >> -exponent][make_number] >>
                               -x3::raw[x3::lit('.') >> !x3::lit('.')][refuse_point]];
const x3::rule<class number_rule, Building> number_literal = "a number";
const auto number_literal_def = number;
const x3::rule<class text_rule, Building> text_literal = "a string";
const auto text_literal_def = x3::lexeme[x3::raw['"' >> *(('\\' >> x3::char_) | (x3::char_ - '"')) >> '"'][make_text]];

const auto name_def = (x3::lexeme[!reserved >> x3::raw[x3::char_("a-zA-Z_%") >> *name_char][make_name]]) |
                      // `in` is a word of the loop, and a keyword argument's name
                      (x3::lexeme[x3::raw[x3::lit("in") >> !name_char][make_name]] >> &(x3::lit('=') >> !x3::lit('=')));

const auto sequence_def = x3::raw[x3::lit('(')][open<NodeKind::sequence>] >
                          (expression[push] % ',') > close_round[close_sequence];
const auto list_def = x3::raw[x3::lit('[')][open<NodeKind::list>] >>
                      ((x3::lit(']')) | (x3::eps > (expression[push] % ',') > close_square));

const auto primary_def = number_literal[keep] | text_literal[keep] | if_else[keep] | for_loop[keep] | while_loop[keep] |
                         name[keep] | sequence[keep] | list[keep];

const auto if_else_def = x3::raw[word("if")][open<NodeKind::if_else>] > expression[push] > then_word >
                         expression[push] > *(word("elseif") > expression[push] > then_word > expression[push]) >
                         -(word("else") > expression[push]);

const auto loop_variable = [](auto& c) { _val(c)->text = _attr(c)->text; };
const auto range_loop = [](auto& c) {  // start, step, limit, body
    _val(c)->children.assign(4, nullptr);
};
template <std::size_t slot>
const auto fill = [](auto& c) {
    _val(c)->children[slot] = _attr(c);
    _val(c)->end = _attr(c)->end;
};
const auto list_loop = [](auto& c) { _val(c)->kind = NodeKind::for_in; };
const auto for_loop_def = x3::raw[word("for")][open<NodeKind::for_range>] > name[loop_variable] >
                          ((x3::eps >> word("in")[list_loop] > disjunction[push] > loop_do > expression[push]) |
                           (x3::eps[range_loop] > -(':' >> !x3::lit('=') > disjunction[fill<0>]) >
                            *((word("thru") > disjunction[fill<2>]) | (word("step") > disjunction[fill<1>])) > do_word >
                            expression[fill<3>]));
const auto while_loop_def =
    x3::raw[word("while")][open<NodeKind::while_loop>] > disjunction[push] > loop_do > expression[push];

const auto postfix_def = primary[keep] >>
                         *((x3::raw[x3::lit('(')][start_call] > -(expression[push] % ',') > close_round) |
                           (x3::raw[x3::lit('[')][start_index] > (expression[push] % ',') > close_square) |
                           x3::no_skip[x3::raw[+x3::lit('\'')]][add_primes]);
const auto power_def = postfix[keep] >> -((x3::lit("**") | '^') > operand[raise_power]);
const auto operand_def =
    (x3::raw[x3::lit('-')][open<NodeKind::negate>] > operand[push]) | (x3::lit('+') > operand[keep]) | power[keep];
const auto dots_def = operand[keep] >> *('.' > operand[extend<NodeKind::dot>]);
const auto product_def = dots[keep] >> *((x3::lit('*') > dots[extend_by<NodeKind::product, '*'>]) |
                                         ((x3::lit('/') >> !x3::lit('*')) > dots[extend_by<NodeKind::product, '/'>]));
const auto sum_def = product[keep] >> *((x3::lit('+') > product[extend_by<NodeKind::sum, '+'>]) |
                                        (x3::lit('-') > product[extend_by<NodeKind::sum, '-'>]));
const auto relation_sign = x3::lit("<=") | ">=" | "<" | ">" | "#" | "=";
const auto relation_def = sum[keep] >>
                          -(-x3::raw[x3::lit("==")][refuse_equal] >> -x3::raw[x3::lit("!=")][refuse_unequal] >>
                            x3::raw[relation_sign][start_relation] > sum[push] >
                            -x3::raw[relation_sign][refuse_relation]);
const auto negation_def = (x3::raw[word("not")][open<NodeKind::logic_not>] > negation[push]) | relation[keep];
const auto conjunction_def = negation[keep] >> *(word("and") > negation[extend<NodeKind::logic_and>]);
const auto disjunction_def = conjunction[keep] >> *(word("or") > conjunction[extend<NodeKind::logic_or>]);
const auto expression_def = disjunction[keep] >> -((x3::raw[x3::lit(":=")][start_define] > expression[push]) |
                                                   (x3::raw[x3::lit(':')][start_assign] > expression[push]));

BOOST_SPIRIT_DEFINE(operand, name, expression, close_round, close_square, then_word, do_word, loop_do, primary,
                    sequence, list, if_else, for_loop, while_loop, postfix, power, dots, product, sum, relation,
                    negation, conjunction, disjunction, number_literal, text_literal)

}  // namespace grammar

namespace {

bool is_name_byte(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%';
}

const char* skip_blank(const char* at, const char* end) {
    while (at != end) {
        if (std::isspace(static_cast<unsigned char>(*at)) != 0) {
            ++at;
        } else if (*at == '/' && at + 1 != end && at[1] == '*') {
            int depth = 0;
            do {
                if (at + 1 != end && at[0] == '/' && at[1] == '*') {
                    ++depth;
                    at += 2;
                } else if (at + 1 != end && at[0] == '*' && at[1] == '/') {
                    --depth;
                    at += 2;
                } else {
                    ++at;
                }
            } while (depth > 0 && at != end);
        } else {
            break;
        }
    }
    return at;
}

// The word or sign at `at`, quoted, for "found ...".
std::string found_text(const char* at, const char* end) {
    if (at == end) return "the end of the statement";
    const char* stop = at;
    if (is_name_byte(*at)) {
        while (stop != end && is_name_byte(*stop) && stop - at < 40) ++stop;
    } else {
        ++stop;
        while (stop != end && (static_cast<unsigned char>(*stop) & 0xc0U) == 0x80U)
            ++stop;  // rest of a UTF-8 character
    }
    return "'" + std::string(at, stop) + "'";
}

// What stands just before `at`: the last word or sign.
std::string previous_text(const char* begin, const char* at) {
    const char* end = at;
    while (end != begin && std::isspace(static_cast<unsigned char>(end[-1])) != 0) --end;
    const char* start = end;
    while (start != begin && is_name_byte(start[-1]) && end - start < 40) --start;
    if (start == end && start != begin) --start;
    return std::string(start, end);
}

bool starts_line(const char* begin, const char* at) {
    while (at != begin && std::isspace(static_cast<unsigned char>(at[-1])) != 0)
        if (*--at == '\n') return true;
    return false;
}

bool is_reserved(const std::string& quoted) {
    for (const char* word :
         {"if", "then", "elseif", "else", "for", "thru", "step", "in", "do", "while", "and", "or", "not"})
        if (quoted == "'" + std::string(word) + "'") return true;
    return false;
}

std::string hint_at(const char* begin, const char* at, const char* end) {
    if (at == end) return "";
    const std::string before = previous_text(begin, at);
    const bool new_line = starts_line(begin, at);
    if (*at == '\'')
        return "' is a time derivative and stands directly after a name, ] or ); there is no quote operator";
    if (*at == '{' || *at == '}') return "lists are written [a, b]";
    if (*at == '=' && at + 1 != end && at[1] == '=') return "an equation or comparison is written with one =";
    if (*at == '!' && at + 1 != end && at[1] == '=') return "'not equal' is written #";
    if (*at == '/' && at + 1 != end && at[1] == '/') return "comments are written /* ... */";
    if (*at == '>' && before == "<") return "'not equal' is written #";
    if (is_reserved(found_text(at, end))) return "";
    if ((is_name_byte(*at) || *at == '(' || *at == '"') && !before.empty() &&
        (is_name_byte(before.back()) || before.back() == ')' || before.back() == ']')) {
        if (new_line) return "is a ';' or '$' missing at the end of the line above?";
        if (is_name_byte(*at) && std::isdigit(static_cast<unsigned char>(before[0])) != 0)
            return "a product needs its sign: " + before + "*" +
                   found_text(at, end).substr(1, found_text(at, end).size() - 2);
        return "is an operator, a comma or a ';' missing between them?";
    }
    return "";
}

Diagnostic diagnostic(const SourceFile& source, const char* at, std::string message, std::string hint) {
    return {source.position(static_cast<std::size_t>(at - source.text.data())), std::move(message), std::move(hint)};
}

std::optional<Statement> parse_statement(const SourceFile& source, const StatementRange& range,
                                         std::vector<Diagnostic>& errors) {
    namespace x3 = boost::spirit::x3;
    const char* const origin = source.text.data();
    const char* const begin = origin + range.begin;
    const char* const end = origin + range.end;
    const char* at = begin;
    grammar::Building value;
    try {
        const auto parser = x3::with<grammar::origin_tag>(std::ref(origin))[grammar::expression];
        const bool matched = x3::phrase_parse(at, end, x3::eps > parser, grammar::skipper, value);
        at = skip_blank(at, end);
        if (matched && at == end) return Statement{value, range.show};
        const std::string before = previous_text(begin, at);
        errors.push_back(diagnostic(source, at,
                                    "found " + found_text(at, end) + (before.empty() ? "" : " after '" + before + "'"),
                                    hint_at(begin, at, end)));
    } catch (const x3::expectation_failure<grammar::Iterator>& failure) {
        const char* where = skip_blank(failure.where(), end);
        std::string expected = failure.which();
        // Combined parsers have no name of their own, only a C++ type: what they want is an operand.
        if (expected.find("boost") != std::string::npos) expected = "an operand";
        if (where != end && *where == ',' && expected[0] == '\'') {  // a comma was fine, what follows it is not
            where = skip_blank(where + 1, end);
            expected = "an operand";
        }
        errors.push_back(diagnostic(source, where, "found " + found_text(where, end) + ", expected " + expected,
                                    hint_at(begin, where, end)));
    } catch (const grammar::Refusal& refusal) {
        errors.push_back(diagnostic(source, refusal.at, refusal.message, refusal.hint));
    }
    return std::nullopt;
}

}  // namespace

Script parse(std::string text, std::string file_name) {
    constexpr std::size_t most_errors = 20;
    Script script;
    auto source = std::make_shared<SourceFile>();
    source->name = std::move(file_name);
    source->text = std::move(text);
    script.source = source;

    std::vector<Diagnostic> errors;
    for (const StatementRange& range : scan_statements(*source, errors)) {
        if (errors.size() >= most_errors) break;
        if (auto statement = parse_statement(*source, range, errors))
            script.statements.push_back(std::move(*statement));
    }
    if (errors.size() >= most_errors)
        errors.push_back({errors.back().position, "too many errors; the rest of the file was not read", ""});
    std::stable_sort(errors.begin(), errors.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::pair(a.position.line, a.position.column) < std::pair(b.position.line, b.position.column);
    });
    if (!errors.empty()) throw InputError(std::move(errors));
    return script;
}

}  // namespace lag
