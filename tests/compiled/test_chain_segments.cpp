// Planar chains in segments in lanes, compiled in all languages that have lanes: against the oracle and against scalar code.
#include <filesystem>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/compiled/oracle_accelerations.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

// Links with a motor, a spring and a damper at each hinge and numbers of their own, a spring across, a force that time moves, a
// pendulum on the third, all on a cart.
std::string chain_of(int links) {
    return "model(chain)$ parameters(g = 9.81, k = 30, c = 0.2)$ gravity([0.5, -g, 0.3])$ links: " +
           std::to_string(links) +
           R"($
body(cart, ground, hinge = prismatic(x, s), mass = 3, cm = [0.1, 0.2, 0])$
inboard: cart$
for n:1 thru links do (
  parameter(concat(m, n), 1 + n/10), parameter(concat(l, n), 0.5 + n/20),
  body(concat(b, n), inboard, hinge = revolute(z, concat(q, n)), at = if n = 1 then [0.1, 0, 0] else [concat(l, n), 0.1, 0],
       mass = concat(m, n), cm = [concat(l, n)/2, 0.05, 0], inertia = [0.1, 0.2, 0.25 + n/50]),
  input(concat(w, n)), hinge_load(concat(q, n), concat(w, n) - c*concat(q, n)' - k*sin(concat(q, n))),
  inboard: concat(b, n))$
body(pendulum, b3, hinge = revolute(z, swing), at = [0.2, 0, 0], mass = 0.3, cm = [0, -0.4, 0], inertia = [0, 0, 0.02])$
point(P, b4, [0.1, 0.2, 0])$ force(P, [1, t, 0])$
spring(origin(b2), P, stiffness = k, length = 0.6)$
)";
}

}  // namespace

TEST_CASE("a chain in segments in lanes has the oracle's accelerations in all languages", "[segments]") {
    for (const int links : {5, 9, 17}) {
        const fs::path folder = fs::path(scratch_root()) / ("segments" + std::to_string(links));
        fs::create_directories(folder);
        std::string emits;
        for (const char* file : {"cpp, \"a.hpp\"", "c, \"a.h\"", "fortran, \"a.f90\""})
            emits += std::string("emit(") + file + ", limbs = lanes)$\n";
        std::ofstream(folder / "chain.lag") << chain_of(links) << emits;
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
