// The numbers of a tree for other engines (bench/engines.cpp): bodies, hinges and motors at the parameters' defaults.
//   tree_numbers SCRIPT.lag > tree.txt
// One line a body, in declared order:
//   name  inboard (0: ground)  free|hinge|slide|fixed  axis  place in the inboard body  mass  mass centre
//   inertia about it: xx yy zz xy xz yz (tensor elements)  input of the motor (-1: none)
//   where hinge axes are turned against the inboard body's: `turned` and the matrix, inboard -> hinge components, by rows
// Refused: anything that these words cannot say.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "core/evaluate.hpp"
#include "scripts/pipeline/mechanics.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/grammar.hpp"

namespace {

using namespace lag;

class TreeNumbers {
  public:
    explicit TreeNumbers(const Model& model)
        : model_(model),
          value_(
              *model.graph, [this](const Symbol& s) { return parameter(s.name); },
              [&model](Expr constant) { return model.graph->constant_double(constant); }) {}

    void print() {
        std::printf("%zu %.17g %.17g %.17g\n", model_.bodies.size() - 1, number(model_.gravity[0]),
                    number(model_.gravity[1]), number(model_.gravity[2]));
        for (std::size_t b = 1; b < model_.bodies.size(); ++b) print(model_.bodies[b]);
    }

  private:
    double number(const Expr& e) { return value_(e); }
    double parameter(const std::string& name) {
        for (const Parameter& p : model_.parameters)
            if (p.name == name) return model_.graph->constant_double(p.default_value);
        throw std::runtime_error(name + " is no parameter: a tree of constant numbers is expected");
    }
    static void require(bool holds, const std::string& what) {
        if (!holds) throw std::runtime_error(what + " is not written for other engines");
    }

    void print(const Body& body) {
        const bool is_free = body.hinge.quasi == Quasi::free && body.hinge.sequence == 321;
        require(is_free || body.hinge.motions.size() <= 1, "the hinge of " + body.name);
        bool is_turned = false;
        for (std::size_t i = 0; i < 3; ++i) {
            require(number(body.outboard_at[i]) == 0, "outboard_at of " + body.name);
            for (std::size_t j = 0; j < 3; ++j) is_turned = is_turned || number(body.orient(i, j)) != (i == j ? 1 : 0);
        }
        require(!is_free || !is_turned, "orient of " + body.name);
        std::printf("%s %zu ", body.name.c_str(), body.inboard.value);
        if (is_free) {
            std::printf("free 0 0 0");
        } else if (body.hinge.motions.empty()) {
            std::printf("fixed 0 0 0");
        } else {
            const Motion& motion = body.hinge.motions[0];
            require(motion.coordinate.has_value(), "the driven hinge of " + body.name);
            std::printf("%s", motion.kind == Motion::Kind::rotate ? "hinge" : "slide");
            for (std::size_t i = 0; i < 3; ++i) std::printf(" %.17g", number(motion.axis[i]));
        }
        for (std::size_t i = 0; i < 3; ++i) std::printf(" %.17g", number(body.at[i]));
        std::printf(" %.17g", number(body.mass));
        for (std::size_t i = 0; i < 3; ++i) std::printf(" %.17g", number(body.cm[i]));
        const std::size_t place[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
        for (const auto& [i, j] : place) std::printf(" %.17g", number(body.inertia(i, j)));
        std::printf(" %d", motor(body));
        if (is_turned) {
            std::printf(" turned");
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 3; ++j) std::printf(" %.17g", number(body.orient(i, j)));
        }
        std::printf("\n");
    }

    int motor(const Body& body) {
        int found = -1;
        for (const HingeLoad& load : model_.hinge_loads) {
            if (body.hinge.speeds.size() != 1 || load.speed.value != body.hinge.speeds[0].value) continue;
            require(found < 0, "a second load on the hinge of " + body.name);
            for (std::size_t w = 0; w < model_.inputs.size(); ++w)
                if (model_.graph->symbol(model_.inputs[w].name, Role::input) == load.value) found = static_cast<int>(w);
            require(found >= 0, "the load on the hinge of " + body.name);
        }
        return found;
    }

    const Model& model_;
    Evaluator<double> value_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "tree_numbers SCRIPT.lag\n";
        return 2;
    }
    try {
        std::ifstream in(argv[1], std::ios::binary);
        std::stringstream text;
        text << in.rdbuf();
        const auto mechanics = lag::lagrange_mechanics();
        const lag::Model model = lag::interpret(lag::parse(text.str(), argv[1]), *mechanics).model;
        TreeNumbers(model).print();
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
