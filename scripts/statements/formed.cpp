#include "scripts/statements/formed.hpp"

#include <fmt/format.h>

#include "scripts/statements/description.hpp"

namespace lag {

namespace {

// The call as it stands in the script, "position(tip)", and which entry of it.
std::string label(const Call& call, const std::string& entry = {}) {
    constexpr std::size_t longest = 40;
    std::string text = to_string(call.node);
    if (text.size() > longest) text = call.built_in.name + "(...)";
    return text + entry;
}

std::string entry(std::size_t i) {
    return fmt::format("[{}]", i + 1);
}

}  // namespace

Value formed(Call& call, Expr value, const std::string& unit) {
    return call.description().formed(value, unit, label(call));
}

Value formed(Call& call, const Vec3<Expr>& vector, const std::string& unit) {
    return formed(call, std::vector<Expr>{vector[0], vector[1], vector[2]}, [&](std::size_t) { return unit; });
}

Value formed(Call& call, const Mat3<Expr>& matrix, const std::string& unit) {
    std::vector<std::vector<Expr>> rows(3);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) rows[i].push_back(matrix(i, j));
    return formed(call, rows, [&](std::size_t, std::size_t) { return unit; });
}

Value formed(Call& call, const std::vector<Expr>& list, const std::function<std::string(std::size_t)>& unit) {
    std::vector<Value> items;
    for (std::size_t i = 0; i < list.size(); ++i)
        items.emplace_back(call.description().formed(list[i], unit(i), label(call, entry(i))));
    return items;
}

Value formed(Call& call, const std::vector<std::vector<Expr>>& rows,
             const std::function<std::string(std::size_t, std::size_t)>& unit) {
    Matrix matrix{rows.size(), rows.empty() ? 0 : rows[0].size(), {}};
    for (std::size_t i = 0; i < matrix.rows; ++i)
        for (std::size_t j = 0; j < matrix.columns; ++j)
            matrix.elements.push_back(
                call.description().formed(rows[i][j], unit(i, j), label(call, entry(i) + entry(j))));
    return matrix;
}

}  // namespace lag
