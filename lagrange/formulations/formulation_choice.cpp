#include "lagrange/formulations/formulation_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace lag {

std::string to_string(const PivotBlocks& blocks) {
    std::vector<std::string> parts;
    if (blocks.joints > 1) parts.push_back(fmt::format("{} joints together", blocks.joints));
    if (blocks.at_ground > 0) parts.push_back(fmt::format("{} joints on ground together", blocks.at_ground));
    if (blocks.speeds > 1) parts.push_back(fmt::format("{} pivots at once", blocks.speeds));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string to_string(const FormulationChoice& choice) {
    std::string text = choice.formulation == Formulation::turner        ? "turner"
                       : choice.formulation == Formulation::composite   ? "composite"
                       : choice.formulation == Formulation::articulated ? "articulated"
                       : choice.formulation == Formulation::two_ended   ? "two_ended"
                                                                        : "auto";
    if (choice.regrouping == Regrouping::masses) text += ", masses regrouped";
    if (choice.regrouping == Regrouping::inertias) text += ", base parameters";
    if (choice.regrouping == Regrouping::other_inertias) text += ", base parameters the other way";
    if (!choice.except.empty()) text += fmt::format(" ({} links otherwise)", choice.except.size());
    if (choice.absorbing) text += ", absolute accelerations";
    if (choice.non_rotating_axes) text += ", planar parts in non-rotating axes";
    if (choice.loop_axes == LoopAxes::fewest_entries) text += ", loops in axes of fewest entries";
    if (choice.loop_axes == LoopAxes::own_speeds) text += ", loops in axes with speeds of their own";
    if (!choice.free_points.empty()) text += ", another point of the free body";
    if (choice.null_space) text += ", without multipliers";
    if (choice.segments > 0) text += fmt::format(", a chain in {} segments in lanes", choice.segments);
    if (choice.blocks != PivotBlocks{}) text += ", " + to_string(choice.blocks);
    return text;
}

}  // namespace lag
