// Positions are formed along the path that the points share with the axes: their operations in closed form. (Their
// values: test_kinematics_values.)
#include "lagrange/kinematics/paths.hpp"
#include "tests/catch.hpp"
#include "tests/support/model_builder.hpp"

using namespace lag;

namespace {

PointOnBody point_on(const Model& model, std::size_t b) {
    Graph& g = *model.graph;
    return {"P", BodyIndex{b}, {{g.rational(2, 7), g.rational(-4, 7), g.rational(3, 7)}}};
}

// n bodies, each turned about z against the one before, at a place across z.
Model chain(std::size_t n) {
    ModelBuilder b("chain");
    for (std::size_t k = 1; k <= n; ++k) {
        b.body("b" + std::to_string(k), BodyIndex{k - 1});
        if (k > 1) b.newest().at = b.vector("0.3", "0.2", "0");
        b.revolute(b.axis(2), "q" + std::to_string(k));
    }
    return b.model;
}

OperationCount operations(ModelBuilder& b, const PointOnBody& P, const PointOnBody& Q, std::size_t axes) {
    Kinematics kinematics;
    extend_kinematics(kinematics, b.model);
    const Vec3<Expr> r = position(kinematics, P, Q, b.axes_of(BodyIndex{axes}));
    return count_operations(*b.model.graph, r.c);
}

}  // namespace

TEST_CASE("positions in a body's own axes hold no turn there and back") {
    ModelBuilder b("chain");
    b.model = chain(6);
    const auto point = [&](std::size_t body) { return point_on(b.model, body); };
    const auto count = [&](const PointOnBody& P, const PointOnBody& Q, std::size_t axes) {
        const OperationCount n = operations(b, P, Q, axes);
        return std::array<long, 2>{n.add, n.mul};
    };
    using Count = std::array<long, 2>;
    // A turn about z takes 4 products and 2 sums, a place across z 2 sums more, unless nothing has turned before.
    CHECK(count(b.origin(ground), point(6), 6) == Count{5 * 2 + 4 * 2 + 2, 5 * 4});
    CHECK(count(point(6), b.origin(ground), 6) == Count{5 * 2 + 4 * 2 + 2, 5 * 4});
    CHECK(count(point(5), point(6), 6) == Count{2 + 2, 4});
    CHECK(count(point(6), point(5), 6) == Count{2 + 2, 4});
    CHECK(count(point(3), point(5), 4) == Count{4 + 4, 8});
    CHECK(count(b.origin(ground), point(6), 0) == Count{6 * 2 + 5 * 2, 6 * 4});
    // all in one body: numbers, whatever stands between it and ground
    CHECK(count(b.origin(BodyIndex{6}), point(6), 6) == Count{0, 0});
}

TEST_CASE("the text of a position in a body's own axes stays short") {
    // a spatial chain: through ground it would be thousands of terms
    ModelBuilder b("chain");
    for (std::size_t k = 1; k <= 6; ++k) {
        b.body("b" + std::to_string(k), BodyIndex{k - 1});
        b.newest().at = b.vector("0.3", "0.2", "0.1");
        b.revolute(b.axis(static_cast<int>(k % 3)), "q" + std::to_string(k));
    }
    const Kinematics kinematics = compute_kinematics(b.model);
    const Vec3<Expr> r = position(kinematics, b.origin(ground), b.origin(BodyIndex{6}), b.axes_of(BodyIndex{6}));
    for (const Expr e : r.c) CHECK(to_string(*b.model.graph, e, 1000000).size() < 2500);
}
