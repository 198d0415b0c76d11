// Script algebra and its bridge to the expression graph. The only file of the project that includes GiNaC.
//
//   scalar (GiNaC::ex, real symbols interned by name)  --lower-->  Expr (graph node)  --raise-->  scalar
//
// A graph node inside a scalar is an opaque symbol, a "reference": large results of the later stages stay one symbol
// until someone asks for their text. Leaves and numbers are raised as plain symbols and numbers. `unfold` expands
// references within a size limit.
//
// Determinism: GiNaC orders and even shapes its sums by hashes that are seeded with addresses. Nothing that leaves this
// class depends on them: `lower` sorts operands by a structural hash of names and operators that is blind to signs, and
// makes every sum sign-canonical; `to_text` sorts terms by degree and text.
//
// All functions raise ModelError with a message for the user (division by zero, no real value, too large); the
// interpreter adds the place.
#pragma once

#include <ginac/ginac.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/errors.hpp"
#include "core/graph.hpp"

namespace lag {

// A GiNaC expression, and beside it the same expression as it was written, where the two differ: results of the
// mechanism stand there as names with a unit of their own (Description::formed). Units are checked in it, so that a
// number in the geometry that vanishes from a product (a length of 1) is not missed. It takes part in no algebra.
class Scalar : public GiNaC::ex {
  public:
    Scalar() = default;
    Scalar(const GiNaC::ex& value) : GiNaC::ex(value) {}        // NOLINT: as an ex
    Scalar(GiNaC::ex&& value) : GiNaC::ex(std::move(value)) {}  // NOLINT
    Scalar(int value) : GiNaC::ex(value) {}                     // NOLINT
    Scalar(const GiNaC::ex& value, GiNaC::ex written) : GiNaC::ex(value), written_(std::move(written)) {}

    bool has_written() const { return !written_.is_zero(); }
    GiNaC::ex written() const { return has_written() ? written_ : value(); }
    const GiNaC::ex& value() const { return *this; }
    friend Scalar operator-(const Scalar& a) { return {-a.value(), -a.written_}; }

  private:
    GiNaC::ex written_;  // 0: as the value
};

// In the name of a symbol that no script can write: what follows numbers it and is not shown.
inline constexpr char name_mark = '\x01';

inline constexpr std::size_t largest_unfolded_tree = 200'000;  // nodes of a scalar after unfold()
inline constexpr std::size_t largest_integer_bits = 50'000;    // sums of many fractions stay quick
inline constexpr std::size_t largest_text = 4'000'000;         // bytes of one printed value

// Nodes of the tree that an expression of the graph unfolds to, those in several places counted in each, conditions and
// selections as one; stops beyond `limit`.
std::size_t unfolded_size(const Graph& graph, NodeId root, std::size_t limit);

// The error of a division by zero: the expression has no value there.
class AtPole : public ModelError {
  public:
    using ModelError::ModelError;
};

class Algebra {
  public:
    // What a name stands for in the graph (a declared symbol, the equation behind psi', ...). The default gives symbols
    // of role undeclared.
    using Resolve = std::function<Expr(const std::string& name)>;

    explicit Algebra(std::shared_ptr<Graph> graph);
    Algebra(const Algebra&) = delete;
    Algebra& operator=(const Algebra&) = delete;
    Graph& graph() { return *graph_; }

    void resolve_names(Resolve resolve);
    void declarations_changed();  // forget what names stood for

    // -- leaves
    Scalar symbol(const std::string& name);
    static Scalar integer(long value);
    static Scalar number(const Rational& value);
    static Scalar pi();
    // A name that is neither a number nor a reference: its text. Empty otherwise.
    std::string name_of(const Scalar& e) const;
    static bool is_rational(const Scalar& e);      // an exact number
    static Rational rational_of(const Scalar& e);  // of an exact number
    static bool is_integer(const Scalar& e);       // an exact integer
    bool is_reference(const Scalar& e) const;
    bool is_constant(const Scalar& e);  // no symbols at all (references looked through)

    // -- as it was written
    // `value` beside what `written` forms of the operands as they were written; a name of unknown unit where that fails
    Scalar beside(const GiNaC::ex& value, const std::function<GiNaC::ex()>& written);
    Scalar of_unknown_unit(const GiNaC::ex& value);
    Expr lower_written(const Scalar& e) { return lower(e.written()); }

    // -- the bridge
    Expr lower(const Scalar& e);
    Expr resolve_again(Expr e);  // undeclared symbols that have a role by now are replaced
    // Symbols of coordinates, speeds and accelerations, too: some of them have become expressions.
    void resolve_motions_again();
    Scalar raise(Expr e);
    Scalar unfold(const Scalar& e);
    // Large or deep scalars become references, so that no loop can build a tree whose size or depth hurts. Every value
    // that is stored goes through it.
    Scalar settle(const Scalar& e);

    // -- arithmetic with checks (zero divisors, powers without real value, size of integers)
    Scalar add(const std::vector<Scalar>& terms);
    Scalar multiply(const Scalar& a, const Scalar& b);
    Scalar divide(const Scalar& a, const Scalar& b);
    Scalar power(const Scalar& base, const Scalar& exponent);
    // sqrt sin cos tan asin acos atan sinh cosh tanh exp log abs floor sign
    Scalar apply(const std::string& function, const Scalar& a);
    // atan2 min max mod
    Scalar apply(const std::string& function, const Scalar& a, const Scalar& b);
    Scalar to_float(const Scalar& e);  // nearest double, kept as a binary floating-point number

    // -- rewriting
    Scalar diff(const Scalar& e, const std::string& name);  // partial derivative, references looked through
    Scalar expand(const Scalar& e);
    Scalar factor(const Scalar& e);
    Scalar ratsimp(const Scalar& e);
    Scalar trigsimp(const Scalar& e);
    // Products of sines and cosines as sums; with a name, those alone whose arguments hold it.
    Scalar trigreduce(const Scalar& e, const std::string& name = {});
    // An antiderivative by a name, and the integral from a to b. ModelError where no closed form is known, and where the
    // integral has no value or that is not known (integrate.cpp).
    Scalar integral(const Scalar& e, const std::string& name);
    Scalar integral(const Scalar& e, const std::string& name, const Scalar& a, const Scalar& b);
    Scalar coefficient(const Scalar& e, const Scalar& x, long n);
    Scalar substitute(const Scalar& e, const std::vector<std::pair<Scalar, Scalar>>& old_and_new);  // all at once
    Scalar determinant(const std::vector<std::vector<Scalar>>& rows);
    std::vector<std::vector<Scalar>> invert(const std::vector<std::vector<Scalar>>& rows);

    // -- deciding
    // Numeric value of a constant expression in constant_digits digits.
    cln::cl_R constant_value(const Scalar& e);
    // Is a - b zero? Structural, then by rational normal form of small expressions; constants numerically.
    bool surely_equal(const Scalar& a, const Scalar& b);
    int sign_of_form(const Scalar& e) { return canonical(e).sign; }  // e or -e, the same whichever way it is written
    // -- signs (signs.hpp): facts, and what they decide
    void assume_signs(const Scalar& e, unsigned signs);
    unsigned signs_of(const Scalar& e);
    bool has_facts() const { return !facts_.empty(); }
    std::vector<std::string> names_in(const Scalar& e);  // plain names, references looked through; sorted

    // -- text: script syntax, and TeX; terms sorted by degree, then by text; never GiNaC's order
    std::string to_text(const Scalar& e);
    std::string to_text(Expr condition);
    std::string to_tex(const Scalar& e);

  private:
    friend class AlgebraText;
    struct Canonical {
        int sign = 1;            // of the scalar against its sign-canonical form
        std::uint64_t hash = 0;  // the same for e and -e
    };
    struct Hash {
        std::size_t operator()(const Scalar& e) const { return e.gethash(); }
    };
    struct Same {
        bool operator()(const Scalar& a, const Scalar& b) const { return a.is_equal(b); }
    };
    template <class T>
    using Memo = std::unordered_map<Scalar, T, Hash, Same>;

    Canonical canonical(const Scalar& e);
    Canonical canonical_rule(const Scalar& e);
    Canonical canonical_sum(const Scalar& e);
    Canonical canonical_product(const Scalar& e);
    Canonical canonical_function(const Scalar& e);
    Expr lower_rule(const Scalar& e);
    Expr lower_sum(const Scalar& e);
    Expr lower_product(const Scalar& e);
    Expr lower_power(const Scalar& base, const Scalar& exponent);
    Expr lower_function(const Scalar& e);
    Expr lower_reference(const Scalar& e);
    Scalar reference(Expr e);
    Expr referred(const Scalar& symbol) const;
    bool has_references(const Scalar& e) const;
    Scalar unfold_node(NodeId id);
    Scalar unfold_sum(NodeId id);
    Expr division(Expr numerator, Expr denominator);
    Scalar select_sign(const Scalar& a);
    Scalar apply_to_constant(const std::string& function, const Scalar& a);
    Scalar in_symbols(const Scalar& e, GiNaC::exmap& atoms);
    Scalar trigsimp_inside(const Scalar& e);
    Scalar trig_reduced(const Scalar& polynomial);
    Scalar unfolded_within(const Scalar& e, const char* operation);
    Scalar diff_in_graph(const Scalar& e, const std::string& name);
    Scalar substituted(const Scalar& e, const std::vector<std::pair<Scalar, Scalar>>& old_and_new);
    unsigned signs_by_form(const Scalar& e);
    std::optional<Scalar> root_by_signs(const Scalar& square);
    Scalar substitute_once(const Scalar& e, const Scalar& old, const Scalar& by);

    std::shared_ptr<Graph> graph_;
    Resolve resolve_;
    bool resolves_motions_ = false;
    std::map<std::string, Scalar> symbols_;
    std::map<NodeId, Scalar> references_;
    std::vector<std::pair<Scalar, unsigned>> facts_;  // expanded expressions and the signs they may have
    std::size_t unknown_units_ = 0;                   // names made by of_unknown_unit
    Memo<Canonical> canonical_memo_;
    Memo<Expr> lower_memo_;
    std::unordered_map<NodeId, Scalar> unfold_memo_;
};

}  // namespace lag
