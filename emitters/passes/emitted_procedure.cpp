#include "emitters/passes/emitted_procedure.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "core/lower_case.hpp"
#include "emitters/passes/reserved_names.hpp"

namespace lag {

namespace {

// Of the texts that files bring along: the scalar type and the functions of C++, the kind of reals in Fortran, what is
// moved in a swap.
bool is_own_name(const std::string& name) {
    static const std::set<std::string> own{"R", "L", "less", "less_equal", "dp", "floor_of", "value", "moved"};
    return own.contains(name) || own.contains(lower_case(name));
}

}  // namespace

procedures::Procedure emitted_procedure(procedures::Procedure procedure) {
    std::map<std::string, std::string> names;  // as the script has them -> as files have them
    std::set<std::string> taken{lower_case(procedure.name)};
    for (const procedures::Variable& v : procedure.variables) {
        if (names.contains(v.name)) continue;  // of another loop
        std::string name = v.name;
        std::erase_if(name, [](char c) { return c == '%' || c == '\''; });
        while (name.find("__") != std::string::npos) name.replace(name.find("__"), 2, "_");
        if (name.empty() || name.front() == '_') name = "x" + name;
        constexpr std::size_t longest = 50;
        if (name.size() > longest) name.resize(longest);
        if (is_taken_in_c(name) || is_fortran_intrinsic(name) || is_own_name(name)) name += "_value";
        std::string free = name;
        for (int k = 2; !taken.insert(lower_case(free)).second; ++k) free = fmt::format("{}_{}", name, k);
        names[v.name] = free;
    }
    for (procedures::Variable& v : procedure.variables) v.name = names.at(v.name);
    return procedure;
}

}  // namespace lag
