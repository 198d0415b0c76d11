// Draws scripts at random: trees with every hinge, loops, loads, outputs, as a user would write them. The same seed
// gives the same script everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "tests/combinations/script.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"

namespace lag::combinations {

Script draw(std::uint64_t seed);

// With stops, contacts, dry friction, flags, states and events, for main programs.
Script draw_with_events(std::uint64_t seed);

// A unit as powers of kg, m, s and rad.
using Unit = std::array<int, 4>;
std::string text(const Unit& unit);
Unit per_second(Unit unit);

// A name of the script that an expression may hold.
struct Named {
    std::string name;
    Unit unit;
};

// What was drawn so far, and what may be drawn next. The parts are in drawing_*.cpp.
class Drawing {
  public:
    explicit Drawing(std::uint64_t seed);
    Script script();
    Script script_with_events();  // empty: the mechanism cannot move

  private:
    // -- drawing.cpp: numbers and expressions
    std::string number(double low, double high);
    // a number, or a parameter, or a simple expression of parameters
    std::string quantity(double low, double high, const Unit& unit);
    std::string parameter(double low, double high, const Unit& unit);
    std::string vector(double low, double high, const Unit& unit);
    std::string axis();
    std::string expression(const Unit& unit, bool speeds);  // a sum of a few terms for a load
    std::string term(const Unit& unit, bool speeds);
    std::string factor(Unit& unit, bool speeds);
    std::string fresh(const std::string& stem) { return stem + std::to_string(++counter_); }
    std::string input(const Unit& unit);
    std::string way_between_points();  // of a table, as its arguments
    void add(const std::string& word, std::vector<std::string> arguments);
    std::string whole() const;  // all statements so far with `initial`, for a reading
    Model read() const;
    OracleState near_state(const Model& model) const;
    void finish();  // the initial state as a statement

    // -- drawing_bodies.cpp
    void bodies();
    void body(bool massless);
    void flexible_body();
    std::string hinge(bool cut);
    std::string flat_hinge(bool cut);
    std::string list_hinge(bool cut);
    std::string coordinate(bool angle, bool cut, double low = -0.7, double high = 0.7);
    std::string slot(bool angle, bool cut);
    std::string given_slot(bool angle);
    std::string orientation(bool cut);
    std::string quasi(const std::string& stem, int count, bool angles);
    std::string orient();
    std::vector<std::string> inertia_arguments();

    // -- drawing_limbs.cpp
    void limbs();
    void chain();

    // -- drawing_frames.cpp
    void turning_frame();
    std::string turning_angle();

    // -- drawing_constraints.cpp
    void constraints();
    bool keep(const std::vector<Statement>& before, const std::map<std::string, double>& near_before,
              std::size_t coordinates, std::size_t speeds);
    void loop();
    void cut_hinge();
    void hold_as_drawn(const std::string& left);
    void state_condition(const std::string& left, const std::string& name);
    void position_condition();
    void speed_condition();

    // -- drawing_treatments.cpp
    void treat_as_rows();
    void solved_loop();

    // -- drawing_loads.cpp
    void loads();
    void load();
    void outputs();
    std::string point();
    bool is_of_tree(const Named& q) const;

    // -- drawing_events.cpp: false where the language does not take what was drawn
    bool stop();
    bool stops_of_limbs();
    bool friction_of_limbs();
    bool contacts_of_limbs();
    // rubs: with friction; the unit of q
    std::vector<Statement> stop_of(const std::string& q, const std::optional<Unit>& rubs);
    bool contact();
    std::string motion_of_floor();
    bool dry_friction();
    bool event();
    bool state();
    bool add_if_taken(const std::vector<Statement>& added);
    std::optional<double> value_near(const std::string& expression);
    std::string slip_speed(const Unit& gap);
    std::string friction_coefficient();
    static std::string friction_above_limit(const std::string& name, const std::string& mu, bool in_space);
    struct Touching {
        std::vector<std::string> places, tangents;  // by body: along the normal, and the slip speed or two of them
        bool in_space = false;
    };
    Touching drawn_touching(const std::vector<std::string>& bodies, bool may_roll);  // "": a point of any
    // With the outputs of each of its contacts: gap, normal force, friction above its limit.
    void contact_arguments(Statement& contact, const std::vector<std::string>& names,
                           const std::vector<std::string>& gaps, const std::string& tangent, bool in_space,
                           std::vector<Statement>& outputs);

    Random random_;
    Random treatment_;  // which hinges are rows
    Random fingers_;    // whether limbs carry limbs
    Random chains_;     // the numbers of a long planar chain
    Random many_;       // whether there are more limbs than lanes
    Script script_;
    std::vector<Statement> shown_;  // outputs of contacts and events, for the end of the script
    int counter_ = 0;
    bool units_, flat_, parameters_, varying_;
    bool has_rows_, is_solved_;  // hinges that are rows; a loop that is solved
    bool flexible_;              // some of the bodies
    bool has_limbs_;             // equal ones
    bool has_chain_;             // a long planar one
    bool with_events_ = false;
    bool has_external_ = false;  // contacts and dry friction take none
    bool eliminated_ = false;    // the constraints, by an option
    bool cut_loaded_ = false;    // a load stands on a coordinate of a cut hinge
    std::size_t first_ = 0;      // where the next parameter is declared
    std::vector<std::string> bodies_ = {"ground"}, limb_bodies_, points_, frames_, cuts_, loops_, contacts_;
    std::vector<Named> base_coordinates_;                       // of bodies of no limb
    std::vector<std::vector<std::string>> limb_coordinates_;    // by hinge that the limbs of a group have, by limb
    std::vector<std::vector<std::string>> limb_bodies_behind_;  // by group, the last body of each limb
    std::vector<Named> coordinates_, tree_coordinates_, speeds_, inputs_, parameter_names_;
    std::vector<std::string> quasi_speeds_;
    std::set<std::string> tree_alone_;  // lists of motions that a hinge which is rows refuses
    std::map<std::string, double> near_;
};

}  // namespace lag::combinations
