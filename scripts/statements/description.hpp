// What a script has said of its mechanism so far: the model, the declared names and where they stand, what was asked
// for. The statements fill it (Call::description()); the language sees the Vocabulary in it alone.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/model.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/language/mechanics.hpp"
#include "scripts/language/vocabulary.hpp"

namespace lag {

struct BodyShape;     // body_shape.hpp
struct FlexibleForm;  // flexible_form.hpp
struct EmitRequest;   // emit_request.hpp
struct FreedBody;     // core/freed_body.hpp
struct OpenJoints;    // waiting_joints.hpp
struct WaitingRate;   // waiting_rate.hpp

// What becomes of a hinge.
enum class JointTreatment {
    tree,      // it carries a body, or is cut where the tree leaves it out
    absolute,  // rows between bodies that move freely
    solved,    // as tree, and its coordinates follow from others, or its speeds are solved out of the equations
};

class Description final : public Vocabulary {
  public:
    explicit Description(Mechanics& mechanics);  // which must outlive the description
    Description(const Description&) = delete;
    Description& operator=(const Description&) = delete;
    ~Description() override;

    // -- the model
    const Model& model() const { return model_; }
    Model& change_model(ModelPart part);  // raises its revision
    Graph& graph() { return *model_.graph; }
    Mechanics& mechanics() { return mechanics_; }
    // Forgets what was declared; `started.graph` must be graph().
    void start_model(Model started, const Place& at);
    bool complete = false;  // set by the first result function or emit; a prompt takes it back before each statement
    bool rows_reported = false;                // on constraint rows that depend on others the user was told
    std::vector<WaitingRate> waiting_rates;    // of states, in declared order
    std::set<std::string> outputs_of_results;  // outputs that hold what the mechanism forms of the whole model
    std::set<std::string> warned_of;           // what this model's warnings named, each once
    std::vector<FlexibleForm> flexible_forms;  // of the present model: what nodes are made of
    std::vector<BodyShape> shapes;             // of the present model, for pictures alone

    // Bodies and joints that wait for the first statement that uses the mechanism; null: none.
    std::shared_ptr<OpenJoints> open_joints;
    bool waits(const std::string& name) const;  // such a body, or a point on one
    std::vector<std::string> tree;              // of options(): the joints that carry bodies; empty: the tool chooses
    JointTreatment joints = JointTreatment::tree;    // of options(): where a hinge's statement does not say
    std::set<std::string> solved_alone, kept_alone;  // coordinates of hinges whose statements say solved, tree
    std::map<std::string, Expr> solved;              // coordinates that are expressions of others
    bool asks_for_loads = false;              // the text asks for multipliers or reactions, so that rows must stand
    std::vector<FreedBody> freed;             // in the order of bodies
    std::map<std::string, Expr> start_rates;  // "q1'" of such a body's hinge: in parameters
    std::pair<std::uint64_t, std::uint64_t> starts_settled;  // revisions for which their starts are settled

    // Procedures of the script by name, whatever model is described.
    std::map<std::string, std::shared_ptr<const procedures::Procedure>> procedures;

    // -- what was asked for
    std::vector<std::shared_ptr<const EmitRequest>> emit_requests;
    std::vector<OutputFile> saved_files;
    std::vector<TrimRequest> trim_requests;  // of the present model, in order
    std::set<std::string> read_files;        // by statements, not by load()
    // Named like the variable that the call is assigned to.
    void add_trim(TrimRequest request, const Syntax& call);
    std::string formulation = "auto";  // of emits that name none; options() sets it for the model
    Expr contact_speed;                // below it a stop is hit without a bounce; options() sets it for the model
    bool fewest_operations = false;    // optimize_for = operations; options() sets it for the model

    // -- names
    // Gives a name its role. InputError at the place when it is protected or has one already.
    void declare(const std::string& name, Role role, const Place& at);
    std::vector<std::string> declared_names() const;  // sorted
    Expr meaning_of(const std::string& name);         // the graph's expression for a name, primes included
    // Makes the first `order` time derivatives of the inputs in `e` inputs too, directly after them in w: delta,
    // delta', delta''.
    void require_input_rates(Expr e, int order, const Place& at);

    // -- places: the statements that errors found later on point at
    void place(const Subject& subject, const Place& at);
    const std::map<Subject, Place>& places() const { return places_; }

    // -- units
    // What the mechanism forms has a unit of its own ("" unknown), whatever numbers the geometry is given in: the
    // value, written as one name; `label` is what messages call it.
    struct Formed {
        Expr value;
        std::string unit;
        bool of_complete_model = false;  // such as the mass matrix: a larger model has another one
    };
    Scalar formed(Expr value, const std::string& unit, const std::string& label);
    const Formed* formed_by(const std::string& name) const;  // null: a name of another kind
    // What a value holds of a complete model, as it was written, "mass_matrix()[1][1]"; "" for nothing.
    std::string result_in(const Scalar& value);
    // Those that the text of the present model gives to parameters, inputs and coordinates, declared yet or not.
    std::vector<std::string> noted_units() const;

    // -- what the language asks
    Description& description() override { return *this; }
    Algebra& algebra() override { return algebra_; }
    void read_ahead(const Script& script) override;
    void mention(const std::string& name, const Place& at) override;
    void mention_rate(const std::string& name) override { moving_.insert(name); }
    const Declaration* declaration(const std::string& name) const override;
    void require_declared(Expr e, const Place& at) override;
    Scalar rate(const std::string& name, int primes) override;
    Scalar time_derivative(const Scalar& e) override;
    Scalar partial_derivative(Interpreter& interpreter, const Scalar& e, const std::string& name) override;
    void before(const std::string& built_in) override;
    bool is_complete() const override { return complete; }

  private:
    void note_moving(const SyntaxNode& node);
    void note_unit(const SyntaxNode& node, const Place& at);
    void require_slope(const Scalar& e, const std::string& name);
    Scalar motion_slope(Interpreter& interpreter, const Scalar& e, const std::string& name);
    void note_trim(const SyntaxNode& node);
    Scalar plain_time_derivative(const Scalar& e);
    Expr rate_of_state(const StateVariable& state);
    bool is_time_dependent(const std::string& name) const;

    // Units in the text, in its order; an entry without one is a model statement.
    struct NotedUnit {
        Place place;
        std::optional<std::string> unit;
    };

    Model model_;
    Algebra algebra_;
    Mechanics& mechanics_;
    std::map<std::string, Declaration> declarations_;
    struct Mentions {
        Place first;
        std::set<std::size_t> offsets;  // in the file of the first
    };
    std::map<std::string, Mentions> mentions_;  // where a name was evaluated
    std::map<Subject, Place> places_;
    std::set<std::string> moving_;           // names whose time derivative the script writes
    std::map<Syntax, std::string> trims_;    // calls of trim(..) that are assigned, and the variables
    std::set<std::string> resolved_states_;  // whose rates are being resolved
    std::vector<Formed> formed_;
    std::vector<NotedUnit> noted_units_;
    std::size_t first_noted_unit_ = 0;  // of the present model
};

}  // namespace lag
