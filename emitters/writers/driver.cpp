// The main programs of `driver = true`: a head that says how to call them, primitives for files and numbers, and what the
// procedure simulate_file and those that it calls are in the language.

#include <fmt/format.h>

#include <algorithm>

#include "emitters/writers/driver_stages.hpp"
#include "emitters/writers/driver_texts.hpp"
#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

Holes with_texts(const Program& program, Language language, const std::string& stem, Holes holes) {
    holes.push_back({"STEM", stem});
    holes.push_back({"STATES", program.states.empty() ? "" : "states, "});
    holes.push_back({"PROJECT", program.events.empty() ? "0" : "1"});
    for (auto& hole : procedure_texts(program, language)) holes.push_back(std::move(hole));
    return holes;
}

}  // namespace

std::string fortran_driver(const Program& program, const std::string& stem) {
    return model_template("driver.f90", program, with_texts(program, Language::fortran, stem, {}));
}

std::string fortran77_driver(const Program& program, const std::string& stem) {
    return fixed_form(model_template("driver.f", program, with_texts(program, Language::fortran77, stem, {})));
}

std::string cpp_driver(const Program& program, const std::string& header, const std::string& stem) {
    return model_template("driver.cpp", program, with_texts(program, Language::cpp, stem, {{"HEADER", header}}));
}

std::string c_driver(const Program& program, const std::string& header, const std::string& stem) {
    return model_template("driver.c", program, with_texts(program, Language::c, stem, {{"HEADER", header}}));
}

}  // namespace lag
