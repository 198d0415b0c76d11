// Expressions that say the same of several equal limbs -> one lane value (core/lanes.hpp) that is each of them in its
// lane.
//
// What is the same in all limbs stays a scalar. What consists of parameters alone becomes a lane parameter, whatever it
// looks like, since `setup` computes it. Everything else must be formed alike, up to factors and terms of parameters:
// terms and factors of two limbs are paired by what they are made of, and a term that a limb lacks is there with the
// factor zero.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/graph.hpp"

namespace lag {

// Expressions that are not formed alike; `what` says which.
struct UnlikeExpressions {
    std::string what;
};

// "swing" of swing_fl, swing_fr, ...; the first one where they have nothing in common.
std::string common_name(const std::vector<std::string>& names);

class LaneValues {
  public:
    // Lane symbols that the graph has, of other limbs too, are known from the start: a name means one thing in a graph.
    // `within`: of limbs that a limb in so many lanes carries each expression has these lanes itself, or is the same in
    // all of them. What is joined then has the lanes of the first limb, of the second one, ..
    explicit LaneValues(Graph& graph, std::size_t within = 0);

    // Before the first `joined`: of these symbols, one for each lane, each plays the same part in its limb.
    void pair(const std::vector<Expr>& symbols);
    // The lane symbol of these, by their common name: each a symbol of `role`, one with a minus, or zero. A limb that
    // lacks it has zero.
    Expr symbol(const std::vector<Expr>& of_limbs, Role role, const std::string& name);
    // The lane value that is members[i] in lane i, or the scalar that all of them are. UnlikeExpressions.
    Expr joined(std::vector<Expr> members);
    // The members of each limb in each lane of the limb that carries it.
    std::vector<Expr> in_all_lanes(const std::vector<Expr>& members);

  private:
    struct Term {
        Expr factor, core;  // of parameters alone; of the rest
        std::uint64_t shape = 0;
    };
    bool is_parametric(Expr e) const;
    Expr parameter(const std::vector<Expr>& members);
    // Symbols of one pair, some with other signs than there: the signs, and the pair as a lane symbol.
    struct SignedPair {
        std::vector<Expr> signs;
        Expr symbol;
    };
    std::optional<SignedPair> signed_pair(const std::vector<Expr>& members);
    // What says of the limb in `lane` what e says of another one; e itself where that limb lacks a symbol of it.
    Expr said_of(std::size_t lane, Expr e) const;
    Expr joined_terms(const std::vector<Expr>& members);
    Expr joined_factors(const std::vector<Expr>& members);
    std::vector<Expr> operands_of(Expr e);
    Expr joined_operands(const std::vector<Expr>& members);
    std::vector<Term> terms_of(Expr e);
    std::vector<Expr> factors_of(Expr e) const;
    std::uint64_t shape_of(Expr e);
    std::string unused_name(const std::string& name, Role role);

    Graph& graph_;
    std::size_t within_;
    std::map<std::vector<NodeId>, Expr> parameters_;
    std::map<std::pair<Role, std::vector<NodeId>>, Expr> symbols_;
    std::unordered_map<NodeId, std::uint64_t> part_;             // of a symbol that was paired
    std::unordered_map<std::uint64_t, std::vector<Expr>> pair_;  // by part, by lane
    std::uint64_t pairs_ = 0;
    std::unordered_map<NodeId, std::uint64_t> shapes_;
};

}  // namespace lag
