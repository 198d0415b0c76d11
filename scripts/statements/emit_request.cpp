#include "scripts/statements/emit_request.hpp"

#include "core/routine_names.hpp"

namespace lag {

const std::vector<std::string>& emit_languages() {
    static const std::vector<std::string> languages{"fortran", "cpp", "fortran77", "c", "python", "fmu"};
    return languages;
}

const std::vector<std::string>& formulation_names() {
    static const std::vector<std::string> names{"auto", "turner", "composite", "articulated", "two_ended"};
    return names;
}

const std::vector<std::string>& identification_routines() {
    static const std::vector<std::string> names{to_string(RoutineName::regressor),
                                                to_string(RoutineName::base_parameters),
                                                to_string(RoutineName::applied_loads)};
    return names;
}

}  // namespace lag
