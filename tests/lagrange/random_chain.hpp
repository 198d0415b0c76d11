// Planar chains with random numbers, loads and motors.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>

#include "tests/support/model_builder.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_model.hpp"

namespace lag {

// Of three decimals, not negative.
inline std::string literal(double value) {
    const std::string thousandths = std::to_string(1000 + std::lround(value * 1000) % 1000);
    return std::to_string(std::lround(value * 1000) / 1000) + "." + thousandths.substr(1);
}

class RandomChain {
  public:
    RandomChain(std::uint64_t seed, int links, int axis, const std::function<BodyIndex(ModelBuilder&)>& base = {})
        : random_(seed), b_("chain"), axis_(axis) {
        b_.model.gravity = {{number(-3, 3), number(-3, 3), number(-9, 9)}};
        if (base) last_ = base(b_);
        before_ = b_.model.bodies.size() - 1;
        for (int k = 1; k <= links; ++k) hang(last_, "q" + std::to_string(k));
    }

    // A body on `inboard` that turns about the common axis.
    void hang(BodyIndex inboard, const std::string& name) {
        last_ = b_.body("b" + name, inboard);
        b_.revolute(b_.axis(axis_), name);
        b_.newest().at = {{number(-1, 1), number(-1, 1), number(-1, 1)}};
        const Expr m = b_.parameter("m" + name, literal(random_.between(0.5, 2)));
        const Expr J[3] = {number(1, 2), number(1, 2), number(1, 2)};
        b_.mass(m, {{number(-1, 1), number(-1, 1), number(-1, 1)}},
                ModelBuilder::inertia({J[0], J[1], J[2], number(-0.1, 0.1), number(-0.1, 0.1), number(-0.1, 0.1)}));
        b_.hinge_load(name + "'", b_.input("w" + name) - number(0, 1) * b_.u(name + "'"));
        if (random_.chance(0.5))
            b_.force(b_.origin(last_), {{number(-1, 1), number(-1, 1), number(-1, 1)}}, b_.axes_of(last_));
    }

    ModelBuilder& builder() { return b_; }
    const ModelBuilder& builder() const { return b_; }
    Expr number(double low, double high) {
        const double value = random_.between(low, high);
        return value < 0 ? -b_.number(literal(-value)) : b_.number(literal(value));
    }
    BodyIndex body(int k) const { return BodyIndex{before_ + static_cast<std::size_t>(k)}; }

  private:
    Random random_;
    ModelBuilder b_;
    int axis_;
    BodyIndex last_ = ground;
    std::size_t before_ = 0;  // bodies inboard of the first link
};

}  // namespace lag
