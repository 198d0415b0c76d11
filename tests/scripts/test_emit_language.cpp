// `lag FILE.lag --language`: of what a script emits, the files in one language.
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

const std::string rod =
    "model(m)$ body(rod, ground, hinge = revolute(z, q), mass = 1, inertia = [1, 1, 1])$\n"
    "emit(c, \"rod.h\")$ emit(cpp, \"rod.hpp\")$ emit(c, \"other.h\", routines = [energy])$\n";

}  // namespace

TEST_CASE("--language writes the files in that language and no others", "[command]") {
    const auto folder = scratch_folder("emit_language");
    write(folder / "rod.lag", rod);
    const CommandRun run = run_lag({"rod.lag", "--language", "c", "--out", "c"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    CHECK(std::filesystem::exists(folder / "c/rod.h"));
    CHECK(std::filesystem::exists(folder / "c/other.h"));
    CHECK(!std::filesystem::exists(folder / "c/rod.hpp"));
    REQUIRE(run_lag({"rod.lag", "--out", "all"}, folder).status == 0);
    CHECK(contents(folder / "all/rod.h") == contents(folder / "c/rod.h"));
}

TEST_CASE("--language of a script that emits nothing in it, and of no language", "[command]") {
    const auto folder = scratch_folder("emit_no_language");
    write(folder / "rod.lag", rod);
    CommandRun run = run_lag({"rod.lag", "--language", "fortran"}, folder);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "the script emits nothing in fortran\n"));
    CHECK(holds(run.errors, "it emits in c, cpp"));
    CHECK(!std::filesystem::exists(folder / "rod.h"));
    run = run_lag({"rod.lag", "--language", "pascal"}, folder);
    CHECK(run.status == 2);
    CHECK(holds(run.errors, "there is no language 'pascal'"));
}

TEST_CASE("Fortran is pure with contacts and with dry friction") {
    const std::filesystem::path folder = scratch_folder("pure");
    for (const std::string more :
         {"hinge_friction(z, 2)$\n", "contact(foot, z, restitution = 1/2, friction = 1/3, tangent = x')$\n",
          "limit(z, 0, 1)$\n"}) {
        write(folder / "m.lag",
              "model(m)$ body(b, ground, hinge = [translate(x, x), translate(z, z)], mass = 2)$ hinge_load(z, -1)$\n" +
                  more + "emit(fortran, \"m.f90\", equilibrium = true)$\n");
        const CommandRun run = run_lag({"m.lag", "--quiet", "--optimize", "0"}, folder);
        INFO(more << run.errors);
        REQUIRE(run.status == 0);
        std::istringstream text(contents(folder / "m.f90"));
        std::size_t count = 0;
        for (std::string line; std::getline(text, line);) {
            const std::size_t at = line.find("subroutine m_");
            if (at == std::string::npos || holds(line, "end subroutine")) continue;
            INFO(line);
            CHECK(holds(line.substr(0, at), "pure "));
            ++count;
        }
        CHECK(count > 15);
    }
}

}  // namespace lag
