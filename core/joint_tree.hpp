// Which joints carry bodies and which close loops: a spanning tree of the graph of bodies and joints.
//
// Vertex 0 is what stands already, with ground. A branch carries one vertex more, its own or the one that it hangs on; all other joints are
// cut. The choice does not depend on the order of the joints.
#pragma once

#include <string>
#include <vector>

namespace lag {

struct JointEdge {
    std::string name;
    std::size_t A = 0, B = 0;       // vertices; B moves in A
    std::size_t freedoms = 1;       // 0 to 6
    std::string kind = {};          // what equal limbs have in common
    bool only_forward = false;      // as a branch it carries B
    bool is_branch = false;         // it is never cut
    bool is_rows = false;           // as a branch it carries nothing: B moves freely, and the joint is rows
    bool is_measured = true;        // cut, it keeps coordinates, whose rates take operations
    std::size_t freedoms_of_A = 0;  // speeds inboard of A, B that stand already
    std::size_t freedoms_of_B = 0;
};

struct JointTree {
    // Depth first, by name: what a branch hangs on comes before it.
    struct Branch {
        std::size_t edge;
        bool forward;  // it carries B
    };
    std::vector<Branch> branches;
    std::vector<std::size_t> cut;  // by name
    double operations = 0;         // what the estimate says
};

// The estimate: 8 operations an entry of the mass matrix (a speed and one inboard of it), 10 for each row of a cut joint
// and each speed of its loop, the square of the number of rows, as they are solved together, and 20 for each coordinate that a
// cut joint keeps. As few joints as can be are branches and rows. Starts from the shallowest tree and exchanges a branch for a cut joint as long as that is better; of
// equal estimates the one with more equal limbs. `names` are those of the vertices; `insisted`: those of the branches; empty: the
// tool chooses.
//
// ModelError: a vertex that no joint leads to, a name in `insisted` that is none, a cycle among these.
JointTree joint_tree(const std::vector<std::string>& names, const std::vector<JointEdge>& edges,
                     const std::vector<std::string>& insisted);

}  // namespace lag
