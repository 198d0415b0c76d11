#include "scripts/statements/emit_request.hpp"

#include "core/routine_names.hpp"
#include "scripts/language/argument.hpp"

namespace lag {

const std::vector<ArgumentWord>& emit_languages() {
    static const std::vector<ArgumentWord> languages{
        {"fortran", "a Fortran 2008 module"},
        {"cpp", "a C++17 header"},
        {"fortran77", "fixed-form Fortran subroutines"},
        {"c", "a C99 header"},
        {"python", "a Python module and the C source that it compiles"},
        {"fmu", "an FMU, for other simulators"},
        {"casadi", "a C source for external(..) of CasADi"},
        {"acados", "a folder of C sources, the model of acados"},
    };
    return languages;
}

bool can_have_lanes(const std::string& language) {
    return language != "fortran77";
}

bool has_scalar_beside_lanes(const std::string& language) {
    return can_have_lanes(language) && language != "fortran" && language != "cpp";
}

const std::vector<ArgumentWord>& formulations() {
    static const std::vector<ArgumentWord> all{{"auto", "tries those that apply and keeps the best"},
                                               {"turner"},
                                               {"composite"},
                                               {"articulated"},
                                               {"two_ended"}};
    return all;
}

const std::vector<std::string>& identification_routines() {
    static const std::vector<std::string> names{to_string(RoutineName::regressor),
                                                to_string(RoutineName::base_parameters),
                                                to_string(RoutineName::applied_loads)};
    return names;
}

}  // namespace lag
