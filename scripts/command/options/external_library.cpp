#include "scripts/command/options/external_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/errors.hpp"
#include "scripts/command/processes/compilers.hpp"
#include "scripts/command/processes/processes.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

std::string slopes_of(const std::string& routine) {
    return routine + "_slopes";
}

// Each routine once.
std::vector<ExternalCall> calls_in(const Model& model) {
    std::vector<ExternalCall> calls;
    for (const ExternalRoutine& routine : model.externals)
        if (routine.is_linked() && std::ranges::find(calls, routine.name, &ExternalCall::name) == calls.end())
            calls.push_back(
                {.name = routine.name, .arguments = routine.arguments.size(), .results = routine.results.size()});
    return calls;
}

// A routine(in, out) that calls the user's: elements of `in` by value, then pointers to elements of `out`.
std::string wrapper_of(const ExternalCall& call) {
    std::string parameters, arguments;
    for (std::size_t k = 0; k < call.arguments + call.results; ++k) {
        const bool goes_in = k < call.arguments;
        const std::string comma = k == 0 ? "" : ", ";
        parameters += comma + (goes_in ? "double" : "double*");
        arguments += comma + (goes_in ? fmt::format("in[{}]", k) : "out + " + std::to_string(k - call.arguments));
    }
    return fmt::format(
        "extern \"C\" void {0}({1});\nextern \"C\" __attribute__((visibility(\"default\"))) void lag_call_{0}(const "
        "double* in, double* out) {{\n  (void)in;\n  {0}({2});\n}}\n",
        call.name, parameters, arguments);
}

bool defines(const std::filesystem::path& library, const std::string& routine) {
    void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return false;
    const bool found = ::dlsym(handle, routine.c_str()) != nullptr;
    ::dlclose(handle);
    return found;
}

class CompiledRoutines final : public UserRoutines {
  public:
    CompiledRoutines(const std::vector<ExternalCall>& calls, const std::vector<std::string>& sources) {
        std::vector<ExternalCall> slopes;  // one result: the array
        for (const ExternalCall& call : calls)
            slopes.push_back({.name = slopes_of(call.name), .arguments = call.arguments, .results = 1});
        const std::filesystem::path externals = build_external_routines(calls, sources, folder_.path(), slopes);
        std::erase_if(slopes, [&](const ExternalCall& call) { return !defines(externals, call.name); });
        std::vector<ExternalCall> all = calls;
        all.insert(all.end(), slopes.begin(), slopes.end());
        std::string text;
        for (const ExternalCall& call : all) text += wrapper_of(call);
        const std::filesystem::path library =
            build_cpp_library({.headers = {}, .sources = {{"user.cpp", text}}}, "-O1", folder_.path(), "user",
                              externals, "what calls the external routines");
        for (const ExternalCall& call : all)
            routines_[call.name] = function_in<CompiledRoutine>(library, "lag_call_" + call.name);
    }

    Vector results(const ExternalRoutine& routine, const Vector& arguments) override {
        return called(routines_.at(routine.name), arguments, routine.results.size());
    }
    Vector slopes(const ExternalRoutine& routine, const Vector& arguments) override {
        const auto found = routines_.find(slopes_of(routine.name));
        if (found == routines_.end()) return {};
        return called(found->second, arguments, routine.results.size() * arguments.size());
    }

  private:
    static Vector called(CompiledRoutine routine, const Vector& arguments, std::size_t results) {
        Vector in = arguments, out(results + 1, 0.0);
        in.push_back(0);  // never without an element
        routine(in.data(), out.data());
        out.pop_back();
        return out;
    }

    TemporaryFolder folder_;
    std::map<std::string, CompiledRoutine> routines_;
};

}  // namespace

void add_source_option(CLI::App& app, std::vector<std::string>& sources) {
    app.add_option("--source", sources, "a file in Fortran, C or C++, or an object, that defines external routines")
        ->type_name("FILE")
        ->allow_extra_args(false);
}

UserRoutinesOf routines_from(std::vector<std::string> sources) {
    struct Built {
        std::string key;
        std::shared_ptr<UserRoutines> routines;
    };
    return [sources = std::move(sources), last = std::make_shared<Built>()](const Model& model) {
        const std::vector<ExternalCall> calls = calls_in(model);
        std::string key;
        for (const ExternalCall& call : calls)
            key += fmt::format("{} {} {}\n", call.name, call.arguments, call.results);
        if (!last->routines || last->key != key) *last = {key, std::make_shared<CompiledRoutines>(calls, sources)};
        return last->routines;
    };
}

}  // namespace lag
