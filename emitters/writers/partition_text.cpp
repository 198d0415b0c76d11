#include "emitters/writers/partition_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// How a language says that a row is off: a line with places for the row and the conditions, a condition with a place for a
// flag that is 0, one for a flag that is not, what stands between conditions.
struct OffForm {
    std::string line, is_zero, is_set, either;
};

// A line for each switched row.
std::string off_lines(const Program& program, const OffForm& form, std::size_t first) {
    std::string text;
    const auto add = [&](std::size_t row, int zero, int set) {
        std::vector<std::string> conditions;
        if (zero >= 0)
            conditions.push_back(fmt::format(fmt::runtime(form.is_zero), static_cast<std::size_t>(zero) + first));
        if (set >= 0)
            conditions.push_back(fmt::format(fmt::runtime(form.is_set), static_cast<std::size_t>(set) + first));
        text += fmt::format(fmt::runtime(form.line), row + first, fmt::join(conditions, form.either)) + "\n";
    };
    for (const auto& [row, flag] : program.switched_rows) add(row, static_cast<int>(flag), -1);
    for (const ContactPlaces& contact : program.contact_places)
        if (contact.tangent >= 0) add(static_cast<std::size_t>(contact.tangent), contact.closed, contact.slip);
    return text;
}

Holes holes(std::string off) {
    return {{"LIGHT", "1.0e-12"}, {"SMALL", "1.0e-10"}, {"TIE", "1.000000001"}, {"OFF", std::move(off)}};
}

}  // namespace

bool can_partition(const Program& program) {
    return program.find(RoutineName::constraint_matrix) != nullptr && program.find(RoutineName::mass_matrix) != nullptr;
}

std::string fortran_partition(const Program& program) {
    return model_template(
        "partition.f90", program,
        holes(
            off_lines(program, {"    off({}) = {}", ".not. abs(w({})) > 0.0_dp", "abs(w({})) > 0.0_dp", " .or. "}, 1)));
}

std::string cpp_partition(const Program& program) {
    return model_template("partition.hpp", program,
                          holes(off_lines(program,
                                          {"    off[{}] = {};", "!L::every(L::less(zero, L::abs(w[{}])))",
                                           "L::every(L::less(zero, L::abs(w[{}])))", " || "},
                                          0)));
}

std::string c_partition(const Program& program) {
    return model_template(
        "partition.h", program,
        holes(off_lines(program, {"    off[{}] = {};", "!(fabs(w[{}]) > 0.0)", "fabs(w[{}]) > 0.0", " || "}, 0)));
}

std::string fortran77_partition(const Program& program) {
    const auto extent = [&](const char* name) {
        return std::to_string(std::max<std::size_t>(program.size(name).value, 1));
    };
    return fixed_form(model_template(
        "partition.f", program,
        {{"NQ", extent("nq")},
         {"NU", extent("nu")},
         {"NPHI", extent("nphi")},
         {"NW", extent("nw")},
         {"NC", extent("nc")},
         {"LIGHTD", "1.0D-12"},
         {"SMALLD", "1.0D-10"},
         {"TIED", "1.000000001D0"},
         {"OFF",
          off_lines(program, {"      off({}) = {}", ".NOT. ABS(w({})) .GT. 0.0D0", "ABS(w({})) .GT. 0.0D0", " .OR. "},
                    1)}}));
}

std::vector<Argument> partition_arguments(const Program& program) {
    using Intent = Argument::Intent;
    using Type = Argument::Type;
    return {{"t", Intent::in, Type::real, {}, {}},
            {"q", Intent::in, Type::real, {program.size("nq")}, {}},
            {"w", Intent::in, Type::real, {program.size("nw")}, {}},
            {"c", Intent::in, Type::real, {program.size("nc")}, {}},
            {"independent", Intent::out, Type::integer, {program.size("nu")}, {}},
            {"growth", Intent::out, Type::real, {}, {}},
            {"info", Intent::out, Type::integer, {}, {}}};
}

}  // namespace lag
