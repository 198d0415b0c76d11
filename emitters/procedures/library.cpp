#include "emitters/procedures/library.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "emitters/procedures/read_procedure.hpp"

namespace lag::procedures {

const Procedure* Library::find(const std::string& name) {
    if (const auto found = known_.find(name); found != known_.end()) return &found->second;
    const auto text = texts_.find(name);
    if (text == texts_.end()) return nullptr;
    if (!open_.insert(name).second) throw CallsItself{};
    try {
        const Lookup lookup = [this](const std::string& called) { return find(called); };
        Procedure procedure = read_procedure(text->second.text, text->second.file_name, lookup);
        if (procedure.name != name)
            throw InternalError(fmt::format("{} holds {}", text->second.file_name, procedure.name));
        open_.erase(name);
        return &known_.emplace(name, std::move(procedure)).first->second;
    } catch (...) {
        open_.erase(name);
        throw;
    }
}

}  // namespace lag::procedures
