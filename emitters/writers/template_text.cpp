#include "emitters/writers/template_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/errors.hpp"

namespace lag {

namespace {

bool has_stage(const Program& program, StageRoutine::Stage stage) {
    return std::ranges::count(program.stage_routines, stage, &StageRoutine::stage) > 0;
}
bool has_corrections(const Program& program) {
    return program.find(RoutineName::assembly_step) != nullptr || program.find(RoutineName::project_speeds) != nullptr;
}

struct Word {
    std::string_view name;
    bool (*is_of)(const Program&);
};

template <RoutineName routine>
bool has_routine(const Program& program) {
    return program.find(routine) != nullptr;
}

constexpr std::array words{
    Word{"coordinates", [](const Program& m) { return !m.coordinates.empty(); }},
    Word{"speeds", [](const Program& m) { return !m.speeds.empty(); }},
    Word{"states", [](const Program& m) { return !m.states.empty(); }},
    Word{"outputs", [](const Program& m) { return !m.outputs.empty(); }},
    Word{"parameters", [](const Program& m) { return !m.parameters.empty(); }},
    Word{"inputs", [](const Program& m) { return !m.inputs.empty(); }},
    // inputs that are no flags
    Word{"given_inputs", [](const Program& m) { return m.inputs.size() > m.flags.size(); }},
    Word{"flags", [](const Program& m) { return !m.flags.empty(); }},
    Word{"events", [](const Program& m) { return !m.events.empty(); }},
    // contacts, dry friction or stops
    Word{"contacts", [](const Program& m) { return !m.contact_places.empty(); }},
    Word{"contact_modes", has_routine<RoutineName::modes>},
    Word{"impacts", has_routine<RoutineName::impact_law>},  // of contacts and stops
    Word{"euler_parameters", has_routine<RoutineName::normalize>},
    Word{"constraints", has_routine<RoutineName::constraints>},
    Word{"dependent_speeds", has_routine<RoutineName::dependent_speeds>},
    Word{"assembly", has_routine<RoutineName::assembly_step>},
    Word{"projection", has_routine<RoutineName::project_speeds>},
    Word{"corrections", has_corrections},  // assembly or projection
    Word{"held", [](const Program& m) { return !m.held.empty(); }},
    Word{"user_units", [](const Program& m) { return !m.user_units.empty(); }},
    // routines of the user's that the main program calls
    Word{"stage_routines", [](const Program& m) { return !m.stage_routines.empty(); }},
    Word{"routines_at_init", [](const Program& m) { return has_stage(m, StageRoutine::Stage::init); }},
    Word{"routines_at_step", [](const Program& m) { return has_stage(m, StageRoutine::Stage::step); }},
};

const TemplateFile& file_of(std::string_view name) {
    const auto found = std::ranges::find(template_files(), name, &TemplateFile::name);
    if (found == template_files().end()) throw InternalError(fmt::format("no template {}", name));
    return *found;
}

// Conditions and files of a text. Without a program every branch is walked and nothing stays.
class Lines {
  public:
    Lines(const TemplateFile& file, const Program* program) : file_(file), program_(program) {}

    std::string those_that_stay() {
        std::vector<Branch> open;
        std::string result;
        for (std::size_t begin = 0; begin < file_.text.size();) {
            const std::size_t end = std::min(file_.text.find('\n', begin), file_.text.size() - 1) + 1;
            const std::string_view line = file_.text.substr(begin, end - begin);
            begin = end;
            ++number_;
            const bool stays = std::ranges::all_of(open, &Branch::stays);
            const std::string_view mark = mark_of(line);
            if (mark.empty()) {
                if (stays) result += line;
            } else if (mark.starts_with("if ")) {
                open.push_back({holds(mark.substr(3)), false});
            } else if (mark == "else" && !open.empty() && !open.back().is_other) {
                open.back() = {!program_ || !open.back().stays, true};
            } else if (mark == "end" && !open.empty()) {
                open.pop_back();
            } else if (mark.starts_with("include ")) {
                const TemplateFile& other = file_of(mark.substr(8));
                if (program_ && stays) result += Lines(other, program_).those_that_stay();
            } else {
                refuse(fmt::format("'@{}@' means nothing here", mark));
            }
        }
        if (!open.empty()) refuse("a condition has no @end@");
        return result;
    }

  private:
    struct Branch {
        bool stays = false, is_other = false;
    };

    [[noreturn]] void refuse(const std::string& what) const {
        throw InternalError(fmt::format("template {}:{}: {}", file_.name, number_, what));
    }
    // What stands in a line that is "@..@" alone and begins as no hole does, or nothing.
    static std::string_view mark_of(std::string_view line) {
        if (line.ends_with('\n')) line.remove_suffix(1);
        if (line.size() < 3 || line.front() != '@' || line.back() != '@' || line[1] < 'a' || line[1] > 'z') return {};
        return line.substr(1, line.size() - 2);
    }
    // "states and not events"
    bool holds(std::string_view condition) const {
        bool all = true;
        while (true) {
            const std::size_t end = condition.find(" and ");
            std::string_view name = condition.substr(0, end);
            const bool is_denied = name.starts_with("not ");
            if (is_denied) name.remove_prefix(4);
            const auto word = std::ranges::find(words, name, &Word::name);
            if (word == words.end()) refuse(fmt::format("there is no word '{}'", name));
            if (program_) all = all && word->is_of(*program_) != is_denied;
            if (end == std::string_view::npos) return all;
            condition.remove_prefix(end + 5);
        }
    }

    const TemplateFile& file_;
    const Program* program_;
    std::size_t number_ = 0;
};

bool is_of_hole(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// In one pass: what is filled in may have what looks like a hole.
std::string with_holes(std::string_view text, std::string_view name, const Holes& holes) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = std::min(text.find('@', at), text.size());
        result += text.substr(at, begin - at);
        if (begin == text.size()) break;
        std::size_t end = begin + 1;
        while (end < text.size() && is_of_hole(text[end])) ++end;
        if (end == begin + 1 || end == text.size() || text[end] != '@') {
            result += text[begin];
            at = begin + 1;
            continue;
        }
        const std::string_view hole = text.substr(begin + 1, end - begin - 1);
        const auto found = std::ranges::find(holes, hole, &Holes::value_type::first);
        if (found == holes.end()) throw InternalError(fmt::format("template {}: nothing fills @{}@", name, hole));
        result += found->second;
        at = end + 1;
    }
    return result;
}

}  // namespace

std::string filled_template(std::string_view name, const Holes& holes) {
    return with_holes(file_of(name).text, name, holes);
}

std::string model_template(std::string_view name, const Program& program, const Holes& holes) {
    Holes all = holes;
    all.emplace_back("M", program.name);
    return with_holes(Lines(file_of(name), &program).those_that_stay(), name, all);
}

std::vector<std::string_view> template_words() {
    std::vector<std::string_view> names;
    for (const Word& word : words) names.push_back(word.name);
    return names;
}

void check_template(const TemplateFile& file) {
    Lines(file, nullptr).those_that_stay();
}

}  // namespace lag
