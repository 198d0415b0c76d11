// Sayers' published systems: what the emitted C++ and Fortran compute at his states is what his own equations give.
//
//   tests/reference/sayers_points.json -> lag samples/X.lag -> X.hpp, X.f90 -> c++, gfortran -> q' and u'
//
// Source: M. W. Sayers, Symbolic Computer Methods to Automatically Formulate Vehicle Simulation Codes, PhD thesis,
// University of Michigan, 1990, sections 9.1 to 9.6. The JSON file says how his variables map to ours (he takes
// velocities at composite mass centres). Accuracy asked: 1e-10 of the largest component; the reference values
// themselves are good to about 1e-12.
#define BOOST_BIND_GLOBAL_PLACEHOLDERS  // the JSON parser of Boost 1.74 still needs them
#include <algorithm>
#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scratch.hpp"

namespace {

using Numbers = std::vector<double>;

struct Case {
    std::string name, model, script;
    std::vector<std::pair<std::string, double>> parameters;  // those that differ from the defaults
    Numbers inputs, q, u, qdot, udot;
    std::vector<std::size_t> independent;  // speeds of the source's own set, for systems with constraints
    std::string define;                    // for the command line
};

struct Rates {
    int info = -1;
    Numbers qdot, udot;
};

Numbers numbers(const boost::property_tree::ptree& list) {
    Numbers out;
    for (const auto& item : list) out.push_back(item.second.get_value<double>());
    return out;
}

std::vector<Case> read_cases() {
    boost::property_tree::ptree file;
    boost::property_tree::read_json(std::string(LAG_SOURCE_DIR) + "/tests/reference/sayers_points.json", file);
    std::vector<Case> out;
    for (const auto& item : file.get_child("cases")) {
        const auto& tree = item.second;
        Case one;
        one.name = tree.get<std::string>("name");
        one.model = tree.get<std::string>("model");
        one.script = std::string(LAG_SOURCE_DIR) + "/" + tree.get<std::string>("script");
        for (const auto& p : tree.get_child("parameters"))
            one.parameters.emplace_back(p.first, p.second.get_value<double>());
        one.inputs = numbers(tree.get_child("inputs"));
        one.q = numbers(tree.get_child("q"));
        one.u = numbers(tree.get_child("u"));
        one.qdot = numbers(tree.get_child("qdot"));
        one.udot = numbers(tree.get_child("udot"));
        if (const auto independent = tree.get_child_optional("independent"))
            for (const double k : numbers(*independent)) one.independent.push_back(static_cast<std::size_t>(k));
        out.push_back(one);
    }
    return out;
}

// The same point with the dependent speeds solved out: q' holds them all the same.
Case minimal(Case one) {
    const Numbers u = one.u, udot = one.udot;
    one.u.clear();
    one.udot.clear();
    for (const std::size_t k : one.independent) {
        one.u.push_back(u.at(k));
        one.udot.push_back(udot.at(k));
    }
    one.name += "_minimal";
    one.define = " --define minimal=1";
    return one;
}

std::filesystem::path scratch() {
    const std::filesystem::path folder = std::filesystem::path(scratch_root()) / "sayers";
    std::filesystem::create_directories(folder);
    return folder;
}

bool run(const std::string& command) {
    return std::system(("cd '" + scratch().string() + "' && " + command).c_str()) == 0;
}

std::string program(const std::string& variable, const std::string& otherwise) {
    const char* value = std::getenv(variable.c_str());
    return value != nullptr ? value : otherwise;
}

std::string listed(const Numbers& values) {
    std::ostringstream out;
    out << std::scientific << std::setprecision(17);
    for (std::size_t i = 0; i < values.size(); ++i) out << (i == 0 ? "" : ", ") << values[i];
    return out.str();
}

std::string cpp_driver(const Case& one) {
    std::ostringstream out;
    out << std::scientific << std::setprecision(17);
    out << "#include <cstdio>\n#include <cstring>\n#include \"" << one.model << ".hpp\"\nusing namespace " << one.model
        << ";\nint main() {\n  static double p[np + 1], c[nc + 1], qdot[nq + 1], udot[nu + 1], lambda[nl + 1];\n"
        << "  const double q[nq + 1] = {" << listed(one.q) << "}, u[nu + 1] = {" << listed(one.u) << "}, w[nw + 1] = {"
        << listed(one.inputs) << "};\n  int info = -1;\n  " << one.model << "_defaults(p);\n";
    for (const auto& [name, value] : one.parameters)
        out << "  for (int i = 0; i < np; ++i) if (!std::strcmp(parameter_names[i], \"" << name
            << "\")) p[i] = " << value << ";\n";
    out << "  " << one.model << "_setup<double>(p, c);\n  " << one.model
        << "_kinematics<double>(0.0, q, u, w, c, qdot);\n  " << one.model
        << "_accelerations<double>(0.0, q, u, w, c, udot, lambda, info);\n"
        << "  std::printf(\"%d\\n\", info);\n  for (int i = 0; i < nq; ++i) std::printf(\"%.17e\\n\", qdot[i]);\n"
        << "  for (int i = 0; i < nu; ++i) std::printf(\"%.17e\\n\", udot[i]);\n}\n";
    return out.str();
}

std::string fortran_driver(const Case& one) {
    std::ostringstream out;
    out << std::scientific << std::setprecision(17);
    const auto assign = [&](const char* name, const Numbers& values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            out << "  " << name << "(" << i + 1 << ") = " << values[i] << "_dp\n";
    };
    out << "program point\n  use " << one.model << "_model\n  implicit none\n  integer, parameter :: dp = kind(1.0d0)\n"
        << "  real(dp) :: p(np), c(nc), q(nq), u(nu), w(nw), qdot(nq), udot(nu), lambda(nl)\n  integer :: info, i\n"
        << "  call " << one.model << "_defaults(p)\n";
    for (const auto& [name, value] : one.parameters)
        out << "  do i = 1, np\n    if (parameter_names(i) == '" << name << "') p(i) = " << value << "_dp\n  end do\n";
    assign("q", one.q);
    assign("u", one.u);
    assign("w", one.inputs);
    out << "  call " << one.model << "_setup(p, c)\n  call " << one.model
        << "_kinematics(0.0_dp, q, u, w, c, qdot)\n  call " << one.model
        << "_accelerations(0.0_dp, q, u, w, c, udot, lambda, info)\n"
        << "  print '(i0)', info\n  print '(es25.17e3)', qdot, udot\nend program\n";
    return out.str();
}

void write(const std::string& file, const std::string& text) {
    std::ofstream(scratch() / file) << text;
}

Rates read_rates(const Case& one, const std::string& file) {
    std::ifstream in(scratch() / file);
    Rates rates;
    in >> rates.info;
    rates.qdot.assign(one.qdot.size(), std::numeric_limits<double>::quiet_NaN());
    rates.udot.assign(one.udot.size(), std::numeric_limits<double>::quiet_NaN());
    for (double& value : rates.qdot) in >> value;
    for (double& value : rates.udot) in >> value;
    REQUIRE(in);
    return rates;
}

void require_close(const Numbers& found, const Numbers& expected) {
    REQUIRE(found.size() == expected.size());
    double scale = 0;
    for (const double x : expected) scale = std::max(scale, std::abs(x));  // 0 of the rates of a system at rest
    for (std::size_t i = 0; i < found.size(); ++i) {
        INFO("component " << i << ": found " << std::setprecision(17) << found[i] << ", expected " << expected[i]);
        CHECK(std::abs(found[i] - expected[i]) <= 1e-10 * scale);
    }
}

void require_published(const Case& one, const std::string& output) {
    const Rates rates = read_rates(one, output);
    CHECK(rates.info == 0);
    REQUIRE(std::any_of(one.udot.begin(), one.udot.end(), [](double x) { return x != 0; }));
    require_close(rates.qdot, one.qdot);
    require_close(rates.udot, one.udot);
}

void check(const Case& one) {
    INFO(one.name);
    REQUIRE(run("'" + std::string(LAG_COMMAND) + "' '" + one.script + "' --out . --quiet" + one.define));
    write(one.name + ".cpp", cpp_driver(one));
    REQUIRE(run(program("CXX", "c++") + " -std=c++17 -O1 " + one.name + ".cpp -o " + one.name + "_cpp && ./" +
                one.name + "_cpp > " + one.name + ".cpp.out"));
    require_published(one, one.name + ".cpp.out");
    write(one.name + "_main.f90", fortran_driver(one));
    REQUIRE(run(program("FC", "gfortran") + " -O1 " + one.model + ".f90 " + one.name + "_main.f90 -o " + one.name +
                "_fortran && ./" + one.name + "_fortran > " + one.name + ".f90.out"));
    require_published(one, one.name + ".f90.out");
}

}  // namespace

TEST_CASE("Sayers' systems: emitted C++ and Fortran at his states") {
    REQUIRE_FALSE(std::string(LAG_COMMAND).empty());
    const std::vector<Case> cases = read_cases();
    REQUIRE(cases.size() == 10);
    for (const Case& one : cases) check(one);
}

TEST_CASE("Sayers' systems with constraints: the same with dependent speeds solved out, as he does") {
    int compared = 0;
    for (const Case& one : read_cases()) {
        if (one.independent.empty()) continue;
        check(minimal(one));
        ++compared;
    }
    CHECK(compared == 6);
}
