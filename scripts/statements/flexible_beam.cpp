// Flexible bodies that are beams: beam = [axis = x, length = l, ..].
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/comma_list.hpp"
#include "scripts/language/entries.hpp"
#include "scripts/statements/flexible.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

using namespace arguments;

// The axis a of the beam; b and c are the two other axes, cyclically.
struct BeamAxes {
    std::string a, b, c;
    explicit BeamAxes(std::size_t axis) : a(name(axis)), b(name(axis + 1)), c(name(axis + 2)) {}
    static std::string name(std::size_t axis) { return std::string(1, "xyz"[axis % 3]); }
};

// A number of a beam that is at least 0, and where it goes.
struct BeamNumber {
    DeclaredArgument entry;
    Expr Beam::*place;
};
std::vector<BeamNumber> numbers_of(const BeamAxes& at) {
    const auto bending = [](const std::string& axis, const std::string& mode) {
        return keyword("EI" + axis, "EI", a_number,
                       fmt::format("resists bending about {}, which deflects along {}", axis, mode))
            .in("N*m^2");
    };
    return {
        {keyword("length", "l", a_number, "from the inboard end to the outboard one").in("m").must_be_given(),
         &Beam::length},
        {bending(at.b, at.c), &Beam::EI_b},
        {bending(at.c, at.b), &Beam::EI_c},
        {keyword("EA", "EA", a_number, "resists stretch").in("N"), &Beam::EA},
        {keyword("GJ", "GJ", a_number, "resists twist").in("N*m^2"), &Beam::GJ},
        {keyword("rhoA", "mu", a_number, "mass per length").in("kg/m").must_be_given(), &Beam::rhoA},
        {keyword("rhoI" + at.a, "J", a_number, "moment of inertia per length about the axis of the beam").in("kg*m"),
         &Beam::rhoI},
    };
}

// A kind of modes: how many there are, and what of the beam they cannot do without.
struct BeamModes {
    DeclaredArgument entry;
    std::size_t Beam::*count;
    std::vector<std::string> needs;
};
constexpr int most_of_a_kind = 20;
constexpr ArgumentType a_number_of_modes{"a number of modes, 0 to 20"};
std::vector<BeamModes> modes_of(const BeamAxes& at) {
    const auto kind = [&](const std::string& name, const std::string& text) {
        return keyword(name, "n", a_number_of_modes, text).otherwise("0");
    };
    return {
        {kind("bend_" + at.b, "bending along " + at.b), &Beam::bend_b, {"EI" + at.c}},
        {kind("bend_" + at.c, "bending along " + at.c), &Beam::bend_c, {"EI" + at.b}},
        {kind("twist", "turning about the axis of the beam"), &Beam::twist, {"GJ", "rhoI" + at.a}},
        {kind("stretch", "becoming longer"), &Beam::stretch, {"EA"}},
    };
}

template <class Rows>
DeclaredArguments entries_among(const Rows& rows) {
    DeclaredArguments entries;
    for (const auto& row : rows) entries.push_back(row.entry);
    return entries;
}

DeclaredArguments entries_along(const BeamAxes& at) {
    DeclaredArguments entries{
        keyword("axis", "x", a_word, "the axis of the body on which the beam lies, from 0 to its length")
            .among("axis", {{"x"}, {"y"}, {"z"}})
            .otherwise("x")};
    for (DeclaredArgument& number : entries_among(numbers_of(at))) entries.push_back(std::move(number));
    entries.push_back(
        keyword("modes", fmt::format("[bend_{} = n, ..]", at.b), some_entries, "how many modes of each kind")
            .with(entries_among(modes_of(at)))
            .must_be_given());
    // in the order of BeamShapes
    entries.push_back(
        keyword("shapes", "clamped_free", a_word, "the shape functions")
            .among("shape functions", {{"clamped_free"}, {"pinned_pinned"}, {"clamped_clamped"}, {"polynomial"}})
            .otherwise("clamped_free"));
    return entries;
}

// The first axis where the list names none.
std::size_t axis_in(Call& call, const Syntax& list) {
    const Syntax* const given = Entries::first(list, "axis");
    const int axis = given == nullptr ? 0 : Call::axis(*given);
    if (axis < 0) call.fail(*given, "the axis of a beam is x, y or z");
    return static_cast<std::size_t>(axis);
}

class BeamReader {
  public:
    BeamReader(Call& call, const std::string& body)
        : call_(call),
          axis_(axis_in(call, call.argument("beam"))),
          at_(axis_),
          entries_(call, call.argument("beam"), entries_along(at_), fmt::format("the beam of body '{}'", body),
                   "such as beam = [axis = x, length = l, EIz = EI, rhoA = mu, modes = [bend_y = 2]]") {}

    Beam read() {
        beam_.axis = axis_;
        const std::vector<BeamNumber> numbers = numbers_of(at_);
        for (const BeamNumber& row : numbers) beam_.*row.place = number(row.entry);
        for (const BeamNumber& row : numbers)
            if (row.entry.need == DeclaredArgument::Need::required) require(row.entry.keyword);
        const std::vector<BeamModes> kinds = modes_of(at_);
        read_modes(kinds);
        if (entries_.has("shapes")) read_shapes();
        for (const BeamModes& kind : kinds)
            for (const std::string& needed : kind.needs)
                if (beam_.*kind.count > 0) require(needed, kind.entry.keyword);
        return beam_;
    }

  private:
    std::string named(const std::string& entry) const { return fmt::format("'{}' of {}", entry, entries_.what()); }

    Expr number(const DeclaredArgument& entry) {
        if (!entries_.has(entry.keyword)) return call_.description().graph().integer(0);
        const std::string what = named(entry.keyword);
        const Syntax& at = entries_.argument(entry.keyword);
        const Value value = entries_.value(entry.keyword);
        const Expr e = quantity(call_, value, at, only_parameters, what);
        require_unit(call_, value, entry.unit, at, what);
        const Model& model = call_.description().model();
        if (const auto at_defaults = value_at_defaults(model, e); at_defaults && !(*at_defaults >= 0))
            call_.fail(at, fmt::format("{} is negative: {}", what, shown_value(model, e, *at_defaults)));
        return e;
    }

    // The number is there and not 0; `mode`: which modes need it.
    void require(const std::string& name, const std::string& mode = {}) const {
        Expr value;
        for (const BeamNumber& row : numbers_of(at_))
            if (row.entry.keyword == name) value = beam_.*row.place;
        if (!value.is_zero() && value_at_defaults(call_.description().model(), value) != 0.0) return;
        const std::string hint = mode.empty() ? "a beam needs a length and a mass per length, rhoA"
                                              : fmt::format("{} needs '{}' > 0", mode, name);
        if (entries_.has(name)) call_.fail(entries_.argument(name), named(name) + " is zero", hint);
        call_.fail(call_.argument("beam"), fmt::format("{} has no '{}'", entries_.what(), name), hint);
    }

    void read_modes(const std::vector<BeamModes>& kinds) {
        const std::string example = fmt::format("such as modes = [bend_{} = 2, stretch = 1]", at_.b);
        if (!entries_.has("modes")) call_.fail(call_.argument("beam"), entries_.what() + " says no modes", example);
        const Syntax& list = entries_.argument("modes");
        const Entries modes(call_, list, entries_.declared("modes").entries,
                            fmt::format("{} along {}", named("modes"), at_.a), example);
        for (const std::string& name : modes.given_names())
            beam_.*std::ranges::find(kinds, name, [](const BeamModes& kind) { return kind.entry.keyword; })->count =
                count_of(modes, name);
        if (beam_.modes() == 0)
            call_.fail(list, entries_.what() + " has no modes", example + "; a rigid body is made by body(..)");
    }

    std::size_t count_of(const Entries& modes, const std::string& name) const {
        const Syntax& at = modes.argument(name);
        const Scalar count = call_.scalar(modes.value(name), at);
        const bool is_count = Algebra::is_rational(count) && cln::denominator(Algebra::rational_of(count)) == 1;
        const Rational value = is_count ? Algebra::rational_of(count) : Rational(-1);
        if (value < 0 || value > most_of_a_kind)
            call_.fail(at, fmt::format("'{}' is {}", name, modes.declared(name).type.words));
        return static_cast<std::size_t>(nearest_double(value));
    }

    void read_shapes() {
        const Syntax& given = entries_.argument("shapes");
        const std::vector<std::string> words = entries_.declared("shapes").plain_words();
        const auto found = std::ranges::find(words, given->text);
        if (given->kind != NodeKind::name || found == words.end())
            call_.fail(given, named("shapes") + " are none that are known",
                       fmt::format("{} or {}", comma_list({words.begin(), words.end() - 1}), words.back()));
        beam_.shapes = static_cast<BeamShapes>(found - words.begin());
    }

    Call& call_;
    std::size_t axis_;
    BeamAxes at_;
    Entries entries_;
    Beam beam_;
};

}  // namespace

DeclaredArguments beam_entries() {
    return entries_along(BeamAxes(0));
}

Beam read_beam(Call& call, const std::string& body) {
    return BeamReader(call, body).read();
}

}  // namespace lag
