// Scalars as text in script syntax and as TeX. The order of terms and factors is that of a reader: terms by falling
// degree, then by their factors; factors: numbers, names, functions, sums. Sums inside products are written with a
// positive first term, the sign in front, so that the text does not show in which form GiNaC happens to keep them.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "scripts/algebra/algebra.hpp"
#include "scripts/algebra/guard.hpp"
#include "scripts/algebra/reader_form.hpp"

namespace lag {

using GiNaC::ex;
using GiNaC::ex_to;
using GiNaC::is_exactly_a;
using GiNaC::numeric;

namespace {

// What surrounds a text decides its brackets.
enum Strength { weak = 0, sum = 1, product = 2, power = 3, atom = 4 };

// q2 before q10
bool natural_less(const std::string& a, const std::string& b) {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (digit(a[i]) && digit(b[j])) {
            std::size_t i2 = i, j2 = j;
            while (i2 < a.size() && digit(a[i2])) ++i2;
            while (j2 < b.size() && digit(b[j2])) ++j2;
            if (i2 - i != j2 - j) return i2 - i < j2 - j;
            const int order = a.compare(i, i2 - i, b, j, j2 - j);
            if (order != 0) return order < 0;
            i = i2;
            j = j2;
        } else {
            const int x = std::tolower(static_cast<unsigned char>(a[i])),
                      y = std::tolower(static_cast<unsigned char>(b[j]));
            if (x != y) return x < y;
            ++i;
            ++j;
        }
    }
    if (i < a.size() || j < b.size()) return i >= a.size();
    return a < b;
}

struct Written {
    std::string text;
    Strength strength = atom;
};

struct Factor {
    Written base;
    ex exponent;   // positive or symbolic; denominators are kept apart
    int rank = 0;  // 0 names, 1 functions, 2 sums
    double degree = 0;
    double power = 1;         // a number, also of what has no degree, such as %pi
    std::string other_power;  // what is none
};

struct Term {
    ex coefficient = 1;  // a number
    std::vector<Factor> above, below;
    double degree = 0;
};

std::string decimal(const numeric& n) {
    const double value = n.to_double();
    if (!std::isfinite(value)) throw ModelError("a number beyond the range of doubles");
    return shortest_decimal(value);
}

}  // namespace

class AlgebraText {
  public:
    AlgebraText(Algebra& algebra, bool tex) : algebra_(algebra), tex_(tex) {}

    // Results of the mechanism in the form that a reader wants; what the script has written, as it is.
    std::string text_of(const Scalar& e) {
        const bool is_formed = e.has_written() || algebra_.has_references(e);
        return write(is_formed ? reader_form(algebra_, e) : e).text;
    }

    Written write(const ex& e) {
        if (++depth_ > 300) throw ModelError("the expression is nested too deeply to print");
        Written result = write_inner(e);
        --depth_;
        charge(result.text);
        return result;
    }
    Written write_condition(Expr e);

  private:
    Written write_inner(const ex& e);
    Written write_number(const numeric& n) const;
    Written write_sum(const ex& e, bool flipped);
    Written write_term(const Term& term, bool flipped);
    Written write_node(Expr e);
    Written write_select(Expr e);
    Written write_lookup(Expr e);
    std::string write_name(const std::string& name) const;
    std::string write_call(const std::string& function, const std::vector<std::string>& arguments) const;
    std::string write_factors(std::vector<Factor>& factors, bool alone);
    std::string write_factor(const Factor& factor);
    std::vector<Term> sorted_terms(const ex& e);
    Term term_of(const ex& e);
    void append_factor(Term& term, const ex& e);
    bool is_negative(const Term& term) const { return ex_to<numeric>(term.coefficient).is_negative(); }
    static bool before(const Term& a, const Term& b);
    void charge(const std::string& text) {
        written_ += text.size();
        if (written_ > 64 * largest_text || text.size() > largest_text)
            throw ModelError("the expression is too large to print");
    }
    std::string bracketed(const Written& w, Strength least) const {
        if (w.strength >= least) return w.text;
        return tex_ ? fmt::format("\\left({}\\right)", w.text) : fmt::format("({})", w.text);
    }
    Expr operand(Expr e, int k) { return algebra_.graph().expr(algebra_.graph().node(e).operand[k]); }
    Written operand_text(Expr e, int k) { return write(algebra_.unfold(algebra_.raise(operand(e, k)))); }

    Algebra& algebra_;
    bool tex_;
    int depth_ = 0;
    std::size_t written_ = 0;
};

Written AlgebraText::write_number(const numeric& n) const {
    if (!n.is_rational()) {
        const std::string text = decimal(n);
        return {text, text[0] == '-' ? sum : atom};
    }
    const Rational value = Algebra::rational_of(ex(n));
    if (!tex_ || n.is_integer()) return {to_string(value), n.is_negative() ? sum : n.is_integer() ? atom : product};
    const std::string fraction = fmt::format("\\frac{{{}}}{{{}}}", to_string(Rational(cln::abs(cln::numerator(value)))),
                                             to_string(Rational(cln::denominator(value))));
    return {(n.is_negative() ? "-" : "") + fraction, n.is_negative() ? sum : atom};
}

std::string AlgebraText::write_name(const std::string& name) const {
    if (!tex_) return name;
    std::size_t end = name.size();
    while (end > 0 && name[end - 1] == '\'') --end;
    const std::size_t primes = name.size() - end;
    std::size_t digits = end;
    while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1])) != 0) --digits;
    static const std::vector<std::string> greek = {
        "alpha", "beta",  "gamma",  "delta", "epsilon", "zeta",  "eta", "theta", "kappa", "lambda", "mu",
        "nu",    "xi",    "pi",     "rho",   "sigma",   "tau",   "phi", "chi",   "psi",   "omega",  "Gamma",
        "Delta", "Theta", "Lambda", "Xi",    "Pi",      "Sigma", "Phi", "Psi",   "Omega"};
    std::string stem = name.substr(0, digits), subscript = name.substr(digits, end - digits);
    if (const std::size_t line = stem.find('_'); line != std::string::npos && line > 0) {
        subscript = stem.substr(line + 1) + subscript;
        stem = stem.substr(0, line);
    }
    std::string safe;
    for (const char c : subscript) safe += c == '_' || c == '%' ? std::string("\\") + c : std::string(1, c);
    std::string letters;
    for (const char c : stem) letters += c == '_' || c == '%' ? std::string("\\") + c : std::string(1, c);
    if (std::find(greek.begin(), greek.end(), stem) != greek.end())
        letters = "\\" + stem;
    else if (stem.size() > 1)
        letters = fmt::format("\\mathit{{{}}}", letters);
    if (primes == 1) letters = fmt::format("\\dot{{{}}}", letters);
    if (primes == 2) letters = fmt::format("\\ddot{{{}}}", letters);
    if (!safe.empty()) letters += fmt::format("_{{{}}}", safe);
    if (primes > 2) letters += fmt::format("^{{({})}}", primes);
    return letters;
}

std::string AlgebraText::write_call(const std::string& function, const std::vector<std::string>& arguments) const {
    static const std::vector<std::string> known = {"sin",  "cos", "tan", "sinh", "cosh",
                                                   "tanh", "exp", "log", "min",  "max"};
    std::string text = function;
    if (tex_)
        text = std::find(known.begin(), known.end(), function) != known.end() ? "\\" + function
               : function == "asin" || function == "acos" || function == "atan"
                   ? "\\arc" + function.substr(1)
                   : fmt::format("\\operatorname{{{}}}", function);
    text += tex_ ? "\\left(" : "(";
    for (std::size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "" : ", ") + arguments[i];
    return text + (tex_ ? "\\right)" : ")");
}

Written AlgebraText::write_inner(const ex& e) {
    if (is_exactly_a<numeric>(e)) return write_number(ex_to<numeric>(e));
    if (is_exactly_a<GiNaC::constant>(e)) return {tex_ ? "\\pi" : "%pi", atom};
    if (algebra_.is_reference(e)) return write_node(algebra_.referred(e));
    if (GiNaC::is_a<GiNaC::symbol>(e)) return {write_name(algebra_.name_of(e)), atom};
    if (is_exactly_a<GiNaC::add>(e)) return write_sum(e, false);
    if (is_exactly_a<GiNaC::mul>(e) || is_exactly_a<GiNaC::power>(e)) return write_term(term_of(e), false);
    if (is_exactly_a<GiNaC::function>(e)) {
        const std::string function = ex_to<GiNaC::function>(e).get_name();
        if (function == "exp" && e.op(0).is_equal(ex(1))) return {tex_ ? "e" : "%e", atom};
        std::vector<std::string> arguments;
        for (std::size_t i = 0; i < e.nops(); ++i) arguments.push_back(write(e.op(i)).text);
        return {write_call(function, arguments), atom};
    }
    throw ModelError("an expression that cannot be printed");
}

// -- nodes of the graph that algebra does not look into

Written AlgebraText::write_node(Expr e) {
    const Node node = algebra_.graph().node(e);
    if (node.op == Op::symbol) return {write_name(algebra_.graph().symbol_of(e).name), atom};
    if (node.op == Op::select) return write_select(e);
    if (is_condition(node.op)) return write_condition(e);
    std::vector<std::string> arguments;
    if (node.op == Op::curve || node.op == Op::map) return write_lookup(e);
    for (int k = 0; k < arity(node.op); ++k) arguments.push_back(operand_text(e, k).text);
    if (node.op == Op::min || node.op == Op::max) std::sort(arguments.begin(), arguments.end(), natural_less);
    return {write_call(name_of(node.op), arguments), atom};
}

// "table(s, 1000 segments)"; a derivative is "slope of table(..)".
Written AlgebraText::write_lookup(Expr e) {
    const Lookup lookup = algebra_.graph().lookup_of(e.id);
    std::string sizes, before;
    std::vector<std::string> arguments;
    for (std::size_t k = 0; k < lookup.table->axes(); ++k) {
        arguments.push_back(operand_text(e, static_cast<int>(k)).text);
        sizes += (k > 0 ? " by " : "") + std::to_string(lookup.table->segments(k));
    }
    arguments.push_back(sizes + " segments");
    for (unsigned order = lookup.orders[0] + lookup.orders[1]; order > 0; --order) before += "slope of ";
    return {before + write_call("table", arguments), atom};
}

Written AlgebraText::write_select(Expr e) {
    Graph& g = algebra_.graph();
    const Expr condition = operand(e, 0), yes = operand(e, 1), no = operand(e, 2);
    // sign(x) is built as: if 0 < x then 1 else if x < 0 then -1 else 0
    if (g.node(condition).op == Op::less && operand(condition, 0).is_zero() && yes.is_one() &&
        g.node(no).op == Op::select) {
        const Expr x = operand(condition, 1);
        if (no == g.select(g.binary(Op::less, x, g.integer(0)), g.integer(-1), g.integer(0)))
            return {write_call("sign", {operand_text(condition, 1).text}), atom};
    }
    const std::string c = write_condition(condition).text, a = operand_text(e, 1).text, b = operand_text(e, 2).text;
    if (tex_) return {fmt::format("\\begin{{cases}}{} & {}\\\\ {} & \\text{{otherwise}}\\end{{cases}}", a, c, b), atom};
    return {fmt::format("if {} then {} else {}", c, a, b), weak};
}

Written AlgebraText::write_condition(Expr e) {
    if (++depth_ > 300) throw ModelError("the condition is nested too deeply to print");
    const Node node = algebra_.graph().node(e);
    const auto side = [&](int k) { return bracketed(operand_text(e, k), sum); };
    const auto part = [&](int k) {
        const Expr o = operand(e, k);
        const Op op = algebra_.graph().node(o).op;
        const Written w = write_condition(o);
        return op == Op::logical_and || op == Op::logical_or ? fmt::format("({})", w.text) : w.text;
    };
    Written result{"", weak};
    switch (node.op) {
        case Op::constant:
            result.text = e.is_zero() ? "false" : "true";
            break;
        case Op::less:
        case Op::less_equal:
        case Op::equal: {
            // "x > 3" rather than "3 < x"
            Graph& g = algebra_.graph();
            const bool turned = g.is_constant_expression(operand(e, 0)) && !g.is_constant_expression(operand(e, 1));
            const char* sign = node.op == Op::equal  ? " = "
                               : node.op == Op::less ? (turned ? " > " : " < ")
                               : tex_                ? (turned ? " \\ge " : " \\le ")
                                                     : (turned ? " >= " : " <= ");
            result.text = side(turned ? 1 : 0) + sign + side(turned ? 0 : 1);
            break;
        }
        case Op::logical_and:
            result.text = part(0) + (tex_ ? " \\wedge " : " and ") + part(1);
            break;
        case Op::logical_or:
            result.text = part(0) + (tex_ ? " \\vee " : " or ") + part(1);
            break;
        case Op::logical_not:
            result.text = fmt::format("{}({})", tex_ ? "\\neg " : "not ", write_condition(operand(e, 0)).text);
            break;
        default:
            result = write_node(e);
    }
    --depth_;
    return result;
}

// -- sums and products

void AlgebraText::append_factor(Term& term, const ex& e) {
    if (is_exactly_a<numeric>(e)) {
        term.coefficient = term.coefficient * e;
        return;
    }
    ex base = e, exponent = 1;
    if (is_exactly_a<GiNaC::power>(e)) {
        base = e.op(0);
        exponent = e.op(1);
    }
    const bool below = is_exactly_a<numeric>(exponent) && ex_to<numeric>(exponent).is_negative();
    if (below) exponent = -exponent;
    Factor factor;
    if (is_exactly_a<GiNaC::add>(base)) {
        const bool whole = Algebra::is_integer(exponent);
        const bool flip = whole && is_negative(sorted_terms(base).front());
        if (flip && !ex_to<numeric>(exponent).is_even()) term.coefficient = -term.coefficient;
        factor.base = write_sum(base, flip);
        factor.rank = 2;
    } else {
        factor.base = write(base);
        factor.rank = is_exactly_a<GiNaC::function>(base) || algebra_.is_reference(base) ? 1 : 0;
        if (is_exactly_a<numeric>(base) || is_exactly_a<GiNaC::constant>(base)) factor.rank = -1;
    }
    factor.exponent = exponent;
    if (is_exactly_a<numeric>(exponent))
        factor.power = std::min(1e6, ex_to<numeric>(exponent).to_double());
    else
        factor.other_power = write(exponent).text;
    if (factor.rank >= 0) factor.degree = factor.power;
    if (!below) term.degree += factor.degree;
    (below ? term.below : term.above).push_back(std::move(factor));
}

Term AlgebraText::term_of(const ex& e) {
    Term term;
    if (is_exactly_a<GiNaC::mul>(e))
        for (std::size_t i = 0; i < e.nops(); ++i) append_factor(term, e.op(i));
    else
        append_factor(term, e);
    const auto order = [](const Factor& a, const Factor& b) {
        if (a.rank != b.rank) return a.rank < b.rank;
        if (a.base.text != b.base.text) return natural_less(a.base.text, b.base.text);
        return false;
    };
    std::sort(term.above.begin(), term.above.end(), order);
    std::sort(term.below.begin(), term.below.end(), order);
    return term;
}

bool AlgebraText::before(const Term& a, const Term& b) {
    if (a.degree != b.degree) return a.degree > b.degree;
    for (const auto side : {&Term::above, &Term::below}) {
        const std::vector<Factor>&x = a.*side, &y = b.*side;
        for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
            if (x[i].rank != y[i].rank) return x[i].rank < y[i].rank;
            if (x[i].base.text != y[i].base.text) return natural_less(x[i].base.text, y[i].base.text);
            if (x[i].power != y[i].power) return x[i].power > y[i].power;
            if (x[i].other_power != y[i].other_power) return natural_less(x[i].other_power, y[i].other_power);
        }
        if (x.size() != y.size()) return x.size() > y.size();
    }
    return false;
}

std::vector<Term> AlgebraText::sorted_terms(const ex& e) {
    std::vector<Term> terms;
    for (std::size_t i = 0; i < e.nops(); ++i) terms.push_back(term_of(e.op(i)));
    std::stable_sort(terms.begin(), terms.end(), before);
    return terms;
}

Written AlgebraText::write_sum(const ex& e, bool flipped) {
    std::string text;
    for (const Term& term : sorted_terms(e)) {
        const Written w = write_term(term, flipped);
        std::string part = w.text;
        if (text.empty()) {
            text = w.strength == weak ? fmt::format("({})", part) : part;
        } else if (w.strength == weak) {
            text += fmt::format(" + ({})", part);
        } else if (part[0] == '-') {
            text += " - " + part.substr(1);
        } else {
            text += " + " + part;
        }
        charge(part);
    }
    return {text, sum};
}

std::string AlgebraText::write_factor(const Factor& factor) {
    if (factor.exponent.is_equal(ex(1) / 2)) {
        return tex_ ? fmt::format("\\sqrt{{{}}}", factor.base.text) : fmt::format("sqrt({})", factor.base.text);
    }
    if (factor.exponent.is_equal(ex(1))) return bracketed(factor.base, product);
    const Written exponent = write(factor.exponent);
    if (tex_) return fmt::format("{{{}}}^{{{}}}", bracketed(factor.base, atom), exponent.text);
    return fmt::format("{}^{}", bracketed(factor.base, atom), bracketed(exponent, atom));
}

std::string AlgebraText::write_factors(std::vector<Factor>& factors, bool alone) {
    std::string text;
    for (const Factor& factor : factors) {
        if (alone && factors.size() == 1 && factor.exponent.is_equal(ex(1))) return factor.base.text;
        text += (text.empty() ? "" : tex_ ? "\\," : "*") + write_factor(factor);
    }
    return text;
}

Written AlgebraText::write_term(const Term& original, bool flipped) {
    Term term = original;
    const numeric c = ex_to<numeric>(flipped ? -term.coefficient : term.coefficient);
    if (term.above.empty() && term.below.empty()) return write_number(c);
    const bool exact = c.is_rational();
    const numeric size = c.is_negative() ? numeric(-c) : c;
    const ex over = exact ? ex(size.numer()) : ex(size), under = exact ? ex(size.denom()) : ex(1);
    const bool has_number_above = !over.is_equal(ex(1)), has_number_below = !under.is_equal(ex(1));
    std::string above = write_factors(term.above, tex_ && !term.below.empty() && !has_number_above),
                below = write_factors(term.below, tex_ && !has_number_below);
    const std::string times = tex_ ? "\\," : "*";
    // a lone sum without number keeps its brackets only where the text goes on
    const bool lone_below = term.below.size() + (has_number_below ? 1 : 0) == 1;
    if (has_number_above || above.empty())
        above = write_number(ex_to<numeric>(over)).text + (above.empty() ? "" : times + above);
    if (has_number_below) below = write_number(ex_to<numeric>(under)).text + (below.empty() ? "" : times + below);
    const std::string sign = c.is_negative() ? "-" : "";
    const bool single = term.above.size() == 1 && !has_number_above && below.empty();
    if (below.empty()) {
        const bool is_power =
            single && !term.above[0].exponent.is_equal(ex(1)) && !term.above[0].exponent.is_equal(ex(1) / 2);
        const bool is_atom = single && !is_power;
        if (is_atom && term.above[0].base.strength <= sum && sign.empty() && !tex_) return {above, product};
        return {sign + above, !sign.empty() ? sum : is_atom ? atom : is_power ? power : product};
    }
    if (tex_) return {fmt::format("{}\\frac{{{}}}{{{}}}", sign, above, below), sign.empty() ? product : sum};
    return {fmt::format("{}{}/{}", sign, above, lone_below ? below : fmt::format("({})", below)),
            sign.empty() ? product : sum};
}

std::string Algebra::to_text(const Scalar& e) {
    return AlgebraText(*this, false).text_of(e);
}

std::string Algebra::to_text(Expr condition) {
    return AlgebraText(*this, false).write_condition(condition).text;
}

std::string Algebra::to_tex(const Scalar& e) {
    return AlgebraText(*this, true).text_of(e);
}

}  // namespace lag
