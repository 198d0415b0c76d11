// Expressions without the terms that products of small quantities make negligible.
//
// With each symbol s of order k written as e^k s, an expression is a series in e. What is kept are its terms below an
// order. Series are formed node by node, so that nothing is expanded: shared parts stay shared.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/graph.hpp"
#include "core/model.hpp"

namespace lag {

class SmallTerms {
  public:
    // `model`: whose `small` says the orders; accelerations have those of their speeds, derivatives of inputs those of
    // the inputs.
    explicit SmallTerms(const Model& model);

    // The sum of the terms of `e` of orders below `order`. ModelError where they cannot be told: a root of what is small,
    // a division by what is dropped, the sine of what is large.
    Expr below(Expr e, int order);
    // Of a coordinate, speed, parameter, ...: 0 where nothing is said.
    int order_of(const Symbol& symbol) const;

  private:
    // sum of terms[k] e^(lowest + k); what is of order `known` and higher is not known
    struct Series {
        int lowest = 0;
        std::vector<Expr> terms;
        int known = everything;
        bool is_zero() const { return terms.empty(); }
        int end() const { return lowest + static_cast<int>(terms.size()); }
    };
    static constexpr int everything = 1000;

    const Series& series(NodeId id);
    Series formed(NodeId id);
    Series clipped(Series s) const;
    Expr term(const Series& s, int order) const;
    Expr total(const Series& s);  // of the orders below the one where terms are dropped
    Series constant(Expr e) const { return clipped({0, {e}, everything}); }
    Series sum(const Series& a, const Series& b, int sign);
    Series product(const Series& a, const Series& b);
    Series quotient(const Series& a, const Series& b);
    Series root(const Series& a);
    Series arc_of(Series y, Series x);  // atan2
    Series chosen(Expr condition, const Series& a, const Series& b);
    Series developed(NodeId id, const std::vector<Series>& operands);
    [[noreturn]] void refuse(const std::string& why) const;

    Graph& graph_;
    const SmallQuantities& small_;
    int limit_;  // terms of this order and higher are never formed
    std::unordered_map<NodeId, Series> memo_;
};

}  // namespace lag
