#include "emitters/writers/partition_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// A line for each switched row; `form`: with places for the row and its flag.
std::string off_lines(const Program& program, const std::string& form, std::size_t first) {
    std::string text;
    for (const auto& [row, flag] : program.switched_rows)
        text += fmt::format(fmt::runtime(form), row + first, flag + first) + "\n";
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
    return model_template("partition.f90", program,
                          holes(off_lines(program, "    off({}) = .not. abs(w({})) > 0.0_dp", 1)));
}

std::string cpp_partition(const Program& program) {
    return model_template("partition.hpp", program,
                          holes(off_lines(program, "    off[{}] = !L::every(L::less(zero, L::abs(w[{}])));", 0)));
}

std::string c_partition(const Program& program) {
    return model_template("partition.h", program, holes(off_lines(program, "    off[{}] = !(fabs(w[{}]) > 0.0);", 0)));
}

std::string fortran77_partition(const Program& program) {
    const auto extent = [&](const char* name) {
        return std::to_string(std::max<std::size_t>(program.size(name).value, 1));
    };
    return fixed_form(model_template("partition.f", program,
                                     {{"NQ", extent("nq")},
                                      {"NU", extent("nu")},
                                      {"NPHI", extent("nphi")},
                                      {"NW", extent("nw")},
                                      {"NC", extent("nc")},
                                      {"LIGHTD", "1.0D-12"},
                                      {"SMALLD", "1.0D-10"},
                                      {"TIED", "1.000000001D0"},
                                      {"OFF", off_lines(program, "      off({}) = .NOT. ABS(w({})) .GT. 0.0D0", 1)}}));
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
