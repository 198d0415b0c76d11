#include "emitters/writers/index_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/lower_case.hpp"
#include "emitters/writers/cpp_routine.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// Letters, digits and single underscores.
std::string identifier(const std::string& name) {
    std::string text;
    for (const char c : name) {
        if (c == '\'') continue;
        const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 0x80;
        if (is_plain || text.empty() || text.back() != '_') text += is_plain ? c : '_';
    }
    return text;
}

bool is_letter_or_digit(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// "is_taken": names of main programs in Fortran, which take all names of a module, that begin as a constant's does.
const std::set<std::string>& names_of_main_programs() {
    static const std::set<std::string> found = [] {
        std::set<std::string> names;
        for (const TemplateFile& file : template_files()) {
            if (!file.name.starts_with("driver") || !file.name.ends_with(".f90")) continue;
            for (auto at = file.text.begin(); at != file.text.end();) {
                const auto end = std::find_if_not(at, file.text.end(), is_letter_or_digit);
                const std::string word = lower_case(std::string(at, end));
                if (word.size() > 3 && word.front() == 'i' && word[2] == '_') names.insert(word);
                at = end == file.text.end() ? end : end + 1;
            }
        }
        return names;
    }();
    return found;
}

class Naming {
  public:
    Naming(const Program& program, std::size_t longest)
        : routines_(lower_case(program.name) + "_"), longest_(longest), taken_(names_of_main_programs()) {
        for (const ExternalCall& call : program.externals)
            for (const std::string& name : {call.name, cpp_by_lanes(call.name)}) taken_.insert(lower_case(name));
    }

    IndexNames names_of(char kind, const std::vector<TableRow>& rows) {
        const bool could_be_routines = std::ranges::any_of(rows, [&](const TableRow& row) {
            return lower_case(fmt::format("i{}_{}", kind, identifier(row.name))).starts_with(routines_);
        });
        const std::string tag = fmt::format(fmt::runtime(could_be_routines ? "index_{}" : "i{}"), kind);
        IndexNames result;
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const std::string own = identifier(rows[k].name);
            result.names.push_back(unused(own.starts_with('_') ? tag + own : fmt::format("{}_{}", tag, own), k + 1));
        }
        return result;
    }

  private:
    std::string unused(std::string name, std::size_t place) {
        const std::string end = fmt::format("_{}", place);
        if (name.size() > longest_) name = name.substr(0, longest_ - end.size()) + end;
        while (!taken_.insert(lower_case(name)).second) {
            if (name.size() + end.size() > longest_) name.resize(longest_ - end.size() - 1);
            name += end;
        }
        return name;
    }

    std::string routines_;  // how the names of the model's routines begin
    std::size_t longest_;
    std::set<std::string> taken_;
};

}  // namespace

std::vector<IndexNames> index_names(const Program& program, std::size_t longest) {
    Naming naming(program, longest);
    std::vector<IndexNames> result;
    const auto add = [&](char kind, const std::vector<TableRow>& rows) {
        if (!rows.empty()) result.push_back(naming.names_of(kind, rows));
    };
    add('q', program.coordinates), add('u', program.speeds), add('s', program.states), add('p', program.parameters);
    add('w', program.inputs), add('o', program.outputs);
    return result;
}

std::vector<std::string> index_definitions(const IndexNames& table, const std::string& prefix, std::size_t first) {
    std::vector<std::string> definitions;
    for (std::size_t k = 0; k < table.names.size(); ++k)
        definitions.push_back(fmt::format("{}{} = {}", prefix, table.names[k], k + first));
    return definitions;
}

}  // namespace lag
