// Pass: tree height reduction (D. J. Kuck, "The Structure of Computers and Computations", 1978, chapter 2). A factor that is
// known late is written out where it is used, so that fewer operations wait for what is in it:
//     x = e + b z,   y = a x    ->   y = a e + (a b) z         z is known last, a e and a b before it
//     r = 1/d,  L = U r,  I = J - U L    ->   I = J - (U U) r
// That takes a multiplication or two more. In a recursion every pivot waits for the one before it, and this is most of the way
// between them.
//
// All results shall be known at some time, a little earlier than they are. Of the values that are late for that, one is written
// in other terms, again and again: the one whose change takes fewest instructions for the cycles by which values are late. Each
// time the aim is reached there is a code to choose, of fewer steps and more operations than the one before.

#include <algorithm>
#include <functional>
#include <optional>

#include "emitters/passes/code_copy.hpp"
#include "emitters/passes/passes.hpp"
#include "emitters/passes/ready_times.hpp"

namespace lag {

namespace {

constexpr long step = 4;                // cycles: the aim is so much below what there is
constexpr std::size_t most_tried = 12;  // changes that are carried out, to see which is best
constexpr int most_levels = 5;          // of factors that are written out, one in the other
constexpr std::size_t most_terms = 12;  // of a value in other terms
constexpr int most_in_vain = 4;         // codes in a row that cost no less than the best

// A sum that is cut in two: `early` becomes a sum of its own.
struct CutSum {
    CodeId sum = 0;
    Items early;
};

// A node as a sum of products. An id beyond the code is an early sum of `cuts`.
struct Rewriting {
    struct Product {
        Items factors;
        bool minus = false;
    };
    CodeId node = 0;
    std::vector<Product> terms;
    std::vector<CutSum> cuts;
};

// Code with one node written in other terms.
class RewrittenCode {
  public:
    RewrittenCode(const Code& from, const Rewriting& change) : from_(from), change_(change), copy_(from) {}

    Code run(const ReadyTimes& times) {
        for (CodeId id = 0; id < from_.size(); ++id)
            if (times.uses(id) > 0) copy_.set_image(id, id == change_.node ? rewritten() : made(id));
        return copy_.finished();
    }

  private:
    Item rewritten() {
        Items terms;
        for (const Rewriting::Product& term : change_.terms)
            terms.push_back(copy_.product(span_of(term.factors), term.minus));
        return copy_.code().sum(terms);
    }
    Item made(CodeId id) {
        const auto cut = std::ranges::find(change_.cuts, id, &CutSum::sum);
        if (cut == change_.cuts.end()) return copy_.made(id);
        Items terms;
        for (const Item& term : from_.items(id))
            if (std::ranges::count(cut->early, term) == 0) terms.push_back(term);
        const auto early = static_cast<CodeId>(from_.size() + static_cast<std::size_t>(cut - change_.cuts.begin()));
        copy_.set_image(early, copy_.sum(span_of(cut->early)));
        terms.push_back({early, false});
        return copy_.sum(span_of(terms));
    }

    const Code& from_;
    const Rewriting& change_;
    CodeCopy copy_;
};

// Code beside the time at which its results shall be known.
class HeightStep {
  public:
    HeightStep(const Code& code, long aim) : code_(code), times_(code), latest_(times_.required(aim)), aim_(aim) {}

    // The change that gains most for its instructions; none where nothing is gained.
    std::optional<Code> best_change() const {
        std::vector<Proposal> proposals;
        for (CodeId id = 0; id < code_.size(); ++id)
            if (lateness(id) > 0) propose(id, proposals);
        std::ranges::stable_sort(proposals, std::greater<>(), &Proposal::promise);
        if (proposals.size() > most_tried) proposals.resize(most_tried);
        std::optional<Code> best;
        double most = 0;
        for (const Proposal& proposal : proposals) {
            Code changed = RewrittenCode(code_, proposal.change).run(times_);
            const HeightStep after(changed, aim_);
            const double gain = static_cast<double>(total_lateness() - after.total_lateness()),
                         cost = std::max(0.5, static_cast<double>(after.instructions() - instructions()));
            if (gain / cost <= most) continue;
            most = gain / cost;
            best = std::move(changed);
        }
        return best;
    }

  private:
    struct Proposal {
        Rewriting change;
        double promise = 0;
    };

    long lateness(CodeId id) const {
        return times_.uses(id) > 0 ? std::max(static_cast<long>(times_.at(id)) - latest_[id], 0L) : 0;
    }
    long total_lateness() const {
        long sum = 0;
        for (CodeId id = 0; id < code_.size(); ++id) sum += lateness(id);
        return sum;
    }
    // A product that is a term is one instruction with its addition.
    long instructions() const {
        long count = 0;
        for (CodeId id = 0; id < code_.size(); ++id) {
            if (times_.uses(id) == 0) continue;
            const CodeNode& node = code_.node(id);
            const long vectors = node.lanes > 4 ? 2 : 1;
            if (node.kind == CodeKind::sum) count += vectors * added(terms_of(id));
            if (node.kind == CodeKind::product) count += vectors * (static_cast<long>(node.count) - 1);
        }
        return count;
    }
    // What adding the terms takes beside their products.
    static long added(const std::vector<Rewriting::Product>& terms) {
        const auto products =
            std::ranges::count_if(terms, [](const Rewriting::Product& term) { return term.factors.size() > 1; });
        const auto additions = static_cast<std::ptrdiff_t>(terms.size()) - 1;
        return static_cast<long>(additions - std::min(products, additions));
    }
    static long instructions_of(const std::vector<Rewriting::Product>& terms) {
        long count = added(terms);
        for (const Rewriting::Product& term : terms) count += static_cast<long>(term.factors.size()) - 1;
        return count;
    }

    // A node as terms: those of a sum, with the products that are used nowhere else; a product as one.
    std::vector<Rewriting::Product> terms_of(CodeId id) const {
        const auto items = code_.items(id);
        if (code_.node(id).kind == CodeKind::product) return {{Items(items.begin(), items.end()), false}};
        std::vector<Rewriting::Product> terms;
        for (const Item& item : items) terms.push_back({factors_of_term(item.id), item.minus});
        return terms;
    }
    Items factors_of_term(CodeId id) const {
        if (!times_.is_fused(id)) return Items{{id, false}};
        const auto factors = code_.items(id);
        return Items(factors.begin(), factors.end());
    }

    // The node with its latest factor written out, with the latest one of that written out too, and so on.
    void propose(CodeId id, std::vector<Proposal>& proposals) const {
        const CodeKind kind = code_.node(id).kind;
        if (kind != CodeKind::sum && kind != CodeKind::product) return;
        if (times_.is_fused(id)) return;  // it is changed in its user
        Rewriting change{id, terms_of(id), {}};
        const long before = instructions_of(change.terms);
        for (int level = 0; level < most_levels; ++level) {
            if (!write_out_latest(change) || change.terms.size() > most_terms) return;
            const long gain = std::min(static_cast<long>(times_.at(id)) - ready(change), lateness(id) + step);
            if (gain <= 0) continue;
            const long cost = std::max(instructions_of(change.terms) - before, 1L);
            proposals.push_back({change, static_cast<double>(gain) / static_cast<double>(cost)});
        }
    }

    long ready_factor(const Rewriting& change, CodeId id) const {
        if (id < code_.size()) return times_.at(id);
        std::vector<ReadyTime> terms;
        for (const Item& term : change.cuts[id - code_.size()].early) terms.push_back(times_.needed(term.id));
        std::ranges::sort(terms);
        return ready_in_chain(terms, add_latency);
    }
    long ready(const Rewriting& change) const {
        std::vector<ReadyTime> terms;
        for (const Rewriting::Product& term : change.terms) {
            std::vector<ReadyTime> factors;
            for (const Item& factor : term.factors)
                factors.push_back(static_cast<ReadyTime>(ready_factor(change, factor.id)));
            std::ranges::sort(factors);
            const bool is_fused = factors.size() > 1 && change.terms.size() > 1;
            terms.push_back(ready_in_chain(factors, mul_latency) - (is_fused ? mul_latency : 0));
        }
        std::ranges::sort(terms);
        return ready_in_chain(terms, add_latency);
    }

    bool write_out_latest(Rewriting& change) const {
        const auto time_of = [&](const Item& factor) { return ready_factor(change, factor.id); };
        const auto latest_of = [&](const Rewriting::Product& term) {
            return time_of(*std::ranges::max_element(term.factors, {}, time_of));
        };
        const auto place = std::ranges::max_element(change.terms, {}, latest_of);
        Rewriting::Product term = *place;
        const auto factor = std::ranges::max_element(term.factors, {}, time_of);
        const CodeId x = factor->id;
        const auto is_divisor = [](const Items& factors) { return std::ranges::any_of(factors, &Item::minus); };
        if (is_divisor(term.factors) || x >= code_.size()) return false;
        const Items items(code_.items(x).begin(), code_.items(x).end());
        term.factors.erase(factor);
        if (code_.node(x).kind == CodeKind::product && !is_divisor(items)) {
            term.factors.insert(term.factors.end(), items.begin(), items.end());
            *place = term;
            return true;
        }
        if (code_.node(x).kind != CodeKind::sum || std::ranges::count(change.cuts, x, &CutSum::sum) > 0) return false;
        change.terms.erase(place);
        return multiply_out(change, term, x);
    }
    // term times the sum x: its late terms one by one, the others together.
    bool multiply_out(Rewriting& change, const Rewriting::Product& term, CodeId x) const {
        constexpr std::size_t most_late = 3, early_alone = 3;
        long last = 0;
        for (const Item& item : code_.items(x)) last = std::max(last, static_cast<long>(times_.needed(item.id)));
        Items early, one_by_one;
        for (const Item& item : code_.items(x))
            (times_.needed(item.id) + step <= last ? early : one_by_one).push_back(item);
        if (one_by_one.size() > most_late) return false;
        // a sum of its own where it is a factor, or stands for many terms
        if (early.size() > (term.factors.empty() ? early_alone : 1)) {
            change.cuts.push_back({x, early});
            Rewriting::Product whole = term;
            whole.factors.push_back({static_cast<CodeId>(code_.size() + change.cuts.size() - 1), false});
            change.terms.push_back(whole);
        } else {
            one_by_one.insert(one_by_one.end(), early.begin(), early.end());
        }
        for (const Item& item : one_by_one) {
            Rewriting::Product part = term;
            part.minus = part.minus != item.minus;
            const Items factors = factors_of_term(item.id);
            part.factors.insert(part.factors.end(), factors.begin(), factors.end());
            change.terms.push_back(part);
        }
        return true;
    }

    const Code& code_;
    ReadyTimes times_;
    std::vector<long> latest_;
    long aim_;
};

}  // namespace

Code reduce_height(const Code& code, const std::function<std::size_t(const Code&)>& cost) {
    Code best = code, now = code;
    std::size_t least = cost(best);
    for (int in_vain = 0; in_vain < most_in_vain;) {
        const long aim = static_cast<long>(ReadyTimes(now).of_results()) - step;
        while (static_cast<long>(ReadyTimes(now).of_results()) > aim) {
            std::optional<Code> next = HeightStep(now, aim).best_change();
            if (!next) return best;
            now = std::move(*next);
        }
        ++in_vain;
        if (const std::size_t found = cost(now); found < least) least = found, best = now, in_vain = 0;
    }
    return best;
}

}  // namespace lag
