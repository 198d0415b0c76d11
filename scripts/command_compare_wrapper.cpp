// The text around a user's routine, in the routine's own language, so that its compiler sees the interfaces of modules
// and headers; and the command that compiles both.
#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "core/errors.hpp"
#include "scripts/command_compare_side.hpp"
#include "scripts/command_compilers.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

using Place = MappedQuantity::Place;
using Type = MappedQuantity::Type;

std::string numbered(const std::string& word, std::size_t k) {
    return word + std::to_string(k);
}

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// What a wrapper's language has to say; the order of the numbers is the same in all of them.
class Wrapper {
  public:
    virtual ~Wrapper() = default;
    virtual std::string head(const Mapping& mapping, const std::string& name) const = 0;
    virtual std::string declaration(const MappedQuantity& quantity, const std::string& local) const = 0;
    virtual std::string set(const MappedQuantity& quantity, const std::string& local, std::size_t element,
                            std::size_t from) const = 0;
    virtual std::string call(const std::string& routine,
                             const std::vector<std::pair<std::string, const MappedQuantity*>>& arguments) const = 0;
    virtual std::string take(const MappedQuantity& quantity, const std::string& local, std::size_t element,
                             std::size_t to) const = 0;
    virtual std::string tail(const std::string& name) const = 0;

    std::string text(const WrappedRoutine& routine) const {
        const Mapping& mapping = *routine.mapping;
        std::string declarations, before, after;
        std::size_t from = 0, to = 0, number = 0;
        std::map<std::string, std::string> locals;
        for (const MappedQuantity& quantity : mapping.quantities) {
            const bool named_there = quantity.place == Place::variable;
            const std::string local = named_there ? quantity.name : numbered("lag_", ++number);
            locals[quantity.name] = local;
            if (!named_there) declarations += declaration(quantity, local);
            for (std::size_t k = 0; k < quantity.in.size(); ++k) before += set(quantity, local, k, from++);
            for (std::size_t k = 0; k < quantity.out.size(); ++k) after += take(quantity, local, k, to++);
            if (quantity.status) after += take(quantity, local, 0, to++);
        }
        for (const MappedCall& one : mapping.calls) {
            std::vector<std::pair<std::string, const MappedQuantity*>> arguments;
            for (const std::string& argument : one.arguments)
                arguments.emplace_back(locals.at(argument), const_cast<Mapping&>(mapping).find(argument));
            before += call(one.routine, arguments);
        }
        return head(mapping, routine.name) + declarations + before + after + tail(routine.name);
    }
};

class FortranWrapper final : public Wrapper {
    std::string head(const Mapping& mapping, const std::string& name) const override {
        std::string text = "subroutine " + name + "(lag_in, lag_out) bind(C, name=\"" + name + "\")\n";
        text += "  use, intrinsic :: iso_c_binding, only: lag_real => c_double\n";
        for (const std::string& module : mapping.modules) text += "  use " + module + "\n";
        return text +
               "  implicit none\n  real(lag_real), intent(in) :: lag_in(*)\n"
               "  real(lag_real), intent(out) :: lag_out(*)\n";
    }
    std::string declaration(const MappedQuantity& quantity, const std::string& local) const override {
        const std::string type = quantity.type == Type::integer  ? "integer"
                                 : quantity.type == Type::single ? "real"
                                                                 : "real(lag_real)";
        std::string text = "  " + type + " :: " + local;
        if (quantity.array) text += "(" + std::to_string(quantity.elements()) + ")";
        text += "\n";
        if (quantity.place == Place::common) text += "  common /" + quantity.name + "/ " + local + "\n";
        return text;
    }
    static std::string element(const MappedQuantity& quantity, const std::string& local, std::size_t k) {
        return quantity.array ? local + "(" + std::to_string(k + 1) + ")" : local;
    }
    std::string set(const MappedQuantity& quantity, const std::string& local, std::size_t k,
                    std::size_t from) const override {
        const std::string value = "lag_in(" + std::to_string(from + 1) + ")";
        return "  " + element(quantity, local, k) + " = " +
               (quantity.type == Type::integer ? "nint(" + value + ")" : value) + "\n";
    }
    std::string call(const std::string& routine,
                     const std::vector<std::pair<std::string, const MappedQuantity*>>& arguments) const override {
        std::string text = "  call " + routine + "( &\n";
        for (std::size_t k = 0; k < arguments.size(); ++k)
            text += "    " + arguments[k].first + (k + 1 < arguments.size() ? ", &\n" : " &\n");
        return text + "    )\n";
    }
    std::string take(const MappedQuantity& quantity, const std::string& local, std::size_t k,
                     std::size_t to) const override {
        return "  lag_out(" + std::to_string(to + 1) + ") = " + element(quantity, local, k) + "\n";
    }
    std::string tail(const std::string& name) const override { return "end subroutine " + name + "\n"; }
};

// C and C++ differ in how a scalar is handed over: by value or, as a result, by pointer in C; in C++ an object that
// becomes whatever the routine wants.
class CWrapper : public Wrapper {
  protected:
    std::string head(const Mapping&, const std::string& name) const override {
        return "void " + name + "(const double* lag_in, double* lag_out) {\n  (void)lag_in; (void)lag_out;\n";
    }
    std::string declaration(const MappedQuantity& quantity, const std::string& local) const override {
        const std::string size = quantity.array ? "[" + std::to_string(quantity.elements()) + "]" : "";
        return "  " + type_name(quantity) + " " + local + size + (quantity.array ? " = {0};\n" : " = 0;\n");
    }
    std::string set(const MappedQuantity& quantity, const std::string& local, std::size_t k,
                    std::size_t from) const override {
        return "  " + element(quantity, local, k) + " = (" + type_name(quantity) + ")lag_in[" + std::to_string(from) +
               "];\n";
    }
    std::string call(const std::string& routine,
                     const std::vector<std::pair<std::string, const MappedQuantity*>>& arguments) const override {
        std::string text;
        for (const auto& [local, quantity] : arguments)
            text += (text.empty() ? "" : ", ") + (quantity->array ? local : scalar(*quantity, local));
        return "  " + routine + "(" + text + ");\n";
    }
    std::string take(const MappedQuantity& quantity, const std::string& local, std::size_t k,
                     std::size_t to) const override {
        return "  lag_out[" + std::to_string(to) + "] = (double)" + element(quantity, local, k) + ";\n";
    }
    std::string tail(const std::string&) const override { return "}\n"; }

    virtual std::string scalar(const MappedQuantity& quantity, const std::string& local) const {
        return (quantity.status || !quantity.out.empty() ? "&" : "") + local;
    }
    static std::string type_name(const MappedQuantity& quantity) {
        return quantity.type == Type::integer ? "int" : quantity.type == Type::single ? "float" : "double";
    }
    static std::string element(const MappedQuantity& quantity, const std::string& local, std::size_t k) {
        return quantity.array ? local + "[" + std::to_string(k) + "]" : local;
    }
};

class CppWrapper final : public CWrapper {
    std::string head(const Mapping& mapping, const std::string& name) const override {
        return "extern \"C\" " + CWrapper::head(mapping, name);
    }
    std::string scalar(const MappedQuantity& quantity, const std::string& local) const override {
        return "lag_scalar<" + type_name(quantity) + ">{" + local + "}";
    }
};

constexpr const char* cpp_scalar =
    "template <class T> struct lag_scalar { T& value; operator T&() const { return value; } "
    "operator T*() const { return &value; } };\n";

// Modules of a Fortran source that hold one of the routines.
std::vector<std::string> modules_with(const fs::path& source, const Mapping& mapping) {
    static const std::regex module_line(R"(^\s*module\s+(\w+)\s*(!.*)?$)"), end_line(R"(^\s*end\s*module\b.*)"),
        subroutine_line(R"(^[\w\s()]*\bsubroutine\s+(\w+).*)");
    std::vector<std::string> found;
    std::ifstream stream(source);
    std::string module;
    std::smatch match;
    for (std::string line; std::getline(stream, line);) {
        if (line.size() > 300) continue;
        line = lower_case(line);
        if (std::regex_match(line, end_line)) {
            module.clear();
        } else if (std::regex_match(line, match, module_line)) {
            module = match[1];
        } else if (!module.empty() && std::regex_match(line, match, subroutine_line)) {
            for (const MappedCall& call : mapping.calls)
                if (lower_case(call.routine) == match[1] && std::count(found.begin(), found.end(), module) == 0)
                    found.push_back(module);
        }
    }
    return found;
}

}  // namespace

fs::path build_side(const fs::path& source, const std::string& language, const std::vector<WrappedRoutine>& routines,
                    const fs::path& folder) {
    const fs::path full = fs::absolute(source), beside = full.parent_path();
    const fs::path library = folder / "side.so";
    const bool fortran = language == "fortran" || language == "fortran77";
    std::string text;
    std::vector<std::string> words;
    std::vector<Mapping> mappings;
    for (const WrappedRoutine& routine : routines) mappings.push_back(*routine.mapping);
    for (std::size_t k = 0; k < routines.size(); ++k) {
        const WrappedRoutine wrapped{routines[k].name, &mappings[k]};
        if (fortran) {
            for (const std::string& module : modules_with(full, mappings[k]))
                if (std::count(mappings[k].modules.begin(), mappings[k].modules.end(), module) == 0)
                    mappings[k].modules.push_back(module);
            text += FortranWrapper().text(wrapped);
        } else {
            text += language == "c" ? CWrapper().text(wrapped) : CppWrapper().text(wrapped);
        }
    }
    const std::string compiler = compiler_of(language, source.string());
    words = {compiler, "-O1", "-w", "-shared", "-fPIC", "-o", library.string(), "-I" + beside.string()};
    const Mapping& first = mappings.front();
    const std::string wrapper = folder / (fortran ? "wrapper.f90" : language == "c" ? "wrapper.c" : "wrapper.cpp");
    if (fortran) {
        words.insert(words.end(), {"-J" + folder.string(), "-fmax-errors=5"});
        if (language == "fortran77") words.emplace_back("-std=legacy");
    } else {
        text = "#include \"" + full.string() + "\"\n" + (language == "cpp" ? cpp_scalar : "") + text;
        words.emplace_back("-fmax-errors=5");
        if (compiler.find("clang") != std::string::npos) words.back() = "-ferror-limit=5";
    }
    words.insert(words.end(), first.flags.begin(), first.flags.end());
    for (const std::string& more : first.sources) words.push_back((beside / more).string());
    if (fortran) {
        if (language == "fortran77" && language_of(source) != "fortran77") words.insert(words.end(), {"-x", "f77"});
        words.insert(words.end(), {full.string(), "-x", "none"});
    }
    words.push_back(wrapper);
    if (language == "c") words.emplace_back("-lm");
    std::ofstream(wrapper) << text;
    const ProgramRun run = run_program(words);
    if (!run.fine)
        throw ModelError(
            "'" + source.string() + "' with the routine's calls around it does not compile:\n" +
                first_lines(run.messages, 30),
            "the mapping's 'call' lines must fit the source: names, number and kind of arguments ([..] is an "
            "array)");
    return library;
}

}  // namespace lag
