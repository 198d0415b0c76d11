#include "lagrange/formulations/segment_links.hpp"

#include "lagrange/formulations/segment_values.hpp"

namespace lag {

std::vector<SegmentLink> links_in_lanes(const Model& model, const Kinematics& k, const ChainSegments& segments,
                                        const std::vector<ChainLink>& links) {
    SegmentValues values(model, k, segments);
    const std::size_t z = segments.axis, x = (z + 1) % 3, y = (z + 2) % 3;
    std::vector<Expr> carried;  // torques of the hinges that the last links of the segments carry
    for (std::size_t lane = 0; lane < segments.lanes; ++lane)
        carried.push_back(lane + 1 < segments.lanes ? links[(lane + 1) * segments.steps()].torque
                                                    : model.graph->integer(0));
    std::vector<SegmentLink> found(segments.steps());
    for (std::size_t step = segments.steps(); step-- > 0;) {
        const auto joined = [&](auto component) {
            std::vector<Expr> members;
            for (std::size_t lane = 0; lane < segments.lanes; ++lane)
                members.push_back(component(links[lane * segments.steps() + step]));
            return values.joined(members);
        };
        const Vec2 o{joined([](const ChainLink& l) { return l.o[0]; }),
                     joined([](const ChainLink& l) { return l.o[1]; })};
        const Expr square = joined([](const ChainLink& l) { return l.square; });
        found[step] = {.J = joined([&](const ChainLink& l) { return l.inertia.J(z, z); }),
                       .m = {joined([&](const ChainLink& l) { return l.inertia.H(z, x); }),
                             joined([&](const ChainLink& l) { return l.inertia.H(z, y); })},
                       .M = {joined([&](const ChainLink& l) { return l.inertia.M(x, x); }),
                             joined([&](const ChainLink& l) { return l.inertia.M(x, y); }),
                             joined([&](const ChainLink& l) { return l.inertia.M(y, y); })},
                       .p = {joined([&](const ChainLink& l) { return l.bias.force[x]; }),
                             joined([&](const ChainLink& l) { return l.bias.force[y]; })},
                       .n = joined([&](const ChainLink& l) { return l.bias.moment[z]; }),
                       .torque = joined([](const ChainLink& l) { return l.torque; }),
                       .carried_torque = {},
                       .t = {-o[1], o[0]},
                       .c = -square * o};
    }
    for (std::size_t step = 0; step < found.size(); ++step)
        found[step].carried_torque =
            step + 1 < found.size() ? found[step + 1].torque : model.graph->lane_gather(carried);
    return found;
}

}  // namespace lag
