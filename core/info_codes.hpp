// The values of `info`: 0 where nothing failed, else the number of the first check that did. In this order, with nu
// speeds, nphi constraint rows and nd dependent speeds:
//   1 .. nu                     pivot of a speed, as in the list of speeds
//   nu+1 .. nu+nphi             pivot of a constraint row, as in the list of constraints; with constraints = eliminate
//                               the divisor of the row that its dependent speed is solved from
//   nu+nphi+1                   of m_assemble: no convergence within its limit, or a number overflows
//   nu+nphi+2 .. nu+nphi+1+nd   of m_assemble: pivot of a dependent speed
//   nu+nphi+2 .. nu+nphi+5      of contacts (which no dependent speeds stand beside): ContactFailure
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace lag {

enum class ContactFailure {
    wrong_sign,     // more normal force presses a sliding contact together: Painleve's paradox
    no_mode,        // no mode of the contacts is consistent
    several_modes,  // modes with different accelerations are
    impact,         // no impulses of the contacts are consistent, or they give energy
};

// In words.
inline const std::array<std::pair<ContactFailure, const char*>, 4>& contact_failures() {
    static const std::array<std::pair<ContactFailure, const char*>, 4> texts{{
        {ContactFailure::wrong_sign, "more normal force presses a sliding contact together: Painleve's paradox"},
        {ContactFailure::no_mode, "no mode of the contacts is consistent"},
        {ContactFailure::several_modes, "modes of the contacts with different accelerations are consistent"},
        {ContactFailure::impact, "no impulses of the contacts are consistent, or they would give energy"},
    }};
    return texts;
}

class InfoCodes {
  public:
    constexpr InfoCodes(std::size_t speeds, std::size_t rows) : speeds_(speeds), rows_(rows) {}

    // `index` counts from 0.
    static constexpr std::size_t of_speed(std::size_t index) { return index + 1; }
    constexpr std::size_t of_row(std::size_t index) const { return speeds_ + index + 1; }
    constexpr std::size_t of_no_convergence() const { return speeds_ + rows_ + 1; }
    constexpr std::size_t of_dependent_speed(std::size_t index) const { return of_no_convergence() + index + 1; }

    constexpr std::size_t of_contacts(ContactFailure failure) const {
        return of_no_convergence() + 1 + static_cast<std::size_t>(failure);
    }

    // of m_equilibrium
    constexpr std::size_t of_state(std::size_t index) const { return of_no_convergence() + 5 + index; }

    enum class Kind { nothing, speed, row, no_convergence, dependent_speed };
    struct Meaning {
        Kind kind = Kind::nothing;
        std::size_t index = 0;  // of the speed, row or dependent speed, from 0
    };
    constexpr Meaning meaning(std::size_t info) const {
        if (info == 0) return {};
        if (info <= speeds_) return {Kind::speed, info - of_speed(0)};
        if (info < of_no_convergence()) return {Kind::row, info - of_row(0)};
        if (info == of_no_convergence()) return {Kind::no_convergence, 0};
        return {Kind::dependent_speed, info - of_dependent_speed(0)};
    }

  private:
    std::size_t speeds_, rows_;
};

// of_no_convergence() in the emitted file, where nu and nphi have names: `prefix` stands before each.
inline std::string no_convergence_text(const std::string& prefix = "") {
    return prefix + "nu + " + prefix + "nphi + 1";
}

}  // namespace lag
