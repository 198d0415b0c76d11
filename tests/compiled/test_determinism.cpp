// The same script gives the same bytes in every process: fresh ones, each with its own address layout, and this one,
// which has formulated other models before.
#include <fstream>
#include <map>

#include "core/random_numbers.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/draws.hpp"
#include "tests/scratch.hpp"

using namespace lag;

TEST_CASE("every sample emits the same bytes in every process") {
    const auto folder = std::filesystem::path(scratch_root()) / "determinism";
    for (const auto& script : sample_scripts()) {
        std::vector<std::string> arguments{""};
        if (read_file(script).find("minimal: 0$") != std::string::npos) arguments.push_back("--define minimal=1");
        const int runs = all_draws() ? 4 : 3;
        for (const std::string& words : arguments) {
            INFO(script.string() << " " << words);
            std::map<std::string, std::string> first;
            for (int run = 0; run < runs; ++run) {
                std::map<std::string, std::string> texts;
                if (run == 1 && words.empty()) {
                    const Script here = parse(read_file(script), script.string());
                    for (const OutputFile& file : run_pipeline(here, {}).files) texts[file.name] = file.text;
                } else {
                    emit_sample(script, folder, words);
                    for (const auto& file : emitted_files(folder)) texts[file.filename().string()] = read_file(file);
                }
                REQUIRE_FALSE(texts.empty());
                if (run == 0) first = texts;
                REQUIRE(texts == first);
            }
        }
    }
}

namespace {

// Random algebra of the kind that GiNaC shapes by addresses: differences in products, contents,
// powers, quotients, functions.
class RandomScript {
  public:
    std::string text() {
        std::string script = "model(shapes, \"random algebra\")$\nparameters(a = 2, b = 3, c = 5, d = 7)$\n";
        for (int k = 1; k <= 6; ++k) {
            const std::string n = std::to_string(k);
            script += "body(b" + n + ", ground, hinge = prismatic(x, q" + n + "), mass = 1 + (" + term(2) + ")^2)$\n";
            if (k > 1) variables_.push_back("q" + n);
            if (k > 1) variables_.push_back("q" + n + "'");
        }
        for (int k = 1; k <= 6; ++k) script += "hinge_load(q" + std::to_string(k) + ", " + state_term(5) + ")$\n";
        return script + "emit(fortran, \"shapes.f90\")$\nemit(cpp, \"shapes.hpp\")$\n";
    }

  private:
    std::size_t below(std::size_t n) { return random_.below(n); }
    std::string leaf() {
        static const std::vector<std::string> parameters{"a", "b", "c", "d"};
        const std::string name = use_state_ && below(2) == 0 && !variables_.empty()
                                     ? variables_[below(variables_.size())]
                                     : parameters[below(4)];
        return below(3) == 0 ? std::to_string(2 + below(4)) + "*" + name : name;
    }
    std::string term(int depth) {
        if (depth == 0) return leaf();
        const std::string x = term(depth - 1), y = term(depth - 1);
        switch (below(8)) {
            case 0:
                return "(" + x + " - " + y + ")";
            case 1:
                return "(" + x + " + " + y + ")";
            case 2:
                return "-(" + x + " - " + y + ")*" + leaf();
            case 3:
                return "(" + x + ")*(" + leaf() + " - " + leaf() + ")";
            case 4:
                return "(" + leaf() + " - " + x + ")^" + std::to_string(2 + below(2));
            case 5:
                return "(" + x + ")/(11 + (" + y + ")^2)";
            case 6:
                return "sin(" + x + " - " + leaf() + ")*" + leaf();
            default:
                return "(2*(" + x + ") - 4*" + leaf() + ")*" + leaf();
        }
    }
    std::string state_term(int depth) {
        use_state_ = true;
        return term(depth);
    }
    RandomNumbers random_{2024};
    bool use_state_ = false;
    std::vector<std::string> variables_{"q1", "q1'"};
};

}  // namespace

TEST_CASE("random algebra emits the same bytes in twenty processes") {
    const auto folder = std::filesystem::path(scratch_root()) / "random_algebra";
    std::filesystem::create_directories(folder);
    const auto script = folder / "shapes.lag";
    std::ofstream(script) << RandomScript().text();
    std::map<std::string, std::string> first;
    for (int run = 0; run < 20; ++run) {
        emit_sample(script, folder / "out");
        std::map<std::string, std::string> texts;
        for (const auto& file : emitted_files(folder / "out")) texts[file.filename().string()] = read_file(file);
        REQUIRE(texts.size() == 2);
        if (run == 0) first = texts;
        REQUIRE(texts == first);
    }
}
