#include "scripts/command/sweep/journal.hpp"

#include <cstdlib>
#include <iterator>

#include "scripts/files/output_files.hpp"

namespace lag {

SweepResults results_in(const std::filesystem::path& journal, const std::string& sweep) {
    std::ifstream stream(journal, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    SweepResults results;
    std::size_t begin = 0, end = text.find('\n');
    if (end == std::string::npos || text.substr(0, end) != sweep) return results;
    for (begin = end + 1; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const std::string line = text.substr(begin, end - begin);
        const std::size_t comma = line.find(',');
        if (comma == std::string::npos) continue;
        results[std::strtoull(line.c_str(), nullptr, 10)] = line.substr(comma + 1);
    }
    return results;
}

Journal::Journal(const std::filesystem::path& path, const std::string& sweep)
    : path_(path), results_(results_in(path, sweep)) {
    std::string text = sweep + "\n";
    for (const auto& [run, result] : results_) text += std::to_string(run) + "," + result + "\n";
    const std::filesystem::path folder = path.parent_path();
    write_files(folder.empty() ? "." : folder, {{path.filename().string(), text}});  // without half a last line
    file_.open(path, std::ios::binary | std::ios::app);
    if (!file_) throw OutputError("cannot write " + path.string());
}

void Journal::add(std::size_t run, const std::string& result) {
    results_[run] = result;
    file_ << run << ',' << result << '\n' << std::flush;
    if (!file_) throw OutputError("cannot write all of " + path_.string());
}

}  // namespace lag
