#include "emitters/procedures/texts.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "core/errors.hpp"
#include "emitters/procedures/read_procedure.hpp"

namespace lag::procedures {

namespace {

auto text_of(RoutineName routine) {
    return std::ranges::find(text_files(), to_string(routine) + ".lag", &TextFile::name);
}

}  // namespace

bool has_procedure(RoutineName routine) {
    return text_of(routine) != text_files().end();
}

const Procedure& procedure_of(RoutineName routine) {
    static std::mutex guard;
    static std::map<RoutineName, Procedure> known;
    const std::lock_guard lock(guard);
    if (const auto found = known.find(routine); found != known.end()) return found->second;
    const auto file = text_of(routine);
    if (file == text_files().end()) throw InternalError("there is no procedure " + to_string(routine));
    return known.emplace(routine, read_procedure(std::string(file->text), std::string(file->name))).first->second;
}

}  // namespace lag::procedures
