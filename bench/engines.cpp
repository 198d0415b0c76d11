// Accelerations of a tree: the emitted routine against MuJoCo's mj_forward (no contacts, no limits) and Simbody's
// realize to accelerations, on the same bodies (tree_numbers.cpp), states and motor torques, in turns in one run. The
// engines must give the same hinge accelerations before anything is timed.
//   g++ -std=c++17 -O3 -march=native -DMODEL=arm7 -include arm7.hpp engines.cpp -lmujoco -lSimTKsimbody .. && ./engines
//   tree.txt
#include <Simbody.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "frames.hpp"
#include "trial.hpp"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

namespace {

struct Body {
    std::string name, kind;
    int inboard = 0;
    V3 axis{}, at{}, cm{};
    double mass = 0;
    std::array<double, 6> inertia{};  // xx yy zz xy xz yz
    int motor = -1;
};

struct Tree {
    V3 gravity{};
    std::vector<Body> bodies;
    bool floats() const { return bodies[0].kind == "free"; }
};

Tree read_tree(const char* path) {
    std::ifstream in(path);
    Tree tree;
    std::size_t count = 0;
    in >> count;
    for (double& g : tree.gravity) in >> g;
    for (std::size_t b = 0; b < count; ++b) {
        Body body;
        in >> body.name >> body.inboard >> body.kind;
        for (V3* v : {&body.axis, &body.at})
            for (double& x : *v) in >> x;
        in >> body.mass;
        for (double& x : body.cm) in >> x;
        for (double& x : body.inertia) in >> x;
        in >> body.motor;
        tree.bodies.push_back(body);
    }
    if (!in) {
        std::fprintf(stderr, "%s is no file of tree_numbers\n", path);
        std::exit(1);
    }
    return tree;
}

struct State {
    std::vector<double> q, u, w;
};

// Something that gives accelerations; the last `hinges` of them are those of the hinges.
struct Engine {
    std::string name;
    std::function<void(const State&)> run;
    std::function<double(std::size_t)> hinge_acceleration;  // after run
};

Engine emitted() {
    using namespace MODEL;
    struct Data {
        std::vector<double> p, c, udot, lambda;
    };
    auto d = std::make_shared<Data>(Data{std::vector<double>(np + 1), std::vector<double>(nc + 1),
                                         std::vector<double>(nu), std::vector<double>(nl + 1)});
    JOIN(MODEL, _defaults)<double>(d->p.data());
    JOIN(MODEL, _setup)<double>(d->p.data(), d->c.data());
    return {"emitted",
            [d](const State& s) {
                int info = 0;
                JOIN(MODEL, _accelerations)<double>(0.0, s.q.data(), s.u.data(), s.w.data(), d->c.data(),
                                                    d->udot.data(), d->lambda.data(), info);
                if (info != 0) std::exit(1);
            },
            [d](std::size_t u) { return d->udot[u]; }};
}

std::string mjcf(const Tree& tree) {
    std::ostringstream xml;
    xml.precision(17);
    xml << "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\" boundmass=\"0\" boundinertia=\"0\"/><option "
           "gravity=\""
        << tree.gravity[0] << " " << tree.gravity[1] << " " << tree.gravity[2]
        << "\"><flag contact=\"disable\" constraint=\"disable\"/></option><worldbody>\n";
    std::vector<std::vector<std::size_t>> below(tree.bodies.size() + 1);
    for (std::size_t b = 0; b < tree.bodies.size(); ++b)
        below[static_cast<std::size_t>(tree.bodies[b].inboard)].push_back(b);
    const auto triple = [&](const char* key, const V3& v) {
        xml << " " << key << "=\"" << v[0] << " " << v[1] << " " << v[2] << "\"";
    };
    const std::function<void(std::size_t)> write = [&](std::size_t b) {
        const Body& body = tree.bodies[b];
        xml << "<body name=\"" << body.name << "\"";
        triple("pos", body.at);
        xml << ">" << (body.kind == "free" ? "<freejoint" : "<joint") << " name=\"j_" << body.name << "\"";
        if (body.kind != "free") {
            xml << " type=\"" << body.kind << "\"";
            triple("axis", body.axis);
        }
        xml << "/><inertial";
        triple("pos", body.cm);
        xml << " mass=\"" << body.mass << "\" fullinertia=\"";
        for (const double x : body.inertia) xml << x << " ";
        xml << "\"/>\n";
        for (const std::size_t child : below[b + 1]) write(child);
        xml << "</body>\n";
    };
    for (const std::size_t b : below[0]) write(b);
    xml << "</worldbody></mujoco>\n";
    return xml.str();
}

Engine mujoco(const Tree& tree, const std::string& folder) {
    const std::string path = folder + "/engines.xml";
    std::ofstream(path) << mjcf(tree);
    char error[1000] = "";
    mjModel* model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
    if (model == nullptr) {
        std::fprintf(stderr, "MuJoCo: %s\n", error);
        std::exit(1);
    }
    mjData* data = mj_makeData(model);
    const std::size_t base = tree.floats() ? 6 : 0;
    std::vector<int> qpos, qvel;
    for (const Body& body : tree.bodies) {
        if (body.kind == "free") continue;
        const int j = mj_name2id(model, mjOBJ_JOINT, ("j_" + body.name).c_str());
        qpos.push_back(model->jnt_qposadr[j]);
        qvel.push_back(model->jnt_dofadr[j]);
    }
    return {"MuJoCo mj_forward",
            [=, &tree](const State& s) {
                if (base != 0) {
                    const M3 R = rotation(s.q[0], s.q[1], s.q[2]);
                    const V3 v = times(R, &s.u[3]);
                    for (int i = 0; i < 3; ++i) {
                        data->qpos[i] = s.q[static_cast<std::size_t>(i) + 3];
                        data->qvel[i] = v[static_cast<std::size_t>(i)];
                        data->qvel[i + 3] = s.u[static_cast<std::size_t>(i)];
                    }
                    const double cy = std::cos(s.q[0] / 2), sy = std::sin(s.q[0] / 2), cp = std::cos(s.q[1] / 2),
                                 sp = std::sin(s.q[1] / 2), cr = std::cos(s.q[2] / 2), sr = std::sin(s.q[2] / 2);
                    data->qpos[3] = cr * cp * cy + sr * sp * sy;
                    data->qpos[4] = sr * cp * cy - cr * sp * sy;
                    data->qpos[5] = cr * sp * cy + sr * cp * sy;
                    data->qpos[6] = cr * cp * sy - sr * sp * cy;
                }
                std::size_t h = 0;
                for (const Body& body : tree.bodies) {
                    if (body.kind == "free") continue;
                    data->qpos[qpos[h]] = s.q[base + h];
                    data->qvel[qvel[h]] = s.u[base + h];
                    data->qfrc_applied[qvel[h]] = body.motor < 0 ? 0.0 : s.w[static_cast<std::size_t>(body.motor)];
                    ++h;
                }
                mj_forward(model, data);
            },
            [=](std::size_t u) { return data->qacc[qvel[u - base]]; }};
}

struct SimbodyTree {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter{system};
    SimTK::GeneralForceSubsystem forces{system};
    std::vector<SimTK::MobilizedBody> mobilized;
    std::unique_ptr<SimTK::Force::DiscreteForces> motors;
    SimTK::State state;
};

Engine simbody(const Tree& tree) {
    using namespace SimTK;
    auto s = std::make_shared<SimbodyTree>();
    const auto vec = [](const V3& v) { return Vec3(v[0], v[1], v[2]); };
    Force::UniformGravity(s->forces, s->matter, vec(tree.gravity));
    s->motors = std::make_unique<Force::DiscreteForces>(s->forces, s->matter);
    s->mobilized.push_back(s->matter.Ground());
    for (const ::Body& b : tree.bodies) {
        const Inertia central(b.inertia[0], b.inertia[1], b.inertia[2], b.inertia[3], b.inertia[4], b.inertia[5]);
        const SimTK::Body::Rigid rigid(
            MassProperties(b.mass, vec(b.cm), central.shiftFromMassCenter(vec(b.cm), b.mass)));
        MobilizedBody& inboard = s->mobilized[static_cast<std::size_t>(b.inboard)];
        if (b.kind == "free") {
            s->mobilized.push_back(MobilizedBody::Free(inboard, Transform(vec(b.at)), rigid, Transform()));
        } else {
            // a pin turns about z, a slider moves along x
            const Rotation axes(UnitVec3(vec(b.axis)),
                                b.kind == "hinge" ? CoordinateAxis(ZAxis) : CoordinateAxis(XAxis));
            if (b.kind == "hinge")
                s->mobilized.push_back(
                    MobilizedBody::Pin(inboard, Transform(axes, vec(b.at)), rigid, Transform(axes, Vec3(0))));
            else
                s->mobilized.push_back(
                    MobilizedBody::Slider(inboard, Transform(axes, vec(b.at)), rigid, Transform(axes, Vec3(0))));
        }
    }
    s->state = s->system.realizeTopology();
    s->system.realizeModel(s->state);
    const std::size_t base = tree.floats() ? 6 : 0;
    return {
        "Simbody realize",
        [=, &tree](const ::State& x) {
            if (base != 0) {
                const M3 R = rotation(x.q[0], x.q[1], x.q[2]);
                const SimTK::Rotation turned(
                    Mat33(R[0][0], R[0][1], R[0][2], R[1][0], R[1][1], R[1][2], R[2][0], R[2][1], R[2][2]), true);
                const V3 w = times(R, &x.u[0]), v = times(R, &x.u[3]);
                s->mobilized[1].setQToFitTransform(s->state, Transform(turned, Vec3(x.q[3], x.q[4], x.q[5])));
                s->mobilized[1].setUToFitVelocity(s->state, SpatialVec(vec(w), vec(v)));
            }
            std::size_t h = base;
            for (std::size_t b = 0; b < tree.bodies.size(); ++b) {
                if (tree.bodies[b].kind == "free") continue;
                const MobilizedBody& body = s->mobilized[b + 1];
                body.setOneQ(s->state, 0, x.q[h]);
                body.setOneU(s->state, 0, x.u[h]);
                const int motor = tree.bodies[b].motor;
                s->motors->setOneMobilityForce(s->state, body, MobilizerUIndex(0),
                                               motor < 0 ? 0.0 : x.w[static_cast<std::size_t>(motor)]);
                ++h;
            }
            s->system.realize(s->state, Stage::Acceleration);
        },
        [=, &tree](std::size_t u) { return s->mobilized[u - base + (tree.floats() ? 2 : 1)].getOneUDot(s->state, 0); }};
}

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "engines TREE.txt FOLDER\n");
        return 2;
    }
    using namespace MODEL;
    const Tree tree = read_tree(argv[1]);
    const std::size_t base = tree.floats() ? 6 : 0;
    std::vector<State> states;
    std::uint64_t seed = 1;
    for (int k = 0; k < 32; ++k) {
        State s{std::vector<double>(nq), std::vector<double>(nu), std::vector<double>(nw + 1)};
        for (auto* v : {&s.q, &s.u})
            for (double& x : *v) x = 0.7 * uniform(seed);
        for (double& x : s.w) x = 5 * uniform(seed);
        states.push_back(s);
    }
    std::vector<Engine> engines{emitted(), mujoco(tree, argv[2]), simbody(tree)};
    for (const State& s : states) {
        for (const Engine& e : engines) e.run(s);
        double size = 0;
        for (std::size_t u = base; u < nu; ++u) size = std::max(size, std::abs(engines[0].hinge_acceleration(u)));
        for (std::size_t e = 1; e < engines.size(); ++e)
            for (std::size_t u = base; u < nu; ++u) {
                const double ours = engines[0].hinge_acceleration(u), theirs = engines[e].hinge_acceleration(u);
                if (std::abs(ours - theirs) <= 1e-6 * size) continue;
                std::fprintf(stderr, "%s: acceleration %zu is %.12g, and %.12g by %s\n", engines[0].name.c_str(), u,
                             ours, theirs, engines[e].name.c_str());
                return 1;
            }
    }
    std::vector<std::vector<double>> nanoseconds(engines.size());
    double sum = 0;
    for (int round = 0; round < 41; ++round)
        for (std::size_t e = 0; e < engines.size(); ++e) {
            const int repeats = e == 0 ? 60 : 3;
            const auto begin = std::chrono::steady_clock::now();
            for (int r = 0; r < repeats; ++r)
                for (const State& s : states) {
                    engines[e].run(s);
                    sum += engines[e].hinge_acceleration(nu - 1);
                }
            const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
            nanoseconds[e].push_back(time.count() / (repeats * static_cast<double>(states.size())));
        }
    const double ours = median(nanoseconds[0]);
    for (std::size_t e = 0; e < engines.size(); ++e)
        std::printf("  %-20s %10.1f ns  %7.1f times the emitted\n", engines[e].name.c_str(), median(nanoseconds[e]),
                    median(nanoseconds[e]) / ours);
    return std::isfinite(sum) ? 0 : 1;
}
