// What the language asks about names that no variable binds: they may belong to a mechanism. The language itself knows
// none; whoever describes one answers (description.hpp).
#pragma once

#include <string>

#include "core/graph.hpp"
#include "scripts/algebra/algebra.hpp"
#include "scripts/syntax/syntax.hpp"

namespace lag {

class Description;
class Interpreter;

// What a name of the mechanism stands for.
struct Declaration {
    Role role = Role::undeclared;
    Place place;
};

class Vocabulary {
  public:
    virtual ~Vocabulary() = default;
    // What the statements fill; nothing that the language looks into.
    virtual Description& description() = 0;
    // Scalars, whose names mean what is declared.
    virtual Algebra& algebra() = 0;

    // Statements that run next: all of a file before the first of them.
    virtual void read_ahead(const Script& script) = 0;
    // A name was evaluated, or made by concat(); its first place is the one to blame.
    virtual void mention(const std::string& name, const Place& at) = 0;
    // A name whose time derivative the script writes: it moves.
    virtual void mention_rate(const std::string& name) = 0;

    virtual const Declaration* declaration(const std::string& name) const = 0;  // null: undeclared
    // InputError for the first undeclared name in `e`, at its first mention, with a "did you mean".
    virtual void require_declared(Expr e, const Place& at) = 0;
    // The n-th time derivative of a declared name.
    virtual Scalar rate(const std::string& name, int primes) = 0;
    // Total time derivative. Undeclared names are constant unless the script writes their primes.
    virtual Scalar time_derivative(const Scalar& e) = 0;
    // The derivative by a name, others held. Accelerations and multipliers are what the equations of motion make of it:
    // where `e` holds such, the description is complete from here on. InputError for a rate that waits in vain for a
    // name; ModelError where the derivative is not known.
    virtual Scalar partial_derivative(Interpreter& interpreter, const Scalar& e, const std::string& name) = 0;
    // A built-in of this name is called next: what waits for the first use of the mechanism is done before.
    virtual void before(const std::string& built_in) = 0;
    // A result or an emit has used the description: no statement may add to it.
    virtual bool is_complete() const = 0;
};

}  // namespace lag
