#include "scripts/files/saved_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <optional>

#include "core/number_text.hpp"
#include "scripts/files/csv.hpp"

namespace lag {

namespace {

const SavedList* list_in(const SavedValue& value) {
    const auto* list = std::get_if<std::shared_ptr<SavedList>>(&value.is);
    return list == nullptr ? nullptr : list->get();
}
const SavedRecord* record_in(const SavedValue& value) {
    const auto* record = std::get_if<std::shared_ptr<SavedRecord>>(&value.is);
    return record == nullptr ? nullptr : record->get();
}

// -- numbers with the names of their places, to make tables of lists

struct NamedNumbers {
    std::vector<std::string> names;
    std::vector<double> values;
};

// False: it holds something else than numbers.
bool flatten(const SavedValue& value, const std::string& name, NamedNumbers& flat) {
    const auto inside = [&](const std::string& part) { return name.empty() ? part : fmt::format("{}.{}", name, part); };
    if (const double* number = std::get_if<double>(&value.is)) {
        flat.names.push_back(name), flat.values.push_back(*number);
        return true;
    }
    if (const SavedRecord* record = record_in(value))
        return std::ranges::all_of(*record, [&](const auto& e) { return flatten(e.second, inside(e.first), flat); });
    if (const SavedList* list = list_in(value)) {
        for (std::size_t k = 0; k < list->size(); ++k)
            if (!flatten((*list)[k], inside(std::to_string(k + 1)), flat)) return false;
        return true;
    }
    return false;
}

// A matrix; a list of numbers (a column); a list whose entries hold numbers in equal places (a row each); a number.
std::optional<SavedMatrix> table_of(const SavedValue& value) {
    if (const SavedMatrix* matrix = std::get_if<SavedMatrix>(&value.is)) return *matrix;
    if (const double* number = std::get_if<double>(&value.is)) return SavedMatrix{1, 1, {*number}, {}, {}};
    const SavedList* list = list_in(value);
    if (list == nullptr) return std::nullopt;
    SavedMatrix table{list->size(), 0, {}, {}, {}};
    for (const SavedValue& entry : *list) {
        NamedNumbers row;
        if (!flatten(entry, "", row)) return std::nullopt;
        if (&entry == &list->front()) table.column_names = row.names, table.columns = row.values.size();
        if (row.names != table.column_names) return std::nullopt;
        table.values.insert(table.values.end(), row.values.begin(), row.values.end());
    }
    const bool numbered = std::ranges::all_of(table.column_names, [](const std::string& name) {
        return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0;
    });
    if (numbered) table.column_names = value.column_names;
    return table;
}

[[noreturn]] void refuse(const std::string& name, const std::string& format) {
    throw UnsavedValue(fmt::format(
        "'{}' is neither a number, a matrix nor a list of equal rows of numbers: {} cannot hold it", name, format));
}

// An entry's table; a record of numbers (equations name = value) becomes a column with names.
SavedMatrix table_or_refuse(const std::string& name, const SavedValue& value, const std::string& format) {
    if (const SavedRecord* record = record_in(value)) {
        SavedMatrix table{record->size(), 1, {}, {}, {"value"}};
        for (const auto& [entry, number] : *record) {
            if (!std::holds_alternative<double>(number.is)) refuse(name, format);
            table.row_names.push_back(entry);
            table.values.push_back(std::get<double>(number.is));
        }
        return table;
    }
    const std::optional<SavedMatrix> table = table_of(value);
    if (!table) refuse(name, format);
    return *table;
}

bool is_name(const std::string& text) {
    return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// The parts of a value that stand side by side in a file: a record's entries, unless it is itself a column of numbers.
SavedRecord parts_of(const SavedValue& value) {
    const SavedRecord* record = record_in(value);
    const auto is_part = [](const auto& entry) {
        return is_name(entry.first) && !std::holds_alternative<double>(entry.second.is);
    };
    if (record != nullptr && std::ranges::any_of(*record, is_part)) return *record;
    return {{"value", value}};
}

// -- JSON

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        std::array<char, 8> code{};
        std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
        if (c == '"' || c == '\\')
            result += std::string("\\") + c;
        else
            result += static_cast<unsigned char>(c) < 0x20 ? std::string(code.data()) : std::string(1, c);
    }
    return result + "\"";
}

std::string json_list(const std::vector<std::string>& parts, char open, char close) {
    std::string text(1, open);
    for (std::size_t k = 0; k < parts.size(); ++k) text += (k == 0 ? "" : ", ") + parts[k];
    return text + close;
}
std::string json_names(const std::vector<std::string>& names) {
    std::vector<std::string> parts;
    for (const std::string& name : names) parts.push_back(quoted(name));
    return json_list(parts, '[', ']');
}

std::string json(const SavedValue& value);

// Members of an object; names of a matrix' rows and columns become members beside it.
void add_members(const std::string& name, const SavedValue& value, std::vector<std::string>& members) {
    members.push_back(fmt::format("{}: {}", quoted(name), json(value)));
    const SavedMatrix* matrix = std::get_if<SavedMatrix>(&value.is);
    const auto add = [&](const std::string& what, const std::vector<std::string>& names) {
        if (!names.empty()) members.push_back(fmt::format("{}: {}", quoted(name + what), json_names(names)));
    };
    if (matrix != nullptr) add("_rows", matrix->row_names);
    add("_columns", matrix != nullptr ? matrix->column_names : value.column_names);
}

std::string json(const SavedValue& value) {
    if (const double* number = std::get_if<double>(&value.is)) return exact_decimal(*number);
    if (const bool* truth = std::get_if<bool>(&value.is)) return *truth ? "true" : "false";
    if (const std::string* text = std::get_if<std::string>(&value.is)) return quoted(*text);
    std::vector<std::string> parts;
    if (const SavedMatrix* matrix = std::get_if<SavedMatrix>(&value.is)) {
        for (std::size_t r = 0; r < matrix->rows; ++r) {
            std::vector<std::string> row;
            for (std::size_t c = 0; c < matrix->columns; ++c)
                row.push_back(exact_decimal(matrix->values[r * matrix->columns + c]));
            parts.push_back(json_list(row, '[', ']'));
        }
        return json_list(parts, '[', ']');
    }
    if (const SavedList* list = list_in(value)) {
        for (const SavedValue& entry : *list) parts.push_back(json(entry));
        return json_list(parts, '[', ']');
    }
    for (const auto& [name, entry] : *record_in(value)) add_members(name, entry, parts);
    return json_list(parts, '{', '}');
}

std::string json_text(const SavedValue& value) {
    const SavedMatrix* matrix = std::get_if<SavedMatrix>(&value.is);
    const bool has_names =
        matrix != nullptr ? !matrix->row_names.empty() || !matrix->column_names.empty() : !value.column_names.empty();
    std::vector<std::string> members;
    if (has_names) {
        add_members("value", value, members);
    } else if (const SavedRecord* record = record_in(value)) {
        for (const auto& [name, entry] : *record) add_members(name, entry, members);
    } else {
        return json(value) + "\n";
    }
    std::string text = "{\n";
    for (std::size_t k = 0; k < members.size(); ++k)
        text += fmt::format("  {}{}", members[k], k + 1 == members.size() ? "\n" : ",\n");
    return text + "}\n";
}

// -- CSV

void add_rows(CsvText& csv, const SavedMatrix& table) {
    for (std::size_t r = 0; r < table.rows; ++r) {
        if (!table.row_names.empty()) csv.add(table.row_names[r]);
        for (std::size_t c = 0; c < table.columns; ++c) csv.add(exact_decimal(table.values[r * table.columns + c]));
        csv.end_row();
    }
}

void add_block(CsvText& csv, const std::string& corner, const SavedMatrix& table) {
    const bool names_rows = !table.row_names.empty();
    if (!table.column_names.empty() || names_rows) {
        if (names_rows) csv.add(corner);
        for (std::size_t c = 0; c < table.columns; ++c)
            csv.add(table.column_names.empty() ? std::to_string(c + 1) : table.column_names[c]);
        csv.end_row();
    }
    add_rows(csv, table);
}

std::string csv_text(const SavedValue& value) {
    const SavedRecord parts = parts_of(value);
    CsvText csv;
    for (const auto& [name, part] : parts) {
        if (!csv.text().empty()) csv.end_row();
        SavedMatrix table = table_or_refuse(name, part, "a .csv file");
        if (parts.size() > 1 && table.row_names.empty()) {  // the block's name needs a place
            csv.add(name), csv.add_all(table.column_names), csv.end_row();
            table.row_names.assign(table.rows, "");
            add_rows(csv, table);
            continue;
        }
        add_block(csv, parts.size() > 1 ? name : "name", table);
    }
    return csv.text();
}

// -- MATLAB level 4: a header of five 32-bit integers, the name, the numbers column by column

void add_word(std::string& bytes, std::uint32_t word) {
    for (int k = 0; k < 4; ++k) bytes += static_cast<char>(word >> (8 * k) & 0xFFU);
}
void add_number(std::string& bytes, double value) {
    const auto word = std::bit_cast<std::uint64_t>(value);
    for (int k = 0; k < 8; ++k) bytes += static_cast<char>(word >> (8 * k) & 0xFFU);
}
void add_header(std::string& bytes, bool is_text, std::size_t rows, std::size_t columns, const std::string& name) {
    add_word(bytes, is_text ? 1 : 0);  // little-endian doubles
    add_word(bytes, static_cast<std::uint32_t>(rows)), add_word(bytes, static_cast<std::uint32_t>(columns));
    add_word(bytes, 0), add_word(bytes, static_cast<std::uint32_t>(name.size() + 1));
    bytes += name + '\0';
}
void add_matrix(std::string& bytes, const std::string& name, const SavedMatrix& matrix) {
    add_header(bytes, false, matrix.rows, matrix.columns, name);
    for (std::size_t c = 0; c < matrix.columns; ++c)
        for (std::size_t r = 0; r < matrix.rows; ++r) add_number(bytes, matrix.values[r * matrix.columns + c]);
}
// A text matrix, a name in each row.
void add_names(std::string& bytes, const std::string& variable, const std::vector<std::string>& names) {
    if (names.empty()) return;
    std::size_t width = 0;
    for (const std::string& name : names) width = std::max(width, name.size());
    add_header(bytes, true, names.size(), width, variable);
    for (std::size_t c = 0; c < width; ++c)
        for (const std::string& name : names)
            add_number(bytes, c < name.size() ? static_cast<unsigned char>(name[c]) : ' ');
}

std::string mat_bytes(const SavedValue& value) {
    std::string bytes;
    for (const auto& [name, part] : parts_of(value)) {
        if (!is_name(name)) throw UnsavedValue(fmt::format("'{}' is no name for a variable in a .mat file", name));
        if (const std::string* text = std::get_if<std::string>(&part.is)) {
            add_names(bytes, name, {*text});
            continue;
        }
        const SavedMatrix table = table_or_refuse(name, part, "a .mat file");
        add_matrix(bytes, name, table);
        add_names(bytes, name + "_rows", table.row_names);
        add_names(bytes, name + "_columns", table.column_names);
    }
    return bytes;
}

}  // namespace

const std::vector<std::string>& saved_endings() {
    static const std::vector<std::string> endings{".json", ".csv", ".mat"};
    return endings;
}

std::string saved_text(const SavedValue& value, const std::string& ending) {
    return ending == ".json" ? json_text(value) : ending == ".csv" ? csv_text(value) : mat_bytes(value);
}

}  // namespace lag
