// formulation = two_ended, compiled in all languages: accelerations and Jacobian beside the oracle's and those of
// articulated bodies.
#include <filesystem>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/compiled/oracle_accelerations.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

// Seven links, a motor and a damper at each, a spring across, and a pendulum that hangs on the third.
const char* const script = R"(model(chain)$ parameters(g = 9.81, k = 30, c = 0.2)$ gravity([0.5, -g, 0])$
inboard: ground$
for n in [1, 2, 3, 4, 5, 6, 7] do (
  parameter(concat(m, n), 1 + n/10), parameter(concat(l, n), 0.5 + n/20),
  body(concat(b, n), inboard, hinge = revolute(z, concat(q, n)), at = if n = 1 then [0.1, 0, 0] else [concat(l, n), 0.1, 0],
       mass = concat(m, n), cm = [concat(l, n)/2, 0.05, 0], inertia = [0.1, 0.2, 0.25 + n/50]),
  input(concat(w, n)), hinge_load(concat(q, n), concat(w, n) - c*concat(q, n)'),
  inboard: concat(b, n))$
body(pendulum, b3, hinge = revolute(z, swing), at = [0.2, 0, 0], mass = 0.3, cm = [0, -0.4, 0], inertia = [0, 0, 0.02])$
spring(origin(b2), origin(b6), stiffness = k, length = 0.6)$
)";

}  // namespace

TEST_CASE("a chain eliminated from both ends has the oracle's accelerations in all languages", "[two_ended]") {
    const fs::path folder = fs::path(scratch_root()) / "two_ended";
    fs::create_directories(folder);
    std::string emits;
    for (const char* file : {"cpp, \"a.hpp\"", "c, \"a.h\"", "fortran, \"a.f90\"", "fortran77, \"a.f\""})
        emits += std::string("emit(") + file + ", formulation = two_ended)$\n";
    std::ofstream(folder / "chain.lag") << script << emits;
    const fs::path out = folder / "out";
    emit_sample(folder / "chain.lag", out);
    const Model model = model_of(folder / "chain.lag");
    CHECK(emitted_files(out).size() == 4);
    for (const fs::path& file : emitted_files(out)) {
        CAPTURE(file.filename().string());
        CHECK(read_file(file).find("two_ended") != std::string::npos);
        CompiledModel compiled(model, file.string());
        check_accelerations(model, compiled);
    }
}
