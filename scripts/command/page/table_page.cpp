#include "scripts/command/page/table_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/errors.hpp"
#include "core/model_values.hpp"
#include "scripts/command/page/page.hpp"
#include "scripts/pipeline/own_units.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

template <class Rows>
std::vector<std::string> names_of(const Rows& rows) {
    std::vector<std::string> names;
    for (const auto& row : rows) names.push_back(row.name);
    return names;
}

}  // namespace

std::string page_of_table(const Model& model, const std::vector<BodyShape>& shapes, const CsvTable& table,
                          const std::vector<std::string>& shown) {
    const auto column = [&](const std::string& name) {
        const auto found = std::ranges::find(table.names, name);
        return found == table.names.end() ? nullptr
                                          : &table.columns[static_cast<std::size_t>(found - table.names.begin())];
    };
    const auto needed = [&](const std::string& name, const std::string& what) -> const Vector& {
        const Vector* const values = column(name);
        if (values == nullptr) throw ModelError(fmt::format("{} has no column '{}'", table.file, name), what);
        return *values;
    };
    const Vector& time = needed("t", "the column of the time in seconds");
    for (std::size_t k = 1; k < table.rows(); ++k)
        if (!(time[k] > time[k - 1]))
            throw ModelError(fmt::format("{}: the times do not ascend at row {}", table.file, k + 1));
    for (const Coordinate& q : model.coordinates) {
        const Vector& values = needed(q.name, "a picture needs every coordinate of the model");
        const auto bad = std::ranges::find_if(values, [](double value) { return !std::isfinite(value); });
        if (bad != values.end())
            throw ModelError(
                fmt::format("{}: {} is no finite number in row {}", table.file, q.name, bad - values.begin() + 1));
    }
    const Vector p = default_values(model).p;
    std::map<std::string, TableRow> known;
    for (TableRow& row : OwnUnits(model).columns(model)) known.try_emplace(row.name, std::move(row));
    const auto value = [&](std::size_t row, const std::string& name, double otherwise) {
        const Vector* const values = column(name);
        if (values == nullptr) return otherwise;
        return (*values)[row] * known.at(name).scale_in_files();
    };
    std::vector<std::string> others = names_of(model.speeds);
    for (const StateVariable& s : model.states) others.push_back(s.name);

    const std::vector<std::size_t> frames = chosen_frames(table.rows());
    std::vector<PageCurve> curves;
    for (std::size_t k = 0; k < table.names.size(); ++k) {
        const std::string& name = table.names[k];
        if (name == "t") continue;
        PageCurve& curve =
            curves.emplace_back(PageCurve{name, known[name].unit_in_files(), known[name].text, {}, false});
        for (const std::size_t frame : frames) curve.values.push_back(table.columns[k][frame]);
    }
    std::vector<PictureState> states;
    for (const std::size_t frame : frames) {
        PictureState& state = states.emplace_back();
        state.t = time[frame];
        for (const Coordinate& q : model.coordinates) state.q.push_back(value(frame, q.name, 0));
        for (const Input& w : model.inputs)
            state.w.push_back(value(frame, w.name, w.is_flag() ? value_of(model, *w.first_value, 0, p) : 0));
        for (const std::string& name : others) state.others.emplace_back(name, value(frame, name, 0));
    }
    show_first(curves, shown, model.outputs.empty() ? names_of(model.coordinates) : names_of(model.outputs));
    const bool knows_flags = std::ranges::all_of(
        model.inputs, [&](const Input& input) { return !input.is_flag() || table.has(input.name); });
    return page_text(scene_of(model, shapes, p, states),
                     knows_flags ? contact_marks(model, p, states) : std::vector<SceneContact>{}, curves, {},
                     note_on_frames(frames.size(), table.rows()));
}

}  // namespace lag
