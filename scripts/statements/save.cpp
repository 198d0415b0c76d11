// save: values as files for other programs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/comma_list.hpp"
#include "scripts/files/saved_value.hpp"
#include "scripts/statements/emit_request.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"

namespace lag {

namespace {

double number_of(Call& call, const Scalar& scalar, const Syntax& at) {
    Algebra& algebra = call.description().algebra();
    const Expr e = algebra.lower(scalar);
    if (e.graph->node(e).dependence != 0)
        call.fail(at, algebra.to_text(scalar) + " is no number: files hold numbers, texts and their names",
                  "put values in with subst(..)");
    const double value = e.graph->constant_double(e);
    if (!std::isfinite(value)) call.fail(at, "a number too large for a file");
    return value;
}

SavedValue saved_value(Call& call, const Value& value, const Syntax& at);

// name = value, .. as a record; two entries of one name would hide each other.
SavedValue saved_equations(Call& call, const std::vector<Value>& items, const Syntax& at) {
    auto record = std::make_shared<SavedRecord>();
    for (const Value& item : items) {
        const Value& lhs = item.equation().lhs;
        const std::string name = lhs.is_text() ? lhs.text() : call.interpreter.text(lhs);
        if (std::ranges::any_of(*record, [&](const auto& entry) { return entry.first == name; }))
            call.fail(at, fmt::format("'{}' stands twice in what is saved", name));
        record->emplace_back(name, saved_value(call, item.equation().rhs, at));
    }
    return {record};
}

SavedValue saved_list(Call& call, const List& list, const Syntax& at) {
    const auto is_equation = [](const Value& item) { return item.is_equation(); };
    if (!list.items.empty() && std::ranges::all_of(list.items, is_equation))
        return saved_equations(call, list.items, at);
    const bool named = list.labels != nullptr && list.labels->rows.size() == list.items.size() && !list.items.empty();
    if (named) {
        auto record = std::make_shared<SavedRecord>();
        for (std::size_t k = 0; k < list.items.size(); ++k)
            record->emplace_back(list.labels->rows[k], saved_value(call, list.items[k], at));
        return {record};
    }
    auto saved = std::make_shared<SavedList>();
    for (const Value& item : list.items) saved->push_back(saved_value(call, item, at));
    return {saved, list.labels != nullptr ? list.labels->columns : std::vector<std::string>{}};
}

SavedValue saved_value(Call& call, const Value& value, const Syntax& at) {
    if (value.is_scalar()) return {number_of(call, value.scalar(), at)};
    if (value.is_boolean()) return {value.boolean()};
    if (value.is_text()) return {value.text()};
    if (value.is_list()) return saved_list(call, value.list(), at);
    if (value.is_equation()) return saved_equations(call, {value}, at);
    if (!value.is_matrix()) call.expected("numbers, texts, lists, matrices or equations name = value", value, at);
    const Matrix& matrix = value.matrix();
    SavedMatrix saved{matrix.rows, matrix.columns, {}, {}, {}};
    for (const Scalar& element : matrix.elements) saved.values.push_back(number_of(call, element, at));
    if (matrix.labels != nullptr) {
        if (matrix.labels->rows.size() == matrix.rows) saved.row_names = matrix.labels->rows;
        if (matrix.labels->columns.size() == matrix.columns) saved.column_names = matrix.labels->columns;
    }
    return {saved};
}

void require_new_file(Call& call, const std::string& file) {
    const Description& description = call.description();
    for (const auto& other : description.emit_requests)
        if (other->file == file) call.fail(call.argument(0), fmt::format("'{}' is emitted by this script", file));
    for (const OutputFile& other : description.saved_files)
        if (other.name == file) call.fail(call.argument(0), fmt::format("'{}' is saved twice by this script", file));
}

Value save(Call& call) {
    const std::string file = call.text(0);
    const std::string refused = refused_file_name(file);
    if (!refused.empty()) call.fail(call.argument(0), fmt::format("'{}' cannot be saved: {}", file, refused));
    const std::string ending = std::filesystem::path(file).extension().string();
    const std::vector<std::string>& endings = saved_endings();
    if (std::ranges::find(endings, ending) == endings.end())
        call.fail(call.argument(0), fmt::format("'{}' is no name for a file of values", file),
                  "such a file ends in one of " + comma_list(endings));
    require_new_file(call, file);
    const SavedValue value = saved_value(call, call.value(1), call.argument(1));
    try {
        call.description().saved_files.push_back({file, saved_text(value, ending)});
    } catch (const UnsavedValue& error) {
        call.fail(call.argument(1), error.what(), "save it as a .json file");
    }
    return {};
}

}  // namespace

std::vector<BuiltIn> save_statements() {
    using namespace arguments;
    return {
        {"save",
         {required("\"file\"", a_text, "a path below the output folder that ends in .json, .csv or .mat"),
          required("value", a_value, "numbers, lists and matrices of numbers, or equations name = number")},
         "writes numbers with their names as a .json, .csv or .mat file once the whole script has succeeded",
         "save(\"abcd.mat\", linearize())$",
         save,
         true},
    };
}

}  // namespace lag
