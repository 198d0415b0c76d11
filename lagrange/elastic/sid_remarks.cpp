// Whether standard input data are a body's, and agree with themselves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "lagrange/elastic/sid.hpp"

namespace lag {

namespace {

constexpr double closeness = 1e-3;  // of what the file says twice, of the largest number of the matrix

constexpr std::array<std::array<std::size_t, 2>, 6> places_in_Oe{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};

// The largest difference of two tables that should be one, as a part of the largest number in them.
class Difference {
  public:
    // Numbers below a millionth of `size` are none.
    explicit Difference(double size) : size_(1e-6 * size) {}
    void add(const Rational& a, const Rational& b) {
        const double x = nearest_double(a), y = nearest_double(b);
        difference_ = std::max(difference_, std::abs(x - y));
        size_ = std::max({size_, std::abs(x), std::abs(y)});
    }
    double part() const { return difference_ == 0 ? 0 : difference_ / size_; }
    bool counts() const { return part() > closeness; }
    std::string text() const {
        const double percent = 100 * part();
        const double shown = percent < 10 ? std::round(10 * percent) / 10 : std::round(percent);
        std::string digits = std::to_string(shown);
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.back() == '.') digits.pop_back();
        return digits + " % of the largest number";
    }

  private:
    double difference_ = 0, size_;
};

class SidRemarks {
  public:
    SidRemarks(const Sid& sid, bool stiffening) : sid_(sid), stiffening_(stiffening) {
        double moments = 0;
        for (std::size_t k = 0; k < sid.modes; ++k) modal_ = std::max(modal_, nearest_double(sid.Me.at(k, k)));
        for (std::size_t k = 0; k < 3; ++k)
            moments += nearest_double(sid.J.columns == 1 ? sid.J.at(k, 0) : sid.J.at(k, k));
        of_places_ = std::sqrt(modal_ * nearest_double(sid.mass)), of_turns_ = std::sqrt(modal_ * moments);
    }

    std::vector<std::string> take() {
        for (const auto& [name, series] : {std::pair("Me", &sid_.Me), {"Ke", &sid_.Ke}, {"De", &sid_.De}}) {
            symmetric_matrix(name, *series);
            unused_order(name, *series);
        }
        unused_order("ksigma", sid_.ksigma);
        if (stiffening_) symmetric_slopes("Ct", sid_.Ct);
        symmetric_slopes("Oe", sid_.Oe);
        if (!stiffening_ && !sid_.Ct.m1.empty())
            say(sid_.Ct.line,
                "order 1 of Ct is left out (stiffening = false); what Oe and Cr hold of stiffening stays");
        compare_moments();
        compare_gyroscopic();
        kinetic_energy();
        for (const SidNode& node : sid_.nodes) compare_node(node);
        return std::move(lines_);
    }

  private:
    void say(std::size_t line, const std::string& text) {
        lines_.push_back(fmt::format("{}:{}: {}", sid_.file, line, text));
    }
    void unused_order(const std::string& name, const SidSeries& series) {
        if (!series.m1.empty()) say(series.line, fmt::format("order 1 of {} is not used", name));
    }
    void symmetric_matrix(const std::string& name, const SidSeries& series) {
        Difference difference(0);
        for (std::size_t i = 0; i < sid_.modes; ++i)
            for (std::size_t j = 0; j < sid_.modes; ++j) difference.add(series.at(i, j), series.at(j, i));
        if (difference.counts())
            say(series.line,
                fmt::format("{} is not symmetric, by {}: its symmetric part is taken", name, difference.text()));
    }
    void symmetric_slopes(const std::string& name, const SidSeries& series) {
        Difference difference(modal_);
        for (std::size_t k = 0; k < sid_.modes; ++k)
            for (std::size_t l = 0; l < sid_.modes; ++l)
                for (std::size_t a = 0; a < series.columns; ++a) difference.add(series.at(k, l, a), series.at(l, k, a));
        if (difference.counts())
            say(series.line,
                fmt::format(
                    "order 1 of {} is not symmetric in the elastic coordinates, by {}: its symmetric part is taken",
                    name, difference.text()));
    }

    Rational inertia_slope(std::size_t i, std::size_t j, std::size_t e) const {
        constexpr std::array<std::array<std::size_t, 3>, 3> row{{{0, 3, 4}, {3, 1, 5}, {4, 5, 2}}};
        return sid_.J.columns == 1 ? sid_.J.at(row[i][j], e, 0) : sid_.J.at(i, e, j);
    }

    void compare_moments() {
        Difference first(of_places_), second(of_turns_);
        for (std::size_t k = 0; k < sid_.modes; ++k) {
            for (std::size_t a = 0; a < 3; ++a) first.add(sid_.mdCM.at(a, k, 0), sid_.Ct.at(k, a));
            for (std::size_t a = 0; a < 6; ++a) {
                const auto [i, j] = places_in_Oe[a];
                second.add(i == j ? -2 * sid_.Oe.at(k, a) : -sid_.Oe.at(k, a), inertia_slope(i, j, k));
            }
        }
        if (!sid_.mdCM.m1.empty() && first.counts())
            say(sid_.mdCM.line,
                fmt::format("order 1 of mdCM is not Ct, by {}: Ct is taken, as momentum needs it", first.text()));
        if (!sid_.J.m1.empty() && sid_.Oe.line != 0 && second.counts())
            say(sid_.Oe.line, fmt::format("Oe is not what J says, by {}: J is taken", second.text()));
    }

    // Gr_k = J,k - Cr_k~ and Ge_l = Cr,l of row k less Cr,k of row l; Ge is written mode by mode or axis by axis.
    void compare_gyroscopic() {
        Difference gyroscopic(of_turns_), by_mode(modal_), by_axis(modal_);
        const std::size_t n = sid_.modes;
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t next = (i + 1) % 3, last = (i + 2) % 3;
                gyroscopic.add(sid_.Gr.at(i, 3 * k + i), inertia_slope(i, i, k));
                gyroscopic.add(sid_.Gr.at(i, 3 * k + next), inertia_slope(i, next, k) + sid_.Cr.at(k, last));
                gyroscopic.add(sid_.Gr.at(i, 3 * k + last), inertia_slope(i, last, k) - sid_.Cr.at(k, next));
                for (std::size_t l = 0; l < n; ++l) {
                    const Rational expected = sid_.Cr.at(k, l, i) - sid_.Cr.at(l, k, i);
                    by_mode.add(sid_.Ge.at(k, 3 * l + i), expected);
                    by_axis.add(sid_.Ge.at(k, n * i + l), expected);
                }
            }
        if (sid_.Gr.line != 0 && !sid_.J.m1.empty() && gyroscopic.counts())
            say(sid_.Gr.line, fmt::format("Gr is not what J and Cr say, by {}: J and Cr are taken", gyroscopic.text()));
        if (sid_.Ge.line != 0 && by_mode.counts() && by_axis.counts())
            say(sid_.Ge.line, fmt::format("Ge is not what Cr says, by {}: Cr is taken", by_mode.text()));
    }

    // That of the body at rest in its shape, for its six rigid motions and the modes: by congruence the same signs as those
    // of what is left of Me when the rigid motions are chosen best.
    void kinetic_energy() {
        const Eigen::Index n = at_index(sid_.modes);
        Eigen::MatrixXd M = Eigen::MatrixXd::Zero(6 + n, 6 + n);
        const auto number = [](const Rational& value) { return nearest_double(value); };
        const double mass = number(sid_.mass);
        for (Eigen::Index i = 0; i < 3; ++i) {
            const std::size_t a = static_cast<std::size_t>(i), next = (a + 1) % 3, last = (a + 2) % 3;
            M(i, i) = mass;
            M(at_index(next), 3 + at_index(last)) = number(sid_.mdCM.at(a, 0));
            M(at_index(last), 3 + at_index(next)) = -number(sid_.mdCM.at(a, 0));
            for (std::size_t k = 0; k < sid_.modes; ++k) {
                M(i, 6 + at_index(k)) = number(sid_.Ct.at(k, a));
                M(3 + i, 6 + at_index(k)) = number(sid_.Cr.at(k, a));
            }
        }
        for (std::size_t k = 0; k < 6; ++k) {
            constexpr std::array<std::array<std::size_t, 2>, 6> in_J{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
            const auto [i, j] = in_J[k];
            M(3 + at_index(i), 3 + at_index(j)) = number(sid_.J.columns == 1 ? sid_.J.at(k, 0) : sid_.J.at(i, j));
        }
        for (std::size_t k = 0; k < sid_.modes; ++k)
            for (std::size_t l = k; l < sid_.modes; ++l)
                M(6 + at_index(k), 6 + at_index(l)) = number((sid_.Me.at(k, l) + sid_.Me.at(l, k)) / 2);
        M = M.selfadjointView<Eigen::Upper>();
        // each motion measured by its own energy
        const Eigen::VectorXd scale =
            M.diagonal().cwiseAbs().cwiseSqrt().unaryExpr([](double d) { return d > 0 ? 1 / d : 0; });
        const Eigen::MatrixXd scaled = scale.asDiagonal() * M * scale.asDiagonal();
        if (symmetric_eigenvalues(scaled).values.minCoeff() < -1e-6)
            say(sid_.Ct.line,
                "Ct and Cr are too large for the mass: some motion of the body with its modes has a negative kinetic "
                "energy, and a body that moves freely cannot be simulated");
    }

    void compare_node(const SidNode& node) {
        const std::string name = "node " + std::to_string(node.number);
        if (!node.psi.m1.empty()) say(node.psi.line, name + ": order 1 of psi is not used");
        if (!stiffening_ && !node.phi.m1.empty())
            say(node.phi.line, name + ": order 1 of phi is left out (stiffening = false)");
        Difference shapes(0), axes(0);
        for (std::size_t a = 0; a < 3; ++a) {
            for (std::size_t k = 0; k < sid_.modes; ++k) shapes.add(node.origin.at(a, k, 0), node.phi.at(a, k));
            for (std::size_t b = 0; b < 3; ++b) axes.add(node.AP.at(a, b), a == b ? 1 : 0);
        }
        if (!node.origin.m1.empty() && node.phi.line != 0 && shapes.counts())
            say(node.origin.line,
                fmt::format("{}: order 1 of origin is not phi, by {}: phi is taken", name, shapes.text()));
        if (!node.AP.m0.empty() && axes.counts())
            say(node.AP.line, name + ": its axes are turned by AP; they are taken as the body's");
    }

    const Sid& sid_;
    bool stiffening_;
    double modal_ = 0, of_places_ = 0, of_turns_ = 0;  // what numbers of Me, Ct and Cr may be
    std::vector<std::string> lines_;
};

}  // namespace

void require_sid(const Sid& sid) {
    if (!(sid.mass > 0)) throw ModelError(sid.file + ": the mass is not positive");
    const Eigen::Index n = at_index(sid.modes);
    Eigen::MatrixXd Me(n, n);
    for (std::size_t i = 0; i < sid.modes; ++i)
        for (std::size_t j = 0; j < sid.modes; ++j)
            Me(at_index(i), at_index(j)) = nearest_double((sid.Me.at(i, j) + sid.Me.at(j, i)) / 2);
    if (!(symmetric_eigenvalues(Me).values.minCoeff() > 0))
        throw ModelError(
            fmt::format("{}:{}: Me is not positive definite: some motion of the elastic coordinates moves no mass",
                        sid.file, sid.Me.line),
            "leave out modes that are equal or zero");
}

std::vector<std::string> remarks_on(const Sid& sid, bool stiffening) {
    return SidRemarks(sid, stiffening).take();
}

}  // namespace lag
