// options(optimize_for = ..): what the choice among formulations goes by, and what `sines` is where a script does not
// say.

#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

std::string chain(int links, const std::string& options, const std::string& limbs = "") {
    return "model(chain, \"chain\")$ parameters(m = 1, l = 1, j = 1/12, g = 9.81)$ gravity([0, -g, 0])$ " + options +
           " inboard: ground$ for i:1 thru " + std::to_string(links) +
           " do (body(concat(rod, i), inboard, hinge = revolute(z, concat(q, i)), at = if i = 1 then [0, 0, 0] else "
           "[l, 0, 0], mass = m, cm = [l/2, 0, 0], inertia = [0, 0, j]), inboard: concat(rod, i))$ "
           "emit(fortran, \"chain.f90\", routines = [derivatives]" +
           limbs + ")$ ";
}

std::string emitted(const std::string& script) {
    PipelineOptions options;
    options.progress = false;
    return run_pipeline(parse(script, "chain.lag"), options).files.at(0).text;
}

std::string line_with(const std::string& text, const std::string& word) {
    const std::size_t at = text.find(word);
    REQUIRE(at != std::string::npos);
    const std::size_t begin = text.rfind('\n', at) + 1;
    return text.substr(begin, text.find('\n', at) - begin);
}

bool has(const std::string& text, const std::string& word) {
    return text.find(word) != std::string::npos;
}

}  // namespace

TEST_CASE("a chain of ten links is eliminated in blocks for time, joint by joint for operations") {
    const std::string fast = emitted(chain(10, "")), asked = emitted(chain(10, "options(optimize_for = time)$"));
    CHECK(has(line_with(fast, "ormulation"), "a chain in 2"));  // segments in lanes
    CHECK(has(line_with(emitted(chain(10, "", ", limbs = scalar")), "ormulation"), "5 joints together"));
    CHECK(asked == fast);
    CHECK(emitted(chain(10, "")) == fast);
    const std::string few = emitted(chain(10, "options(optimize_for = operations)$"));
    CHECK(has(line_with(few, "ormulation"), "articulated"));
    CHECK(has(few, "chain_derivatives: 215 add, 286 mul, 9 div, 0 sqrt, 20 call"));
}

TEST_CASE("joints of a chain of twenty links are eliminated together for time, one by one for operations") {
    const std::string few = line_with(emitted(chain(20, "options(optimize_for = operations)$")), "ormulation");
    CHECK(has(line_with(emitted(chain(20, "")), "ormulation"), "a chain in 4"));
    CHECK(has(line_with(emitted(chain(20, "", ", limbs = scalar")), "ormulation"), "5 joints together"));
    CHECK(has(few, "articulated"));
    CHECK_FALSE(has(few, "together"));
}

TEST_CASE("pivots of a base that are taken at once are asked in the order of their elimination") {
    const std::string arm =
        "arm(n, side) := (body(concat(upper, n), base, hinge = revolute(y, concat(p, n)), at = [0.1, side*0.3, 0.2], "
        "mass = 4, cm = [0.15, 0, 0], inertia = [0.005, 0.04, 0.04]), body(concat(lower, n), concat(upper, n), hinge = "
        "revolute(y, concat(q, n)), at = [0.3, 0, 0], mass = 3, cm = [0.12, 0, 0], inertia = [0.004, 0.03, 0.03]), for "
        "joint in [p, q] do (input(concat(torque_, joint, n), \"N*m\"), hinge_load(concat(joint, n), concat(torque_, "
        "joint, n))))$ ";
    const std::string two_arms = emitted(
        "model(a, \"two arms\")$ parameter(g, 9.81)$ gravity([0, 0, -g])$ body(base, ground, hinge = free(sequence = "
        "321, "
        "angles = [yaw, pitch, roll], position = [x, y, z], speeds = [wx, wy, wz, vx, vy, vz]), mass = 40, inertia = "
        "[3, 4, 5])$ " +
        arm + "arm(1, 1)$ arm(2, -1)$ emit(cpp, \"a.hpp\", routines = [derivatives])$ ");
    CHECK(has(line_with(two_arms, "ormulation"), "3 pivots at once"));
    std::vector<int> asked;
    const std::string body = two_arms.substr(two_arms.find("void derivatives("));
    for (std::size_t at = body.find(") info = "); at != std::string::npos; at = body.find(") info = ", at + 1))
        asked.push_back(std::stoi(body.substr(at + 9)));
    REQUIRE(asked.size() >= 6);
    CHECK(std::vector<int>(asked.end() - 6, asked.end()) == std::vector<int>{6, 5, 4, 3, 2, 1});
}

TEST_CASE("an aim that does not exist is refused") {
    CHECK_THROWS_WITH(emitted(chain(2, "options(optimize_for = speed)$")), Catch::Contains("no aim is called 'speed'"));
}

TEST_CASE("C and C++ have sines of their own unless a script says otherwise, Fortran where it does") {
    const std::string pendulum =
        "model(p, \"p\")$ gravity([0, -9.81, 0])$ body(b, ground, hinge = revolute(z, q), mass = 1, cm = [1, 0, 0], "
        "inertia = [0, 0, 1])$ ";
    const auto with = [&](const std::string& emit) { return emitted(pendulum + emit); };
    CHECK(has(with("emit(c, \"p.h\")$"), "lag_sines(q[0], 0.0, 0.0, 0.0, sine, cosine);"));
    CHECK(has(with("emit(cpp, \"p.hpp\")$"), "lag_vector::sines(angle, sine, cosine);"));
    CHECK_FALSE(has(with("emit(c, \"p.h\", sines = library)$"), "lag_sines"));
    CHECK_FALSE(has(with("emit(cpp, \"p.hpp\", sines = library)$"), "lag_vector"));
    CHECK_FALSE(has(with("emit(fortran, \"p.f90\")$"), "vector_sines"));
    CHECK_FALSE(has(with("emit(fortran77, \"p.f\")$"), "f_sines"));
    CHECK(has(with("emit(fortran, \"p.f90\", sines = vector)$"), "call vector_sines(4, angle, sine, cosine)"));
    CHECK(has(with("emit(fortran77, \"p.f\", sines = vector)$"), "CALL p_f_sines(4, angle, sine, cosine)"));
}
