#include "scripts/import/meshes.hpp"

namespace lag {

namespace fs = std::filesystem;

std::optional<fs::path> mesh_file(const std::string& name, const fs::path& robot_file, bool folders) {
    std::error_code error;
    const auto existing = [&](const fs::path& path) -> std::optional<fs::path> {
        if (fs::is_regular_file(path, error) || (folders && fs::is_directory(path, error)))
            return path.lexically_normal();
        return std::nullopt;
    };
    const fs::path folder = fs::absolute(robot_file).parent_path();
    const std::size_t scheme = name.find("://");
    if (scheme == std::string::npos) return existing(folder / name);
    const std::string rest = name.substr(scheme + 3);
    if (name.starts_with("file")) return existing(rest);
    const std::size_t slash = rest.find('/');
    if (slash == std::string::npos && !folders) return std::nullopt;
    const fs::path package = rest.substr(0, slash),
                   inside = slash == std::string::npos ? std::string() : rest.substr(slash + 1);
    for (fs::path above = folder;; above = above.parent_path()) {
        if (const auto found = existing(above / package / inside)) return found;
        if (const auto found = existing(above / "models" / package / inside)) return found;  // as simulators have them
        if (above.filename() == package)
            if (const auto found = existing(above / inside)) return found;
        if (above == above.parent_path()) break;
    }
    if (inside.empty()) return std::nullopt;
    // a clone of a repository may have another name than the package in it
    for (fs::path above = folder; above != above.parent_path(); above = above.parent_path())
        if (const auto found = existing(above / inside)) return found;
    return std::nullopt;
}

}  // namespace lag
