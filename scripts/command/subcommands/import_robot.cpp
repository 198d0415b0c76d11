#include "scripts/command/subcommands/import_robot.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "core/errors.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/subcommands/language_help.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/import/import.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

struct ImportArguments {
    std::string file, script, out, base;
    ImportOptions options;
};

void require_free_place(const fs::path& target, const std::string& text) {
    std::ifstream in(target, std::ios::binary);
    if (!in) return;
    const std::string present{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (present != text)
        throw ModelError(fmt::format("'{}' exists already, and is another script", target.string()),
                         "it may hold your changes: give another name after the file, or remove it");
}

int import_robot(ImportArguments arguments) {
    const fs::path file = arguments.file;
    std::string name = arguments.script.empty() ? file.stem().string() + ".lag" : arguments.script;
    if (!name.ends_with(".lag"))
        throw WrongCommand(fmt::format("'{}' is no name of a script", name),
                           fmt::format("a script's name ends in .lag: {}.lag", name));
    if (!arguments.out.empty() && fs::exists(arguments.out) && !fs::is_directory(arguments.out))
        throw WrongCommand(fmt::format("--out: '{}' is not a folder", arguments.out));
    fs::path folder = !arguments.out.empty() ? fs::path(arguments.out) : file.parent_path();
    if (fs::path(name).has_parent_path() && arguments.out.empty()) {
        folder = fs::path(name).parent_path();
        name = fs::path(name).filename().string();
    }
    if (folder.empty()) folder = ".";
    if (arguments.base == "free") arguments.options.free_base = true;
    if (arguments.base == "fixed") arguments.options.free_base = false;
    arguments.options.words = help_topics();
    arguments.options.script_folder = fs::absolute(folder);
    const ImportedScript made = imported_script(file, arguments.options);
    require_free_place(folder / name, made.text);
    write_files(folder, {{name, made.text}});
    std::cout << "wrote " << (folder / name).string() << ": " << made.bodies
              << (made.bodies == 1 ? " body\n" : " bodies\n");
    for (const std::string& line : made.left_out) std::cout << "left out: " << line << "\n";
    return status_fine;
}

}  // namespace

Subcommand import_subcommand(CLI::App& app) {
    const auto arguments = std::make_shared<ImportArguments>();
    CLI::App* const import =
        app.add_subcommand("import", "a script of a robot that a URDF, MJCF or SDF file describes");
    import->add_option("FILE", arguments->file, "the robot")->required()->type_name("");
    import->add_option("NAME.lag", arguments->script, "the script (default: the robot's file with the ending .lag)")
        ->type_name("");
    import->add_option("--out", arguments->out, "folder for the script (default: beside the robot's file)")
        ->type_name("DIR");
    import->add_flag("--accept", arguments->options.accept, "take inertias that no body can have, with a comment");
    import->add_option("--base", arguments->base, "fixed: the root stands on ground; free: it moves (default: as the file says, in URDF fixed)")
        ->type_name("fixed|free")
        ->check([](const std::string& base) {
            return base == "fixed" || base == "free" ? std::string() : fmt::format("expected fixed or free, found '{}'", base);
});
import->add_flag("--parameters", arguments->options.parameters, "masses and inertias as parameters");
import->add_flag("--limits", arguments->options.limits, "limits of joints as limit(..) instead of comments");
import->add_flag("--contacts", arguments->options.contacts,
                 "spheres and boxes of feet as contacts with the plane z = 0");
return {import, [arguments] { return sheltered([&] { return performed([&] { return import_robot(*arguments); }); }); }};
}  // namespace lag

}  // namespace lag
