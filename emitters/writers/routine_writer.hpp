// Program routines -> subroutines of a language. RoutineWriter owns the loop over statements and the splitting into
// pieces; a language says how it writes a head, a declaration, an assignment, ... (RoutineHooks). What the written
// bodies asked for is collected, so that a file brings along the functions that its own code calls and no others.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "emitters/passes/sine_plan.hpp"
#include "emitters/program/program.hpp"
#include "emitters/writers/body_needs.hpp"
#include "emitters/writers/expression_text.hpp"

namespace lag {

// One subroutine of the text.
struct RoutineBody {
    enum class Kind {
        whole,  // the routine, in one piece
        frame,  // the routine that was split: its statements are calls of the pieces
        piece,  // values cross between pieces in arrays, the workspaces, which the frame declares
    };
    const Routine& routine;
    Kind kind = Kind::whole;
    std::string name;
    std::size_t piece = 0;               // of routine.pieces; 0 in a frame
    std::vector<std::size_t> arguments;  // the dummies: all of the routine; of a piece those that it needs
    BodyNeeds needs;                     // of a frame: of all its pieces
    std::optional<SinePlan> sines;
    std::string first_info;  // "c(75)", with which info begins; empty: with 0

    bool has_statements() const { return kind != Kind::frame; }
    bool sets_zero() const { return kind != Kind::piece; }  // info and routine.zeroed, before the statements
    // By lanes, with their lengths: locals of a frame, the last dummies of a piece that needs them.
    std::map<std::size_t, std::size_t> workspaces() const;
    // Of a piece that computes one slice of lane values: how many lanes all slices have, else 0; and these slices.
    std::size_t lanes() const;
    Slices slices() const;
};

// Of an argument that the routine has, among all of them.
std::size_t place_of_argument(const Routine& routine, const std::string& name);

// Each gives whole lines of text. A statement's hooks are called before `declare` of their body.
class RoutineHooks {
  public:
    virtual ~RoutineHooks() = default;
    virtual const Dialect& dialect() const = 0;
    virtual bool pieces_come_first() const = 0;                // C and C++ declare before use
    virtual std::string open(const RoutineBody& body) = 0;     // comment, name, dummies
    virtual std::string declare(const RoutineBody& body) = 0;  // what the body declares, mentions, sets to zero
    virtual std::string close(const RoutineBody& body) = 0;

    virtual std::string comment(const std::string& text) = 0;
    // Of a section, above its first statement: what it computes, what goes in and out.
    virtual std::string banner(const std::string& text) { return comment(text); }
    virtual std::string assign(const std::string& temporary, const std::string& value) = 0;
    virtual std::string store(const std::string& element, const std::string& value) = 0;  // to an array or a dummy
    virtual std::string check(const std::string& condition, std::size_t info) = 0;
    // The same where the condition does not hold. Empty: the language selects values, since its numbers may be packs.
    virtual std::string store_unless(const std::string& condition, const std::string& element,
                                     const std::string& value);
    // The same with lane values; `by_lane`: the text of the value of info for each lane, 0 where none.
    virtual std::string assign_lanes(std::size_t lanes, const std::string& temporary, const std::string& value);
    virtual std::string check_lanes(const std::string& condition, const std::vector<std::string>& by_lane);
    virtual std::string call(const Routine& routine, const CodeStatement& statement) = 0;  // of the user's routine
    virtual std::string call_piece(const RoutineBody& piece) = 0;
    // The sines and cosines of a group of angles; `angle` gives the text of each, in their order, once.
    using AngleText = std::function<std::string(std::size_t)>;
    virtual std::string evaluate_sines(const SinePlan::Group& group, const AngleText& angle);
};

class RoutineWriter {
  public:
    RoutineWriter(const Program& program, RoutineHooks& hooks, bool own_sines = false)
        : program_(program), hooks_(hooks), own_sines_(own_sines) {}

    // `name`: of the subroutine; pieces are <name>_1, <name>_2, ...
    std::string text(const Routine& routine, const std::string& name);
    // What all bodies written so far need; `arguments` has no meaning here.
    const BodyNeeds& asked_for() const { return asked_for_; }

  private:
    RoutineBody body_of(const Routine& routine, RoutineBody::Kind kind, const std::string& name,
                        std::size_t piece) const;
    std::string text_of(const RoutineBody& body, const std::string& statements);
    std::string statements(const RoutineBody& body);
    std::string statement(const RoutineBody& body, const CodeStatement& statement);
    std::string first_info(const RoutineBody& body, const CodeStatement& s);
    std::string sines_before(const RoutineBody& body, std::size_t place);

    const Program& program_;
    RoutineHooks& hooks_;
    bool own_sines_;
    BodyNeeds asked_for_;
};

}  // namespace lag
