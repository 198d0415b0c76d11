// Accelerations of the HMMWV of samples/hmmwv10: the emitted routine against MuJoCo's mj_forward and Simbody's realize, on the same
// bodies, states and loads, in turns in one run, after the accelerations have been compared.
//   g++ -std=c++17 -O3 -march=native -I FOLDER engines.cpp -lmujoco -lSimTKsimbody .. && ./engines FOLDER
// prints `name nanoseconds largest-relative-difference` a line.
//
// Steering: the front wheels' steer angle follows the rack. The emitted code has it as an expression; neither engine knows
// such a hinge. Both get a steer hinge of its own and a condition: Simbody a CoordinateCoupler, which holds exactly, MuJoCo an
// equality of joints, as stiff as it allows (impedance 0.9999: what is left of the hinge's own acceleration is 1e-4 of it).
#include <Simbody.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "../frames.hpp"
#include "../trial.hpp"
#include "hmmwv10.hpp"

namespace {

using namespace hmmwv10;
constexpr int corners = 4, i_rack = 6, i_corner = 7;  // q and u: chassis 6, rack, then jounce and spin of every corner
const char* const tags[corners] = {"fl", "fr", "rl", "rr"};
std::array<double, np> p;
std::array<double, nc> c;

// Where everything of a corner is: the chassis' axes, or those of the carrier, which are the same at the start.
struct Corner {
    double side;
    bool front;
    V3 hinge, cm, centre, top, foot;  // hinge and top on the chassis, the others from the hinge
};
Corner corner(int k) {
    const bool front = k < 2;
    const double side = k % 2 == 0 ? 1 : -1, x0 = p[front ? ip_x_front : ip_x_rear],
                 hub = p[front ? ip_hub_front : ip_hub_rear], inner = p[ip_y_arm];
    return {side,
            front,
            {x0, side * inner, 0},
            {hub, side * (p[ip_y_carrier] - inner), p[ip_z_wheel]},
            {hub, side * (p[ip_y_wheel] - inner), p[ip_z_wheel]},
            {x0 + p[front ? ip_sx_chassis_front : ip_sx_chassis_rear],
             side * p[front ? ip_sy_chassis_front : ip_sy_chassis_rear],
             p[front ? ip_sz_chassis_front : ip_sz_chassis_rear]},
            {p[front ? ip_sx_carrier_front : ip_sx_carrier_rear], side * (p[ip_sy_carrier] - inner), p[ip_sz_carrier]}};
}
double rod_inertia() {
    return p[ip_m_rack] * p[ip_l_rack] * p[ip_l_rack] / 12;
}

struct State {
    std::array<double, nq> q;
    std::array<double, nu> u;
    std::array<double, nw> w;  // springs 4; force and moment of the road 6 a corner; drive torques 4; rack
    double spring(int k) const { return w[static_cast<std::size_t>(k)]; }
    const double* road(int k) const { return &w[static_cast<std::size_t>(4 + 6 * k)]; }
    double drive(int k) const { return w[static_cast<std::size_t>(28 + k)]; }
    double rack_force() const { return w[32]; }
};

// Accelerations of rack, jounces and spins; `run` first.
struct Engine {
    std::string name;
    double tolerance;
    std::function<void(const State&)> run;
    std::function<double(int)> acceleration;  // of u[i], i from the rack on
};

Engine emitted() {
    auto udot = std::make_shared<std::array<double, nu>>();
    return {"emitted", 0,
            [udot](const State& s) {
                int info = 0;
                double no_multiplier = 0;
                hmmwv10_accelerations<double>(0.0, s.q.data(), s.u.data(), s.w.data(), c.data(), udot->data(),
                                              &no_multiplier, info);
                if (info != 0) std::exit(1);
            },
            [udot](int i) { return (*udot)[static_cast<std::size_t>(i)]; }};
}

// ------------------------------------------------------------------------------------------------ MuJoCo
std::string mjcf() {
    std::ostringstream xml;
    xml.precision(17);
    const auto triple = [&](const char* key, double x, double y, double z) {
        xml << " " << key << "=\"" << x << " " << y << " " << z << "\"";
    };
    const auto place = [&](const V3& v) { triple("pos", v[0], v[1], v[2]); };
    const auto inertial = [&](const V3& cm, double mass, double x, double y, double z) {
        xml << "<inertial mass=\"" << mass << "\"";
        place(cm);
        triple("diaginertia", x, y, z);
        xml << "/>\n";
    };
    xml << "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\"/><option tolerance=\"1e-14\" gravity=\"0 0 "
        << -p[ip_g] << "\"><flag contact=\"disable\" limit=\"disable\"/></option><worldbody>\n<body name=\"chassis\">"
        << "<freejoint name=\"free\"/>";
    inertial({p[ip_cx_chassis], 0, p[ip_cz_chassis]}, p[ip_m_chassis], p[ip_ixx_chassis], p[ip_iyy_chassis],
             p[ip_izz_chassis]);
    xml << "<body name=\"steering\"";
    triple("pos", p[ip_x_rack], 0, p[ip_z_rack]);
    xml << "><joint name=\"rack\" type=\"slide\" axis=\"0 1 0\"/>";
    inertial({}, p[ip_m_rack], rod_inertia(), 1e-9, rod_inertia());  // it wants more than 0 about the rod itself
    xml << "</body>\n";
    for (int k = 0; k < corners; ++k) {
        const Corner at = corner(k);
        const std::string tag = tags[k];
        xml << "<site name=\"top_" << tag << "\"";
        place(at.top);
        xml << "/><body name=\"carrier_" << tag << "\"";
        place(at.hinge);
        xml << "><joint name=\"jounce_" << tag << "\" axis=\"" << at.side << " 0 0\"/>";
        inertial(at.cm, p[ip_m_carrier], p[ip_i_carrier], p[ip_i_carrier], p[ip_i_carrier]);
        xml << "<site name=\"foot_" << tag << "\"";
        place(at.foot);
        xml << "/><body name=\"wheel_" << tag << "\"";
        place(at.centre);
        xml << ">";
        if (at.front) xml << "<joint name=\"steer_" << tag << "\" axis=\"0 0 1\"/>";
        xml << "<joint name=\"spin_" << tag << "\" axis=\"0 1 0\"/>";
        inertial({}, p[ip_m_wheel], p[ip_ia_wheel], p[ip_ib_wheel], p[ip_ia_wheel]);
        xml << "</body></body>\n";
    }
    xml << "</body></worldbody><tendon>\n";
    for (const std::string tag : tags)
        xml << "<spatial name=\"spring_" << tag << "\"><site site=\"top_" << tag << "\"/><site site=\"foot_" << tag
            << "\"/></spatial>\n";
    xml << "</tendon><actuator>\n";
    for (const std::string tag : tags) xml << "<motor tendon=\"spring_" << tag << "\"/>\n";
    xml << "</actuator><equality>\n";
    for (const std::string tag : {"fl", "fr"})
        xml << "<joint joint1=\"steer_" << tag << "\" joint2=\"rack\" polycoef=\"0 " << -1 / p[ip_steer_arm]
            << " 0 0 0\" solimp=\"0.9999 0.9999 0.001 0.5 1\"/>\n";
    xml << "</equality></mujoco>\n";
    return xml.str();
}

Engine mujoco(const std::string& folder) {
    const std::string path = folder + "/hmmwv10.xml";
    std::ofstream(path) << mjcf();
    char error[1000] = "";
    mjModel* model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
    if (model == nullptr) {
        std::fprintf(stderr, "MuJoCo: %s\n", error);
        std::exit(1);
    }
    mjData* data = mj_makeData(model);
    struct Joint {
        int q, v;
    };
    const auto joint = [model](const std::string& name) {
        const int j = mj_name2id(model, mjOBJ_JOINT, name.c_str());
        return Joint{model->jnt_qposadr[j], model->jnt_dofadr[j]};
    };
    std::vector<Joint> hinges{joint("rack")};  // as u from the rack on
    std::vector<Joint> steers{joint("steer_fl"), joint("steer_fr")};
    std::vector<int> wheels;
    for (const std::string tag : tags) {
        hinges.push_back(joint("jounce_" + tag));
        hinges.push_back(joint("spin_" + tag));
        wheels.push_back(mj_name2id(model, mjOBJ_BODY, ("wheel_" + tag).c_str()));
    }
    const auto angles_to_quaternion = [data](double yaw, double pitch, double roll) {
        const double cy = std::cos(yaw / 2), sy = std::sin(yaw / 2), cp = std::cos(pitch / 2), sp = std::sin(pitch / 2),
                     cr = std::cos(roll / 2), sr = std::sin(roll / 2);
        data->qpos[3] = cr * cp * cy + sr * sp * sy;
        data->qpos[4] = sr * cp * cy - cr * sp * sy;
        data->qpos[5] = cr * sp * cy + sr * cp * sy;
        data->qpos[6] = cr * cp * sy - sr * sp * cy;
    };
    return {"mujoco", 1e-3,
            [=](const State& s) {
                const V3 v = times(rotation(s.q[0], s.q[1], s.q[2]), &s.u[3]);
                for (std::size_t i = 0; i < 3; ++i) {
                    data->qpos[i] = s.q[i + 3];
                    data->qvel[i] = v[i];
                    data->qvel[i + 3] = s.u[i];
                }
                angles_to_quaternion(s.q[0], s.q[1], s.q[2]);
                for (std::size_t h = 0; h < hinges.size(); ++h) {
                    data->qpos[hinges[h].q] = s.q[i_rack + h];
                    data->qvel[hinges[h].v] = s.u[i_rack + h];
                }
                for (const Joint& steer : steers) {
                    data->qpos[steer.q] = -s.q[i_rack] / p[ip_steer_arm];
                    data->qvel[steer.v] = -s.u[i_rack] / p[ip_steer_arm];
                }
                data->qfrc_applied[hinges[0].v] = s.rack_force();
                for (int k = 0; k < corners; ++k) {
                    data->ctrl[k] = s.spring(k);
                    std::copy(s.road(k), s.road(k) + 6, data->xfrc_applied + 6 * wheels[static_cast<std::size_t>(k)]);
                    data->qfrc_applied[hinges[static_cast<std::size_t>(2 + 2 * k)].v] = s.drive(k);
                }
                mj_forward(model, data);
            },
            [=](int i) { return data->qacc[hinges[static_cast<std::size_t>(i - i_rack)].v]; }};
}

// ------------------------------------------------------------------------------------------------ Simbody
struct SimbodyVehicle {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter{system};
    SimTK::GeneralForceSubsystem forces{system};
    SimTK::MobilizedBody chassis, rack;
    std::array<SimTK::MobilizedBody, corners> carriers, wheels;
    std::array<double, corners> springs{};
    std::unique_ptr<SimTK::Force::DiscreteForces> loads;
    SimTK::State state;
};

SimTK::Vec3 vec(const V3& v) {
    return {v[0], v[1], v[2]};
}

// A force of given size along the line between a point of the chassis and one of the carrier, positive where it pushes.
class Springs : public SimTK::Force::Custom::Implementation {
  public:
    explicit Springs(const SimbodyVehicle& vehicle) : vehicle_(vehicle) {}
    void calcForce(const SimTK::State& state, SimTK::Vector_<SimTK::SpatialVec>& bodies, SimTK::Vector_<SimTK::Vec3>&,
                   SimTK::Vector&) const override {
        for (int k = 0; k < corners; ++k) {
            const Corner at = corner(k);
            const auto& chassis = vehicle_.chassis;
            const auto& carrier = vehicle_.carriers[static_cast<std::size_t>(k)];
            const SimTK::Vec3 along = carrier.findStationLocationInGround(state, vec(at.foot)) -
                                      chassis.findStationLocationInGround(state, vec(at.top));
            const SimTK::Vec3 force = vehicle_.springs[static_cast<std::size_t>(k)] / along.norm() * along;
            carrier.applyForceToBodyPoint(state, vec(at.foot), force, bodies);
            chassis.applyForceToBodyPoint(state, vec(at.top), -force, bodies);
        }
    }
    double calcPotentialEnergy(const SimTK::State&) const override { return 0; }

  private:
    const SimbodyVehicle& vehicle_;
};

Engine simbody() {
    using namespace SimTK;
    auto s = std::make_shared<SimbodyVehicle>();
    const auto rigid = [](const V3& cm, double mass, double x, double y, double z) {
        return SimTK::Body::Rigid(MassProperties(mass, vec(cm), Inertia(x, y, z).shiftFromMassCenter(vec(cm), mass)));
    };
    const auto along = [](const UnitVec3& axis, const CoordinateAxis& name) { return SimTK::Rotation(axis, name); };
    Force::UniformGravity(s->forces, s->matter, Vec3(0, 0, -p[ip_g]));
    s->loads = std::make_unique<Force::DiscreteForces>(s->forces, s->matter);
    s->chassis = MobilizedBody::Free(s->matter.Ground(), Transform(),
                                     rigid({p[ip_cx_chassis], 0, p[ip_cz_chassis]}, p[ip_m_chassis], p[ip_ixx_chassis],
                                           p[ip_iyy_chassis], p[ip_izz_chassis]),
                                     Transform());
    const SimTK::Rotation sideways = along(UnitVec3(0, 1, 0), XAxis), axle = along(UnitVec3(0, 1, 0), ZAxis);
    s->rack = MobilizedBody::Slider(s->chassis, Transform(sideways, Vec3(p[ip_x_rack], 0, p[ip_z_rack])),
                                    rigid({}, p[ip_m_rack], rod_inertia(), 0, rod_inertia()), Transform(sideways));
    // a universal joint turns about its x, then about its y
    const SimTK::Rotation kingpin(Mat33(0, 0, -1, 0, 1, 0, 1, 0, 0));
    for (std::size_t k = 0; k < corners; ++k) {
        const Corner at = corner(static_cast<int>(k));
        const SimTK::Rotation arm = along(UnitVec3(at.side, 0, 0), ZAxis);
        s->carriers[k] = MobilizedBody::Pin(
            s->chassis, Transform(arm, vec(at.hinge)),
            rigid(at.cm, p[ip_m_carrier], p[ip_i_carrier], p[ip_i_carrier], p[ip_i_carrier]), Transform(arm));
        const auto wheel = rigid({}, p[ip_m_wheel], p[ip_ia_wheel], p[ip_ib_wheel], p[ip_ia_wheel]);
        if (at.front)
            s->wheels[k] =
                MobilizedBody::Universal(s->carriers[k], Transform(kingpin, vec(at.centre)), wheel, Transform(kingpin));
        else
            s->wheels[k] = MobilizedBody::Pin(s->carriers[k], Transform(axle, vec(at.centre)), wheel, Transform(axle));
        if (!at.front) continue;
        Vector factors(3, 0.0);
        factors[0] = 1;
        factors[1] = 1 / p[ip_steer_arm];
        Array_<MobilizedBodyIndex> bodies;
        bodies.push_back(s->wheels[k].getMobilizedBodyIndex());
        bodies.push_back(s->rack.getMobilizedBodyIndex());
        Constraint::CoordinateCoupler(s->matter, new Function::Linear(factors), bodies,
                                      Array_<MobilizerQIndex>(2, MobilizerQIndex(0)));
    }
    Force::Custom(s->forces, new Springs(*s));
    s->state = s->system.realizeTopology();
    s->system.realizeModel(s->state);
    return {"simbody", 1e-6,
            [=](const ::State& x) {
                const M3 R = rotation(x.q[0], x.q[1], x.q[2]);
                const SimTK::Rotation turned(
                    Mat33(R[0][0], R[0][1], R[0][2], R[1][0], R[1][1], R[1][2], R[2][0], R[2][1], R[2][2]), true);
                s->chassis.setQToFitTransform(s->state, Transform(turned, Vec3(x.q[3], x.q[4], x.q[5])));
                s->chassis.setUToFitVelocity(s->state, SpatialVec(vec(times(R, &x.u[0])), vec(times(R, &x.u[3]))));
                const auto set = [&](const MobilizedBody& body, int which, double q, double u) {
                    body.setOneQ(s->state, which, q);
                    body.setOneU(s->state, which, u);
                };
                set(s->rack, 0, x.q[i_rack], x.u[i_rack]);
                s->loads->setOneMobilityForce(s->state, s->rack, MobilizerUIndex(0), x.rack_force());
                for (std::size_t k = 0; k < corners; ++k) {
                    const std::size_t j = i_corner + 2 * k;
                    const bool front = k < 2;
                    set(s->carriers[k], 0, x.q[j], x.u[j]);
                    set(s->wheels[k], front ? 1 : 0, x.q[j + 1], x.u[j + 1]);
                    if (front) set(s->wheels[k], 0, -x.q[i_rack] / p[ip_steer_arm], -x.u[i_rack] / p[ip_steer_arm]);
                    const double* load = x.road(static_cast<int>(k));
                    s->springs[k] = x.spring(static_cast<int>(k));
                    s->loads->setOneBodyForce(
                        s->state, s->wheels[k],
                        SpatialVec(Vec3(load[3], load[4], load[5]), Vec3(load[0], load[1], load[2])));
                    s->loads->setOneMobilityForce(s->state, s->wheels[k], MobilizerUIndex(front ? 1 : 0),
                                                  x.drive(static_cast<int>(k)));
                }
                s->system.realize(s->state, Stage::Acceleration);
            },
            [=](int i) {
                if (i == i_rack) return s->rack.getOneUDot(s->state, 0);
                const auto k = static_cast<std::size_t>((i - i_corner) / 2);
                if ((i - i_corner) % 2 == 0) return s->carriers[k].getOneUDot(s->state, 0);
                return s->wheels[k].getOneUDot(s->state, k < 2 ? 1 : 0);
            }};
}

// ------------------------------------------------------------------------------------------------
std::vector<State> random_states() {
    std::vector<State> states(32);
    std::uint64_t seed = 1;
    for (State& s : states) {
        for (double& x : s.q) x = 0.3 * uniform(seed);
        s.q[i_rack] *= 0.2;  // 0.06 m turn the wheels by 0.44 rad
        for (double& x : s.u) x = uniform(seed);
        for (double& x : s.w) x = 1000 * uniform(seed);
    }
    return states;
}

// The largest difference from the first engine, relative to the largest acceleration of that state.
double difference(const Engine& first, const Engine& other, const std::vector<State>& states) {
    double worst = 0;
    for (const State& s : states) {
        first.run(s);
        other.run(s);
        double size = 0, apart = 0;
        for (int i = i_rack; i < nu; ++i) {
            size = std::max(size, std::abs(first.acceleration(i)));
            apart = std::max(apart, std::abs(first.acceleration(i) - other.acceleration(i)));
        }
        worst = std::max(worst, apart / size);
    }
    return worst;
}

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "engines FOLDER\n");
        return 2;
    }
    hmmwv10_defaults<double>(p.data());
    hmmwv10_setup<double>(p.data(), c.data());
    const std::vector<State> states = random_states();
    std::vector<Engine> engines{emitted(), mujoco(argv[1]), simbody()};
    std::vector<double> apart;
    for (const Engine& e : engines) {
        apart.push_back(difference(engines[0], e, states));
        if (apart.back() <= e.tolerance) continue;
        std::fprintf(stderr, "%s: accelerations differ from the emitted routine's by %.2g\n", e.name.c_str(),
                     apart.back());
        return 1;
    }
    std::vector<std::vector<double>> nanoseconds(engines.size());
    double sum = 0;
    for (int round = 0; round < 41; ++round)
        for (std::size_t e = 0; e < engines.size(); ++e) {
            const int repeats = e == 0 ? 60 : 3;
            const double begin = processor_time();
            for (int r = 0; r < repeats; ++r)
                for (const State& s : states) {
                    engines[e].run(s);
                    sum += engines[e].acceleration(nu - 1);
                }
            nanoseconds[e].push_back((processor_time() - begin) / (repeats * static_cast<double>(states.size())));
        }
    for (std::size_t e = 0; e < engines.size(); ++e)
        std::printf("%s %.1f %.1e\n", engines[e].name.c_str(), median(nanoseconds[e]), apart[e]);
    return std::isfinite(sum) ? 0 : 1;
}
