#include "emitters/writers/casadi_function.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/name_tables.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// In lines that are not too long.
std::string list_in_braces(const std::vector<std::string>& entries) {
    if (entries.empty()) return "{0}";
    const std::string line = fmt::format("{{{}}}", fmt::join(entries, ", "));
    if (line.size() < c_line_width - 50) return line;
    return fmt::format("{{\n{}    }}", rows_of_literals(entries, "", c_line_width - 4));
}

}  // namespace

SparseShape SparseShape::dense(std::size_t rows, std::size_t columns) {
    SparseShape shape{rows, std::vector<std::vector<std::size_t>>(columns)};
    for (std::vector<std::size_t>& column : shape.columns)
        for (std::size_t row = 0; row < rows; ++row) column.push_back(row);
    return shape;
}

SparseShape SparseShape::empty(std::size_t rows, std::size_t columns) {
    return {rows, std::vector<std::vector<std::size_t>>(columns)};
}

std::size_t SparseShape::entries() const {
    std::size_t sum = 0;
    for (const std::vector<std::size_t>& column : columns) sum += column.size();
    return sum;
}

std::string casadi_argument(const std::string& name, std::size_t place, bool is_scalar) {
    return is_scalar ? fmt::format("const double {0} = arg[{1}] ? arg[{1}][0] : 0.0;", name, place)
                     : fmt::format("const double* const {0} = arg[{1}] ? arg[{1}] : lag_zeros;", name, place);
}

std::vector<std::string> casadi_result(std::size_t place, const std::string& source,
                                       const std::vector<std::size_t>& from) {
    if (from.empty()) return {};
    bool follow = true;
    for (std::size_t k = 0; k < from.size(); ++k) follow = follow && from[k] == from[0] + k;
    if (follow) {
        const std::string first = from[0] == 0 ? "" : fmt::format(" + {}", from[0]);
        return {
            fmt::format("if (res[{}])", place),
            fmt::format("    for (int k = 0; k < {}; ++k) res[{}][k] = ({}{})[k];", from.size(), place, source, first)};
    }
    return {fmt::format("if (res[{}]) {{", place),
            fmt::format("    static const int from[{}] = {{{}}};", from.size(), index_list(from, 0)),
            fmt::format("    for (int k = 0; k < {}; ++k) res[{}][k] = {}[from[k]];", from.size(), place, source), "}"};
}

std::string CasadiTexts::sparsity(const SparseShape& shape) {
    std::vector<std::size_t> numbers{shape.rows, shape.columns.size()};
    if (shape.is_dense()) {
        numbers.push_back(1);
    } else {
        numbers.push_back(0);
        for (const std::vector<std::size_t>& column : shape.columns) numbers.push_back(numbers.back() + column.size());
        for (const std::vector<std::size_t>& column : shape.columns)
            numbers.insert(numbers.end(), column.begin(), column.end());
    }
    const std::string text = fmt::format("[{}] = {{{}}};", numbers.size(), index_list(numbers, 0));
    auto found = std::ranges::find(sparsities_, text);
    if (found == sparsities_.end()) found = sparsities_.insert(found, text);
    return fmt::format("lag_sparsity_{}", found - sparsities_.begin());
}

void CasadiTexts::add(const CasadiFunction& function) {
    const auto list = [&](const std::vector<CasadiArgument>& arguments, const auto& entry) {
        std::vector<std::string> entries;
        for (const CasadiArgument& argument : arguments) entries.push_back(entry(argument));
        return list_in_braces(entries);
    };
    const auto name = [](const CasadiArgument& a) { return fmt::format("\"{}\"", a.name); };
    const auto shape = [&](const CasadiArgument& a) { return sparsity(a.shape); };
    const auto diff = [](const CasadiArgument& a) { return std::string(a.is_differentiable ? "1" : "0"); };
    for (const CasadiArgument& argument : function.in) zeros_ = std::max(zeros_, argument.shape.entries());
    std::string body;
    for (const std::string& line : function.body) {
        const std::size_t indent = line.find_first_not_of(' ');
        body += wrapped_c(line.substr(indent), indent + 4);
    }
    functions_ += filled_template("casadi_function.c", {{"F", function.name},
                                                        {"COMMENT", function.comment},
                                                        {"BODY", body},
                                                        {"INS", std::to_string(function.in.size())},
                                                        {"OUTS", std::to_string(function.out.size())},
                                                        {"IN_NAMES", list(function.in, name)},
                                                        {"OUT_NAMES", list(function.out, name)},
                                                        {"IN_SHAPES", list(function.in, shape)},
                                                        {"OUT_SHAPES", list(function.out, shape)},
                                                        {"IN_DIFF", list(function.in, diff)},
                                                        {"OUT_DIFF", list(function.out, diff)},
                                                        {"WORK", std::to_string(function.work)}});
}

std::string CasadiTexts::text() const {
    std::string tables;
    for (std::size_t k = 0; k < sparsities_.size(); ++k)
        tables += wrapped_c(fmt::format("static const casadi_int lag_sparsity_{}{}", k, sparsities_[k]), 0);
    return filled_template(
        "casadi.c",
        {{"INTEGER", integer_}, {"ZEROS", std::to_string(zeros_)}, {"SPARSITIES", tables}, {"FUNCTIONS", functions_}});
}

}  // namespace lag
