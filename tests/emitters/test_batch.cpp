// `batch = true` in Fortran: every state of a batch, in whole blocks and in the rest, is what the expressions say;
// pivots that fail in one state are reported for it alone, with the scalar routine's numbers.

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "core/errors.hpp"
#include "emitters/writers/emit.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/call_all.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/shell.hpp"

using namespace lag;

namespace {

const std::string strict = " -std=f2008 -Wall -Wextra -Werror -pedantic ";

std::string module_of(const Program& program) {
    EmitOptions options;
    options.batch = true;
    return emit(program, options, "x.f90")[0].text;
}

std::string named(std::string text, const std::string& model) {
    for (std::size_t at = 0; (at = text.find("@M@", at)) != std::string::npos;) text.replace(at, 3, model);
    return text;
}

// Prints derivatives and accelerations of all states; a state without a number must not touch its neighbours.
const char* const caller = R"text(
program call_batch
  use, intrinsic :: ieee_arithmetic
  use @M@_model
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp), allocatable :: t(:), q(:,:), u(:,:), udot(:), w(:,:), y(:,:), ydot(:,:), a(:,:), lambda(:,:), again(:,:)
  real(dp) :: p(np), c(nc), one(nq+nu)
  integer, allocatable :: info(:), info_a(:)
  integer :: n, k, bad
  read(*, *) n
  allocate(t(n), q(n,nq), u(n,nu), udot(nu), w(n,nw), y(n,nq+nu), ydot(n,nq+nu), a(n,nu), lambda(n,nl), again(n,nq+nu))
  allocate(info(n), info_a(n))
  do k = 1, n
    read(*, *) t(k)
    if (nq > 0) read(*, *) q(k,:)
    if (nu > 0) read(*, *) u(k,:), udot
    if (nw > 0) read(*, *) w(k,:)
    if (np > 0) read(*, *) p
  end do
  y(:,1:nq) = q
  y(:,nq+1:) = u
  call @M@_setup(p, c)
  info = -1
  info_a = -1
  call @M@_derivatives_batch(n, t, y, w, c, ydot, info)
  call @M@_accelerations_batch(n, t, q, u, w, c, a, lambda, info_a)
  if (any(info /= 0) .or. any(info_a /= 0)) error stop 1
  do k = 1, n
    write(*, '(es26.17e3)') ydot(k,:), a(k,:)
  end do
  ! none of the other sizes
  do k = 0, n - 1
    call @M@_derivatives_batch(k, t(:k), y(:k,:), w(:k,:), c, again(:k,:), info(:k))
    if (any(abs(again(:k,:) - ydot(:k,:)) > 1.0e-12_dp*(1 + abs(ydot(:k,:))))) error stop 2
  end do
  bad = n/2
  y(bad,:) = ieee_value(one(1), ieee_quiet_nan)
  call @M@_derivatives_batch(n, t, y, w, c, again, info)
  call @M@_derivatives(t(bad), y(bad,:), w(bad,:), c, one, k)
  if (info(bad) /= k .or. k == 0) error stop 3
  do k = 1, n
    if (k == bad) cycle
    if (info(k) /= 0 .or. any(abs(again(k,:) - ydot(k,:)) > 0)) error stop 4
  end do
end program call_batch
)text";

void check_batch(const Example& example, const OptimizeOptions& options, const std::string& name,
                 const std::string& flags) {
    INFO(name << " with " << flags);
    const Program lowered = example.lowered();
    std::vector<State> states;
    for (std::uint64_t seed = 1; seed <= 21; ++seed) {
        states.push_back(random_values(lowered, seed));
        states.back().p = states.front().p;
    }
    write_text(scratch_file(name + ".f90"), module_of(optimize(lowered, options)));
    write_text(scratch_file(name + "_call.f90"), named(caller, lowered.name));
    write_text(scratch_file(name + ".states"), state_text(states));
    const CommandResult compiled = run("cd " + scratch_file("") + " && gfortran -c" + strict + flags + " " + name +
                                       ".f90 && gfortran -w " + name + ".o " + name + "_call.f90 -o " + name);
    INFO(compiled.output);
    REQUIRE(compiled.status == 0);
    const CommandResult ran = run("cd " + scratch_file("") + " && ./" + name + " < " + name + ".states");
    INFO(ran.output);
    REQUIRE(ran.status == 0);
    std::istringstream numbers(ran.output);
    std::size_t wrong = 0;
    for (const State& state : states) {
        std::vector<double> expected = evaluate(lowered, "derivatives", state).at("ydot");
        const Results accelerations = evaluate(lowered, "accelerations", state);
        expected.insert(expected.end(), accelerations.at("udot").begin(), accelerations.at("udot").end());
        for (const double should : expected) {
            std::string word;
            REQUIRE(numbers >> word);
            const double is = std::strtod(word.c_str(), nullptr);
            if (!(std::abs(is - should) <= 1e-11 * (1 + std::abs(should)))) ++wrong;
        }
    }
    CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("Fortran batches compute what the expressions say, in every state") {
    OptimizeOptions split;
    split.split_above = 60, split.piece_size = 40;
    check_batch(nested_angles(), {}, "batch_nested", "-O0");
    check_batch(nested_angles(), split, "batch_nested_split", "-O2");
    check_batch(conditions(), {}, "batch_conditions", "-O3 -march=native");
    check_batch(conditions(), split, "batch_conditions_split", "-O1");
    check_batch(tables(), {}, "batch_tables", "-O1");
    check_batch(tree(2, 3), {}, "batch_tree", "-O3 -march=native");
    check_batch(constrained(3), {}, "batch_constrained", "-O1");
    check_batch(constrained(3), {}, "batch_constrained_vectors", "-O3 -march=native");
}

// The array statements of a vehicle's block are worth something only where the compiler makes vectors of them: without,
// scalar multiplications would be as many as in eight states.
TEST_CASE("gfortran turns the statements of a block into vector instructions") {
    const Program program = optimize(tree(2, 6).lowered());
    write_text(scratch_file("batch_vectors.f90"), module_of(program));
    const CommandResult compiled =
        run("cd " + scratch_file("") +
            " && gfortran -S -O3 -march=x86-64-v3 batch_vectors.f90 -o - | "
            "awk '/_lanes[a-z.0-9]*:$/ {inside = 1} /^[a-z_].*:$/ && !/_lanes/ {inside = 0} inside' | "
            "awk '/v(mul|add|sub|fn?m(add|sub)[0-9]*)sd/ {s++} /v(mul|add|sub|fn?m(add|sub)[0-9]*)pd/ {v++} "
            "END {print v + 0, s + 0}'");
    INFO(compiled.output);
    REQUIRE(compiled.status == 0);
    std::istringstream counts(compiled.output);
    long vectors = 0, scalars = 0;
    REQUIRE(counts >> vectors >> scalars);
    CHECK(vectors > 500);
    CHECK(scalars * 20 < vectors);
}

// In one loop temporaries stay in registers. What compilers do not make vectors of would keep the whole loop scalar.
TEST_CASE("a block is one loop over its lanes where every statement has vector instructions") {
    const std::string loop = "do lane = 1, lanes";
    CHECK_THAT(module_of(optimize(constrained(3).lowered())), Catch::Contains(loop));
    CHECK_THAT(module_of(optimize(tree(2, 3).lowered())), !Catch::Contains(loop));  // has exp and max
    CHECK_THAT(module_of(optimize(conditions().lowered())), !Catch::Contains(loop));
    CHECK_THAT(module_of(optimize(tables().lowered())), !Catch::Contains(loop));
}

TEST_CASE("names that a batch would make too long are refused, and models without its routines") {
    Program program = optimize(pendulum().lowered());
    EmitOptions options;
    options.batch = true;
    options.routines = {"energy"};
    CHECK_THROWS_WITH(emit(program, options, "x.f90"), Catch::Contains("none of these routines has a batch form"));
    program.name = std::string(46, 'a');  // with _accelerations_lanes 66 characters
    options.routines = {};
    CHECK_THROWS_WITH(emit(program, options, "x.f90"), Catch::Contains("too long for Fortran"));
}
