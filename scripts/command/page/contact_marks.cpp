#include "scripts/command/page/contact_marks.hpp"

#include <cmath>

#include "core/dense.hpp"
#include "core/random_numbers.hpp"

namespace lag {

namespace {

// Trial positions about the first state, the same in every run.
std::vector<PictureState> trial_states(const PictureState& first) {
    constexpr int count = 12;
    constexpr double largest = 0.3;
    RandomNumbers random(1);
    std::vector<PictureState> states(count, first);
    for (PictureState& state : states)
        for (double& q : state.q) q += largest * random.next();
    return states;
}

class ContactLocations {
  public:
    ContactLocations(const Model& model, const std::vector<double>& p, const PictureState& first)
        : model_(model), values_(model, p), first_(first), states_(trial_states(first)) {
        const PoseReader reader(model);
        for (const PictureState& state : states_)
            poses_.push_back(reader.poses(values_.at(state, reader.expressions())));
    }

    std::optional<ScenePlace> of(Expr gap) const {
        Eigen::VectorXd gaps(at_index(states_.size()));
        for (std::size_t k = 0; k < states_.size(); ++k) {
            gaps(at_index(k)) = values_.at(states_[k], {gap}).front();
            if (!std::isfinite(gaps(at_index(k)))) return std::nullopt;
        }
        for (const PointOnBody& point : model_.points) {
            const std::vector<double> r = values_.at(first_, {point.location.c.begin(), point.location.c.end()});
            const ScenePlace place{point.body.value, {{r[0], r[1], r[2]}}};
            if (carries(place, gaps)) return place;
        }
        for (std::size_t b = 1; b < model_.bodies.size(); ++b)
            if (carries({b, {}}, gaps)) return ScenePlace{b, {}};
        return std::nullopt;
    }

  private:
    // gap = n . r + c at all trial positions
    bool carries(const ScenePlace& place, const Eigen::VectorXd& gaps) const {
        Eigen::MatrixXd A(gaps.size(), 4);
        for (std::size_t k = 0; k < poses_.size(); ++k) {
            const Vec3<double> r = poses_[k].bodies[place.node].point(place.r);
            A.row(at_index(k)) << r[0], r[1], r[2], 1;
        }
        if (!A.allFinite()) return false;
        const Eigen::VectorXd x = least_squares(A, gaps);
        constexpr double exact = 1e-9;
        return (A * x - gaps).cwiseAbs().maxCoeff() <= exact * std::max(1.0, gaps.cwiseAbs().maxCoeff());
    }

    const Model& model_;
    const PictureValues values_;
    const PictureState& first_;
    std::vector<PictureState> states_;
    std::vector<MechanismPoses> poses_;
};

}  // namespace

std::vector<SceneContact> contact_marks(const Model& model, const std::vector<double>& p,
                                        const std::vector<PictureState>& states) {
    std::vector<SceneContact> contacts;
    if (model.contacts.empty() || states.empty()) return contacts;
    const ContactLocations locations(model, p, states.front());
    const PictureValues values(model, p);
    // Of contacts that hold the same motion twice, one may have the mode of sliding where nothing moves.
    const auto moves = [&](const Contact& contact, const PictureState& state) {
        const std::size_t tangent = contact.tangent.value();
        const std::vector<double> v = values.at(state, {model.contact_speed, model.constraints[tangent].value,
                                                        model.constraints[contact.second.value_or(tangent)].value});
        return !(std::max(std::abs(v[1]), std::abs(v[2])) <= v[0] / 1000);
    };
    for (const Contact& contact : model.contacts) {
        if (!contact.normal || !contact.closed) continue;
        const auto flag = [&](FlagIndex f, const PictureState& state) { return state.w.at(input_of(model, f).value); };
        SceneContact one{
            contact.name, contact.slip.has_value(), locations.of(model.constraints[*contact.normal].value), {}};
        for (const PictureState& state : states) {
            const bool slides = contact.slip && flag(*contact.slip, state) != 0 && moves(contact, state);
            one.marks.push_back(flag(*contact.closed, state) == 0 ? ContactMark::open
                                : slides                          ? ContactMark::slides
                                                                  : ContactMark::closed);
        }
        contacts.push_back(std::move(one));
    }
    return contacts;
}

}  // namespace lag
