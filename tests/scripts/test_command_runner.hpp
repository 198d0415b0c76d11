// Runs the `lag` command inside the test program, in a folder of its own choice, and catches what it prints.
#pragma once

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "scripts/command/entry/command.hpp"

#include "tests/scratch.hpp"

namespace lag {

struct CommandRun {
    int status = -1;
    std::string output, errors;
};

// An empty folder below the build tree.
inline std::filesystem::path scratch_folder(const std::string& name) {
    const std::filesystem::path folder = std::filesystem::path(scratch_root()) / name;
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return folder;
}

inline void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

inline std::string contents(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline CommandRun run_lag(std::vector<std::string> arguments, const std::filesystem::path& folder) {
    arguments.insert(arguments.begin(), "lag");
    std::vector<const char*> argv;
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder);
    std::ostringstream output, errors;
    std::streambuf* const cout_buffer = std::cout.rdbuf(output.rdbuf());
    std::streambuf* const cerr_buffer = std::cerr.rdbuf(errors.rdbuf());
    CommandRun run;
    run.status = run_command(static_cast<int>(argv.size()), argv.data());
    std::cout.rdbuf(cout_buffer);
    std::cerr.rdbuf(cerr_buffer);
    std::filesystem::current_path(before);
    run.output = output.str(), run.errors = errors.str();
    return run;
}

}  // namespace lag
