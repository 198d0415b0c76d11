#include "emitters/procedures/texts.hpp"

#include <mutex>

#include "core/errors.hpp"
#include "emitters/procedures/library.hpp"

namespace lag::procedures {

namespace {

Library library() {
    std::map<std::string, Library::Text> texts;
    for (const TextFile& file : text_files()) {
        const std::string file_name(file.name);
        texts[file_name.substr(0, file_name.rfind('.'))] = {std::string(file.text), file_name};
    }
    return Library(std::move(texts));
}

}  // namespace

const Procedure* procedure_named(const std::string& name) {
    static std::mutex guard;
    const std::lock_guard lock(guard);
    static Library known = library();
    return known.find(name);
}

const Procedure& procedure_of(RoutineName routine) {
    const Procedure* const found = procedure_named(to_string(routine));
    if (found == nullptr) throw InternalError("there is no procedure " + to_string(routine));
    return *found;
}

}  // namespace lag::procedures
