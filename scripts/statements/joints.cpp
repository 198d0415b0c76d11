#include "scripts/statements/joints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/joint_tree.hpp"
#include "scripts/statements/body.hpp"
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/free_bodies.hpp"
#include "scripts/statements/inertia.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/waiting_joints.hpp"

namespace lag {

namespace {

class JointClosing {
  public:
    JointClosing(Description& description, OpenJoints open)
        : description_(description), open_(std::move(open)), names_{"ground"} {}

    void run() {
        if (open_.joints.empty() && open_.bodies.empty()) return;
        number_bodies();
        for (WaitingJoint& joint : open_.joints) add_edge(joint);
        const JointTree tree = chosen();
        std::vector<JointTree::Branch> waiting = tree.branches;
        while (!waiting.empty()) {
            auto next = std::ranges::find_if(waiting, [&](const auto& branch) { return is_ready(branch); });
            if (next == waiting.end())
                next = std::ranges::find_if(waiting, [&](const auto& branch) { return inboard_stands(branch); });
            add_branch(*next);
            waiting.erase(next);
        }
        free_bodies();
        for (const std::size_t e : tree.cut) add_cut(open_.joints[e]);
        for (WaitingCall& point : open_.points) replay(point, [&](Call& call) { call.built_in.call(call); });
        std::ranges::sort(description_.change_model(ModelPart::rest).joints,
                          [](const JointUse& a, const JointUse& b) { return a.name < b.name; });
    }

  private:
    template <class Action>
    static void replay(WaitingCall& waiting, const Action& action) {
        const Interpreter::InSource in(waiting.call.interpreter, waiting.place.source);
        action(waiting.call);
    }

    const Model& model() const { return description_.model(); }

    std::optional<BodyIndex> standing(const std::string& name) const {
        for (std::size_t b = 0; b < model().bodies.size(); ++b)
            if (model().bodies[b].name == name) return BodyIndex{b};
        return std::nullopt;
    }

    void number_bodies() {
        std::vector<std::string> sorted;
        for (const WaitingCall& body : open_.bodies) sorted.push_back(body.name);
        std::ranges::sort(sorted);
        for (const std::string& name : sorted) {
            number_[name] = names_.size();
            names_.push_back(name);
        }
    }

    // Speeds inboard of a body that stands already.
    std::size_t speeds_of(const std::string& name) const {
        std::size_t sum = 0;
        if (const auto b = standing(name))
            for (BodyIndex k = *b; k != ground; k = model().body(k).inboard) sum += model().body(k).hinge.speeds.size();
        return sum;
    }

    std::size_t vertex(const WaitingJoint& joint, std::size_t argument, const std::string& name) const {
        if (const auto found = number_.find(name); found != number_.end()) return found->second;
        if (standing(name)) return 0;
        std::vector<std::string> known = names_;
        for (const Body& body : model().bodies) known.push_back(body.name);
        const std::string close = did_you_mean(name, known);
        const Interpreter::InSource in(joint.statement.call.interpreter, joint.statement.place.source);
        joint.statement.call.fail(joint.statement.call.argument(argument), fmt::format("no body is named '{}'", name),
                                  close.empty() ? fmt::format("declare it with body({}, mass = ..), above the first "
                                                              "statement that uses the mechanism",
                                                              name)
                                                : fmt::format("did you mean '{}'?", close));
    }

    static std::size_t freedoms_of(const HingeSpec& spec) {
        if (spec.quasi == Quasi::free) return 6;
        if (spec.quasi == Quasi::spherical) return 3;
        return static_cast<std::size_t>(std::ranges::count_if(spec.motions, [](const MotionSpec& motion) {
            return motion.slot.left_out || motion.slot.at->kind == NodeKind::name;
        }));
    }

    // Rows, unless it leaves no freedom, so that B moves with A as before, or leaves B free on ground, so that there would be none.
    bool is_rows(WaitingJoint& joint) const {
        if (joint.treatment != JointTreatment::absolute) return false;
        if (joint.hinge.quasi == Quasi::free && (joint.A == "ground" || joint.B == "ground")) return false;
        if (freedoms_of(joint.hinge) > 0) return true;
        const std::vector<std::string> needed = names_needed(joint.statement.call, joint.hinge);
        return std::ranges::any_of(needed, [&](const std::string& name) {
            const Declaration* known = description_.declaration(name);
            return known == nullptr || known->role == Role::coordinate || known->role == Role::undeclared;
        });
    }

    void add_edge(WaitingJoint& joint) {
        const auto names_speeds = [](const SlotSpec& slot) { return !slot.left_out; };
        edges_.push_back({.name = joint.statement.name,
                          .A = vertex(joint, 1, joint.A),
                          .B = vertex(joint, joint.of_body ? 0 : 2, joint.B),
                          .freedoms = freedoms_of(joint.hinge),
                          .kind = joint.hinge.kind,
                          .only_forward = joint.hinge.quaternion ||
                                          std::ranges::any_of(joint.hinge.speeds, names_speeds) ||
                                          joint.hinge.quasi == Quasi::planar,
                          .is_branch = joint.of_body,
                          .is_rows = is_rows(joint),
                          .is_measured = !needs_no_coordinates(joint.hinge),
                          .freedoms_of_A = speeds_of(joint.A),
                          .freedoms_of_B = speeds_of(joint.B)});
    }

    JointTree chosen() {
        try {
            return joint_tree(names_, edges_, description_.tree);
        } catch (const ModelError& error) {
            const Place at =
                !open_.bodies.empty() ? place_of_blame(error.what()) : open_.joints.front().statement.place;
            throw error_at(at, error.what(), error.hint());
        }
    }

    // The statement of the first body or joint that the message names.
    Place place_of_blame(const std::string& message) const {
        const auto names = [&](const std::string& name) {
            return message.ends_with(" " + name) || message.find(" " + name + ",") != std::string::npos ||
                   message.find("'" + name + "'") != std::string::npos;
        };
        for (const WaitingJoint& joint : open_.joints)
            if (names(joint.statement.name)) return joint.statement.place;
        for (const WaitingCall& body : open_.bodies)
            if (names(body.name)) return body.place;
        return open_.bodies.front().place;
    }

    std::string inboard_of(const JointTree::Branch& branch) const {
        const WaitingJoint& joint = open_.joints[branch.edge];
        return branch.forward ? joint.A : joint.B;
    }
    bool inboard_stands(const JointTree::Branch& branch) const { return standing(inboard_of(branch)).has_value(); }

    // Coordinates that its slots take from other joints are declared.
    bool is_ready(const JointTree::Branch& branch) {
        if (!inboard_stands(branch)) return false;
        WaitingJoint& joint = open_.joints[branch.edge];
        for (const std::string& name : names_needed(joint.statement.call, joint.hinge)) {
            if (description_.declaration(name) != nullptr) continue;
            for (WaitingJoint& other : open_.joints) {
                if (&other == &joint) continue;
                const std::vector<std::string> made = names_in_slots(other.statement.call, other.hinge);
                if (std::ranges::find(made, name) != made.end()) return false;
            }
        }
        return true;
    }

    void add_branch(const JointTree::Branch& branch) {
        WaitingJoint& joint = open_.joints[branch.edge];
        const std::string name = branch.forward ? joint.B : joint.A;
        Body made = massless_body(description_.graph(), name, *standing(inboard_of(branch)));
        if (branch.forward) {
            made.at = joint.at, made.outboard_at = joint.outboard_at;
            made.orient = joint.orient.R, made.orient_rotations = joint.orient.rotations;
        } else {
            made.at = joint.outboard_at, made.outboard_at = joint.at;
        }
        const auto body = std::ranges::find_if(open_.bodies, [&](const auto& b) { return b.name == name; });
        description_.change_model(ModelPart::mechanism).bodies.push_back(std::move(made));
        description_.place({Subject::Kind::body, name}, body->place);
        const bool is_rows = edges_[branch.edge].is_rows;
        if (is_rows) {
            rows_.emplace_back(&joint, rows_of(joint));
            hang(joint, branch.forward, rows_.back().second.cut);
        } else {
            replay(joint.statement, [&](Call& call) {
                add_hinge(call, joint.hinge,
                          {.prefix = joint.statement.name,
                           .body = BodyIndex{model().bodies.size() - 1},
                           .reversed = !branch.forward});
                if (!branch.forward)
                    undo_orientation(call, joint.orient, description_.change_model(ModelPart::mechanism).bodies.back());
                note_treatment(call);
            });
        }
        replay(*body, [](Call& call) { add_inertia(call); });
        if (is_rows) {
            description_.freed.push_back({BodyIndex{model().bodies.size() - 1}, model().bodies.back(), 0});
            note_use(joint, JointUse::Kind::cut);
        } else if (!joint.of_body) {
            note_use(joint, branch.forward ? JointUse::Kind::branch : JointUse::Kind::reversed_branch);
        }
    }

    // The newest body, by a joint that is rows: where it starts.
    void hang(WaitingJoint& joint, bool forward, const CutHinge& cut) {
        Body& body = description_.change_model(ModelPart::mechanism).bodies.back();
        body.hinge = cut.hinge;
        if (forward) return;
        if (cut.A == ground) {
            body.orient = cut.orient, body.orient_rotations = cut.orient_rotations;
            return;
        }
        reverse(body.hinge);
        replay(joint.statement, [&](Call& call) { undo_orientation(call, joint.orient, body); });
    }

    void free_bodies() {
        std::vector<BodyIndex> bodies;
        const std::size_t first = description_.freed.size() - rows_.size();
        for (std::size_t k = first; k < description_.freed.size(); ++k) bodies.push_back(description_.freed[k].body);
        if (!bodies.empty()) set_free(description_, bodies);
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            description_.freed[first + k].rows = model().constraints.size();
            rows_[k].second.cut.carries = true;
            replay(rows_[k].first->statement, [&](Call& call) { add_constraint(call, std::move(rows_[k].second)); });
        }
    }

    // From the hinge axes to A's: turned back by `orient` after the motions. Before them, where that leaves their axes along x, y and z.
    // `hanging`: a body or a cut hinge.
    template <class Hanging>
    void undo_orientation(Call& call, const Orientation& orient, Hanging& hanging) {
        Graph& graph = description_.graph();
        if (orient.R == identity_matrix(graph)) return;
        std::vector<Vec3<Expr>> axes;
        const auto is_principal = [](const Vec3<Expr>& a) {
            return std::ranges::count_if(a.c, [](const Expr& e) { return e.is_zero(); }) == 2;
        };
        const auto is_constant = [&](const Vec3<Expr>& a) {
            return std::ranges::all_of(a.c, [&](const Expr& e) { return graph.is_constant_expression(graph.own(e)); });
        };
        for (const Motion& motion : hanging.hinge.motions) axes.push_back(transpose_times(orient.R, motion.axis));
        const bool first = std::ranges::all_of(axes, is_principal);
        if (!first && !orient.rotations.empty()) {
            for (auto r = orient.rotations.rbegin(); r != orient.rotations.rend(); ++r) {
                Vec3<Expr> axis = zero_vector(graph);
                axis[static_cast<std::size_t>(r->first)] = graph.integer(1);
                hanging.hinge.motions.push_back({Motion::Kind::rotate, axis, -r->second, {}});
            }
            hanging.hinge.kind = "list";
            return;
        }
        if (!std::ranges::all_of(axes, is_constant))
            call.fail(
                "this joint is used from B to A, and its orientation holds parameters about an axis that is not "
                "x, y or z",
                "declare it from B to A, or name the joints that carry bodies in options(tree = [..])");
        for (std::size_t k = 0; k < axes.size(); ++k) hanging.hinge.motions[k].axis = axes[k];
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) hanging.orient(i, j) = orient.R(j, i);
        for (auto r = orient.rotations.rbegin(); r != orient.rotations.rend(); ++r)
            hanging.orient_rotations.emplace_back(r->first, -r->second);
    }

    // Ground hangs on nothing: there the joint is taken from B to A.
    Constraint rows_of(WaitingJoint& joint) {
        const bool turned = joint.B == "ground";
        Constraint made;
        made.kind = Constraint::Kind::hinge;
        made.name = joint.statement.name;
        CutHinge& cut = made.cut;
        cut.starts_closed = true;
        cut.A = *standing(turned ? joint.B : joint.A), cut.B = *standing(turned ? joint.A : joint.B);
        cut.at = turned ? joint.outboard_at : joint.at, cut.outboard_at = turned ? joint.at : joint.outboard_at;
        cut.orient = turned ? identity_matrix(description_.graph()) : joint.orient.R;
        if (!turned) cut.orient_rotations = joint.orient.rotations;
        replay(joint.statement, [&](Call& call) {
            for (const SlotSpec& slot : joint.hinge.speeds)
                if (!slot.left_out && joint.treatment == JointTreatment::absolute)
                    throw error_at(
                        slot.place, fmt::format("the hinge of '{}' is rows, and rows add no speeds", made.name),
                        "leave 'speeds' out: bodies that move freely have speeds of their own; or write treat = tree");
            if (turned && joint.hinge.quaternion)
                call.fail(call.argument(2),
                          fmt::format("joint '{}' is cut, and ground cannot hang on '{}'", made.name, joint.A),
                          fmt::format("write joint({}, ground, {}, ..)", made.name, joint.A));
            cut.hinge = cut_hinge_of(call, joint.hinge,
                                     {.prefix = made.name,
                                      .body = cut.B,
                                      .reversed = turned,
                                      .is_measured = !needs_no_coordinates(joint.hinge)});
            if (turned) undo_orientation(call, joint.orient, cut);
        });
        return made;
    }

    void add_cut(WaitingJoint& joint) {
        Constraint made = rows_of(joint);
        replay(joint.statement, [&](Call& call) { add_constraint(call, std::move(made)); });
        note_use(joint, JointUse::Kind::cut);
    }

    void note_use(const WaitingJoint& joint, JointUse::Kind kind) {
        description_.change_model(ModelPart::rest)
            .joints.push_back({joint.statement.name, *standing(joint.A), *standing(joint.B), kind});
    }

    Description& description_;
    OpenJoints open_;
    std::vector<std::string> names_;  // of the vertices
    std::map<std::string, std::size_t> number_;
    std::vector<JointEdge> edges_;
    std::vector<std::pair<WaitingJoint*, Constraint>> rows_;  // of bodies that move freely, in their order
};

}  // namespace

void close_joints(Description& description) {
    if (!description.open_joints) return;
    const std::shared_ptr<OpenJoints> open = std::move(description.open_joints);
    description.open_joints.reset();
    JointClosing(description, std::move(*open)).run();
}

}  // namespace lag
