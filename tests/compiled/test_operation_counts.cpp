// The operation counts of every sample's routines, pinned: a change that raises one shows as a difference here.
#include <algorithm>
#include <sstream>

#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/emitters/golden.hpp"

using namespace lag;

namespace {

// A sample with the smallest counts in the place of the shortest times.
std::string with_fewest_operations(const std::filesystem::path& script) {
    std::string text = read_file(script);
    const std::size_t model = ("\n" + text).find("\nmodel(");
    REQUIRE(model != std::string::npos);
    const std::size_t end = text.find(")$\n", model);
    REQUIRE(end != std::string::npos);
    return text.insert(end + 2, " options(optimize_for = operations)$");
}

// "pendulum_energy: 1 add, ..." line by line; `set` goes after the routine's name. `arguments`: "", or one --define.
std::string counts_of(const std::filesystem::path& script, const std::string& arguments, const std::string& set) {
    const std::string define = "--define ";
    PipelineOptions options;
    options.progress = false;
    if (arguments.starts_with(define)) {
        const std::size_t equals = arguments.find('=');
        options.defines.emplace_back(arguments.substr(define.size(), equals - define.size()),
                                     arguments.substr(equals + 1));
    }
    std::vector<OutputFile> files = run_pipeline(parse(with_fewest_operations(script), script.string()), options).files;
    std::ranges::sort(files, {}, &OutputFile::name);
    std::string counts;
    for (const OutputFile& file : files) {
        if (!file.name.ends_with(".f90")) continue;
        std::istringstream text(file.text);
        for (std::string line; std::getline(text, line);)
            if (line.find(" add, ") != std::string::npos && line.rfind("! ", 0) == 0)
                counts += line.substr(2).insert(line.find(':') - 2, set) + "\n";
    }
    return counts;
}

// Of a derivative by all coordinates and speeds, which no sample asks for; `set` goes after its name.
std::string derivative_count(const std::string& routine, const std::string& sample, const std::string& arguments,
                             const std::string& set) {
    const auto script = std::filesystem::path(LAG_SOURCE_DIR) / "samples" / sample;
    const std::string text = with_fewest_operations(script) + "\n;emit(fortran, \"asked.f90\", routines = [" + routine +
                             "]" + arguments + ")$";
    std::string counts;
    for (const OutputFile& file : run_pipeline(parse(text, script.string()), {}).files) {
        if (file.name != "asked.f90") continue;
        std::istringstream lines(file.text);
        for (std::string line; std::getline(lines, line);)
            if (line.find("_" + routine + ": ") != std::string::npos)
                counts += line.substr(2).insert(line.find(':') - 2, set) + "\n";
    }
    return counts;
}

std::string derivative_counts() {
    std::string counts;
    for (const char* const sample :
         {"cart_pole.lag", "four_bar/four_bar.lag", "hmmwv10/hmmwv10.lag", "spacecraft1.lag", "acceptance/chain.lag"})
        counts += derivative_count("jacobian", sample, "", "");
    counts += derivative_count("jacobian", "arm7.lag", ", jacobian = [q, u]", "");
    counts += derivative_count("jacobian", "quadruped.lag", ", jacobian = [q, u], limbs = scalar", ", without lanes");
    for (const char* const sample : {"vehicle16.lag", "quadruped.lag"})
        counts += derivative_count("jacobian", sample, ", limbs = lanes, jacobian = [q, u, w]", ", limbs in lanes");
    for (const std::string routine : {"tangent", "adjoint"}) {
        const std::string columns = ", " + routine + " = [q, u]";
        counts += derivative_count(routine, "arm7.lag", columns, "");
        for (const char* const sample : {"vehicle16.lag", "quadruped.lag"})
            counts += derivative_count(routine, sample, columns + ", limbs = lanes", ", limbs in lanes");
        counts += derivative_count(routine, "acceptance/chain.lag", columns + ", limbs = lanes", ", segments in lanes");
    }
    return counts;
}

// What the default takes, where short ways are worth operations.
std::string counts_by_time() {
    std::string counts;
    for (const char* const sample : {"arm7.lag", "stanford_arm.lag", "vehicle16.lag", "quadruped.lag",
                                     "spacecraft2.lag", "acceptance/chain.lag"}) {
        const auto script = std::filesystem::path(LAG_SOURCE_DIR) / "samples" / sample;
        const std::string text = read_file(script) + "\n;emit(cpp, \"asked.hpp\", routines = [derivatives])$";
        for (const OutputFile& file : run_pipeline(parse(text, script.string()), {}).files) {
            if (file.name != "asked.hpp") continue;
            std::istringstream lines(file.text);
            for (std::string line; std::getline(lines, line);)
                if (line.find("::derivatives: ") != std::string::npos) counts += line.substr(3) + ", by time\n";
        }
    }
    return counts;
}

}  // namespace

TEST_CASE("operation counts of the samples are the pinned ones") {
    std::string counts;
    for (const auto& script : sample_scripts()) {
        counts += counts_of(script, "", "");
        if (read_file(script).find("minimal: 0$") != std::string::npos)
            counts += counts_of(script, "--define minimal=1", ", minimal");
        for (const std::string form : {"absolute", "solved"})
            if (read_file(script).find("\n" + form + ": 0$") != std::string::npos)
                counts += counts_of(script, "--define " + form + "=1", ", " + form);
        if (read_file(script).find("drives: 1$") != std::string::npos)
            counts += counts_of(script, "--define drives=0", ", without drives");
    }
    counts += derivative_counts() + counts_by_time();
    CHECK(counts.find("hmmwv10_derivatives: ") != std::string::npos);
    CHECK(counts.find("hmmwv10_jacobian: ") != std::string::npos);
    CHECK(counts.find("hmmwv_full_derivatives: ") != std::string::npos);
    CHECK(golden_mismatch("operation_counts.txt", counts) == "");
}

namespace {

struct Count {
    long add = 0, mul = 0, div = 0;
};

// Of `derivatives`, from the emitted text's own head.
Count derivatives_of(const std::filesystem::path& script, const std::string& arguments) {
    std::istringstream lines(counts_of(script, arguments, ""));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t at = line.find("_derivatives: ");
        if (at == std::string::npos) continue;
        Count count;
        std::string word;
        std::istringstream(line.substr(line.find(':') + 1)) >> count.add >> word >> count.mul >> word >> count.div;
        return count;
    }
    return {-1, -1, -1};
}

}  // namespace

// M. W. Sayers, "Symbolic Computer Methods to Automatically Formulate Vehicle Simulation Codes", PhD thesis, University
// of Michigan, 1990, gives for his program: Stanford arm 240 / 353, spacecraft 628 / 773 and 338 / 455, car 69 / 108,
// cart 48 / 94, four-bar with strut 54 / 99 (additions / multiplications and divisions). Here every division counts.
TEST_CASE("fewer operations than published, by system") {
    struct Row {
        std::string script, arguments;
        long most_add, most_mul_and_div;
    };
    const std::filesystem::path samples = std::filesystem::path(LAG_SOURCE_DIR) / "samples";
    for (const Row& row :
         {Row{"stanford_arm.lag", "--define drives=0", 172, 246}, Row{"spacecraft1.lag", "", 365, 472},
          Row{"spacecraft2.lag", "", 234, 296}, Row{"car.lag", "--define minimal=1", 46, 72},
          Row{"cart.lag", "--define minimal=1", 40, 78}, Row{"four_bar_strut.lag", "--define minimal=1", 46, 84},
          Row{"hmmwv10/hmmwv10.lag", "", 797, 955}}) {
        CAPTURE(row.script);
        const Count count = derivatives_of(samples / row.script, row.arguments);
        CHECK(count.add > 0);
        CHECK(count.add <= row.most_add);
        CHECK(count.mul + count.div <= row.most_mul_and_div);
    }
}

// Chains of n revolute joints with general frames and inertias: as Denavit and Hartenberg lay the frames, and about
// axes in arbitrary directions, where the tool lays them. 411 n - 669 operations is the count of the literature's recursive
// forms; without sines and cosines.
TEST_CASE("fewer operations than published, general chains") {
    const auto total_of = [](const char* script, long n) {
        const std::filesystem::path path = std::filesystem::path(LAG_SOURCE_DIR) / "bench" / "models" / script;
        const Count count = derivatives_of(path, "--define n=" + std::to_string(n));
        CHECK(count.add > 0);
        return count.add + count.mul + count.div;
    };
    for (const auto& [n, most] :
         {std::pair(4L, 707L), std::pair(6L, 1470L), std::pair(9L, 2823L), std::pair(12L, 3992L)}) {
        CAPTURE(n);
        for (const char* script : {"dh_chain.lag", "skew_chain.lag"}) {
            CAPTURE(script);
            const long total = total_of(script, n);
            CHECK(total <= most);
            CHECK(total < 411 * n - 669);
        }
    }
}
