#include "emitters/writers/template_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"

namespace lag {

namespace {

bool has_stage(const Program& program, StageRoutine::Stage stage) {
    return std::ranges::count(program.stage_routines, stage, &StageRoutine::stage) > 0;
}

bool stays(char mark, const Program& program) {
    const auto has = [&](RoutineName routine) { return program.find(routine) != nullptr; };
    switch (mark) {
        case 'N':
            return has(RoutineName::normalize);
        case 'C':
            return has(RoutineName::constraints);
        case 'A':
            return has(RoutineName::assembly_step);
        case 'D':
            return has(RoutineName::dependent_speeds);
        case 'S':
            return !program.states.empty();
        case 'P':
            return has(RoutineName::project_speeds);
        case 'E':
            return !program.events.empty();
        case 'K':
            return has(RoutineName::modes);
        case '&':
            return !program.contact_places.empty();
        case '=':
            return program.contact_places.empty();
        case 'U':
            return !program.events.empty() && !has(RoutineName::modes);
        case '-':
            return program.events.empty();
        case 'B':
            return !program.held.empty() && (has(RoutineName::assembly_step) || has(RoutineName::project_speeds));
        case 'L':
            return !program.flags.empty();
        case 'F':
            return !program.events.empty() && (has(RoutineName::assembly_step) || has(RoutineName::project_speeds));
        case 'V':
            return !program.events.empty() && !program.states.empty();
        case 'H':
            return !program.events.empty() && has(RoutineName::normalize);
        case 'G':
            return !program.events.empty() && has(RoutineName::constraints);
        case '1':
            return program.size("nq").value > 0;
        case '2':
            return program.size("nu").value > 0;
        case '3':
            return program.size("no").value > 0;
        case '4':
            return program.size("np").value > 0;
        case '5':
            return program.size("nw").value > 0;
        case 'Q':
            return !program.user_units.empty();
        case 'q':
            return program.user_units.empty();
        case 'I':
            return !program.stage_routines.empty();
        case 'J':
            return has_stage(program, StageRoutine::Stage::init);
        case 'T':
            return has_stage(program, StageRoutine::Stage::step);
        case 'W':
            return program.inputs.size() > program.flags.size();
        default:
            return has(RoutineName::assembly_step) || has(RoutineName::project_speeds);
    }
}

std::string_view text_of(std::string_view name) {
    const auto found = std::ranges::find(template_files(), name, &TemplateFile::name);
    if (found == template_files().end()) throw InternalError(fmt::format("no template {}", name));
    return found->text;
}

// "@C " and the like at its beginning
bool has_mark(std::string_view line) {
    return line.size() > 3 && line[0] == '@' && line[2] == ' ';
}

std::string with_lines_of(std::string_view text, const Program& program) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin) + 1;
        std::string_view line = text.substr(begin, end - begin);
        begin = end;
        bool is_needed = true;
        while (is_needed && has_mark(line) && line[1] != '+') {
            is_needed = stays(line[1], program);
            line.remove_prefix(3);
        }
        if (!is_needed) continue;
        if (has_mark(line)) {
            result += with_lines_of(text_of(line.substr(3, line.size() - 4)), program);
        } else {
            result += line;
        }
    }
    return result;
}

std::string with_holes(std::string text, const Holes& holes) {
    for (const auto& [name, value] : holes) {
        const std::string hole = fmt::format("@{}@", name);
        for (std::size_t at = 0; (at = text.find(hole, at)) != std::string::npos; at += value.size())
            text.replace(at, hole.size(), value);
    }
    return text;
}

}  // namespace

std::string filled_template(std::string_view name, const Holes& holes) {
    return with_holes(std::string(text_of(name)), holes);
}

std::string model_template(std::string_view name, const Program& program, const Holes& holes) {
    return with_holes(with_holes(with_lines_of(text_of(name), program), {{"M", program.name}}), holes);
}

}  // namespace lag
