// The main programs of `driver = true`: a head that says how to call them, primitives for files and numbers, and what the
// procedure simulate_file and those that it calls are in the language.

#include <fmt/format.h>

#include <array>

#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/driver_texts.hpp"
#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/template_text.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

// How to call it and what its file holds, as a comment.
std::string head_of(const Program& program, const std::string& stem, const std::string& mark, std::size_t width) {
    const bool corrects =
        program.find(RoutineName::assembly_step) != nullptr || program.find(RoutineName::project_speeds) != nullptr;
    std::vector<std::string> settings{
        "start, end, step: times, s; output: the CSV file, or the time between rows (interval is the same)",
        "integrator: rk4, rk2 or euler; inputs: a CSV file with a column t and columns of inputs, linear between its "
        "rows",
        "title; include FILE; save FILE: the last state; labels 1: units and texts above the CSV; realtime 1: in step "
        "with "
        "the clock"};
    if (corrects)
        settings.push_back(
            fmt::format("assemble (0 or 1, default 1: bring the initial state onto the constraints), project (0 or 1, "
                        "default {}: and every step), tolerance (of phi in its own units and of the assembly's steps, "
                        "default 1e-10).",
                        program.events.empty() ? 0 : 1));
    std::string text =
        comment_lines(fmt::format("Simulates the model {}: {}_main [FILE]", program.name, stem), mark, width);
    text += comment_lines(
        fmt::format(
            "FILE holds lines \"name value [unit]\"; # begins a comment. Names are parameters, coordinates, speeds, "
            "{}constant inputs, and settings; \"parameter NAME value\" is never a setting.",
            program.states.empty() ? "" : "states, "),
        mark, width);
    for (const std::string& setting : settings) text += comment_lines(setting, mark + "  ", width);
    text += comment_lines("FILE.echo holds all that was used, and is such a file itself.", mark, width);
    text.pop_back();
    return text;
}

std::string main_program(const Program& program, Language language, const std::string& stem, const std::string& head,
                         const std::string& header = "") {
    constexpr std::array endings{"f90", "f", "cpp", "c"};  // in the order of Language
    const std::string ending = endings.at(static_cast<std::size_t>(language));
    Holes holes = procedure_texts(program, language);
    if (language == Language::c || language == Language::cpp) {
        std::string texts = model_template("texts.c", program, holes);
        texts.pop_back();
        holes.emplace_back("TEXTS", texts);
    }
    std::string primitives =
        model_template("primitives." + std::string(language == Language::cpp ? "c" : ending), program, holes);
    primitives.pop_back();
    holes.insert(holes.end(), {{"HEAD", head}, {"PRIMITIVES", primitives}, {"STEM", stem}, {"HEADER", header}});
    return model_template("driver." + ending, program, holes);
}

}  // namespace

std::string fortran_driver(const Program& program, const std::string& stem) {
    return main_program(program, Language::fortran, stem, head_of(program, stem, "! ", fortran_line_width - 8));
}

std::string fortran77_driver(const Program& program, const std::string& stem) {
    return fixed_form(
        main_program(program, Language::fortran77, stem, head_of(program, stem, "C ", fortran77_last_column)));
}

std::string cpp_driver(const Program& program, const std::string& header, const std::string& stem) {
    return main_program(program, Language::cpp, stem, head_of(program, stem, "// ", c_line_width), header);
}

std::string c_driver(const Program& program, const std::string& header, const std::string& stem) {
    return main_program(program, Language::c, stem,
                        fmt::format("/*\n{}\n */", head_of(program, stem, " * ", c_line_width)), header);
}

}  // namespace lag
