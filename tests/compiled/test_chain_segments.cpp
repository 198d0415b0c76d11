// Planar chains in segments in lanes, compiled in all languages that have lanes: against the oracle and against scalar code.
#include <filesystem>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/compiled/oracle_accelerations.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/planar_chain.hpp"
#include "tests/scratch.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {}  // namespace

TEST_CASE("a chain in segments in lanes has the oracle's accelerations in all languages", "[segments]") {
    for (const int links : {5, 9, 17}) {
        const fs::path folder = fs::path(scratch_root()) / ("segments" + std::to_string(links));
        fs::create_directories(folder);
        std::string emits;
        for (const char* file : {"cpp, \"a.hpp\"", "c, \"a.h\"", "fortran, \"a.f90\""})
            emits += std::string("emit(") + file + ", limbs = lanes)$\n";
        std::ofstream(folder / "chain.lag") << "model(chain)$ " + planar_chain_on_cart(links) << emits;
        const fs::path out = folder / "out";
        emit_sample(folder / "chain.lag", out);
        const Model model = model_of(folder / "chain.lag");
        CHECK(emitted_files(out).size() == 3);
        for (const fs::path& file : emitted_files(out)) {
            CAPTURE(links, file.filename().string());
            CHECK(read_file(file).find(" a chain in ") != std::string::npos);
            CompiledModel compiled(model, file.string());
            check_accelerations(model, compiled);
        }
    }
}
