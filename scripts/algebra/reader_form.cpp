#include "scripts/algebra/reader_form.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/calculus.hpp"
#include "scripts/algebra/sizes.hpp"

namespace lag {

namespace {

using GiNaC::ex;
using GiNaC::ex_to;
using GiNaC::is_exactly_a;
using GiNaC::numeric;

constexpr std::size_t largest_tree = 5000;    // of a value
constexpr std::size_t most_flags = 4;         // of a value that is written case by case
constexpr std::size_t most_text = 20'000;     // characters of a value that is compared by length
constexpr double most_work = 20'000;          // of a value: terms multiplied out, times the angles in them
constexpr double most_work_at_once = 10'000;  // of a sum
// of a sum with quotients, which are brought to one denominator: common factors of polynomials take long to find
constexpr std::size_t largest_quotient = 300;
constexpr double most_terms_of_quotients = 60;

void collect_angles(const ex& e, const char* function, GiNaC::exset& angles) {
    if (is_exactly_a<GiNaC::function>(e) && ex_to<GiNaC::function>(e).get_name() == function) angles.insert(e.op(0));
    for (std::size_t i = 0; i < e.nops(); ++i) collect_angles(e.op(i), function, angles);
}

bool divides(const ex& e) {
    if (is_exactly_a<GiNaC::power>(e) && is_exactly_a<numeric>(e.op(1)) && ex_to<numeric>(e.op(1)).is_negative())
        return true;
    for (std::size_t i = 0; i < e.nops(); ++i)
        if (divides(e.op(i))) return true;
    return false;
}

// What stands before f^2 in a term; 0 where it has no such factor.
ex before_square(const ex& term, const ex& f) {
    const ex square = GiNaC::pow(f, 2);
    if (term.is_equal(square)) return 1;
    if (!is_exactly_a<GiNaC::mul>(term)) return 0;
    for (std::size_t i = 0; i < term.nops(); ++i)
        if (term.op(i).is_equal(square)) return term / square;
    return 0;
}

// r sin(a)^2 + r cos(a)^2 = r for terms with the same r, whatever the others are.
ex joined_at(const ex& sum, const ex& angle) {
    GiNaC::exvector others;
    GiNaC::exmap sines;  // r -> its place among the others
    for (std::size_t i = 0; i < sum.nops(); ++i) {
        if (const ex r = before_square(sum.op(i), GiNaC::sin(angle)); !r.is_zero()) sines[r] = others.size();
        others.push_back(sum.op(i));
    }
    for (ex& term : others) {
        const ex r = before_square(term, GiNaC::cos(angle));
        const auto partner = r.is_zero() ? sines.end() : sines.find(r);
        if (partner == sines.end()) continue;
        others[static_cast<std::size_t>(ex_to<numeric>(partner->second).to_int())] = 0;
        term = r;
    }
    return GiNaC::add(others);
}

class ReaderForm : public GiNaC::map_function {
  public:
    explicit ReaderForm(Algebra& algebra) : algebra_(algebra) {}

    ex operator()(const ex& e) override {
        if (e.nops() == 0) return e;
        const ex inner = e.map(*this);
        return is_exactly_a<GiNaC::add>(inner) ? shortest(inner) : inner;
    }

  private:
    // By their texts: GiNaC's own order differs from run to run.
    std::vector<ex> in_order(const GiNaC::exset& angles) {
        std::vector<std::pair<std::string, ex>> named;
        for (const ex& angle : angles) named.emplace_back(algebra_.to_text(angle), angle);
        std::ranges::sort(named, {}, &std::pair<std::string, ex>::first);
        std::vector<ex> ordered;
        for (const auto& [text, angle] : named) ordered.push_back(angle);
        return ordered;
    }
    // All pairs in the sum, if it is one.
    ex with_pairs_joined(ex sum, const GiNaC::exset& angles) {
        for (const ex& angle : in_order(angles))
            if (is_exactly_a<GiNaC::add>(sum)) sum = joined_at(sum, angle);
        return sum;
    }
    ex shortest(const ex& given) {
        GiNaC::exset sines, cosines, both;
        collect_angles(given, "sin", sines), collect_angles(given, "cos", cosines);
        std::ranges::set_intersection(sines, cosines, std::inserter(both, both.end()), GiNaC::ex_is_less());
        const ex sum = with_pairs_joined(given, both);
        const bool is_quotient = divides(sum);
        if (both.empty() && !is_quotient) return sum;
        const double terms = expanded_terms(sum);
        if (is_quotient && (terms > most_terms_of_quotients || tree_size(sum, largest_quotient) > largest_quotient))
            return sum;
        const double work = terms * static_cast<double>(1 + sines.size() + cosines.size());
        if (work > most_work_at_once || work > left_) return sum;
        left_ -= work;
        try {
            const ex candidate = with_pairs_joined(algebra_.trigsimp(sum), both);
            const std::size_t size = tree_size(sum, largest_tree);
            return tree_size(candidate, size) < size ? candidate : sum;
        } catch (const ModelError&) {
            return sum;  // nothing that a reader asked for has failed
        }
    }

    Algebra& algebra_;
    double left_ = most_work;
};

Scalar with_short_sums(Algebra& algebra, const Scalar& e) {
    return tree_size(e, largest_tree) > largest_tree ? e : Scalar(ReaderForm(algebra)(e.value()));
}

// Switched rows leave many selections by few flags in a value: one value for each setting of the flags is shorter.
class Cases {
  public:
    explicit Cases(Algebra& algebra) : algebra_(algebra), graph_(algebra.graph()) {}

    // Nothing where there are no such selections, or too many flags.
    std::optional<Expr> of(Expr e) try {
        collect(e);
        if (!flags_are_few_) return std::nullopt;
        return without(e, 0);
    } catch (const ModelError&) {
        return std::nullopt;
    }

  private:
    // Conditions `name = 0` of selections, in the order in which they were formed.
    void collect(Expr e) {
        std::vector<NodeId> stack{e.id};
        std::set<NodeId> seen;
        while (!stack.empty()) {
            const NodeId id = stack.back();
            stack.pop_back();
            if (!seen.insert(id).second) continue;
            if (seen.size() > largest_tree) return;
            const Node& node = graph_.node(id);
            if (node.op == Op::equal && graph_.expr(node.operand[1]).is_zero() &&
                graph_.node(node.operand[0]).op == Op::symbol)
                flags_.push_back(graph_.expr(id));
            for (int k = 0; k < arity(node.op); ++k) stack.push_back(node.operand[k]);
        }
        std::ranges::sort(flags_, {}, &Expr::id);
        flags_are_few_ = !flags_.empty() && flags_.size() <= most_flags;
    }
    Expr without(Expr e, std::size_t flag) {
        if (flag == flags_.size()) return simplified(e);
        const std::optional<Expr> set = where(e, flag, true), cleared = where(e, flag, false);
        if (!set && !cleared) throw AtPole("division by zero");
        if (!set || !cleared || *set == *cleared) return set ? *set : *cleared;
        const Node& inner = graph_.node(*set);
        if (inner.op == Op::select && graph_.expr(inner.operand[2]) == *cleared)
            return graph_.select(graph_.binary(Op::logical_and, flags_[flag], graph_.expr(inner.operand[0])),
                                 graph_.expr(inner.operand[1]), *cleared);
        return graph_.select(flags_[flag], *set, *cleared);
    }
    Expr simplified(Expr e) try {
        const Scalar plain = algebra_.unfold(algebra_.raise(e));
        return algebra_.lower(divides(plain) ? algebra_.ratsimp(plain) : with_short_sums(algebra_, plain));
    } catch (const AtPole&) {
        throw;
    } catch (const ModelError&) {
        return e;  // too large
    }
    // Nothing: e has no value there, since it divides by zero, as where both stops of a coordinate are closed.
    std::optional<Expr> where(Expr e, std::size_t flag, bool holds) try {
        const Expr zero = graph_.integer(0), one = graph_.integer(1);
        Substitution put(graph_);
        put.replace(flags_[flag], holds ? graph_.binary(Op::less, zero, one) : graph_.binary(Op::less, one, zero));
        return without(put(e), flag + 1);
    } catch (const AtPole&) {
        return std::nullopt;
    } catch (const DivisionByZero&) {
        return std::nullopt;
    }

    Algebra& algebra_;
    Graph& graph_;
    std::vector<Expr> flags_;
    bool flags_are_few_ = false;
};

}  // namespace

Scalar reader_form(Algebra& algebra, const Scalar& e) {
    const std::optional<Expr> cases = Cases(algebra).of(algebra.lower(e));
    const auto length = [&](Expr value) { return to_string(algebra.graph(), value, most_text).size(); };
    try {
        const Scalar short_sums = with_short_sums(algebra, algebra.unfold(e));
        return cases && length(*cases) < length(algebra.lower(short_sums)) ? algebra.raise(*cases) : short_sums;
    } catch (const ModelError&) {
        if (!cases) throw;
        return algebra.raise(*cases);
    }
}

}  // namespace lag
