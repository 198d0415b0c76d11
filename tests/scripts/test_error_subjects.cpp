// Errors that come to light when the description is complete: they point at the statement of the thing that they are
// about, wherever it stands and however its name was made.
#include "core/errors.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

// "file:line: message"
std::string late_error(const std::string& script, const std::string& file = "script.lag") {
    try {
        run_pipeline(parse(script, file), {});
    } catch (const InputError& error) {
        const Diagnostic& d = error.diagnostics().front();
        return fs::path(d.position.file).filename().string() + ":" + std::to_string(d.position.line) + ": " + d.message;
    }
    return "";
}

const std::string cart = "model(m)$\nbody(a, ground, hinge = prismatic(x, s), mass = 1)$\n";

}  // namespace

TEST_CASE("subjects: a body is found by its name, however that was made", "[subjects]") {
    const std::string at_fault = " massless body 'b2' can move freely in 'y2''";
    CHECK(late_error(cart + "body(b2, a, hinge = prismatic(y, y2))$\n") == "script.lag:3:" + at_fault);
    CHECK(late_error(cart + "for k: 1 thru 2 do\n  body(concat(b, k), a, hinge = prismatic(y, concat(y, k)),\n"
                            "       mass = 2 - k)$\n") == "script.lag:4:" + at_fault);
    CHECK(late_error(cart + "add(name, q, m) :=\n  body(name, a, hinge = prismatic(y, q), mass = m)$\n"
                            "add(b1, y1, 1)$ add(b2, y2, 0)$\n") == "script.lag:4:" + at_fault);
}

TEST_CASE("subjects: a statement in a loaded file is shown there", "[subjects]") {
    const fs::path folder = scratch_folder("subjects_loaded");
    write(folder / "part.lag", "/* a part */\n\nbody(b2, a, hinge = prismatic(y, y2))$\n");
    CHECK(late_error(cart + "load(\"part.lag\")$\n", (folder / "whole.lag").string()) ==
          "part.lag:3: massless body 'b2' can move freely in 'y2''");
}

TEST_CASE("subjects: a word in a message is no name of a body", "[subjects]") {
    // the text of the one at fault holds the other's name in quotes
    CHECK(late_error("model(m)$\nbody(free, ground, hinge = prismatic(x, s), mass = 1)$\n"
                     "body(b, free, hinge = prismatic(y, free2))$\n") ==
          "script.lag:3: massless body 'b' can move freely in 'free2''");
}

TEST_CASE("subjects: rows, rates and the last model of a script", "[subjects]") {
    CHECK(late_error("model(m)$\ncoordinate(p)$\ncoordinate(q)$\nlagrange(p'^2/2 + 0*q', p*q)$\n")
              .rfind("script.lag:3: the mass matrix is singular", 0) == 0);
    CHECK(late_error("model(one)$\nbody(a, ground, hinge = prismatic(x, s), mass = 1)$\n"
                     "model(two)$\nbody(b, ground, hinge = prismatic(x, s))$\n"
                     "body(c, ground, hinge = prismatic(y, s2), mass = 1)$\n") ==
          "script.lag:4: massless body 'b' can move freely in 's''");
    const std::string contradiction = late_error(
        "model(m)$\nbody(a, ground, hinge = planar(z, [px, py, pp]), mass = 1, inertia = [0, 0, 1])$\n"
        "constraint(px = 1, name = left)$\nconstraint(px = 2, name = right)$\n");
    CHECK(contradiction.rfind("script.lag:4: constraint row 'right' contradicts", 0) == 0);
}
