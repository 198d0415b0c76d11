// A tree of many speeds has its mass matrix where a part of it is asked for by name.
#include <string>

#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

using namespace lag;

TEST_CASE("each part of the mass matrix of a large tree can be asked for") {
    const std::string chain =
        "model(chain)$\n"
        "last: ground$\n"
        "for k:1 thru 100 do block([link: concat(link_, k)],\n"
        "  body(link, last, hinge = revolute(z, concat(q_, k)), at = [1, 0, 0], mass = 1, inertia = [1, 1, 1]),\n"
        "  last: link)$\n";
    for (const std::string part : {"mass_matrix", "mass_matrix_constants", "mass_matrix_update"}) {
        const std::string text = chain + "emit(c, \"chain.h\", routines = [" + part + "])$\n";
        const auto files = run_pipeline(parse(text, "chain.lag"), {}).files;
        REQUIRE(files.size() == 1);
        CHECK(files[0].text.find("static inline void chain_" + part + "(") != std::string::npos);
    }
}
