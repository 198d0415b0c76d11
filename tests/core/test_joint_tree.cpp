// The spanning tree of bodies and joints: counts of published mechanisms, what is insisted on, no dependence on the order.
#include "core/joint_tree.hpp"

#include <algorithm>
#include <random>
#include <set>

#include "core/errors.hpp"
#include "tests/catch.hpp"

namespace lag {

namespace {

JointEdge pin(const std::string& name, std::size_t A, std::size_t B) {
    return {.name = name, .A = A, .B = B, .kind = "revolute"};
}

std::set<std::string> names_of_branches(const JointTree& tree, const std::vector<JointEdge>& edges) {
    std::set<std::string> names;
    for (const JointTree::Branch& branch : tree.branches) names.insert(edges[branch.edge].name);
    return names;
}

// Every vertex once, each after the one that it hangs on.
void require_spanning(const JointTree& tree, const std::vector<JointEdge>& edges, std::size_t vertices) {
    std::set<std::size_t> reached{0};
    for (const JointTree::Branch& branch : tree.branches) {
        const JointEdge& edge = edges[branch.edge];
        REQUIRE(reached.contains(branch.forward ? edge.A : edge.B));
        REQUIRE(reached.insert(branch.forward ? edge.B : edge.A).second);
    }
    REQUIRE(reached.size() == vertices);
    REQUIRE(tree.branches.size() + tree.cut.size() == edges.size());
}

std::string message_of(const std::vector<std::string>& names, const std::vector<JointEdge>& edges,
                       const std::vector<std::string>& insisted) {
    try {
        (void)joint_tree(names, edges, insisted);
    } catch (const ModelError& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("McPhee's four-bar has three branches and one loop, Hardell's gripper five and two") {
    const std::vector<std::string> bar{"ground", "crank", "coupler", "rocker"};
    std::vector<JointEdge> pins{pin("A", 0, 1), pin("B", 1, 2), pin("C", 2, 3), pin("D", 3, 0)};
    pins[3].is_measured = false;
    const JointTree four_bar = joint_tree(bar, pins, {});
    require_spanning(four_bar, pins, 4);
    CHECK(names_of_branches(four_bar, pins) == std::set<std::string>{"A", "B", "C"});

    // 0 housing, 1 piston, 2, 3 levers, 4, 5 couplers
    const std::vector<std::string> parts{"housing", "piston", "lever1", "lever2", "coupler1", "coupler2"};
    const std::vector<JointEdge> joints{pin("a", 0, 1), pin("b", 2, 4), pin("c", 2, 0), pin("d", 4, 1),
                                        pin("e", 5, 1), pin("f", 3, 0), pin("g", 5, 3)};
    const JointTree gripper = joint_tree(parts, joints, {});
    require_spanning(gripper, joints, 6);
    CHECK(gripper.branches.size() == 5);
    CHECK(gripper.cut.size() == 2);
    // both couplers hang on levers or both on the piston
    const std::set<std::string> branches = names_of_branches(gripper, joints);
    CHECK(branches.contains("b") == branches.contains("g"));
}

TEST_CASE("a joint that keeps its quasi-velocities is used forward") {
    std::vector<JointEdge> edges{pin("a", 0, 1), pin("b", 2, 1), pin("c", 0, 2)};
    edges[1].only_forward = true;
    const JointTree tree = joint_tree({"ground", "one", "two"}, edges, {});
    require_spanning(tree, edges, 3);
    for (const JointTree::Branch& branch : tree.branches) CHECK((branch.forward || branch.edge != 1));
    edges[0] = edges[1], edges[0].name = "d", edges[0].A = 1, edges[0].B = 0;
    edges.resize(1);
    CHECK(message_of({"ground", "one"}, edges, {}).find("would carry one on ground") != std::string::npos);
}

TEST_CASE("the tree does not depend on the order of the joints, and no exchange is better") {
    std::mt19937 random(7);
    for (int trial = 0; trial < 40; ++trial) {
        const std::size_t vertices = 2 + random() % 6;
        std::vector<std::string> names{"ground"};
        std::vector<JointEdge> edges;
        for (std::size_t v = 1; v < vertices; ++v) {
            names.push_back("b" + std::to_string(v));
            edges.push_back(pin("j" + std::to_string(v), random() % v, v));
            edges.back().freedoms = random() % 7;
        }
        for (std::size_t extra = random() % 4; extra-- > 0;) {
            const std::size_t A = random() % vertices, B = (A + 1 + random() % (vertices - 1)) % vertices;
            edges.push_back(pin("k" + std::to_string(extra), A, B));
        }
        const JointTree tree = joint_tree(names, edges, {});
        require_spanning(tree, edges, vertices);
        std::vector<JointEdge> shuffled = edges;
        std::ranges::shuffle(shuffled, random);
        const JointTree again = joint_tree(names, shuffled, {});
        std::vector<std::pair<std::string, bool>> first, second;
        for (const auto& [edge, forward] : tree.branches) first.emplace_back(edges[edge].name, forward);
        for (const auto& [edge, forward] : again.branches) second.emplace_back(shuffled[edge].name, forward);
        CHECK(first == second);
        const std::set<std::string> branches = names_of_branches(tree, edges);
        for (const std::size_t in : tree.cut)
            for (const std::string& out : branches) {
                std::vector<std::string> other{edges[in].name};
                for (const std::string& name : branches)
                    if (name != out) other.push_back(name);
                if (!message_of(names, edges, other).empty()) continue;
                CHECK(joint_tree(names, edges, other).operations >= tree.operations);
            }
    }
}

TEST_CASE("a tree that is none is refused with its loop or its missing body") {
    const std::vector<std::string> names{"ground", "one", "two", "three"};
    const std::vector<JointEdge> edges{pin("a", 0, 1), pin("b", 1, 2), pin("c", 0, 2), pin("d", 2, 3)};
    CHECK(message_of(names, edges, {"a", "b", "c"}) == "tree: its joints close a loop: a, b, c");
    CHECK(message_of(names, edges, {"a", "b"}) == "tree: its joints do not lead from ground to three");
    CHECK(message_of(names, edges, {"a", "x"}) == "tree: no joint is named 'x'");
    CHECK(message_of(names, edges, {"a", "c", "d"}).empty());
    CHECK(message_of({"ground", "one", "two", "three", "four"}, edges, {}) ==
          "no joint leads from ground to body four");
}

}  // namespace lag
