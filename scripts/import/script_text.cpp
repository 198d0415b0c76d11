#include "scripts/import/script_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "scripts/import/script_words.hpp"
#include "scripts/import/start.hpp"
#include "scripts/import/surface.hpp"

namespace lag {

namespace {

using Kind = RobotMotion::Kind;

class Writer {
  public:
    Writer(Robot& robot, const std::vector<std::size_t>& order, const ImportOptions& options)
        : robot_(robot), order_(order), options_(options), names_(options.words) {}

    std::string run() {
        names_.declare_own("g");
        names_.declare_own("friction");
        bodies_.resize(robot_.links.size());
        const std::string model = names_.declare(robot_.name.empty() ? robot_.file.stem().string() : robot_.name);
        for (const std::size_t i : order_) bodies_[i] = names_.declare(robot_.links[i].name);
        for (const std::size_t i : order_)
            for (const RobotMotion& motion : robot_.links[i].motions)
                if (!motion.mimic && !motion.is_held) name_coordinates(motion);
        for (const RobotLoop& loop : robot_.loops)
            for (const RobotMotion& motion : loop.motions) name_coordinates(motion);
        std::string text = bodies();
        text += relations();
        const std::string touching = contacts();
        text += loads();
        text += limits();
        text += starts();
        text += shapes();
        text += touching;
        return fmt::format("{}model({}, {})$\n{}{}", head(), model,
                           as_text(fmt::format("{}, from {}", robot_.name, robot_.file.filename().string())), gravity(),
                           text);
    }

  private:
    static bool is_single(const RobotMotion& motion) { return motion.kind == Kind::turn || motion.kind == Kind::slide; }

    void name_coordinates(const RobotMotion& motion) {
        if (is_single(motion)) {
            coordinates_[motion.name] = names_.declare(motion.name);
            return;
        }
        const std::string stem = motion.name;
        std::vector<std::string> endings{"_e0", "_e1", "_e2", "_e3", "_wx", "_wy", "_wz"};
        if (motion.kind == Kind::free) endings.insert(endings.end(), {"_x", "_y", "_z", "_vx", "_vy", "_vz"});
        for (const std::string& ending : endings) many_[motion.name].push_back(names_.declare_own(stem + ending));
    }

    const std::string& q_of(const std::string& joint) const { return coordinates_.at(joint); }

    // -- parts of the script

    std::string head() const {
        std::string text = fmt::format(
            "/* {} by lag import.\n"
            "   Lengths in m, angles in rad, masses in kg.\n",
            as_comment(
                fmt::format("{}, from the {} file {}", robot_.name, robot_.format, robot_.file.filename().string())));
        for (const std::string& remark : robot_.remarks) text += fmt::format("   {}\n", as_comment(remark));
        if (!names_.changed().empty()) {
            text += "   Names of the file that are no names here, or taken:\n";
            for (const auto& [original, name] : names_.changed())
                text += fmt::format("     {} is {}\n", as_comment(original), name);
        }
        const std::vector<std::string> left = left_out_lines(robot_);
        if (!left.empty()) text += "   Left out:\n";
        for (const std::string& line : left) text += fmt::format("     {}\n", as_comment(line));
        return text + "*/\n";
    }

    std::string gravity() const {
        const Written3& g = robot_.gravity;
        if (all_zero(g)) return {};
        if (g[0].is_zero() && g[1].is_zero() && g[2].value < 0)
            return fmt::format(
                "parameter(g, {}, \"m/s^2\", \"gravity\")$\n"
                "gravity([0, 0, -g])$\n",
                negative(g[2]).text);
        return fmt::format("gravity({})$\n", list(g));
    }

    std::string bodies() {
        std::string text = "\n/* Bodies */\n";
        for (const std::size_t i : order_) text += body(i);
        std::string rotors;
        for (const std::size_t i : order_)
            for (const RobotMotion& motion : robot_.links[i].motions) {
                if (motion.armature.is_zero()) continue;
                if (!is_single(motion) || motion.is_held) {
                    robot_.left_out.push_back(
                        {"armature of joints with several coordinates: " + motion.name, place_of(motion)});
                    continue;
                }
                rotors += call_text("body", {names_.declare_own(motion.name + "_rotor"), "ground",
                                             fmt::format("hinge = revolute(x, {})", follows(motion)),
                                             fmt::format("inertia = [{}, 0, 0]", motion.armature.text)});
            }
        if (!rotors.empty())
            text += "\n/* Rotors of the motors: each adds its armature to its joint's inertia */\n" + rotors;
        return text;
    }

    std::string place_of(const RobotMotion& motion) const {
        return fmt::format("{}:{}", robot_.file.filename().string(), motion.place.line);
    }

    std::string follows(const RobotMotion& motion) const {
        return motion.mimic ? slot(motion) : fmt::format("coupled({})", q_of(motion.name));
    }

    std::string slot(const RobotMotion& motion) const {
        if (!motion.mimic) return q_of(motion.name);
        const RobotMimic& mimic = *motion.mimic;
        const std::string& leader = q_of(mimic.leader);
        if (mimic.factor.is_zero()) return mimic.offset.text;
        if (mimic.factor.value == 1 && mimic.offset.is_zero()) return fmt::format("coupled({})", leader);
        return times(mimic.factor, leader) + plus(mimic.offset);
    }

    std::string motion_list(const std::vector<RobotMotion>& motions) const {
        std::vector<std::string> parts;
        for (const RobotMotion& motion : motions) {
            const std::string word = motion.kind == Kind::turn ? "rotate(" : "translate(",
                              axis = axis_text(motion.axis) + ", ";
            if (!motion.zero.is_zero()) parts.push_back(fmt::format("{}{}{})", word, axis, negative(motion.zero).text));
            parts.push_back(fmt::format("{}{}{})", word, axis, slot(motion)));
        }
        return list(parts);
    }

    std::string hinge(std::vector<RobotMotion> motions) const {
        std::erase_if(motions, [](const RobotMotion& motion) { return motion.is_held; });
        if (motions.empty()) return "fixed";
        const RobotMotion& first = motions.front();
        if (!is_single(first)) {
            const std::vector<std::string>& n = many_.at(first.name);
            const std::string quaternion = "quaternion = " + list({n[0], n[1], n[2], n[3]});
            if (first.kind == Kind::ball)
                return fmt::format("spherical({}, speeds = {})", quaternion, list({n[4], n[5], n[6]}));
            return fmt::format("free({}, position = {},\n          speeds = {})", quaternion, list({n[7], n[8], n[9]}),
                               list({n[4], n[5], n[6], n[10], n[11], n[12]}));
        }
        if (motions.size() > 1 || !first.zero.is_zero()) return motion_list(motions);
        if (!first.pitch.is_zero())
            return fmt::format("screw({}, {}, {})", axis_text(first.axis), first.pitch.text, slot(first));
        return fmt::format("{}{}, {})", first.kind == Kind::turn ? "revolute(" : "prismatic(", axis_text(first.axis),
                           slot(first));
    }

    std::string body(std::size_t i) {
        const RobotLink& link = robot_.links[i];
        std::string text;
        for (const RobotMotion& motion : link.motions) {
            if (motion.mimic)
                text += fmt::format("/* joint {} follows {} */\n", as_comment(motion.name),
                                    as_comment(motion.mimic->leader));
            if (motion.is_held)
                text += fmt::format("/* joint {} stands still: nothing with inertia resists it */\n",
                                    as_comment(motion.name));
        }
        if (link.inertia && !link.inertia->note.empty())
            text += fmt::format("/* {} */\n", as_comment(link.inertia->note));
        std::vector<std::string> parts{bodies_[i], link.parent == RobotLink::no_link ? "ground" : bodies_[link.parent],
                                       "hinge = " + hinge(link.motions)};
        if (!all_zero(link.placement.at)) parts.push_back("at = " + list(link.placement.at));
        if (!link.placement.turns.empty()) parts.push_back("orient = " + turns_text(link.placement.turns));
        if (!all_zero(link.outboard)) parts.push_back("outboard_at = " + list(link.outboard));
        if (link.inertia) add_inertia(text, parts, bodies_[i], *link.inertia);
        return text + call_text("body", parts);
    }

    void add_inertia(std::string& text, std::vector<std::string>& parts, const std::string& name,
                     const RobotInertia& own) {
        const auto quantity = [&](const Written& number, const std::string& ending, const std::string& unit) {
            if (!options_.parameters || number.is_zero()) return number.text;
            const std::string parameter = names_.declare_own(name + ending);
            text += fmt::format("parameter({}, {}, \"{}\")$\n", parameter, number.text, unit);
            return parameter;
        };
        if (!own.mass.is_zero()) parts.push_back("mass = " + quantity(own.mass, "_mass", "kg"));
        if (!all_zero(own.cm)) parts.push_back("cm = " + list(own.cm));
        const std::array<const char*, 6> endings{"_Ixx", "_Iyy", "_Izz", "_Ixy", "_Ixz", "_Iyz"};
        const bool has_products =
            !own.about_cm[3].is_zero() || !own.about_cm[4].is_zero() || !own.about_cm[5].is_zero();
        std::vector<std::string> elements;
        for (std::size_t k = 0; k < (has_products ? 6U : 3U); ++k)
            elements.push_back(quantity(own.about_cm[k], endings[k], "kg*m^2"));
        if (std::ranges::any_of(own.about_cm, [](const Written& one) { return !one.is_zero(); }))
            parts.push_back("inertia = " + list(elements));
    }

    std::string relations() {
        std::string text;
        for (const RobotLoop& loop : robot_.loops) text += loop_text(loop);
        for (const RobotRelation& relation : robot_.relations) {
            std::string right;
            for (std::size_t k = 0; k < relation.coefficients.size(); ++k) {
                const Written& c = relation.coefficients[k];
                if (c.is_zero()) continue;
                std::string term = c.text;
                if (k > 0) {
                    std::string base = q_of(relation.second);
                    if (!relation.second_zero.is_zero())
                        base = fmt::format("({}{})", base, plus(negative(relation.second_zero)));
                    term = times(c, base + (k > 1 ? "^" + std::to_string(k) : ""));
                }
                add_term(right, term);
            }
            right = right.empty() ? relation.first_zero.text : right + plus(relation.first_zero);
            text += fmt::format("constraint({} = {})$\n", q_of(relation.first), right);
        }
        return text.empty() ? text : "\n/* What closes loops and couples joints */\n" + text;
    }

    std::string loop_text(const RobotLoop& loop) {
        const auto body_name = [&](std::size_t i) { return i == RobotLink::no_link ? "ground" : bodies_[i]; };
        // cut_hinge(B, A, ..): ground is A
        const bool swaps = loop.outboard == RobotLink::no_link;
        const RobotPlacement &at = swaps ? loop.outboard_at : loop.at, &outboard = swaps ? loop.at : loop.outboard_at;
        const std::string A = body_name(swaps ? loop.outboard : loop.inboard),
                          B = body_name(swaps ? loop.inboard : loop.outboard);
        const std::string name = names_.declare(loop.name);
        const auto point = [&](const std::string& ending, const std::string& of, const Written3& where) {
            return fmt::format("point({}, {}, {})$\n", names_.declare_own(name + ending), of, list(where));
        };
        if (loop.kind == RobotLoop::Kind::point) {
            const std::string one = point("_a", B, outboard.at), other = point("_b", A, at.at);
            const auto named = [](const std::string& statement) {
                return statement.substr(6, statement.find(',') - 6);
            };
            return fmt::format("{}{}close_loop({}, {}, name = {})$\n", one, other, named(one), named(other), name);
        }
        std::string target = B;
        std::string text;
        Written3 outboard_at = outboard.at;
        if (!outboard.turns.empty()) {  // a massless body that has the hinge's axes
            target = names_.declare_own(name + "_end");
            std::vector<std::string> parts{target, B, "hinge = fixed"};
            if (!all_zero(outboard.at)) parts.push_back("at = " + list(outboard.at));
            parts.push_back("orient = " + turns_text(outboard.turns));
            text += call_text("body", parts);
            outboard_at = {};
        }
        std::vector<std::string> parts{target, A, "hinge = " + hinge(loop.motions)};
        if (!all_zero(at.at)) parts.push_back("at = " + list(at.at));
        if (!at.turns.empty()) parts.push_back("orient = " + turns_text(at.turns));
        if (!all_zero(outboard_at)) parts.push_back("outboard_at = " + list(outboard_at));
        parts.push_back("name = " + name);
        return text + call_text("cut_hinge", parts);
    }

    std::string loads() {
        std::string inputs, text, frictions;
        std::size_t count = 0;
        for (const std::size_t i : order_)
            for (const RobotMotion& motion : robot_.links[i].motions)
                if (!motion.is_held) add_loads(motion, inputs, text, frictions, count);
        for (const RobotLoop& loop : robot_.loops)
            for (const RobotMotion& motion : loop.motions) add_loads(motion, inputs, text, frictions, count);
        for (const RobotTendon& tendon : robot_.tendons) add_tendon(tendon, inputs, text);
        std::size_t most = 0;  // as many as the search of modes takes beside the contacts
        for (std::size_t modes = modes_; modes * 3 <= most_modes; modes *= 3) ++most;
        if (count > most) {
            robot_.left_out.push_back({fmt::format("dry friction of joints: there are {}, and a model can have {}{}; "
                                                   "the statements stand in a comment",
                                                   count, most, modes_ > 1 ? " beside its contacts" : ""),
                                       robot_.file.filename().string()});
            frictions = fmt::format("/* A model can have {} of these{}:\n{}*/\n", most,
                                    modes_ > 1 ? " beside its contacts" : "", frictions);
        }
        text += frictions;
        std::string all;
        if (!inputs.empty()) all += "\n/* Actuators */\n" + inputs;
        if (!text.empty()) all += "\n/* Loads on the joints */\n" + text;
        return all;
    }

    void add_loads(const RobotMotion& motion, std::string& inputs, std::string& text, std::string& frictions,
                   std::size_t& count) {
        const bool turns = motion.kind != Kind::slide;
        if (!is_single(motion)) {
            if (!motion.damping.is_zero() && motion.kind == Kind::ball)
                for (std::size_t k = 4; k < 7; ++k) {
                    const std::string& w = many_.at(motion.name)[k];
                    text += fmt::format("hinge_load({}, -{})$\n", w, times(motion.damping, w));
                }
            else if (!motion.damping.is_zero())
                robot_.left_out.push_back({"damping of free joints", place_of(motion)});
            if (!motion.stiffness.is_zero())
                robot_.left_out.push_back({"stiffness of joints with several coordinates", place_of(motion)});
            if (!motion.friction.is_zero())
                robot_.left_out.push_back({"dry friction of joints with several coordinates", place_of(motion)});
            return;
        }
        if (motion.mimic && motion.mimic->factor.is_zero()) return;
        const std::string q = motion.mimic ? q_of(motion.mimic->leader) : q_of(motion.name);
        const std::string length =
            motion.mimic ? fmt::format("({}{})", times(motion.mimic->factor, q), plus(motion.mimic->offset)) : q;
        const std::string rate = motion.mimic ? times(motion.mimic->factor, q + "'") : q + "'";
        std::vector<std::string> terms;
        for (const RobotActuator& actuator : motion.actuators)
            terms.push_back(actuator_text(actuator, turns ? "N*m" : "N", length, rate, inputs));
        if (!motion.damping.is_zero())
            terms.push_back("-" +
                            times(with_unit(motion.damping, motion.name + "_damping", turns ? "N*m*s" : "N*s/m", text),
                                  motion.mimic ? fmt::format("({})", rate) : rate));
        if (!motion.stiffness.is_zero())
            terms.push_back(
                "-" +
                times(with_unit(motion.stiffness, motion.name + "_stiffness", turns ? "N*m" : "N/m", text),
                      motion.rest.is_zero() ? length : fmt::format("({}{})", length, plus(negative(motion.rest)))));
        if (!terms.empty()) {
            std::string sum;
            for (const std::string& term : terms) add_term(sum, term);
            if (motion.mimic && motion.mimic->factor.value != 1)
                sum = fmt::format("{}*({})", motion.mimic->factor.text, sum);
            text += fmt::format("hinge_load({}, {})$\n", q, sum);
        }
        if (motion.friction.is_zero()) return;
        if (motion.mimic) {
            robot_.left_out.push_back({"dry friction of joints that follow others", place_of(motion)});
            return;
        }
        ++count;
        frictions += fmt::format("hinge_friction({}, {})$\n", q, motion.friction.text);
    }

    // Its force along the length, of which the input is declared.
    std::string actuator_text(const RobotActuator& actuator, const std::string& unit, const std::string& length,
                              const std::string& rate, std::string& inputs) {
        const std::string input = names_.declare(actuator.name);
        const bool is_plain = actuator.gain.value == 1 && actuator.gear.value == 1;
        inputs += fmt::format("input({}, \"{}\"{})$\n", input, is_plain ? unit : "1",
                              actuator.note.empty() ? "" : ", " + as_text(actuator.note));
        const std::string driven = times(actuator.gain, input);
        std::string force = driven + plus(actuator.bias[0]);
        const auto add = [&](const Written& factor, const std::string& what) {
            if (!factor.is_zero()) add_term(force, times(factor, what));
        };
        add(actuator.bias[1], actuator.gear.value == 1 ? length : times(actuator.gear, length));
        add(actuator.bias[2], actuator.gear.value == 1 ? rate : fmt::format("({})", times(actuator.gear, rate)));
        if (actuator.gear.value == 1) return force;
        return times(actuator.gear, force != driven ? fmt::format("({})", force) : force);
    }

    // Its factors are parameters without a unit, so that no sum of lengths and angles is refused.
    void add_tendon(const RobotTendon& tendon, std::string& inputs, std::string& text) {
        std::string length, rate, factors;
        std::vector<std::pair<std::string, std::string>> parts;  // coordinate, factor
        for (const auto& [joint, factor] : tendon.parts) {
            parts.emplace_back(q_of(joint), names_.declare_own(fmt::format("{}_{}", tendon.name, joint)));
            const auto& [q, name] = parts.back();
            factors += fmt::format("{}{} = {}", factors.empty() ? "" : ", ", name, factor.text);
            add_term(length, fmt::format("{}*{}", name, q));
            add_term(rate, fmt::format("{}*{}'", name, q));
        }
        std::string pull;
        for (const RobotActuator& actuator : tendon.actuators)
            add_term(pull,
                     actuator_text(actuator, "1", fmt::format("({})", length), fmt::format("({})", rate), inputs));
        if (!tendon.damping.is_zero()) add_term(pull, times(negative(tendon.damping), fmt::format("({})", rate)));
        if (!tendon.stiffness.is_zero())
            add_term(pull,
                     times(negative(tendon.stiffness), fmt::format("({}{})", length, plus(negative(tendon.rest)))));
        if (pull.empty()) return;
        const std::string name = names_.declare_own(tendon.name + "_pull");
        text +=
            fmt::format("/* tendon {} */\nparameters({})$\n{}: {}$\n", as_comment(tendon.name), factors, name, pull);
        for (const auto& [q, factor] : parts) text += fmt::format("hinge_load({}, {}*{})$\n", q, factor, name);
    }

    // Units are checked, and a factor of 1 would leave none: then it is a parameter.
    Written with_unit(const Written& factor, const std::string& name, const std::string& unit, std::string& text) {
        if (std::abs(factor.value) != 1) return factor;
        const std::string parameter = names_.declare_own(name);
        text += fmt::format("parameter({}, {}, \"{}\")$\n", parameter, factor.text, unit);
        return {parameter, 0};
    }

    std::string limits() const {
        std::string text;
        for (const std::size_t i : order_)
            for (const RobotMotion& motion : robot_.links[i].motions) {
                if (!is_single(motion) || motion.mimic || motion.is_held || (!motion.low && motion.note.empty()))
                    continue;
                const std::string unit = motion.kind == Kind::turn ? " rad" : " m", note = as_comment(motion.note);
                const bool is_range = motion.low && motion.low->value < motion.high->value;
                if (options_.limits && is_range)
                    text += fmt::format("limit({}, {}, {})${}\n", q_of(motion.name), motion.low->text,
                                        motion.high->text, note.empty() ? "" : fmt::format("  /* {} */", note));
                else
                    text += fmt::format(
                        "{}{}: {}{}{}{}", options_.limits ? "/* " : "     ", q_of(motion.name),
                        motion.low ? fmt::format("{} to {}{}", motion.low->text, motion.high->text, unit) : "",
                        motion.low && !note.empty() ? ", " : "", note, options_.limits ? " */\n" : "\n");
            }
        if (text.empty()) return text;
        if (options_.limits) return "\n/* Limits of the joints */\n" + text;
        return fmt::format(
            "\n"
            "/* Limits of the joints, which lag import --limits writes as limit(..):\n"
            "{}*/\n",
            text);
    }

    std::string starts() const {
        std::string text;
        for (const std::size_t i : order_)
            for (const RobotMotion& motion : robot_.links[i].motions) {
                if (motion.mimic || motion.is_held) continue;
                if (motion.kind == Kind::free) {
                    const std::vector<std::string>& n = many_.at(motion.name);
                    const std::vector<RobotTurn> turns = turns_of(motion.start.R);
                    std::vector<double> e{1, 0, 0, 0};
                    if (!turns.empty()) {
                        const double half = turns[0].angle.value / 2;
                        e[0] = std::cos(half);
                        for (std::size_t k = 0; k < 3; ++k) e[k + 1] = std::sin(half) * turns[0].axis[k].value;
                    }
                    std::string parts;
                    for (std::size_t k = 0; k < 4; ++k)
                        if (!turns.empty())
                            parts += fmt::format("{}{} = {}", parts.empty() ? "" : ", ", n[k], computed(e[k]).text);
                    for (std::size_t k = 0; k < 3; ++k)
                        if (motion.start.p[k] != 0)
                            parts += fmt::format("{}{} = {}", parts.empty() ? "" : ", ", n[7 + k],
                                                 written(motion.start.p[k]).text);
                    if (!parts.empty()) text += fmt::format("initial({})$\n", parts);
                    continue;
                }
                if (!is_single(motion)) continue;
                const double at = start_of(motion);
                if (at != 0) text += fmt::format("initial({} = {})$\n", q_of(motion.name), written(at).text);
            }
        return text.empty() ? text : "\n/* Where it starts: inside of the limits */\n" + text;
    }

    std::string shapes() {
        std::vector<bool> is_seen(robot_.links.size() + 1, false);
        const auto drawn = [&](const RobotShape& shape) {
            const double a = shape.size[0].value, b = shape.size[1].value, c = shape.size[2].value;
            switch (shape.kind) {
                case RobotShape::Kind::box:
                    return a > 0 && b > 0 && c > 0;
                case RobotShape::Kind::cylinder:
                    return a > 0 && b > 0;
                case RobotShape::Kind::sphere:
                    return a > 0;
                case RobotShape::Kind::mesh:
                    break;
            }
            return is_surface(shape.file) && a != 0 && b != 0 && c != 0;
        };
        const auto slot_of = [&](std::size_t link) { return link == RobotLink::no_link ? robot_.links.size() : link; };
        for (const RobotShape& shape : robot_.shapes)
            if (!shape.collides && drawn(shape)) is_seen[slot_of(shape.link)] = true;
        std::string text;
        for (const RobotShape& shape : robot_.shapes) {
            if (shape.collides && is_seen[slot_of(shape.link)]) continue;
            const std::string place = fmt::format("{}:{}", robot_.file.filename().string(), shape.place.line);
            if (!drawn(shape)) {
                robot_.left_out.push_back({shape.kind != RobotShape::Kind::mesh || is_surface(shape.file)
                                               ? "shapes without an extent"
                                               : "meshes that are no STL, OBJ or Collada files",
                                           place});
                continue;
            }
            text += shape_text(shape);
        }
        return text.empty() ? text : "\n/* What it looks like */\n" + text;
    }

    std::string shape_text(const RobotShape& shape) const {
        std::vector<std::string> parts{shape.link == RobotLink::no_link ? "ground" : bodies_[shape.link]};
        const Written3& size = shape.size;
        switch (shape.kind) {
            case RobotShape::Kind::box:
                parts.push_back(fmt::format("box({})", list(size)));
                break;
            case RobotShape::Kind::cylinder:
                parts.push_back(fmt::format("cylinder(z, {}, {})", size[0].text, size[1].text));
                break;
            case RobotShape::Kind::sphere:
                parts.push_back(fmt::format("sphere({})", size[0].text));
                break;
            case RobotShape::Kind::mesh: {
                std::error_code error;
                const auto path = std::filesystem::relative(shape.file, options_.script_folder, error);
                std::string mesh = "mesh(" + as_text((error || path.empty() ? shape.file : path).generic_string());
                const bool is_even = size[0].value == size[1].value && size[0].value == size[2].value;
                if (!is_even || size[0].value != 1) mesh += ", scale = " + (is_even ? size[0].text : list(size));
                parts.push_back(mesh + ")");
            }
        }
        if (!all_zero(shape.placement.at)) parts.push_back("at = " + list(shape.placement.at));
        if (!shape.placement.turns.empty()) parts.push_back("orient = " + turns_text(shape.placement.turns));
        return call_text("shape", parts);
    }

    // On the plane z = 0 of ground.
    std::string contacts() {
        if (!options_.contacts) return {};
        std::string text;
        std::size_t count = 0;
        for (const RobotFoot& foot : feet_of(robot_))
            text += contact(foot.link, foot.at, foot.radius.is_zero() ? "" : foot.radius.text, ++count);
        if (count == 0) {
            robot_.left_out.push_back({"contacts: no link that carries no other has a sphere or a box as <collision>",
                                       robot_.file.filename().string()});
            return {};
        }
        if (count > most_contacts)
            robot_.left_out.push_back(
                {fmt::format("contacts: there are {}, and a model can have 4; those after the fourth stand in comments",
                             count),
                 robot_.file.filename().string()});
        for (std::size_t k = 0; k < std::min(count, most_contacts); ++k) modes_ *= 4;
        return "\n/* Contacts with the plane z = 0 */\nparameter(friction, 0.8, \"1\", \"of all contacts\")$\n" + text;
    }

    std::string contact(std::size_t link, const Vec3<double>& at, const std::string& radius, std::size_t number) {
        const std::string name = names_.declare_own(robot_.links[link].name + "_foot"),
                          point = names_.declare_own(name + "_point");
        // a sphere touches by its lowest point, which slips as the centre moves and the sphere turns
        const std::string slip =
            fmt::format("velocity({})[1]{}", point,
                        radius.empty() ? "" : fmt::format(" - {}*angular_velocity({})[2]", radius, bodies_[link]));
        const std::string text = fmt::format(
            "point({}, {}, {})$\n{}", point, bodies_[link], list(written(at)),
            call_text("contact", {name, fmt::format("position({})[3]{}", point, radius.empty() ? "" : " - " + radius),
                                  "friction = friction", "tangent = " + slip}));
        return number <= most_contacts ? text : fmt::format("/* {} */\n", text.substr(0, text.size() - 1));
    }

  public:
    static std::vector<std::string> left_out_lines(const Robot& robot) {
        std::vector<std::pair<std::string, std::vector<LeftOut>>> kinds;
        for (const LeftOut& one : robot.left_out) {
            auto kind = std::ranges::find(kinds, one.what, [](const auto& pair) { return pair.first; });
            if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {one.what, {}});
            kind->second.push_back(one);
        }
        std::vector<std::string> lines;
        constexpr std::size_t most = 6;
        for (const auto& [what, all] : kinds) {
            std::string names, places;
            for (std::size_t k = 0; k < std::min(all.size(), most); ++k) {
                const std::size_t colon = all[k].place.rfind(':');
                places += k == 0 ? all[k].place
                                 : ", " + (colon == std::string::npos ? all[k].place : all[k].place.substr(colon + 1));
                if (!all[k].name.empty()) names += (names.empty() ? ": " : ", ") + all[k].name;
            }
            if (all.size() > most) places += fmt::format(", and {} more", all.size() - most);
            lines.push_back(fmt::format("{}{} ({})", what, names, places));
        }
        return lines;
    }

  private:
    Robot& robot_;
    const std::vector<std::size_t>& order_;
    const ImportOptions& options_;
    ScriptNames names_;
    std::vector<std::string> bodies_;
    std::map<std::string, std::string> coordinates_;
    std::map<std::string, std::vector<std::string>> many_;
    std::size_t modes_ = 1;  // of the contacts: what a search through all modes takes (scripts/statements/contacts.cpp)
    static constexpr std::size_t most_contacts = 4, most_modes = 16384;
};

}  // namespace

std::string robot_script(Robot& robot, const std::vector<std::size_t>& order, const ImportOptions& options) {
    return Writer(robot, order, options).run();
}

std::vector<std::string> left_out_lines(const Robot& robot) {
    return Writer::left_out_lines(robot);
}

}  // namespace lag
