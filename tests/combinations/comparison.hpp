// What was emitted of one script, called at random states and compared with the oracle, file by file.
#pragma once

#include <fmt/format.h>

#include <Eigen/Dense>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/combinations/examination.hpp"
#include "tests/combinations/reference.hpp"

namespace lag::combinations {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Chosen before any result was seen: motion to 1e-7 of its largest element (some of it was solved for), the
// rest to 1e-9.
inline constexpr double solved = 1e-7, direct = 1e-9;

inline double largest(const VectorXd& v) {
    return v.size() == 0 ? 0 : v.cwiseAbs().maxCoeff();
}

template <class Table>
std::vector<std::string> names_of(const Table& table) {
    std::vector<std::string> names;
    for (const auto& entry : table) names.push_back(entry.name);
    return names;
}

inline std::string shown(const VectorXd& v) {
    std::ostringstream text;
    text.precision(10);
    text << v.transpose();
    return text.str();
}

// What the oracle says at one state.
struct Truth {
    OracleState state;
    OracleResult free;
    ConstraintReading rows;
    ConstrainedMotion motion;
    Regularity regular;
};

class Comparison {
  public:
    Comparison(Examined& examined, const Options& options, std::uint64_t choices);
    void run();

  private:
    void report(const std::string& kind, const std::string& detail);
    bool equal(const std::string& what, const VectorXd& ours, const VectorXd& truth, double size, double tolerance);

    // -- compare_all.cpp
    void compare(Emitted& variant, const Truth& truth);
    // The inputs of a file, in its order; names are those of the model's C++ file.
    OracleState for_file(const Emitted& variant, const Truth& truth);
    const Emitted& header_of(const Emitted& variant) const;
    // Those that the file keeps. They may hold in general, but not for the parameters at hand: lag warns of them, and
    // routines return info.
    Index rows_of(const Emitted& variant) const;
    // Routines that mean the same with every treatment of constraints.
    void compare_common(const Emitted& variant, const Truth& truth, bool rows_hold);
    // Of the speeds in u those that the file keeps.
    OracleState reduced(const Emitted& variant, const OracleState& whole);
    std::vector<Index> places(const std::vector<std::string>& names) const;
    void compare_outputs(const Emitted& variant, const Truth& truth, const Arrays& given);
    void compare_assembly(const Emitted& variant, const Truth& truth, Arrays given);
    void compare_equations(const Emitted& variant, const Truth& truth, Arrays given);
    void compare_whole(const Emitted& variant, const Truth& truth);
    void compare_regressor(const Emitted& variant, const Truth& truth, Arrays given);
    void compare_motion(const Emitted& variant, const Truth& truth, const Arrays& given);
    void compare_projection(const Emitted& variant, const Truth& truth, Arrays given);
    void compare_eliminated(const Emitted& variant, const Truth& truth);

    // -- compare_slopes.cpp
    using Function = std::function<VectorXd(Emitted&, const OracleState&)>;
    VectorXd derivatives(Emitted& variant, const OracleState& state);
    // One column by central differences of fourth order.
    VectorXd slope(Emitted& variant, const OracleState& state, const std::string& column, double h, const Function& of);
    void compare_jacobian(Emitted& variant, const Truth& truth);
    // Of several steps that which is nearest to `ours`, and how far it is, beside `size` and the column.
    std::pair<VectorXd, double> nearest_slope(Emitted& variant, const OracleState& state, const std::string& column,
                                              double size, const VectorXd& ours, const Function& of);
    // Tangents along single columns, and the adjoint of random weights.
    void compare_products(Emitted& variant, const Truth& truth);
    // Its columns are the slopes of the adjoint, whose first columns are the hessian's.
    void compare_hessian(Emitted& variant, const OracleState& state, const VectorXd& v);
    void compare_four(Emitted& variant, const Truth& truth);

    // -- compare_modes.cpp: with contacts or dry friction
    void run_in_modes();
    void compare_in_mode(Emitted& variant, const Truth& truth);

    Examined& examined_;
    const Model& model_;
    Random random_;
    std::map<std::string, std::shared_ptr<Library>> libraries_;
    std::vector<Emitted> variants_;
    std::map<std::string, std::vector<double>> outputs_;
    std::string variant_, here_;
};

}  // namespace lag::combinations
