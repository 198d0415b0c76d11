#include "core/joint_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "core/comma_list.hpp"
#include "core/errors.hpp"

namespace lag {

namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
constexpr std::size_t most_work = 30'000'000;
constexpr double forbidden = 1e12;  // operations of a branch the wrong way round, of a cut that may not be
constexpr double apart = 1e9;       // of a branch that is rows

// What is compared: fewer operations, then more equal limbs.
struct Worth {
    double operations = 0;
    std::size_t equal_limbs = 0;
    bool operator<(const Worth& other) const {
        if (operations != other.operations) return operations < other.operations;
        return equal_limbs > other.equal_limbs;
    }
};

class TreeSearch {
  public:
    TreeSearch(const std::vector<std::string>& names, const std::vector<JointEdge>& edges)
        : names_(names), edges_(edges), by_name_(edges.size()), at_(names.size()) {
        std::iota(by_name_.begin(), by_name_.end(), std::size_t{0});
        std::ranges::sort(by_name_, [&](std::size_t a, std::size_t b) { return edges[a].name < edges[b].name; });
        for (const std::size_t e : by_name_) {
            if (edges[e].A == edges[e].B) continue;  // between bodies that stand already
            at_[edges[e].A].push_back(e);
            at_[edges[e].B].push_back(e);
        }
    }

    // Breadth first: every body as near to ground as may be.
    std::vector<bool> shallowest() const {
        std::vector<bool> chosen(edges_.size(), false), reached(names_.size(), false);
        // Joints that are never cut first: what they carry is reached through them alone.
        std::vector<std::size_t> carried_by(names_.size(), none);
        for (const std::size_t e : by_name_)
            if (edges_[e].is_branch) carried_by[edges_[e].B] = e;
        std::deque<std::size_t> open{0};
        reached[0] = true;
        for (const bool backward_too : {false, true}) {
            for (std::size_t v = 0; v < names_.size(); ++v)
                if (reached[v] && backward_too) open.push_back(v);
            while (!open.empty()) {
                const std::size_t v = open.front();
                open.pop_front();
                for (const std::size_t e : at_[v]) {
                    const std::size_t w = other_end(e, v);
                    if (reached[w] || (edges_[e].only_forward && v == edges_[e].B && !backward_too)) continue;
                    if (carried_by[w] != none && carried_by[w] != e) continue;
                    reached[w] = true;
                    chosen[e] = true;
                    open.push_back(w);
                }
            }
        }
        std::vector<std::string> lost;
        for (std::size_t v = 0; v < names_.size(); ++v)
            if (!reached[v]) lost.push_back(names_[v]);
        if (lost.empty()) return chosen;
        throw ModelError(fmt::format("no joint leads from ground to {} {}", lost.size() == 1 ? "body" : "the bodies",
                                     comma_list(lost)),
                         "join one of them to ground or to a body that is, above the first statement that uses the "
                         "mechanism; a body that moves freely has hinge = free()");
    }

    std::vector<bool> insisted(const std::vector<std::string>& wanted) const {
        std::vector<bool> chosen(edges_.size(), false);
        for (const std::size_t e : by_name_) chosen[e] = edges_[e].is_branch;
        for (const std::string& name : wanted) {
            const auto found = std::ranges::find_if(by_name_, [&](std::size_t e) { return edges_[e].name == name; });
            if (found == by_name_.end()) {
                std::vector<std::string> names;
                for (const std::size_t e : by_name_) names.push_back(edges_[e].name);
                throw ModelError(fmt::format("tree: no joint is named '{}'", name),
                                 "the joints are: " + comma_list(names));
            }
            chosen[*found] = true;
        }
        refuse_cycles(chosen);
        std::vector<std::string> lost;
        const std::vector<std::size_t> inboard = inboard_edges(chosen);
        for (std::size_t v = 1; v < names_.size(); ++v)
            if (inboard[v] == none) lost.push_back(names_[v]);
        if (!lost.empty())
            throw ModelError("tree: its joints do not lead from ground to " + comma_list(lost),
                             "a spanning tree reaches every body once");
        return chosen;
    }

    void improve(std::vector<bool>& chosen) const {
        Worth best = worth(chosen);
        // trials of a large graph are bounded: each looks at every vertex for every cut
        std::size_t trials = most_work / (names_.size() * edges_.size());
        for (bool better = true; better;) {
            better = false;
            std::vector<bool> found;
            for (const std::size_t in : by_name_) {
                if (chosen[in] || edges_[in].A == edges_[in].B) continue;
                for (const std::size_t out : cycle_of(chosen, in)) {
                    if (trials == 0) break;
                    --trials;
                    std::vector<bool> trial = chosen;
                    trial[in] = true, trial[out] = false;
                    const Worth its = worth(trial);
                    if (!(its < best)) continue;
                    best = its;
                    found = std::move(trial);
                }
            }
            if (found.empty()) continue;
            chosen = std::move(found);
            better = true;
        }
    }

    JointTree result(const std::vector<bool>& chosen) const {
        JointTree tree;
        const std::vector<std::size_t> inboard = inboard_edges(chosen);
        std::vector<std::size_t> open{0};
        while (!open.empty()) {
            const std::size_t v = open.back();
            open.pop_back();
            if (v != 0) tree.branches.push_back({inboard[v], edges_[inboard[v]].B == v});
            for (auto e = at_[v].rbegin(); e != at_[v].rend(); ++e)
                if (const std::size_t w = other_end(*e, v); chosen[*e] && inboard[w] == *e) open.push_back(w);
        }
        for (const std::size_t e : by_name_)
            if (!chosen[e]) tree.cut.push_back(e);
        for (const JointTree::Branch& branch : tree.branches)
            if (const JointEdge& edge = edges_[branch.edge]; !branch.forward && edge.only_forward)
                throw ModelError(
                    fmt::format("joint '{}' would carry {} on {}, and it has quasi-velocities of {} in {}", edge.name,
                                names_[edge.A], names_[edge.B], names_[edge.B], names_[edge.A]),
                    fmt::format("declare it the other way round, joint({}, {}, {}, ..), or leave out the names of its "
                                "speeds and its Euler parameters",
                                edge.name, names_[edge.B], names_[edge.A]));
        tree.operations = worth(chosen).operations;
        return tree;
    }

  private:
    std::size_t other_end(std::size_t e, std::size_t v) const { return edges_[e].A == v ? edges_[e].B : edges_[e].A; }

    // By vertex: the branch that it hangs on; none where no branch leads there.
    std::vector<std::size_t> inboard_edges(const std::vector<bool>& chosen) const {
        std::vector<std::size_t> inboard(names_.size(), none);
        std::vector<std::size_t> open{0};
        while (!open.empty()) {
            const std::size_t v = open.back();
            open.pop_back();
            for (const std::size_t e : at_[v]) {
                const std::size_t w = other_end(e, v);
                if (!chosen[e] || w == 0 || inboard[w] != none || e == inboard[v]) continue;
                inboard[w] = e;
                open.push_back(w);
            }
        }
        return inboard;
    }

    std::vector<std::size_t> path_to_root(const std::vector<std::size_t>& inboard, std::size_t v) const {
        std::vector<std::size_t> path;
        for (; v != 0; v = other_end(inboard[v], v)) path.push_back(inboard[v]);
        return path;
    }

    // The branches of the loop that this joint would close.
    std::vector<std::size_t> cycle_of(const std::vector<bool>& chosen, std::size_t e) const {
        const std::vector<std::size_t> inboard = inboard_edges(chosen);
        std::vector<std::size_t> a = path_to_root(inboard, edges_[e].A), b = path_to_root(inboard, edges_[e].B);
        while (!a.empty() && !b.empty() && a.back() == b.back()) a.pop_back(), b.pop_back();
        a.insert(a.end(), b.begin(), b.end());
        std::ranges::sort(a, [&](std::size_t k, std::size_t l) { return edges_[k].name < edges_[l].name; });
        return a;
    }

    void refuse_cycles(const std::vector<bool>& chosen) const {
        std::vector<bool> taken(edges_.size(), false);
        for (const std::size_t e : by_name_) {
            if (!chosen[e]) continue;
            if (edges_[e].A == edges_[e].B)
                throw ModelError(fmt::format("tree: joint '{}' joins what stands already", edges_[e].name),
                                 "leave it out of the tree");
            std::vector<std::size_t> way = way_between(taken, edges_[e].A, edges_[e].B);
            if (way.empty()) {
                taken[e] = true;
                continue;
            }
            way.push_back(e);
            std::vector<std::string> names;
            for (const std::size_t one : way) names.push_back(edges_[one].name);
            std::ranges::sort(names);
            throw ModelError("tree: its joints close a loop: " + comma_list(names), "leave one of them out");
        }
    }

    // Edges from one vertex to another among `taken`, a forest; empty: there is no way.
    std::vector<std::size_t> way_between(const std::vector<bool>& taken, std::size_t from, std::size_t to) const {
        std::vector<std::size_t> by(names_.size(), none), open{from};
        while (!open.empty()) {
            const std::size_t v = open.back();
            open.pop_back();
            for (const std::size_t e : at_[v]) {
                const std::size_t w = other_end(e, v);
                if (!taken[e] || e == by[v] || w == from || by[w] != none) continue;
                by[w] = e;
                open.push_back(w);
            }
        }
        std::vector<std::size_t> way;
        for (std::size_t v = to; v != from && by[v] != none; v = other_end(by[v], v)) way.push_back(by[v]);
        return way;
    }

    Worth worth(const std::vector<bool>& chosen) const {
        const std::vector<std::size_t> inboard = inboard_edges(chosen);
        Worth sum;
        std::vector<std::size_t> speeds(names_.size(), none);
        speeds[0] = 0;
        for (std::size_t v = 1; v < names_.size(); ++v) {
            std::vector<std::size_t> way;
            std::size_t w = v;
            for (; speeds[w] == none; w = other_end(inboard[w], w)) way.push_back(w);
            for (auto k = way.rbegin(); k != way.rend(); ++k) {
                const JointEdge& edge = edges_[inboard[*k]];
                const bool forward = edge.B == *k;
                const std::size_t inner = forward ? edge.A : edge.B;
                const std::size_t standing = inner != 0 ? 0 : forward ? edge.freedoms_of_A : edge.freedoms_of_B;
                speeds[*k] = speeds[inner] + standing + edge.freedoms;
                sum.operations += 8.0 * static_cast<double>(edge.freedoms * speeds[*k]);
                if (!forward && (edge.only_forward || edge.is_branch)) sum.operations += forbidden;
                if (edge.is_rows) sum.operations += apart;
            }
        }
        double rows = 0;
        for (const std::size_t e : by_name_) {
            if (chosen[e]) continue;
            const JointEdge& edge = edges_[e];
            if (edge.is_branch || edge.freedoms > 6) sum.operations += forbidden;
            const double own = 6.0 - static_cast<double>(std::min<std::size_t>(edge.freedoms, 6));
            double loop = static_cast<double>(edge.freedoms_of_A + edge.freedoms_of_B);
            for (const std::size_t branch : cycle_of(chosen, e)) loop += static_cast<double>(edges_[branch].freedoms);
            sum.operations += 10 * own * loop;
            if (edge.is_measured) sum.operations += 20 * static_cast<double>(edge.freedoms);
            if (edge.only_forward) sum.operations += 100;  // its quasi-velocities are lost
            rows += own;
        }
        sum.operations += rows * rows;
        sum.equal_limbs = equal_limbs(inboard);
        return sum;
    }

    // How many limbs have the shape of an earlier one on the same body.
    std::size_t equal_limbs(const std::vector<std::size_t>& inboard) const {
        std::vector<std::vector<std::size_t>> outboard(names_.size());
        for (std::size_t v = 1; v < names_.size(); ++v) outboard[other_end(inboard[v], v)].push_back(v);
        std::vector<std::size_t> order{0};
        for (std::size_t k = 0; k < order.size(); ++k)
            order.insert(order.end(), outboard[order[k]].begin(), outboard[order[k]].end());
        std::vector<std::string> shape(names_.size());
        std::size_t equal = 0;
        for (auto v = order.rbegin(); v != order.rend(); ++v) {
            std::vector<std::string> limbs;
            for (const std::size_t w : outboard[*v]) limbs.push_back(shape[w]);
            std::ranges::sort(limbs);
            for (std::size_t k = 1; k < limbs.size(); ++k) equal += limbs[k] == limbs[k - 1] ? 1 : 0;
            shape[*v] = *v == 0 ? "" : edges_[inboard[*v]].kind;
            for (const std::string& limb : limbs) shape[*v] += fmt::format("({})", limb);
        }
        return equal;
    }

    const std::vector<std::string>& names_;
    const std::vector<JointEdge>& edges_;
    std::vector<std::size_t> by_name_;
    std::vector<std::vector<std::size_t>> at_;  // by vertex: its joints, by name
};

}  // namespace

JointTree joint_tree(const std::vector<std::string>& names, const std::vector<JointEdge>& edges,
                     const std::vector<std::string>& insisted) {
    const TreeSearch search(names, edges);
    std::vector<bool> chosen = search.shallowest();
    if (!insisted.empty())
        chosen = search.insisted(insisted);
    else
        search.improve(chosen);
    return search.result(chosen);
}

}  // namespace lag
