// A quadruped whose four feet slide: the emitted modes and accelerations against MuJoCo's mj_forward with four contacts,
// in turns in one run, on the same bodies and state. The two do not solve the same problem: lag's contacts are rigid, with
// exact Coulomb friction along one direction each; MuJoCo's are soft and their friction cones are three-dimensional.
// So the accelerations are printed beside each other, not compared.
//   g++ -std=c++17 -O3 -march=native -include sliding_quadruped.hpp contacts.cpp -lmujoco -o contacts
//   ./contacts FOLDER
#include <mujoco/mujoco.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace m = sliding_quadruped;

namespace {

constexpr double foot_radius = 0.02, knee_torque = 10;  // N m: about what the trunk's weight asks of a knee

std::size_t place(const char* name, const char* const* names, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k)
        if (std::string(names[k]) == name) return k;
    std::fprintf(stderr, "the model has no %s\n", name);
    std::exit(1);
}

class Emitted {
  public:
    Emitted() : p(m::np), c(m::nc + 1), q(m::nq), u(m::nu), w(m::nw), udot(m::nu), lambda(m::nl + 1) {
        m::sliding_quadruped_defaults<double>(p.data());
        m::sliding_quadruped_setup<double>(p.data(), c.data());
        m::sliding_quadruped_initial<double>(p.data(), q.data(), u.data());
        m::sliding_quadruped_flags<double>(p.data(), w.data());
        for (const char* leg : {"fl", "fr", "hl", "hr"})
            w[place(("torque_knee_" + std::string(leg)).c_str(), m::input_names.data(), m::nw)] = knee_torque;
    }
    double parameter(const char* name) const { return p[place(name, m::parameter_names.data(), m::np)]; }
    void modes() {
        m::sliding_quadruped_modes<double>(0.0, q.data(), u.data(), w.data(), c.data(), info);
        require();
    }
    void accelerations() {
        m::sliding_quadruped_accelerations<double>(0.0, q.data(), u.data(), w.data(), c.data(), udot.data(),
                                                   lambda.data(), info);
        require();
    }
    void stand_still() { std::fill(u.begin(), u.end(), 0.0); }
    double acceleration(const char* speed) const { return udot[place(speed, m::speed_names.data(), m::nu)]; }
    int sliding() const {
        int count = 0;
        for (std::size_t k = 0; k < m::nw; ++k)
            if (std::string(m::input_names[k]).find("_slip") != std::string::npos && std::abs(w[k]) > 0) ++count;
        return count;
    }

    std::vector<double> p, c, q, u, w, udot, lambda;

  private:
    void require() const {
        if (info == 0) return;
        std::fprintf(stderr, "the emitted routines fail: info %d\n", info);
        std::exit(1);
    }
    int info = 0;
};

// The bodies of samples/quadruped.lag, by the names of its parameters, on a floor.
std::string mjcf(const Emitted& lag) {
    const auto v = [&](const char* name) { return lag.parameter(name); };
    std::ostringstream xml;
    xml.precision(17);
    const auto inertial = [&](double mass, double x, double y, double z, const char* xx, const char* yy,
                              const char* zz) {
        xml << "<inertial pos='" << x << " " << y << " " << z << "' mass='" << mass << "' diaginertia='" << v(xx) << " "
            << v(yy) << " " << v(zz) << "'/>";
    };
    const double lift = 0.7, thigh = v("thigh"), shank = v("shank"), offset = v("hip_offset");
    xml << "<mujoco><compiler angle='radian' inertiafromgeom='false' boundmass='0' boundinertia='0'/>"
           "<option gravity='0 0 "
        << -v("g") << "' cone='elliptic'/><worldbody><geom type='plane' size='9 9 1' pos='0 0 " << -foot_radius
        << "' friction='" << v("mu") << "'/><body name='trunk' pos='0 0 " << (thigh + shank) * std::cos(lift)
        << "'><freejoint/>";
    inertial(v("mass_trunk"), 0, 0, 0, "Ixx", "Iyy", "Izz");
    for (const double forward : {1.0, -1.0})
        for (const double left : {1.0, -1.0}) {
            xml << "<body pos='" << forward * v("half_length") << " " << left * v("half_width")
                << " 0'><joint axis='1 0 0'/>";
            inertial(v("mass_hip"), -forward * offset / 20, left * offset / 10, 0, "hip_x", "hip_y", "hip_z");
            xml << "<body pos='0 " << left * offset << " 0'><joint axis='0 1 0'/>";
            inertial(v("mass_thigh"), 0, -left * offset / 4, -thigh / 8, "thigh_x", "thigh_y", "thigh_z");
            xml << "<body pos='0 0 " << -thigh << "'><joint axis='0 1 0'/>";
            inertial(v("mass_shank"), 0, 0, -shank / 2, "shank_x", "shank_y", "shank_z");
            xml << "<geom type='sphere' size='" << foot_radius << "' pos='0 0 " << -shank << "' friction='" << v("mu")
                << "'/></body></body></body>";
        }
    xml << "</body></worldbody></mujoco>\n";
    return xml.str();
}

class Mujoco {
  public:
    Mujoco(const Emitted& lag, const std::string& folder) {
        const std::string path = folder + "/contacts.xml";
        std::ofstream(path) << mjcf(lag);
        char error[1000] = "";
        model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
        if (model == nullptr) {
            std::fprintf(stderr, "MuJoCo: %s\n", error);
            std::exit(1);
        }
        data = mj_makeData(model);
        for (int leg = 0; leg < 4; ++leg) {
            data->qpos[7 + 3 * leg + 1] = 0.7, data->qpos[7 + 3 * leg + 2] = -1.4;
            data->qfrc_applied[6 + 3 * leg + 2] = knee_torque;
        }
        data->qpos[2] -= 1e-9;  // the feet touch
        data->qvel[0] = 0.5;
    }
    // From the same guess every time: a warm start of the solver would know the answer.
    void forward() {
        std::fill(data->qacc_warmstart, data->qacc_warmstart + model->nv, 0.0);
        mj_forward(model, data);
    }
    void forward_warm() { mj_forward(model, data); }
    int contacts() const { return data->ncon; }
    double acceleration(int dof) const { return data->qacc[dof]; }

  private:
    mjModel* model = nullptr;
    mjData* data = nullptr;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "contacts FOLDER\n");
        return 2;
    }
    Emitted sliding, still;
    still.stand_still();
    Mujoco engine(sliding, argv[1]);
    sliding.modes(), sliding.accelerations(), engine.forward(), still.modes();
    if (sliding.sliding() != 4 || engine.contacts() != 4) {
        std::fprintf(stderr, "%d feet slide, and MuJoCo has %d contacts: four are expected\n", sliding.sliding(),
                     engine.contacts());
        return 1;
    }
    const std::vector<std::pair<const char*, std::function<void()>>> all{
        {"accelerations", [&] { sliding.accelerations(); }},
        {"modes and accelerations", [&] { sliding.modes(), sliding.accelerations(); }},
        {"modes, longest search", [&] { still.modes(); }},
        {"MuJoCo mj_forward", [&] { engine.forward(); }},
        {"the same, warm start", [&] { engine.forward_warm(); }}};
    std::vector<std::vector<double>> times(all.size());
    for (int turn = 0; turn < 41; ++turn)
        for (std::size_t k = 0; k < all.size(); ++k) {
            constexpr int repeats = 50;
            const auto begin = std::chrono::steady_clock::now();
            for (int r = 0; r < repeats; ++r) all[k].second();
            const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
            times[k].push_back(time.count() / repeats);
        }
    for (std::size_t k = 0; k < all.size(); ++k) std::printf("  %-26s %9.2f us\n", all[k].first, median(times[k]));
    std::printf("  trunk along x and z, m/s^2: rigid contacts %.4f %.4f, MuJoCo's soft ones %.4f %.4f\n",
                sliding.acceleration("vx"), sliding.acceleration("vz"), engine.acceleration(0), engine.acceleration(2));
    return 0;
}
