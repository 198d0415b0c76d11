// Names of places in the arrays: legal and different in every language, whatever the model's names are; they are the
// places. What the head says of calls and of info.

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <sstream>

#include "core/errors.hpp"
#include "emitters/writers/emit.hpp"
#include "emitters/writers/index_names.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/shell.hpp"

using namespace lag;

namespace {

std::vector<std::string> all_names(const Program& program, std::size_t longest = 63) {
    std::vector<std::string> names;
    for (const IndexNames& table : index_names(program, longest))
        names.insert(names.end(), table.names.begin(), table.names.end());
    return names;
}

void check_legal(const std::vector<std::string>& names, std::size_t longest) {
    std::set<std::string> seen;
    const std::regex legal("[a-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*_?");
    for (const std::string& name : names) {
        INFO(name);
        CHECK(name.size() <= longest);
        CHECK(std::regex_match(name, legal));
        std::string lower = name;
        for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        CHECK(seen.insert(lower).second);
    }
}

Program named(const std::vector<std::string>& coordinates, const std::vector<std::string>& speeds,
              const std::vector<std::string>& parameters) {
    Program program;
    program.name = "m";
    for (const std::string& name : coordinates) program.coordinates.push_back({name, "", ""});
    for (const std::string& name : speeds) program.speeds.push_back({name, "", ""});
    for (const std::string& name : parameters) program.parameters.push_back({name, "", ""});
    return program;
}

std::string text_of(const Program& program, Language language) {
    return emit(program, {language, {}, false}, "model").at(0).text;
}

}  // namespace

TEST_CASE("places are named after what stands there") {
    CHECK(all_names(optimize(pendulum().lowered())) ==
          std::vector<std::string>{"iq_q1", "iu_q1", "ip_m", "ip_l", "ip_g", "iw_tau", "io_height", "io_tangential"});
}

TEST_CASE("names of places are legal and different, whatever the model's names are") {
    const std::string very_long(80, 'a');
    const Program program = named({"e.x", "e_x", "E_X", "_q", "q__2", very_long + "1", very_long + "2"},
                                  {"q1'", "q1", "Q1", "q1_2", "a''"}, {"x", "X", "x_1", "x_2", "\xC3\xA4"});
    for (const std::size_t longest : {63UL, 31UL, 20UL}) {
        check_legal(all_names(program, longest), longest);
        CHECK(all_names(program, longest) == all_names(program, longest));
    }
    const std::vector<std::string> names = all_names(program);
    CHECK(names[0] == "iq_e_x");
    CHECK(names[1] == "iq_e_x_2");
    CHECK(names[7] == "iu_q1");
    CHECK(names[8] == "iu_q1_2");
}

TEST_CASE("names of places are not those of the model's routines or of the user's") {
    Program program = named({}, {}, {"defaults", "setup", "Derivatives_1", "mass"});
    program.name = "IP";
    for (const std::string& name : all_names(program)) {
        INFO(name);
        CHECK(name.rfind("index_p_", 0) == 0);
    }
    program.name = "m";
    program.externals.push_back({"ip_mass", 0, 0, 0, 0});
    CHECK(all_names(program).back() == "ip_mass_4");
}

TEST_CASE("two models in one program name their places, in every language") {
    const Program first = optimize(pendulum().lowered()), second = optimize(double_pendulum().lowered());
    for (const auto& [language, ending] :
         {std::pair{Language::fortran, ".f90"}, {Language::cpp, ".hpp"}, {Language::c, ".h"}}) {
        write_text(scratch_file(std::string("index_first") + ending), text_of(first, language));
        write_text(scratch_file(std::string("index_second") + ending), text_of(second, language));
    }
    write_text(
        scratch_file("index_main.f90"),
        "program places\n  use pendulum_model\n  use double_pendulum_model, only: iu_q2, ip_start, second_nu => nu\n"
        "  implicit none\n  if (iq_q1 /= 1 .or. ip_g /= 3 .or. io_tangential /= 2 .or. iu_q2 /= 2) stop 1\n"
        "  if (ip_start /= 6 .or. second_nu /= 2) stop 2\n"
        "  if (parameter_names(ip_l) /= \"l\" .or. output_units(io_height) /= \"m\") stop 3\nend program places\n");
    write_text(scratch_file("index_main.cpp"),
               "#include \"index_first.hpp\"\n#include \"index_second.hpp\"\n"
               "static_assert(pendulum::iq_q1 == 0 && pendulum::ip_g == 2 && double_pendulum::ip_start == 5);\n"
               "int main() { return pendulum::parameter_names[pendulum::ip_l][0] == 'l' ? 0 : 1; }\n");
    write_text(
        scratch_file("index_main.c"),
        "#include \"index_first.h\"\n#include \"index_second.h\"\n"
        "int main(void) { return pendulum_parameter_names[pendulum_ip_l][0] == 'l' && double_pendulum_iu_q2 == 1 "
        "? 0 : 1; }\n");
    const std::string folder = scratch_file("");
    for (const std::string command :
         {"gfortran -std=f2008 -Wall -Wextra -Werror index_first.f90 index_second.f90 index_main.f90 -o places",
          "g++ -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror index_main.cpp -o places",
          "gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror index_main.c -o places -lm"}) {
        const CommandResult result = run("cd " + folder + " && " + command + " && ./places");
        INFO(command << "\n" << result.output);
        CHECK(result.status == 0);
    }
}

TEST_CASE("the head says how the routines are called, in order, and what info is") {
    const Program plain = optimize(pendulum().lowered());
    const std::string fortran = text_of(plain, Language::fortran);
    CHECK(fortran.rfind("! Generated by lag; do not edit.\n", 0) == 0);
    std::size_t at = 0;
    for (const char* call :
         {"!   call pendulum_defaults(p)\n", "!   call pendulum_initial(p, q, u)\n", "!   call pendulum_setup(p, c)\n",
          "!   call pendulum_derivatives(t, y, w, c, ydot, info)\n"}) {
        INFO(call);
        const std::size_t found = fortran.find(call, at);
        REQUIRE(found != std::string::npos);
        at = found;
    }
    CHECK(text_of(plain, Language::c).find(" *   pendulum_derivatives(t, y, w, c, ydot, &info)\n") !=
          std::string::npos);
    CHECK(text_of(plain, Language::cpp).find("//   pendulum::setup(p, c)\n") != std::string::npos);
    CHECK(fortran.find("p(ip_m)") != std::string::npos);
    CHECK(text_of(plain, Language::fortran77).find("ip_") == std::string::npos);
}

TEST_CASE("every value that info can take is named in the head") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const Program program = optimize(constrained(seed).lowered());
        const std::string text = text_of(program, Language::fortran), head = text.substr(0, text.find("\nmodule "));
        const std::regex value(R"(merge\(info, (\d+), )");
        std::set<std::size_t> values;
        for (auto it = std::sregex_iterator(text.begin(), text.end(), value); it != std::sregex_iterator(); ++it)
            values.insert(std::stoul((*it)[1]));
        const std::size_t nu = program.speeds.size(), nphi = program.constraints.size();
        for (const std::size_t k : values) {
            REQUIRE(k <= nu + nphi);
            const std::string name = k <= nu ? program.speeds[k - 1].name : program.constraints[k - nu - 1].name;
            INFO(k << " " << name << "\n" << head);
            CHECK(std::regex_search(head, std::regex("[:,]\\s+(! +)?" + std::to_string(k) + " " +
                                                     std::regex_replace(name, std::regex("\\."), "\\."))));
        }
        if (program.find("assembly_step") != nullptr)
            CHECK(head.find(std::to_string(nu + nphi + 1) + " of assemble") != std::string::npos);
    }
}

TEST_CASE("the numbers of pivot checks bear names") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Program program = optimize(constrained(seed).lowered());
        for (const Language language : {Language::fortran, Language::fortran77, Language::cpp, Language::c}) {
            std::istringstream lines(text_of(program, language));
            std::size_t uses = 0;
            for (std::string line; std::getline(lines, line);) {
                const bool defines = line.find("pivot_margin =") != std::string::npos ||
                                     line.find("harmless_pivot =") != std::string::npos;
                INFO(line);
                if (!defines) CHECK(line.find("1.999999999998") == std::string::npos);
                if (!defines && line.find("harmless_pivot") != std::string::npos) ++uses;
            }
            CHECK(uses > 0);
        }
    }
}

TEST_CASE("no line of C or C++ ends or breaks after the sign of a product") {
    for (const Program& program : {optimize(tree(8, 12).lowered()), optimize(constrained(2).lowered())})
        for (const Language language : {Language::c, Language::cpp}) {
            std::istringstream lines(text_of(program, language));
            for (std::string line; std::getline(lines, line);) {
                if (line == "/*" || line == " *" || line.find("//") != std::string::npos) continue;  // comments
                INFO(line);
                CHECK(!line.ends_with("*"));
            }
        }
}

TEST_CASE("rows of loops and of cut hinges have units") {
    const Program program = optimize(constrained(1).lowered());
    std::size_t metres = 0;
    for (const TableRow& row : program.constraints) metres += row.unit == "m" ? 1 : 0;
    CHECK(metres > 0);
}
