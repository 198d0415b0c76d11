// The library of parts that comes with the tool: scripts that load() finds after the folder of the script that loads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lag {

// Where the library is: beside the program's folder in an installed tool (bin/../share/lag/library), in a build tree
// `library` in the program's folder or in the one above. Empty where there is none.
std::filesystem::path library_folder();

// The file that load("name") means in the script `loader`: in its folder, unless that is the loader itself; else in the
// library; else in the loader's folder. Normalized; it may be missing.
std::string file_to_load(const std::string& loader, const std::string& name);

struct LibraryPart {
    std::string name;  // hunt_crossley
    std::string form;  // hunt_crossley(d, d', K, n, lambda)
    std::string text;  // the comment above its definition, in one line
};
struct LibraryFile {
    std::string name;   // contact_laws.lag
    std::string title;  // first sentence of its head comment
    std::vector<LibraryPart> parts;
};

// The scripts of the library by name, and what they define with a comment directly above the definition.
std::vector<LibraryFile> library_files();

}  // namespace lag
