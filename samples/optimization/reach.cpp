// The posture in which the arm holds its tool at a point with the least torques, by CasADi's own SQP method with exact second
// derivatives:   reach ./arm7.so
//   c++ -O2 -o reach reach.cpp -lcasadi
#include <casadi/casadi.hpp>
#include <iostream>

using namespace casadi;

int main(int count, char** words) {
    const std::string library = count > 1 ? words[1] : "./arm7.so";
    const Function outputs = external("arm7_outputs", library), torques = external("arm7_inverse_dynamics", library);
    const DM p = external("arm7_defaults", library)(std::vector<DM>{})[0], still = DM::zeros(7), none = DM::zeros(0);
    const MX q = MX::sym("q", 7);
    const MX tool = outputs(std::vector<MX>{0, q, still, none, p})[0];
    const MX load = torques(std::vector<MX>{0, q, still, still, none, p})[0];
    // a little of the turns themselves is counted, since the first joint and the last carry no weight
    const Function solver =
        nlpsol("solver", "sqpmethod", {{"x", q}, {"f", dot(load, load) + 0.1 * dot(q, q)}, {"g", tool}},
               {{"qpsol", "qrqp"},
                {"print_time", false},
                {"convexify_strategy", "eigen-reflect"},
                {"qpsol_options", Dict{{"print_iter", false}, {"print_header", false}}},
                {"print_iteration", false},
                {"print_header", false},
                {"print_status", false},
                {"tol_pr", 1e-10},
                {"tol_du", 1e-9}});
    const DM target = DM(std::vector<double>{0.45, 0.1, 0.6});
    const DMDict found =
        solver(DMDict{{"x0", DM(std::vector<double>{0, 0.4, 0, -0.9, 0, 0.7, 0})}, {"lbg", target}, {"ubg", target}});
    const Dict stats = solver.stats();
    std::cout << "posture " << found.at("x") << "\nsum of squares " << found.at("f") << " after "
              << stats.at("iter_count") << " steps\nerror of the tool " << norm_2(found.at("g") - target) << "\n";
    return stats.at("success") ? 0 : 1;
}
