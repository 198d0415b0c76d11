#include "emitters/procedures/texts.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "core/errors.hpp"
#include "emitters/procedures/read_procedure.hpp"

namespace lag::procedures {

const Procedure& procedure_of(RoutineName routine) {
    static std::mutex guard;
    static std::map<RoutineName, Procedure> known;
    const std::lock_guard lock(guard);
    if (const auto found = known.find(routine); found != known.end()) return found->second;
    const std::string name = to_string(routine) + ".lag";
    const auto file = std::ranges::find(text_files(), name, &TextFile::name);
    if (file == text_files().end()) throw InternalError("there is no procedure " + name);
    return known.emplace(routine, read_procedure(std::string(file->text), name)).first->second;
}

}  // namespace lag::procedures
