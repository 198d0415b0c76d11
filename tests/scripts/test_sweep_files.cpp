// lag sweep: results of other files are not taken for those of this sweep.
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

TEST_CASE("a sweep begins anew where a file that it depends on has changed") {
    const auto folder = scratch_folder("sweep_files");
    const auto write_all = [&] {
        write(folder / "part.lag", "body(cart, ground, hinge = prismatic(x, x), mass = m)$\n");
        write(folder / "spring.lag",
              "model(spring)$ parameter(m, 2)$ parameter(k, 8)$ input(f)$ input(g)$ load(\"part.lag\")$\n"
              "hinge_load(x, f + g - k*x)$ initial(x = 1)$\n");
        write(folder / "run.txt", "include base.txt\ninputs f.csv\n");
        write(folder / "base.txt", "end 1\n");
        write(folder / "f.csv", "t,f\n0,0\n1,0\n");
        write(folder / "g.csv", "t,g\n0,0\n1,0\n");
    };
    const auto part = [&](const std::string& which) {
        const CommandRun run = run_lag({"sweep", "spring.lag", "--parameters", "run.txt", "--vary", "k=2:8:4",
                                        "--collect", "final(x)", "--input", "g=g.csv", "--part", which},
                                       folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        return run.output;
    };
    write_all();
    CHECK(holds(part("1/2"), "2 runs of other parts are missing"));
    CHECK(holds(part("2/2"), "4 runs\n"));
    const std::vector<std::pair<std::string, std::string>> changes{
        {"part.lag", "body(cart, ground, hinge = prismatic(x, x), mass = 2*m)$\n"},
        {"base.txt", "end 1\nm 3\n"},
        {"run.txt", "include base.txt\ninputs f.csv\nm 3\n"},
        {"f.csv", "t,f\n0,1\n1,1\n"},
        {"g.csv", "t,g\n0,1\n1,1\n"}};
    for (const auto& [file, text] : changes) {
        INFO(file);
        write_all();
        part("1/2");
        write(folder / file, text);
        CHECK(holds(part("2/2"), "2 runs of other parts are missing"));
    }
}
