// The equations of motion at one state: values and exact derivatives of the expressions that emitted routines compute,
// evaluated node by node. The state can be replaced; the equations are formed once.
#pragma once

#include <Eigen/Core>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/model.hpp"
#include "emitters/program/program.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "scripts/language/linearization.hpp"
#include "scripts/pipeline/external_values.hpp"

namespace lag {

class EquationsAtState {
  public:
    // A condition on the state: zero where there is none.
    struct Row {
        std::string name;  // "constraint 'loop.x'"
        Expr position, speed;
    };
    // That `value` is `wanted`, and what it is called.
    struct Condition {
        std::string name;
        Expr value;
        double wanted = 0;
    };
    struct Slopes {
        Eigen::VectorXd values;       // of the expressions
        Eigen::MatrixXd derivatives;  // d expressions / d columns
    };

    // `model` must outlive this. Its contacts become rows (contacts_at_state.hpp). `routines`: what calls its external
    // routines; empty: where they are needed, ModelError.
    explicit EquationsAtState(const Model& model, UserRoutinesOf routines = {});
    // The initial state, parameters at their defaults, inputs and time zero, but for what is given; contacts that touch
    // there are closed. ModelError for a speed that follows from others.
    void place(const std::vector<LinearizationPoint::Given>& given);
    // ModelError where contacts slide; where they would open or slide.
    void require_sticking() const;
    void require_modes() const;

    const Model& model() const { return model_; }
    const Program& program() const { return program_; }
    const std::vector<Symbol>& state() const { return state_; }  // y
    const std::vector<Expr>& rates() const { return rates_; }    // ydot
    const std::vector<Expr>& outputs() const { return outputs_; }
    const std::vector<Row>& rows() const { return rows_; }  // of constraints, then of Euler parameters
    bool solves_speeds_out() const;                         // constraints = eliminate: u keeps phidot = 0

    double value(const Symbol& symbol) const { return values_.at(symbol); }
    void set(const Symbol& symbol, double value) { values_.at(symbol) = value; }
    bool knows(const Symbol& symbol) const { return values_.contains(symbol); }
    bool is_given(const Symbol& symbol) const { return given_.contains(symbol); }

    Eigen::VectorXd values(const std::vector<Expr>& expressions) const;
    // Of derivatives by differences since the state was placed (external_values.hpp).
    const DifferenceErrors& difference_errors() const { return difference_errors_; }
    // `other_side`: where the state is on a kink, those of the side that was not chosen.
    Slopes slopes(const std::vector<Expr>& expressions, const std::vector<Symbol>& columns,
                  bool other_side = false) const;
    // Whether the equations can be solved there, and a ModelError where not.
    bool pivots_hold() const;
    void require_pivots() const;
    // What was neither given nor is held moves by least steps of Newton's method until the rows hold. ModelError where
    // they cannot. A held coordinate that rows measure, and its rate, are rows besides.
    void bring_onto_constraints();
    // Bodies that move freely, to where the hinges that are rows carry them by the present values of their coordinates, with
    // the rates that these have before.
    void place_by_hinges();

  private:
    void take(const LinearizationPoint::Given& given, double value);
    double value_of(const Symbol& symbol) const;
    UserRoutines& routines() const;
    std::vector<Row> constraint_rows() const;
    std::string held_names(Role role) const;
    void solve(const std::vector<Condition>& conditions, const std::set<Symbol>& kept, Role role,
               const std::string& level);
    std::vector<Condition> measured_rates(const Kinematics& kinematics, const std::vector<CoordinateIndex>& held) const;

    const Model& described_;            // with its contacts
    std::shared_ptr<const Model> own_;  // null where there are none
    const Model& model_;
    Program program_;
    Graph& graph_;
    std::vector<Symbol> state_;
    std::vector<Expr> rates_, outputs_;
    std::vector<Row> rows_;
    std::map<Symbol, double> values_;
    std::set<Symbol> given_;
    UserRoutinesOf routines_of_;
    mutable std::shared_ptr<UserRoutines> routines_;  // once they are needed
    mutable DifferenceErrors difference_errors_;
};

}  // namespace lag
