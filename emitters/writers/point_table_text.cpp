#include "emitters/writers/point_table_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/errors.hpp"
#include "core/rational.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/expression_text.hpp"
#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

constexpr std::size_t c_line = 110;

double number_of(const Rational& value) {
    if (cln::abs(value) > cln::expt(cln::cl_I(2), 1023))
        throw ModelError("a number of a table beyond the range of doubles");
    return nearest_double(value);
}

// What the texts of all languages say of one table.
struct TableFacts {
    TableFacts(const Program& program, std::size_t number) : table(*program.tables[number]), name(table_name(number)) {}

    bool is_map() const { return table.axes() == 2; }
    // Arrays: their names (without "table_1_") and numbers.
    std::vector<std::pair<std::string, const std::vector<Rational>*>> arrays() const {
        if (!is_map()) return {{"starts", &table.starts[0]}, {"numbers", &table.coefficients}};
        return {{"starts_x", &table.starts[0]}, {"starts_y", &table.starts[1]}, {"numbers", &table.coefficients}};
    }
    // The template of a curve or a map, "curve.f90" or "map.f90" for the ending "f90".
    std::string filled(const Program& program, const std::string& ending, const Holes& more = {}) const {
        Holes holes = more;
        holes.insert(holes.begin(), {{"T", name},
                                     {"SEGMENTS", segments_text(table)},
                                     {"NX", std::to_string(table.segments(0))},
                                     {"D", std::to_string(table.degree)}});
        if (is_map()) holes.emplace_back("NY", std::to_string(table.segments(1)));
        return model_template((is_map() ? "map." : "curve.") + ending, program, holes);
    }

    const PointTable& table;
    std::string name;
};

// {1.0, 2.0, ...} over as many lines as needed.
std::string c_array(const std::string& declaration, const std::vector<Rational>& numbers) {
    std::vector<std::string> literals;
    for (const Rational& number : numbers) literals.push_back(shortest_decimal(number_of(number)));
    return fmt::format("{}[{}] = {{\n{}", declaration, numbers.size(), rows_of_literals(literals, "};", c_line));
}

// The procedures that look up in these tables (procedures/texts/table_*.lag).
std::string look_ups(const Program& program, const std::set<std::size_t>& tables, ProcedureTexts::Print print) {
    ProcedureTexts procedures(program, print);
    std::string text;
    if (!tables.empty()) text += procedures.text("table_segment");
    for (const std::size_t number : tables)
        text += procedures.text(TableFacts(program, number).is_map() ? "table_map" : "table_polynomial");
    return text;
}

}  // namespace

std::string segments_text(const PointTable& table) {
    std::string text = std::to_string(table.segments(0));
    if (table.axes() == 2) text += " by " + std::to_string(table.segments(1));
    return text + " segments";
}

std::string c_point_tables(const Program& program, const std::set<std::size_t>& tables) {
    std::string text;
    for (const std::size_t number : tables) {
        const TableFacts facts(program, number);
        const std::string prefix = fmt::format("static const double {}_{}_", program.name, facts.name);
        text += fmt::format("\n/* {}: {} */\n", facts.name, segments_text(facts.table));
        for (const auto& [array, numbers] : facts.arrays()) text += c_array(prefix + array, *numbers);
        text += facts.filled(program, "h");
    }
    return look_ups(program, tables, c_procedure) + text;
}

std::string cpp_table_functions() {
    return filled_template("tables.hpp");
}

std::string cpp_point_tables(const Program& program, const std::set<std::size_t>& tables) {
    std::string text;
    for (const std::size_t number : tables) {
        const TableFacts facts(program, number);
        text += fmt::format("\n// {}: {}\n", facts.name, segments_text(facts.table));
        for (const auto& [array, numbers] : facts.arrays())
            text += c_array(fmt::format("inline constexpr double {}_{}", facts.name, array), *numbers);
        text += facts.filled(program, "hpp");
    }
    return text;
}

// In statements of 500 numbers, since one may have no more than 255 lines.
std::string fortran_point_tables(const Program& program, const std::set<std::size_t>& tables) {
    constexpr std::size_t part = 500;
    std::string text;
    for (const std::size_t number : tables) {
        const TableFacts facts(program, number);
        text += fmt::format("  ! {}: {}\n", facts.name, segments_text(facts.table));
        for (const auto& [array, numbers] : facts.arrays()) {
            const std::string name = fmt::format("{}_{}", facts.name, array);
            text += fmt::format("  real(dp), save :: {}({})\n", name, numbers->size());
            for (std::size_t first = 0; first < numbers->size(); first += part) {
                const std::size_t last = std::min(first + part, numbers->size());
                std::string list;
                for (std::size_t k = first; k < last; ++k)
                    list += fmt::format("{}{}_dp", k > first ? ", " : "", shortest_decimal(number_of((*numbers)[k])));
                text += wrapped_fortran(fmt::format("data {}({}:{}) / {} /", name, first + 1, last, list), 2);
            }
        }
    }
    return text;
}

std::string fortran_table_functions(const Program& program, const std::set<std::size_t>& tables) {
    std::string text;
    for (const std::size_t number : tables) text += TableFacts(program, number).filled(program, "f90");
    return text + look_ups(program, tables, fortran_procedure);
}

std::string fortran77_point_tables(const Program& program, const std::set<std::size_t>& tables) {
    constexpr std::size_t part = 30;  // numbers of a statement, which has no more than 20 lines
    static const std::map<std::string, std::string> short_names{
        {"numbers", "numb"}, {"starts", "starts"}, {"starts_x", "startx"}, {"starts_y", "starty"}};
    std::string text;
    for (const std::size_t number : tables) {
        const TableFacts facts(program, number);
        std::string arrays, data, names;
        for (const auto& [array, numbers] : facts.arrays()) {
            const std::string& name = short_names.at(array);
            names += (names.empty() ? "" : ", ") + name;
            arrays += fmt::format("{}DOUBLE PRECISION {}({})\n", fortran77_margin, name, numbers->size());
            for (std::size_t first = 0; first < numbers->size(); first += part) {
                const std::size_t last = std::min(first + part, numbers->size());
                std::string list;
                for (std::size_t k = first; k < last; ++k)
                    list += (k > first ? ", " : "") + fortran77_number(number_of((*numbers)[k]));
                data +=
                    fmt::format("{}DATA ({}(m), m = {}, {}) / {} /\n", fortran77_margin, name, first + 1, last, list);
            }
        }
        arrays += fmt::format("{}SAVE {}\n", fortran77_margin, names);
        text += facts.filled(program, "f", {{"ARRAYS", arrays}, {"DATA", data}});
    }
    return fixed_form(text) + look_ups(program, tables, fortran77_procedure);
}

}  // namespace lag
