// The values of `info`: 0 where nothing failed, else the number of the first check that did. In this order, with nu
// speeds, nphi constraint rows, nd dependent speeds and ns states:
//   1 .. nu                     a speed, as in the list of speeds
//   nu+1 .. nu+nphi             a constraint row, as in the list of constraints
//   nu+nphi+1                   a search that found nothing; of m_event: there is no such event
//   nu+nphi+2 .. nu+nphi+1+nd   of m_assemble: a dependent speed
//   nu+nphi+2 .. nu+nphi+5      of models without dependent speeds: ContactFailure
//   nu+nphi+6 .. nu+nphi+5+ns   of m_equilibrium, which has no dependent speeds: a state
// What they say is in core/info_words.hpp.
#pragma once

#include <cstddef>

namespace lag {

enum class ContactFailure {
    wrong_sign,     // more normal force presses a sliding contact together: Painleve's paradox
    no_mode,        // no mode of the contacts is consistent
    several_modes,  // modes with different accelerations are
    impact,         // no impulses of the contacts are consistent, or they give energy
};

class InfoCodes {
  public:
    constexpr InfoCodes(std::size_t speeds, std::size_t rows, std::size_t dependent_speeds = 0, std::size_t states = 0)
        : speeds_(speeds), rows_(rows), dependent_speeds_(dependent_speeds), states_(states) {}

    // `index` counts from 0.
    static constexpr std::size_t of_speed(std::size_t index) { return index + 1; }
    constexpr std::size_t of_row(std::size_t index) const { return speeds_ + index + 1; }
    constexpr std::size_t of_no_convergence() const { return speeds_ + rows_ + 1; }
    constexpr std::size_t of_dependent_speed(std::size_t index) const { return of_no_convergence() + index + 1; }
    constexpr std::size_t of_contacts(ContactFailure failure) const {
        return of_no_convergence() + 1 + static_cast<std::size_t>(failure);
    }
    constexpr std::size_t of_state(std::size_t index) const { return of_no_convergence() + 5 + index; }
    constexpr std::size_t largest() const {
        return dependent_speeds_ > 0 ? of_no_convergence() + dependent_speeds_ : of_no_convergence() + 4 + states_;
    }

    enum class Kind { nothing, speed, row, no_convergence, dependent_speed, contacts, state };
    struct Meaning {
        Kind kind = Kind::nothing;
        std::size_t index = 0;  // of the speed, row, dependent speed, ContactFailure or state, from 0
    };
    // Kind::nothing for 0 and beyond the largest.
    constexpr Meaning meaning(std::size_t info) const {
        if (info == 0 || info > largest()) return {};
        if (info <= speeds_) return {Kind::speed, info - of_speed(0)};
        if (info < of_no_convergence()) return {Kind::row, info - of_row(0)};
        if (info == of_no_convergence()) return {Kind::no_convergence, 0};
        if (dependent_speeds_ > 0) return {Kind::dependent_speed, info - of_dependent_speed(0)};
        if (info < of_state(0)) return {Kind::contacts, info - of_contacts(ContactFailure{})};
        return {Kind::state, info - of_state(0)};
    }

  private:
    std::size_t speeds_, rows_, dependent_speeds_, states_;
};

}  // namespace lag
