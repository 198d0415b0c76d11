#include "scripts/command/page/run_page.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/errors.hpp"
#include "core/model_values.hpp"
#include "scripts/command/simulate/histories.hpp"
#include "scripts/pipeline/own_units.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

constexpr std::size_t first_curves = 12;  // shown unless the user chooses
constexpr std::size_t most_marks = 500;   // of events

std::string note_on_frames(std::size_t frames, std::size_t rows) {
    if (frames == rows) return {};
    return "The page shows " + std::to_string(frames) + " of " + std::to_string(rows) + " rows.";
}

void show_first(std::vector<PageCurve>& curves, const std::vector<std::string>& shown,
                const std::vector<std::string>& otherwise) {
    std::size_t count = 0;
    for (const std::string& name : shown.empty() ? otherwise : shown) {
        if (shown.empty() && count++ == first_curves) return;
        for (PageCurve& curve : curves) curve.shown = curve.shown || curve.name == name;
    }
}

template <class Rows>
std::vector<std::string> names_of(const Rows& rows) {
    std::vector<std::string> names;
    for (const auto& row : rows) names.push_back(row.name);
    return names;
}

}  // namespace

std::string page_of_run(const Model& model, const std::vector<BodyShape>& shapes, const Program& program,
                        const Vector& p, const Simulation& simulation, const std::vector<std::string>& shown) {
    const std::vector<std::size_t> frames = chosen_frames(simulation.rows.size());
    std::vector<PictureState> states;
    std::vector<PageCurve> curves;
    Vector scales;  // of the curves' units
    for (const auto* rows : {&program.coordinates, &program.speeds, &program.states, &program.outputs, &program.flags})
        for (const TableRow& row : *rows) {
            const UserUnit* const users = program.user_unit(row.name);
            curves.push_back({row.name, users == nullptr ? row.unit : users->unit, row.text, {}, false});
            scales.push_back(users == nullptr ? 1 : users->scale);
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
    show_first(curves, shown, names_of(program.outputs.empty() ? program.coordinates : program.outputs));
    return page_text(scene_of(model, shapes, p, states), contact_marks(model, p, states), curves, marks,
                     note_on_frames(frames.size(), simulation.rows.size()));
}

MotionTable motion_table(const std::string& file) {
    const CsvTable csv = read_csv(file);
    MotionTable table{csv.names, std::vector<Vector>(csv.columns.front().size())};
    for (const Vector& column : csv.columns)
        for (std::size_t row = 0; row < table.rows.size(); ++row) table.rows[row].push_back(column[row]);
    return table;
}

std::string page_of_table(const Model& model, const std::vector<BodyShape>& shapes, const MotionTable& table,
                          const std::string& file, const std::vector<std::string>& shown) {
    const auto column = [&](const std::string& name) {
        const auto found = std::ranges::find(table.names, name);
        return found == table.names.end() ? -1 : static_cast<std::ptrdiff_t>(found - table.names.begin());
    };
    const auto needed = [&](const std::string& name, const std::string& what) {
        const std::ptrdiff_t k = column(name);
        if (k < 0) throw ModelError(file + " has no column '" + name + "'", what);
        return static_cast<std::size_t>(k);
    };
    const std::size_t time = needed("t", "the column of the time in seconds");
    std::vector<std::size_t> places;
    for (const Coordinate& q : model.coordinates)
        places.push_back(needed(q.name, "a picture needs every coordinate of the model"));
    const Vector p = default_values(model).p;
    const std::vector<UserUnit> units = OwnUnits(model).user_units(model);
    const auto users = [&](const std::string& name) { return std::ranges::find(units, name, &UserUnit::name); };
    const auto scale_of = [&](const std::string& name) { return users(name) == units.end() ? 1 : users(name)->scale; };
    const auto value = [&](const Vector& row, const std::string& name, double otherwise) {
        const std::ptrdiff_t k = column(name);
        return k < 0 ? otherwise : row[static_cast<std::size_t>(k)] * scale_of(name);
    };
    std::vector<std::string> others = names_of(model.speeds);
    for (const StateVariable& s : model.states) others.push_back(s.name);

    std::map<std::string, std::pair<std::string, std::string>> known;  // unit, text
    for (const Coordinate& q : model.coordinates) known[q.name] = {q.unit, ""};
    for (const Speed& u : model.speeds) known[u.name] = {u.unit, ""};
    for (const StateVariable& s : model.states) known[s.name] = {s.unit, s.text};
    for (const Input& w : model.inputs) known[w.name] = {w.unit, w.text};
    for (const Output& o : model.outputs) known[o.name] = {o.unit, o.text};
    for (const UserUnit& one : units) known[one.name].first = one.unit;
    std::vector<PageCurve> curves;
    for (const std::string& name : table.names)
        if (name != "t") curves.push_back({name, known[name].first, known[name].second, {}, false});
    std::vector<PictureState> states;
    const std::vector<std::size_t> frames = chosen_frames(table.rows.size());
    for (std::size_t k = 1; k < table.rows.size(); ++k)
        if (!(table.rows[k][time] > table.rows[k - 1][time]))
            throw ModelError(file + ": the times do not ascend at row " + std::to_string(k + 1));
    for (std::size_t k = 0; k < table.rows.size(); ++k)
        for (std::size_t i = 0; i < places.size(); ++i)
            if (!std::isfinite(table.rows[k][places[i]]))
                throw ModelError(file + ": " + model.coordinates[i].name + " is no finite number in row " +
                                 std::to_string(k + 1));
    for (const std::size_t frame : frames) {
        const Vector& row = table.rows[frame];
        PictureState state;
        state.t = row[time];
        for (std::size_t k = 0; k < places.size(); ++k)
            state.q.push_back(row[places[k]] * scale_of(model.coordinates[k].name));
        for (const Input& w : model.inputs)
            state.w.push_back(value(row, w.name, w.is_flag() ? value_of(model, *w.first_value, 0, p) : 0));
        for (const std::string& name : others) state.others.emplace_back(name, value(row, name, 0));
        states.push_back(std::move(state));
        std::size_t next = 0;
        for (std::size_t k = 0; k < row.size(); ++k)
            if (k != time) curves[next++].values.push_back(row[k]);
    }
    show_first(curves, shown, model.outputs.empty() ? names_of(model.coordinates) : names_of(model.outputs));
    const bool knows_flags = std::ranges::all_of(
        model.inputs, [&](const Input& input) { return !input.is_flag() || column(input.name) >= 0; });
    return page_text(scene_of(model, shapes, p, states),
                     knows_flags ? contact_marks(model, p, states) : std::vector<SceneContact>{}, curves, {},
                     note_on_frames(frames.size(), table.rows.size()));
}

}  // namespace lag
