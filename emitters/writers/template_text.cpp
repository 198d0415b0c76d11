#include "emitters/writers/template_text.hpp"

#include "emitters/writers/assembly_text.hpp"

namespace lag {

namespace {

bool stays(char mark, const Program& program) {
    const auto has = [&](const char* routine) { return program.find(routine) != nullptr; };
    switch (mark) {
        case 'N':
            return has("normalize");
        case 'C':
            return has("constraints");
        case 'A':
            return has(assembly_body);
        case 'D':
            return has("dependent_speeds");
        case 'P':
            return has("project_speeds");
        default:
            return has(assembly_body) || has("project_speeds");
    }
}

}  // namespace

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

std::string instantiated(const std::string& text, const Program& program) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin) + 1;
        std::string line = text.substr(begin, end - begin);
        begin = end;
        if (line.size() > 3 && line[0] == '@' && line[2] == ' ') {
            if (!stays(line[1], program)) continue;
            line.erase(0, 3);
        }
        result += line;
    }
    return replaced(result, "@M@", program.name);
}

}  // namespace lag
