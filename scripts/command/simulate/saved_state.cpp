// Values that a script has saved, as the lines of a parameter file.
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/simulate/parameter_file.hpp"
#include "scripts/files/csv.hpp"

namespace lag {

namespace {

const std::string what_is_read = "a state is a list name = value, as trim(..) gives it: save(\"state.json\", s)";

ParameterLine line_of(const std::string& file, int number, const std::string& name, double value) {
    ParameterLine line;
    line.file = file, line.number = number;
    line.name = name == "t" ? "start" : name;
    line.text = exact_decimal(value);
    line.is_quantity = name != "t";
    line.is_setting = name == "t";
    line.in_own_unit = true;
    return line;
}

std::string text_in(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream || stream.bad()) throw ModelError("cannot read " + file);
    return text;
}

std::vector<ParameterLine> lines_in_json(const std::string& file) {
    const auto values = nlohmann::ordered_json::parse(text_in(file), nullptr, false);
    if (values.is_discarded()) throw ModelError(file + " is no JSON file");
    if (!values.is_object()) throw ModelError(file + " holds no names with their values", what_is_read);
    std::vector<ParameterLine> lines;
    for (const auto& [name, value] : values.items()) {
        if (!value.is_number())
            throw ModelError(fmt::format("{}: the value of '{}' is no number", file, name), what_is_read);
        lines.push_back(line_of(file, static_cast<int>(lines.size()) + 1, name, value.get<double>()));
    }
    return lines;
}

std::vector<ParameterLine> lines_in_csv(const std::string& file) {
    CsvRows rows(file);
    std::vector<std::string> cells;
    if (!rows.next(cells)) return {};
    if (cells != std::vector<std::string>{"name", "value"})
        throw ModelError(rows.place() + "expected the heading name,value", what_is_read);
    std::vector<ParameterLine> lines;
    while (rows.next(cells)) {
        const std::optional<double> value = cells.size() == 2 ? decimal_value(cells[1]) : std::nullopt;
        if (!value) throw ModelError(rows.place() + "expected a name and a number", what_is_read);
        lines.push_back(line_of(file, static_cast<int>(rows.number()), cells[0], *value));
    }
    return lines;
}

}  // namespace

bool is_saved_value(const std::string& file) {
    return file.ends_with(".json") || file.ends_with(".csv") || file.ends_with(".mat");
}

std::vector<ParameterLine> read_saved_value(const std::string& file) {
    if (!std::ifstream(file)) throw ModelError("cannot read " + file);
    if (file.ends_with(".mat"))
        throw ModelError(file + ": states are not read from .mat files", "save the state as a .json or .csv file too");
    return file.ends_with(".json") ? lines_in_json(file) : lines_in_csv(file);
}

}  // namespace lag
