#include "tests/combinations/treatments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <set>

#include "tests/combinations/table.hpp"

namespace lag::combinations {

namespace fs = std::filesystem;
using Eigen::Index;

namespace {

constexpr double short_time = 0.01;

bool is_treatment(const std::string& argument) {
    return argument.starts_with("joints = ") || argument.starts_with("treat = ");
}

std::string exact(double x) {
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.17g", x);
    return buffer.data();
}

// Nothing where it ends with an error; `words` says which.
std::optional<Table> simulated(const Script& script, const std::string& name, const Options& options,
                               std::string& words) {
    const fs::path file = options.folder / (name + ".lag"), folder = options.folder / "treated";
    std::ofstream(file) << text(script, name);
    const std::string times = " --end " + exact(short_time) + " --step " + exact(short_time);
    const int status = run(
        options.command + " simulate " + file.string() + " --quiet --no-compiler" + times + " --out " + folder.string(),
        120, words);
    if (status != 0) return std::nullopt;
    return read_table(folder / (name + ".csv"));
}

// Outputs without multipliers, whose axes depend on where bodies meet; the energies.
std::vector<std::string> compared_names(const Model& tree) {
    std::vector<std::string> names{"kinetic", "potential"};
    for (const Output& output : tree.outputs)
        if ((tree.graph->node(tree.graph->own(output.value)).dependence & bit(Role::multiplier)) == 0)
            names.push_back(output.name);
    for (const Coordinate& q : tree.coordinates) names.push_back(q.name);
    return names;
}

}  // namespace

Script as_tree(const Script& script) {
    Script tree;
    for (Statement statement : script.statements) {
        std::erase_if(statement.arguments, is_treatment);
        if (statement.word != "options" || !statement.arguments.empty()) tree.statements.push_back(statement);
    }
    return tree;
}

void compare_treatments(Examined& examined, const Options& options) {
    const Script tree = as_tree(examined.script);
    if (text(tree, "x") == text(examined.script, "x") || !examined.model || !examined.model->externals.empty()) return;
    const Model model = model_of(text(tree, examined.name));
    std::string words;
    const auto first = simulated(tree, examined.name + "g", options, words);
    if (!first) return;  // simulate_all finds what is wrong there
    Script treated = examined.script;
    Statement start{"initial", {}};
    const std::set<std::string> cut = [&] {
        std::set<std::string> names;
        for (const Constraint& c : model.constraints)
            for (const CoordinateIndex q : c.cut.hinge.coordinates) names.insert(model.coordinates[q.value].name);
        return names;
    }();
    const auto start_at = [&](const std::string& name) {
        if (const Index c = first->column(name); c >= 0)
            start.arguments.push_back(name + " = " + exact(first->rows[0](c)));
    };
    for (const Coordinate& q : model.coordinates) start_at(q.name);
    for (const Speed& u : model.speeds) start_at(u.name);
    const auto place = std::ranges::find(treated.statements, "initial", &Statement::word);
    if (place != treated.statements.end())
        *place = start;
    else
        treated.statements.push_back(start);
    const auto second = simulated(treated, examined.name + "h", options, words);
    if (!second) {
        examined.findings.push_back({"treatments: ends with an error: " + kind_of_message(words), words});
        return;
    }
    for (const std::string& name : compared_names(model)) {
        const Index a = first->column(name), b = second->column(name);
        if (a < 0 || b < 0 || cut.contains(name)) continue;
        for (const std::size_t row : {std::size_t{0}, first->rows.size() - 1}) {
            const double wanted = first->rows[row](a), found = second->rows.at(row)(b);
            const double size = 1 + first->rows[row].cwiseAbs().maxCoeff();
            if (std::abs(found - wanted) <= (row == 0 ? 1e-7 : 1e-5) * size) continue;
            examined.findings.push_back(
                {"treatments: another motion than the tree's",
                 name + " in row " + std::to_string(row) + ": " + exact(found) + " instead of " + exact(wanted)});
            return;
        }
    }
}

}  // namespace lag::combinations
