#include "emitters/procedures/interface_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/errors.hpp"

namespace lag {

namespace {

using SlotRow = std::pair<Slot, std::string>;
using SizeRow = std::pair<Size, std::string>;

const auto& slot_rows() {
    using enum Slot;
    static const std::array<SlotRow, slots> rows{{
        {t, "t"},
        {q, "q"},
        {u, "u"},
        {s, "s"},
        {y, "y"},
        {w, "w"},
        {c, "c"},
        {p, "p"},
        {udot, "udot"},
        {sdot, "sdot"},
        {ydot, "ydot"},
        {qdot, "qdot"},
        {lambda, "lambda"},
        {mm, "mm"},
        {f, "f"},
        {r, "r"},
        {phi, "phi"},
        {phidot, "phidot"},
        {b, "b"},
        {kinetic, "kinetic"},
        {potential, "potential"},
        {o, "o"},
        {g, "g"},
        {gdot, "gdot"},
        {k, "k"},
        {law, "law"},
        {guess, "guess"},
        {next, "next"},
        {step, "step"},
        {ud, "ud"},
        {jac, "jac"},
        {d, "d"},
        {fdot, "fdot"},
        {v, "v"},
        {a, "a"},
        {h, "h"},
        {pi, "pi"},
        {load, "load"},
        {held, "held"},
        {tolerance, "tolerance"},
        {limit, "limit"},
        {independent, "independent"},
        {growth, "growth"},
        {info, "info"},
        {power, "power"},
        {rates, "rates"},
        {modes, "modes"},
    }};
    return rows;
}

const auto& size_rows() {
    using enum Size;
    static const std::array<SizeRow, 23> rows{{
        {nq, "nq"},   {nu, "nu"}, {ns, "ns"},   {np, "np"},   {nw, "nw"},   {nc, "nc"},   {nl, "nl"}, {nphi, "nphi"},
        {no, "no"},   {nf, "nf"}, {ne, "ne"},   {nd, "nd"},   {nj, "nj"},   {nz, "nz"},   {nt, "nt"}, {na, "na"},
        {nhc, "nhc"}, {nh, "nh"}, {nzo, "nzo"}, {nho, "nho"}, {nzr, "nzr"}, {nhr, "nhr"}, {nb, "nb"},
    }};
    return rows;
}

template <class Rows, class Name>
const std::string& text_of(const Rows& rows, Name name) {
    const auto& row = rows.at(static_cast<std::size_t>(name));
    if (row.first != name) throw InternalError("the table of the interface's names is out of order at " + row.second);
    return row.second;
}

}  // namespace

const std::string& to_string(Slot slot) {
    return text_of(slot_rows(), slot);
}

const std::string& to_string(Size size) {
    return text_of(size_rows(), size);
}

std::optional<Slot> slot_named(std::string_view text) {
    const auto found = std::ranges::find(slot_rows(), text, &SlotRow::second);
    return found == slot_rows().end() ? std::nullopt : std::optional(found->first);
}

}  // namespace lag
