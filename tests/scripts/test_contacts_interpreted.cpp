// Contacts, friction and stops without a compiler: the same events as compiled code finds, at the same times.
#include <algorithm>

#include "tests/catch.hpp"
#include "tests/scripts/test_contact_scripts.hpp"

namespace lag {

TEST_CASE("a run without a compiler has the events of a compiled one", "[contacts]") {
    struct Case {
        std::string name, script, inputs;
        std::size_t events;  // at least
    };
    const std::vector<Case> cases{
        {"block",
         "model(m)$ parameters(b = 1/10, c = 3/10, mu = 3/10)$ gravity([0, -981/100, 0])$\n"
         "body(a, ground, hinge = planar(z, [x, y, phi]), mass = 2, inertia = [0, 0, 1/20])$\n"
         "initial(y = 35/100, phi = 1/5, x' = 3/10)$\n"
         "contact(left, y - b*cos(phi), restitution = 2/5, friction = mu, tangent = x')$\n"
         "contact(right, y - c + b*sin(phi), restitution = 2/5, friction = mu, tangent = x' + phi')$\n",
         "", 5},
        {"stop",
         "model(m)$ body(a, ground, hinge = prismatic(x, x), mass = 1)$ hinge_load(x, -3*t)$ limit(x, 0, 2)$\n"
         "hinge_friction(x, 2)$ initial(x = 1, x' = 4)$\n",
         "", 2},
        {"shaken",
         "model(m)$ gravity([0, -10, 0])$ input(s)$\n"
         "body(cart, ground, hinge = [translate(x, s)], mass = 2)$\n"
         "body(p, cart, hinge = revolute(z, q), cm = [0, -1, 0], mass = 1, inertia = [0, 0, 1/10])$\n"
         "hinge_friction(q, 1/2)$\n",
         "s=0.3*sin(5*t)", 1},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        std::vector<std::string> more{"--end", "1", "--step", "0.01", "--tolerance", "1e-10"};
        if (!one.inputs.empty()) more.insert(more.end(), {"--input", one.inputs});
        const ContactRun compiled = run_contacts("with_" + one.name, one.script, more),
                         evaluated = run_contacts("without_" + one.name, one.script, more, false);
        REQUIRE(compiled.run.status == 0);
        REQUIRE(evaluated.run.status == 0);
        CHECK(compiled.events.size() >= one.events);
        REQUIRE(evaluated.names() == compiled.names());
        for (std::size_t k = 0; k < compiled.events.size(); ++k)
            CHECK(std::abs(evaluated.events[k].t - compiled.events[k].t) < 1e-7);
        for (const auto& [name, values] : compiled.columns) {
            CAPTURE(name);
            REQUIRE(evaluated.columns.at(name).size() == values.size());
            for (std::size_t k = 0; k < values.size(); ++k)
                CHECK(std::abs(evaluated.columns.at(name)[k] - values[k]) < 1e-6 * (1 + std::abs(values[k])));
        }
    }
}

}  // namespace lag
