// lag doc: both files say what the model is, and are whole.
#include <fstream>
#include <regex>

#include "scripts/pipeline/document.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

namespace fs = std::filesystem;

struct Pages {
    CommandRun run;
    std::string html, latex;
};

Pages pages_of(const std::string& name, const std::string& script) {
    const fs::path folder = scratch_folder("document_" + name);
    std::ofstream(folder / (name + ".lag")) << script;
    Pages pages{run_lag({"doc", name + ".lag"}, folder), "", ""};
    pages.html = contents(folder / (name + ".html"));
    pages.latex = contents(folder / (name + ".tex"));
    return pages;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

// Every element that is opened is closed, in order.
bool is_balanced(const std::string& html) {
    std::vector<std::string> open;
    const std::regex tag("<(/?)([a-z0-9]+)[^>]*?(/?)>");
    for (auto it = std::sregex_iterator(html.begin(), html.end(), tag); it != std::sregex_iterator(); ++it) {
        const std::string name = (*it)[2].str();
        if ((*it)[3].length() > 0 || name == "meta") continue;
        if ((*it)[1].length() == 0) {
            open.push_back(name);
        } else {
            if (open.empty() || open.back() != name) return false;
            open.pop_back();
        }
    }
    return open.empty();
}

bool braces_match(const std::string& latex) {
    int depth = 0;
    for (std::size_t k = 0; k < latex.size() && depth >= 0; ++k) {
        if (latex[k] == '\\') {
            ++k;
            continue;
        }
        depth += latex[k] == '{' ? 1 : latex[k] == '}' ? -1 : 0;
    }
    return depth == 0;
}

const std::string linkage =
    "model(linkage, \"A & B: <linkage> 100%\")$\n"
    "parameter(m_1, 2, \"kg\", \"mass of a_rod\")$ parameters(l = 1, g = 9.81)$ gravity([0, -g, 0])$\n"
    "input(tau, \"N*m\", \"torque\")$\n"
    "body(crank, ground, hinge = revolute(z, q1), mass = m_1, cm = [l/2, 0, 0], inertia = [0, 0, 1])$\n"
    "body(coupler, crank, hinge = revolute(z, q2), at = [l, 0, 0], mass = 1, inertia = [0, 0, 1])$\n"
    "body(rocker, ground, hinge = revolute(z, q3), at = [2, 0, 0], mass = 1, inertia = [0, 0, 1])$\n"
    "point(P, coupler, [2, 0, 0])$ point(Q, rocker, [1, 0, 0])$\n"
    "hinge_load(q1, tau - 3*q1')$ close_loop(P, Q, name = loop)$ output(pull, multiplier(loop)[1], \"N\")$\n";

}  // namespace

TEST_CASE("lag doc: HTML and LaTeX of a linkage", "[document]") {
    const Pages pages = pages_of("linkage", linkage);
    CHECK(pages.run.status == 0);
    CHECK(is_balanced(pages.html));
    CHECK(braces_match(pages.latex));
    CHECK(holds(pages.html, "<h1>A &amp; B: &lt;linkage&gt; 100%</h1>"));
    CHECK(holds(pages.latex, "\\title{A \\& B: <linkage> 100\\%}"));
    for (const char* elsewhere : {"http", "src=", "href=", "<script", "url("})
        CHECK_FALSE(holds(pages.html, elsewhere));
    for (const char* part : {"Bodies and hinges", "Coordinates", "Speeds", "Parameters", "Inputs", "Outputs", "Loads",
                             "Constraints", "Equations of motion", "Sparsity", "Operations in each routine"}) {
        INFO(part);
        CHECK(holds(pages.html, "<h2>" + std::string(part) + "</h2>"));
        CHECK(holds(pages.latex, "\\section*{" + std::string(part) + "}"));
    }
    // the tree, in its order
    const std::size_t crank = pages.html.find(">crank (revolute: q1)<"),
                      coupler = pages.html.find(">coupler (revolute: q2)<"),
                      rocker = pages.html.find(">rocker (revolute: q3)<");
    CHECK(crank < coupler);
    CHECK(coupler < rocker);
    CHECK(rocker != std::string::npos);
    CHECK(holds(pages.latex,
                "ground\n+-- crank (revolute: q1)\n|   +-- coupler (revolute: q2)\n+-- rocker (revolute: q3)\n"));
    CHECK(holds(pages.html, "<td>m_1</td><td>2.0</td><td>kg</td><td>mass of a_rod</td>"));
    CHECK(holds(pages.html, "<td>hinge load</td><td>q1'</td><td>-3*q1' + tau</td>"));
    CHECK(holds(pages.html, "<td>loop</td><td>P and Q coincide</td>"));
    CHECK(holds(pages.html, "<td>M[3,3]</td><td>=</td><td><code>1</code></td>"));
    CHECK(holds(pages.latex, "\\[ M_{3,3} = 1 \\]"));
    CHECK(holds(pages.html, "linkage_derivatives"));
    // M of two branches: 3 + 2 entries, counted both ways; B 2 x 3, full
    const std::size_t mass = pages.html.find("aria-label=\"M\""), rows = pages.html.find("aria-label=\"B\""),
                      factor = pages.html.find("aria-label=\"L in declared order");
    REQUIRE(mass < rows);
    REQUIRE(rows < factor);
    CHECK(count(pages.html.substr(mass, rows - mass), "class=\"entry\"") == 5);
    CHECK(count(pages.html.substr(rows, factor - rows), "class=\"entry\"") == 6);
    CHECK(holds(pages.html, "class=\"fill\""));  // between the rows of the loop
}

TEST_CASE("lag doc: energies, long expressions, wrong scripts", "[document]") {
    const Pages energies = pages_of("wire", "model(wire)$ lagrange((x'^2 + (2*x*x')^2)/2, x^2, coordinates = [x])$\n");
    CHECK(energies.run.status == 0);
    CHECK(is_balanced(energies.html));
    CHECK(holds(energies.html, "Explicit kinetic energy: "));
    CHECK_FALSE(holds(energies.html, "Bodies and hinges"));
    std::string chain =
        "model(chain)$ inboard: ground$ for i:1 thru 12 do (body(concat(rod, i), inboard, hinge = "
        "[rotate([i, 1, 2], concat(q, i))], at = [1, 0, 0], mass = 1, cm = [1/2, 1, 0], inertia = [1, 2, 3]), inboard: "
        "concat(rod, i))$\n";
    const Pages large = pages_of("chain", chain);
    CHECK(large.run.status == 0);
    CHECK(is_balanced(large.html));
    CHECK(holds(large.html, "(too long to write out)"));
    CHECK(holds(large.html, " characters)"));
    CHECK(large.html.size() < 2000000);
    const Pages wrong = pages_of("wrong", "model(m)$ body(b, nowhere, hinge = fixed)$\n");
    CHECK(wrong.run.status == 1);
    CHECK(wrong.html.empty());
    CHECK(run_lag({"doc"}, scratch_folder("document_none")).status == 2);
}
