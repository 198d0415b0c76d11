#include "scripts/command/simulate/run_page.hpp"

#include "scripts/command/page/page.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

constexpr std::size_t most_marks = 500;  // of events

}  // namespace

std::string page_of_run(const Model& model, const std::vector<BodyShape>& shapes, const Program& program,
                        const Vector& p, const Simulation& simulation, const std::vector<std::string>& shown) {
    const std::vector<std::size_t> frames = chosen_frames(simulation.rows.size());
    std::vector<PictureState> states;
    std::vector<PageCurve> curves;
    Vector scales;  // of the curves' units
    for (const auto* rows : {&program.coordinates, &program.speeds, &program.states, &program.outputs, &program.flags})
        for (const TableRow& row : *rows) {
            curves.push_back({row.name, row.unit_in_files(), row.text, {}, false});
            scales.push_back(row.scale_in_files());
        }
    for (const std::size_t frame : frames) {
        const SimulatedRow& row = simulation.rows[frame];
        PictureState state{row.t, row.q, row.w, {}};
        for (std::size_t k = 0; k < row.u.size(); ++k) state.others.emplace_back(program.speeds[k].name, row.u[k]);
        for (std::size_t k = 0; k < row.s.size(); ++k) state.others.emplace_back(program.states[k].name, row.s[k]);
        states.push_back(std::move(state));
        std::size_t next = 0;
        for (const Vector* values : {&row.q, &row.u, &row.s, &row.outputs})
            for (const double value : *values) {
                curves[next].values.push_back(value / scales[next]);
                ++next;
            }
        // flags stand last in w
        for (std::size_t k = row.w.size() - program.flags.size(); k < row.w.size(); ++k)
            curves[next++].values.push_back(row.w[k]);
    }
    std::vector<PageMark> marks;
    for (const FiredEvent& fired : simulation.events)
        if (marks.size() < most_marks) marks.push_back({fired.t, program.events[fired.event].row.name});
    std::vector<std::string> names;
    for (const TableRow& row : program.outputs.empty() ? program.coordinates : program.outputs)
        names.push_back(row.name);
    show_first(curves, shown, names);
    return page_text(scene_of(model, shapes, p, states), contact_marks(model, p, states), curves, marks,
                     note_on_frames(frames.size(), simulation.rows.size()));
}

}  // namespace lag
