// Stage: Equations -> Program. A Program is everything the emitted file will say, in no particular language.
//
//   Model, Equations, LdlPlan --lower--> Program with results as expressions --optimize--> Program with statements
//   Program --emit--> texts in Fortran or C++;  program_text.hpp is the text of `--dump program`
//
// Each routine of the interface has ordered arguments, results (an element of an argument = an expression), pivot
// checks, and after `optimize` a list of statements over its own n-ary code. Elements of c are expressions of
// parameters alone, the same for all routines; `setup` computes them. A routine that needs a user's routine has two
// arrays of its own, the arguments `xa` and the results `xr` of all calls (Intent::local), and statements that call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/column_choice.hpp"
#include "core/graph.hpp"
#include "core/info_codes.hpp"
#include "core/info_words.hpp"
#include "core/model.hpp"
#include "emitters/procedures/signatures.hpp"
#include "emitters/program/code.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/alike_subtrees.hpp"
#include "sparse_ldl/plan.hpp"

namespace lag {

// One row of a name table.
struct TableRow {
    std::string name, unit, text;
    std::optional<UserUnit> user_unit = {};  // none: files give the quantity in its own
    const std::string& unit_in_files() const { return user_unit ? user_unit->unit : unit; }
    double scale_in_files() const { return user_unit ? user_unit->scale : 1; }  // of that unit, in the quantity's own
};

// An element of an argument, column-major from 0 (0 for a scalar).
struct ArgumentElement {
    std::size_t argument = 0;
    std::size_t element = 0;
    friend auto operator<=>(const ArgumentElement&, const ArgumentElement&) = default;
};

// `lane`: 0, or the lane, from 1, of a lane value.
struct ResultExpression {
    ArgumentElement place;
    Expr value;
    std::size_t lane = 0;
};

// What a lane symbol is in one lane: an element with a sign, or zero (sign 0).
struct LaneSource {
    ArgumentElement place;
    int sign = 1;
};

struct CodeStatement {
    enum class Kind { temporary, result, check, call };
    Kind kind = Kind::temporary;
    Item value;  // what is assigned, or the condition
    std::size_t number =
        0;  // temporary: its number from 1; check: the value of info; call: of the routine's calls, from 0
    ArgumentElement place;                // result
    std::string comment;                  // stands on its own line above and says what this value is; may be empty
    OperationCount operations;            // in the text of this statement
    std::size_t formed = 0;               // its place in the order in which the equations were formed
    std::string name;                     // temporary: the name it would bear, may be empty
    std::string section;                  // where one begins: what the statements from here on compute
    std::string section_in, section_out;  // what they read that is there before, and what is read behind them or given
    std::size_t lane = 0;                 // result: of a lane value, from 1
    std::size_t step = 0;                 // the same in a slice: from its element to that of the next slice
    // check of lane values: the value of info for each lane; 0: that lane has no such pivot
    std::vector<std::size_t> by_lane = {};
};

// Statements [first, last) form one body.
struct Piece {
    std::size_t first = 0, last = 0;
    std::size_t lanes = 0;  // of lane values in slices: how many; the body is called for each slice. Else 0
};

// What an argument of a procedure is given: elements of xa, or of xr where it is a result.
struct CallPart {
    bool is_result = false, is_scalar = false;
    std::size_t first = 0, elements = 0;  // from 0
};

// Elements of an argument, all of it or some that follow each other.
struct ArgumentPart {
    std::size_t argument = 0;
    std::size_t first = 0, elements = 0;  // from 0
};

// One call of a routine from a body: it reads xa(first_argument), ... and writes xr(first_result), ...; counted from 0.
struct ExternalCall {
    std::string name;
    std::size_t first_argument = 0, arguments = 0, first_result = 0, results = 0;
    // Of the file's own (contacts): is given `parts` of xa and xr; else element by element.
    bool takes_arrays = false;
    // Of the script, also the file's own: its arrays are parts of xa and xr. Null: the user links the routine.
    std::shared_ptr<const procedures::Procedure> procedure = nullptr;
    std::vector<CallPart> parts = {};  // by argument
    // Of another routine of the model (accelerations): is given parts of the arguments of the body, in this order.
    std::vector<ArgumentPart> of_arguments = {};

    bool is_linked() const { return !takes_arrays && procedure == nullptr && of_arguments.empty(); }
};

struct Program;

struct Routine {
    std::string name, text;  // as in core/routine_names.hpp: "accelerations"; one line on what it computes
    std::vector<Argument> arguments;
    std::map<Symbol, ArgumentElement> reads;               // where each symbol is found
    std::map<Symbol, std::vector<LaneSource>> lane_reads;  // the same of lane symbols
    // Lane values of more lanes, a multiple of these, are computed slice by slice (passes/slices.cpp).
    std::size_t lanes_at_once = most_lanes;
    // -- before `optimize`
    std::shared_ptr<Graph> graph;
    std::vector<ResultExpression> results;
    std::vector<PivotCheck> checks;
    NodeLabels labels;                // what a node of `graph` is
    bool instead_of_lanes = false;    // the same as another routine of that name, one limb after the other
    bool is_recursive = false;        // its pivots are those of a recursion over the bodies, not of a matrix
    std::vector<ExternalCall> calls;  // in their order
    std::shared_ptr<const procedures::Procedure> procedure = nullptr;  // its body, instead of statements
    // -- after
    std::shared_ptr<const Code> code;
    // What info is at the start: an element of c, the first of `infos_of_constants` (0: none) whose pivot, of parameters
    // alone, fails. In constants_graph.
    std::optional<Expr> first_info;
    std::vector<std::size_t> infos_of_constants;
    std::vector<int> passes;          // those that led to the code, by number
    std::vector<std::size_t> zeroed;  // arguments that are set to zero as a whole before the statements
    std::vector<CodeStatement> statements;
    std::vector<std::uint32_t> temporary;          // by CodeId: number of the temporary that holds it, or 0
    std::vector<std::uint32_t> ready;              // by CodeId: cycles until its value is known, at the earliest
    std::vector<std::size_t> lanes;                // by CodeId: of a lane value; 0 for a scalar
    std::vector<Piece> pieces;                     // one, or several when the body was split
    std::vector<std::string> names;                // by temporary number
    std::vector<std::uint32_t> slot;               // by temporary number: 1 + place in the workspace of its kind, or 0
    std::vector<std::uint32_t> piece_of;           // by temporary number: the piece that computes it
    std::map<std::size_t, std::size_t> workspace;  // by lanes (0: single numbers): values that it holds
    OperationCount operations;

    bool has_info() const;
    std::size_t place_of_info(const Program& program) const;  // of `first_info` in c, from 0
    bool calls_externals() const;
    bool calls_linked() const;  // a routine that the user links
    // The elements that the symbol is read from: of one in lanes, in each lane that has one.
    std::vector<ArgumentElement> places_of(const Symbol& symbol) const;
    bool overwrites_what_it_reads(std::size_t argument) const;
    bool is_split() const { return pieces.size() > 1 || (pieces.size() == 1 && pieces.front().lanes > 0); }
    bool is_temporary(CodeId id) const { return temporary[id] != 0; }
    std::size_t lanes_of(CodeId id) const { return id < lanes.size() ? lanes[id] : 0; }
    bool is_in_slices(std::size_t of_lanes) const { return of_lanes > lanes_at_once; }
    // What is computed at once of a value with that many lanes, and how often.
    std::size_t lanes_of_slice(std::size_t of_lanes) const { return std::min(of_lanes, lanes_at_once); }
    std::size_t slices_of(std::size_t of_lanes) const { return is_in_slices(of_lanes) ? of_lanes / lanes_at_once : 1; }
};

bool has_slices(const Routine& routine);  // a piece that is called for each

// From what a lane value reads in one slice to what it reads in the next one, for each lane of a slice; nothing where
// there is no such distance.
std::optional<std::vector<std::size_t>> steps_of(const std::vector<LaneSource>& sources, std::size_t at_once);

// mass_matrix_constants and mass_matrix_update: computed as mass_matrix is, which must be there.
bool is_part_of_mass_matrix(const Routine& routine);
bool is_of_mass_matrix(const Routine& routine);  // these and mass_matrix itself

// Whether `assemble`, a fixed text that loops over assembly_step, stands beside these routines.
bool has_assembly_loop(const std::vector<const Routine*>& routines);

// Where the entries that m_jacobian computes stand, column after column: of [q'; u'; s'] and of the chosen columns, from 0.
struct JacobianPattern {
    std::vector<std::string> row_names, column_names;
    std::vector<std::size_t> rows, columns;  // by entry
};

// What a routine of derivative_routines() but `jacobian` is by, and where the entries of jacobians and hessians stand: a
// hessian's rows are columns of the same list.
struct DerivativeTable {
    DerivativeRoutine routine;
    JacobianPattern pattern;
};

// A row of the tables of events.
struct EventRow {
    TableRow row;
    int direction = 0;  // +1 rising, -1 falling, 0 either
    bool stops = false;
};

// The small problem of contacts, dry friction and stops, for the procedures that solve it (contact_modes, ..). Stops
// stand after all others, with one row each, and take part in the search of the mode and in impacts alone.
struct ContactTables {
    std::size_t rows = 0;              // in the order of normal and tangential rows; `stops` of them are of stops
    std::vector<int> normal, tangent;  // by contact: its place among these rows, or -1
    std::size_t stops = 0;
    bool limits_take_loads = false;         // limits of dry friction depend on these loads
    std::size_t most_solves = 1;            // of one search
    double speed = 1e-3;                    // Model::contact_speed at the parameters' defaults
    std::vector<int> second = {};           // of contacts in space, by contact; empty: there are none
    bool is_crowd = false, shares = false;  // as in core/constraint_rows.hpp
    std::size_t rows_of_others() const { return rows - stops; }
    std::size_t others() const { return normal.size() - stops; }
};

// A contact, dry friction or stop by places from 0, -1 where it has none: its rows among the constraints, its flags in
// the inputs, its events.
struct ContactPlaces {
    int normal = -1, tangent = -1, closed = -1, slip = -1;
    int closes = -1, opens = -1, slips = -1, sticks = -1;
    int second = -1, turns = -1;
};

struct Program {
    std::string name, title;
    std::vector<TableRow> coordinates, speeds, states, parameters, inputs, constraints, outputs;
    std::vector<TableRow> flags;  // the last ones of the inputs
    std::vector<EventRow> events;
    std::vector<TableRow> dependent_speeds;              // solved out by constraints = eliminate
    DependentSpeeds dependents = DependentSpeeds::none;  // what becomes of them
    std::vector<std::size_t> held;                       // places in [q; u], from 0, of what the start keeps (`hold`)
    std::vector<TableRow> base_parameters;               // of the regressor, where there is one
    std::vector<std::string> multipliers;                // what each lambda is, for the head comment
    std::vector<std::string> small;                      // what is small, what is dropped, for the head comment
    std::string formulation;                             // one line of the head comment
    std::vector<std::string> notes;                      // what was compared to find it, for the dump
    std::vector<std::vector<std::string>>
        limbs;                               // by group, by lane: the limb's first body; empty: nothing is in lanes
    std::size_t lanes_at_once = most_lanes;  // of more limbs there are slices, as of Routine::lanes_at_once
    bool has_segments = false;               // they are segments of one chain, not limbs
    std::string limbs_compared;              // with and without lanes, one line, where both were tried
    std::vector<std::pair<std::size_t, std::size_t>>
        switched_rows;                      // row of constraints, its flag in inputs; from 0; without those of contacts
    std::vector<std::size_t> resting_rows;  // rows of constraints, from 0, that take part in rest by their rates
    std::vector<ExternalCall> externals;    // the routines that the user links, in the order of their calls
    std::vector<StageRoutine> stage_routines;               // for main programs
    std::optional<ContactTables> contacts;                  // where there are contacts, dry friction or stops
    std::vector<ContactPlaces> contact_places;              // of all contacts, then of stops
    std::vector<std::shared_ptr<const PointTable>> tables;  // in the order of the script
    // nq nu np nw nc nl nphi no; ns, nf and ne where there are states, flags and events; nd where there are dependent speeds; nj columns and nz entries of a jacobian; nb
    // base parameters
    std::vector<Extent> sizes;
    bool is_fmu = false;              // its procedures write no files, and know of inputs what an importing tool says
    bool has_states_in_rows = false;  // positions on the constraints, or B, depend on states
    std::optional<JacobianPattern> jacobian;
    std::vector<DerivativeTable> derivative_tables;
    std::shared_ptr<Graph> constants_graph;
    std::vector<Expr> constants;                                // c(1..nc), in constants_graph
    std::unordered_map<NodeId, std::uint32_t> constant_number;  // from 0
    std::vector<Routine> routines;

    Extent& size(const std::string& extent);
    const Extent& size(const std::string& extent) const;
    const Routine* find(RoutineName routine) const;
    std::set<std::string> parts() const;                    // of procedures: those that no size tells
    const Routine* find(const std::string& routine) const;  // by a user's word
    InfoCodes info_codes() const { return {speeds.size(), constraints.size(), dependent_speeds.size(), states.size()}; }
    // The speed, constraint row, dependent speed or state that `info` names; null where it names none.
    const TableRow* failing(std::size_t info) const;
    // What `info` of this routine says, with names: "the mass matrix is singular at speed x'"; empty for 0 and values that
    // have no meaning. Without a routine: what it says in most of them.
    std::string info_text(std::size_t info, std::optional<RoutineName> routine = {}) const;
    std::size_t table_number(const PointTable& table) const;  // from 0
};

// "4 limbs in lanes", "4 and 2 limbs in lanes", "a chain in 8 segments in lanes".
std::string limbs_in_words(const Program& program);
// Elements of a lane value in memory: a power of two, beyond most_lanes their number; what lies beyond the last lane
// repeats the first.
std::size_t lane_width(std::size_t lanes);

// All routines that this model has, their results as expressions; equations.labels become comments. ModelError where an
// expression holds what its routine does not know (an undeclared name, a speed in a mass matrix).
// `jacobian`: the columns of that routine; none: it is left out. `derivatives`: the other routines of that kind.
Program lower(const Model& model, const Equations& equations, const LdlPlan& plan,
              const std::vector<ColumnChoice>& jacobian = {}, const std::vector<DerivativeChoice>& derivatives = {});
// `derivatives` alone, from the linear system alone (form_system): for comparing formulations.
Program lower_derivatives(const Model& model, const Equations& system, const LdlPlan& plan);
// Operations of the routine's results as they stand, before any pass; what depends on parameters alone is not counted.
OperationCount count_before_passes(const Routine& routine);

// How long sequences of passes are searched: not at all, as a rule, or as long as anything is found nearby. A higher
// level never counts more operations in a routine; it may in `setup`, whose work is whatever the others leave to it.
constexpr int default_level = 1, highest_level = 2;

struct OptimizeOptions {
    std::size_t split_above = 10000;  // operations; a larger body is split
    std::size_t piece_size = 2000;    // into pieces of about this many
    std::size_t line_size = 480;      // characters a nested statement may reach
    int level = default_level;
    // The routines that integrators call may have more operations, where the estimate is lower with them (passes/height.cpp).
    bool reduces_height = false;
};

// Hoists parameters into c, runs the passes, forms and orders the statements. Raises a routine's operation count nowhere else.
Program optimize(Program program, const OptimizeOptions& options = {});
// The pass search on `derivatives` alone, not yet in statements. `optimize` takes it up where it is given one of the
// same equations. `like`: other equations of the same mechanism, optimized; the sequence of passes that won for them
// is tried first, and no other where the routine is large.
Program optimize_derivatives(Program program, const OptimizeOptions& options = {}, const Program* like = nullptr);
// The same on another routine. `optimize` takes up what stands in the program that it is given beside `derivatives`.
Program optimize_routine(Program program, RoutineName name, const OptimizeOptions& options, const Program* like);
Program optimize(Program program, const Program& with_derivatives, const OptimizeOptions& options = {});

// What the order of the statements serves: one state at a time with the library's sines (as `optimize` leaves it) or
// with own sines, which are evaluated beforehand; or packs of states.
enum class OrderGoal { one_state, own_sines, packs };
// `own_sines`: packs, too, have their sines evaluated beforehand.
Program ordered_for(Program program, OrderGoal goal, bool own_sines = false);

}  // namespace lag
