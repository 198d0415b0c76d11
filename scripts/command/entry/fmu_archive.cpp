#include "scripts/command/entry/fmu_archive.hpp"

#include <fmt/format.h>

#include <zip.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <utility>

#include "core/errors.hpp"
#include "scripts/command/processes/compilers.hpp"
#include "scripts/command/processes/processes.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

#if defined(__aarch64__)
constexpr const char* platforms[] = {"aarch64-linux", "aarch64-linux"};
#else
constexpr const char* platforms[] = {"linux64", "x86_64-linux"};  // of FMI 2 and 3
#endif

std::string content_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string content_of(const fs::path& folder, const std::string& source) {
    const fs::path path = folder / source;
    if (!fs::is_regular_file(path))
        throw ModelError(fmt::format("cannot read '{}': there is no such file", source),
                         "'source' names files beside the script");
    if (!std::ifstream(path)) throw ModelError(fmt::format("cannot read '{}'", source), "is reading it allowed?");
    return content_of(path);
}

// In memory; entries have one time, the beginning of 1980, so that the archive depends on its content alone.
class Archive {
  public:
    Archive() {
        zip_error_t error;
        zip_error_init(&error);
        source_ = zip_source_buffer_create(nullptr, 0, 0, &error);
        archive_ = source_ == nullptr ? nullptr : zip_open_from_source(source_, ZIP_TRUNCATE, &error);
        zip_error_fini(&error);
        require(archive_ != nullptr);
        zip_source_keep(source_);
    }
    ~Archive() {
        if (archive_ != nullptr) zip_discard(archive_);
        if (source_ != nullptr) zip_source_free(source_);
    }
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;

    void add(const std::string& name, const std::string& content) {
        kept_.push_back(std::make_unique<std::string>(content));
        zip_source_t* const entry = zip_source_buffer(archive_, kept_.back()->data(), kept_.back()->size(), 0);
        require(entry != nullptr);
        const zip_int64_t at = zip_file_add(archive_, name.c_str(), entry, ZIP_FL_ENC_UTF_8);
        require(at >= 0);
        constexpr zip_uint16_t first_day = (1 << 5) + 1;
        require(zip_file_set_dostime(archive_, static_cast<zip_uint64_t>(at), 0, first_day, 0) == 0);
    }

    std::string bytes() {
        require(zip_close(archive_) == 0);
        archive_ = nullptr;
        zip_stat_t state;
        require(zip_source_stat(source_, &state) == 0 && zip_source_open(source_) == 0);
        std::string all(state.size, '\0');
        const zip_int64_t read = zip_source_read(source_, all.data(), all.size());
        zip_source_close(source_);
        require(read >= 0 && static_cast<zip_uint64_t>(read) == all.size());
        return all;
    }

  private:
    static void require(bool fine) {
        if (!fine) throw ModelError("the archive of the FMU cannot be made");
    }
    zip_source_t* source_ = nullptr;
    zip_t* archive_ = nullptr;
    std::vector<std::unique_ptr<std::string>> kept_;  // until the archive is closed
};

// What the compiler or the linker says, or, where a routine is missing, which.
[[noreturn]] void refuse(const FmuContents& contents, const std::string& messages) {
    const auto is_missing = [&](const std::string& routine) {
        for (const char* opening : {"`", "'", "\u2018"})  // as the linker's language quotes
            if (messages.find(fmt::format("undefined reference to {}{}", opening, routine)) != std::string::npos)
                return true;
        return false;
    };
    for (const std::string& routine : contents.routines)
        if (is_missing(routine))
            throw ModelError(fmt::format("no source defines '{}', a routine that the equations call", routine),
                             "it is called as emitted C calls it: docs/howto/tires.md has an example");
    throw ModelError("the FMU does not compile:\n" + first_lines(messages, 30));
}

std::string archive_with(const FmuContents& contents, const fs::path& folder) {
    const TemporaryFolder place;
    for (const OutputFile& file : contents.sources)
        std::ofstream(place.path() / file.name, std::ios::binary) << file.text;
    const fs::path binary = place.path() / (contents.model + ".so");
    std::vector<std::string> words{compiler_of("c", "fmu.c"),
                                   "-std=c99",
                                   "-O2",
                                   "-w",
                                   "-fPIC",
                                   "-shared",
                                   "-fvisibility=hidden",
                                   "-Wl,-z,defs",
                                   "-DFMI_VERSION=" + std::to_string(contents.version),
                                   "-I" + place.path().string(),
                                   "-I" + folder.string(),
                                   "-o",
                                   binary.string()};
    for (const std::string& source : contents.compiled) words.push_back((place.path() / source).string());
    words.emplace_back("-lm");
    const ProgramRun run = run_program(words);
    if (!run.fine) refuse(contents, run.messages);

    Archive archive;
    archive.add("modelDescription.xml", contents.description);
    for (const OutputFile& file : contents.sources) archive.add("sources/" + file.name, file.text);
    archive.add(fmt::format("binaries/{}/{}.so", platforms[contents.version - 2], contents.model), content_of(binary));
    return archive.bytes();
}

}  // namespace

FmuTools fmu_tools(fs::path folder) {
    return {[folder](const std::string& source) { return content_of(folder, source); },
            [folder](const FmuContents& contents) { return archive_with(contents, folder); }};
}

}  // namespace lag
