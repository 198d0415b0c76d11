// libFuzzer target: any bytes -> a whole run of the tool, in memory: statements, checks, equations, emitted texts.
// Errors of the script are fine; an InternalError, any other exception, a crash, a hang or an emitted file's name that
// leaves the output folder is a find.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <new>
#include <sstream>
#include <string>

#include "core/errors.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/statements/check.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/fuzz/shelter.hpp"

namespace {

void try_script(const std::string& text) {
    try {
        std::ostringstream output;
        lag::PipelineOptions options;
        options.output = &output;
        options.messages = &output;
        options.most_steps = 100'000;  // an endless loop is to end soon under instrumentation
        // in a folder that does not exist: load() finds nothing
        for (const lag::OutputFile& file :
             lag::run_pipeline(lag::parse(text, "/nowhere/at/all/fuzz.lag"), options).files)
            if (!lag::refused_file_name(file.name).empty()) {
                std::cerr << "fuzz_script: would write " << file.name << "\n";
                std::abort();
            }
    } catch (const lag::CheckFailure&) {
    } catch (const lag::InputError&) {
    } catch (const std::bad_alloc&) {
    } catch (const std::exception& error) {
        std::cerr << "fuzz_script: " << error.what() << "\n";
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    // what reads files from an absolute path is not for here
    if (text.find("load") != std::string::npos) return 0;
    lag::on_a_large_stack([&] { try_script(text); });
    return 0;
}
