#include "emitters/writers/c_library.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/name_tables.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// Takes "static inline" from a routine's definitions (there are two where limbs are in lanes or not); its declaration, with
// the comment that stands before.
std::string exported(std::string& text, const std::string& routine) {
    const std::string hidden = fmt::format("static inline void {}(", routine), shown = fmt::format("void {}(", routine);
    std::string declaration;
    for (std::size_t at = text.find(hidden); at != std::string::npos; at = text.find(hidden, at)) {
        text.replace(at, hidden.size(), shown);
        if (!declaration.empty()) continue;
        const std::size_t comment = text.rfind("/*", at), end = text.find(" {\n", at);
        declaration = fmt::format("{}LAG_EXPORT {};\n", text.substr(comment, at - comment), text.substr(at, end - at));
    }
    if (declaration.empty()) throw InternalError("the emitted C has no routine " + routine);
    return declaration;
}

std::string rows_of(const std::vector<std::string>& rows) {
    std::string text;
    for (const std::string& row : rows) text += fmt::format("        {},\n", row);
    return text + "        {0}";
}

}  // namespace

CLibrary c_library(const Program& program, const std::vector<std::string>& names, const CParts& parts) {
    std::string routines = parts.routines, declarations;
    for (const std::string& name : names) declarations += exported(routines, fmt::format("{}_{}", program.name, name));
    std::vector<std::string> sizes, texts, numbers;
    for (const Extent& extent : program.sizes)
        sizes.push_back(fmt::format("{{\"{0}\", {1}_{0}}}", extent.name, program.name));
    for (const NameTable& table : name_tables(program))
        texts.push_back(fmt::format("{{\"{0}\", {2}, {1}_{0}}}", table.name, program.name, table.entries.size()));
    const auto add = [&](const std::string& name, std::size_t entries) {
        numbers.push_back(fmt::format("{{\"{0}\", {2}, {1}_{0}}}", name, program.name, entries));
    };
    for (const IndexTable& table : index_tables(program)) add(table.name, table.entries.size());
    for (const NumberTable& table : number_tables(program)) add(table.name, table.entries.size());
    const std::string access = model_template(
        "library.c", program, {{"SIZES", rows_of(sizes)}, {"TEXTS", rows_of(texts)}, {"NUMBERS", rows_of(numbers)}});
    return {
        fmt::format("{}{}{}\n{}{}{}\n{}", parts.head, model_template("library_begin.c", program), parts.includes,
                    parts.helpers, parts.tables, routines, access),
        parts.head + parts.guard +
            model_template("library.h", program, {{"DEFINITIONS", parts.definitions}, {"DECLARATIONS", declarations}}) +
            parts.end_of_guard};
}

}  // namespace lag
