// Names of the mechanism: what they stand for, their time derivatives, their units, their places in the script.
#include "scripts/statements/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/calculus.hpp"
#include "core/freed_body.hpp"
#include "scripts/statements/body_shape.hpp"
#include "scripts/statements/flexible_form.hpp"
#include "scripts/statements/units.hpp"
#include "scripts/statements/waiting_rate.hpp"

namespace lag {

namespace {

std::string without_primes(const std::string& name) {
    std::size_t end = name.size();
    while (end > 0 && name[end - 1] == '\'') --end;
    return name.substr(0, end);
}

ModelError without_rate(const std::string& name, Role role) {
    const std::string kind = name_of(role);
    const std::string article = std::string("aeiou").find(kind.front()) == std::string::npos ? "a " : "an ";
    return ModelError(
        fmt::format("{} is {}{}: its time derivative is not known", name, article, kind),
        role == Role::external_result
            ? fmt::format("let the routine give it as another result, or write {} as an expression or a table", name)
            : "");
}

std::optional<Subject::Kind> subject_of(Role role) {
    switch (role) {
        case Role::coordinate:
            return Subject::Kind::coordinate;
        case Role::speed:
            return Subject::Kind::speed;
        case Role::input:
            return Subject::Kind::input;
        case Role::parameter:
            return Subject::Kind::parameter;
        case Role::state:
            return Subject::Kind::state;
        default:
            return std::nullopt;
    }
}

}  // namespace

Description::Description(Mechanics& mechanics) : algebra_(model_.graph), mechanics_(mechanics) {
    declarations_["t"] = {Role::time, {}};
    algebra_.resolve_names([this](const std::string& name) { return meaning_of(name); });
}

Description::~Description() = default;

// -- the text, before it runs

void Description::read_ahead(const Script& script) {
    for (const Statement& statement : script.statements) {
        const std::size_t before = noted_units_.size();
        std::vector<const SyntaxNode*> stack{statement.expression.get()};
        while (!stack.empty()) {
            const SyntaxNode* node = stack.back();
            stack.pop_back();
            if (node == nullptr) continue;
            if (node->kind == NodeKind::prime && node->children[0]->kind == NodeKind::name)
                moving_.insert(node->children[0]->text);
            note_moving(*node);
            note_unit(*node, {script.source, node->begin});
            if (node->kind == NodeKind::call)
                asks_for_loads |= node->children[0]->text == "multiplier" || node->children[0]->text == "reaction";
            note_trim(*node);
            for (const Syntax& child : node->children) stack.push_back(child.get());
        }
        std::sort(noted_units_.begin() + static_cast<std::ptrdiff_t>(before), noted_units_.end(),
                  [](const NotedUnit& a, const NotedUnit& b) { return a.place.offset < b.place.offset; });
    }
}

// Names that move though their primes are not written: diff(q, t), lagrange(.., coordinates = [q]), coordinate(q).
void Description::note_moving(const SyntaxNode& node) {
    if (node.kind != NodeKind::call || node.children.size() < 2) return;
    const auto is_name = [](const Syntax& s) { return s->kind == NodeKind::name; };
    const std::string& function = node.children[0]->text;
    const Syntax& first = node.children[1];
    if ((function == "coordinate" || function == "state") && is_name(first)) moving_.insert(first->text);
    if (function == "diff" && node.children.size() > 2 && is_name(first) && node.children[2]->text == "t")
        moving_.insert(first->text);
    if (function != "lagrange") return;
    for (const Syntax& argument : node.children)
        if (argument->kind == NodeKind::relation && argument->children[0]->text == "coordinates" &&
            argument->children[1]->kind == NodeKind::list)
            for (const Syntax& name : argument->children[1]->children)
                if (is_name(name)) moving_.insert(name->text);
}

void Description::note_unit(const SyntaxNode& node, const Place& at) {
    if (node.kind != NodeKind::call) return;
    const std::string& function = node.children[0]->text;
    const std::size_t unit = function == "parameter"                                                  ? 3
                             : function == "input" || function == "coordinate" || function == "state" ? 2
                                                                                                      : 0;
    if (function == "model") noted_units_.push_back({at, std::nullopt});
    if (unit == 0 || node.children.size() <= unit || node.children[unit]->kind != NodeKind::text) return;
    noted_units_.push_back({at, node.children[unit]->text});
}

void Description::mention(const std::string& name, const Place& at) {
    const auto [found, is_new] = mentions_.try_emplace(name, Mentions{at, {}});
    if (at.source == found->second.first.source) found->second.offsets.insert(at.offset);
}

// -- trims

void Description::add_trim(TrimRequest request, const Syntax& call) {
    const auto assigned = trims_.find(call);
    if (assigned != trims_.end()) request.name = assigned->second;
    trim_requests.push_back(std::move(request));
}

void Description::note_trim(const SyntaxNode& node) {
    if (node.kind != NodeKind::assign || node.children[0]->kind != NodeKind::name) return;
    const Syntax& value = node.children[1];
    if (value->kind == NodeKind::call && value->children[0]->text == "trim") trims_[value] = node.children[0]->text;
}

// -- names

void Description::place(const Subject& subject, const Place& at) {
    places_[subject] = at;
}

Model& Description::change_model(ModelPart part) {
    ++model_.revision[static_cast<std::size_t>(part)];
    return model_;
}

void Description::start_model(Model started, const Place& at) {
    if (started.graph != model_.graph) throw InternalError("a model on another graph");
    model_ = std::move(started);
    complete = rows_reported = false;
    waiting_rates.clear();
    warned_of.clear();
    shapes.clear();
    flexible_forms.clear();
    outputs_of_results.clear();
    trim_requests.clear();
    open_joints.reset();
    tree.clear();
    joints = JointTreatment::tree;
    solved_alone.clear(), kept_alone.clear();
    solved.clear();
    freed.clear();
    start_rates.clear();
    starts_settled = {};
    formulation = "auto";
    fewest_operations = false;
    contact_speed = graph().rational(1, 1000);
    declarations_.clear();
    declarations_["t"] = {Role::time, {}};
    places_.clear();
    places_[{}] = at;
    algebra_.declarations_changed();
    first_noted_unit_ = 0;
    for (std::size_t k = 0; k < noted_units_.size(); ++k)
        if (noted_units_[k].place.source == at.source && noted_units_[k].place.offset == at.offset)
            first_noted_unit_ = k + 1;
}

void Description::declare(const std::string& name, Role role, const Place& at) {
    static const std::vector<std::string> reserved = {"t", "ground", "%pi", "%e", "true", "false"};
    if (std::find(reserved.begin(), reserved.end(), name) != reserved.end())
        throw error_at(at, fmt::format("{} is reserved: it cannot be declared as {}", name, name_of(role)));
    if (const Declaration* known = declaration(name)) {
        std::string where;
        if (known->place.source) {
            where = fmt::format(" (line {})", known->place.position().line);
        }
        const std::string as = name_of(known->role);
        const char* article = as.find_first_of("aeiou") == 0 ? "an " : "a ";
        throw error_at(at, fmt::format("{} is declared twice: it is already {}{}{}", name, article, as, where));
    }
    declarations_[name] = {role, at};
    if (const auto kind = subject_of(role)) place({*kind, name}, at);
    algebra_.declarations_changed();
}

const Declaration* Description::declaration(const std::string& name) const {
    const auto place = declarations_.find(name);
    return place == declarations_.end() ? nullptr : &place->second;
}

std::vector<std::string> Description::declared_names() const {
    std::vector<std::string> names;
    for (const auto& [name, declaration] : declarations_) names.push_back(name);
    return names;
}

Expr Description::meaning_of(const std::string& name) {
    Graph& g = graph();
    if (const auto place = solved.find(name); place != solved.end()) return place->second;
    if (const Declaration* known = declaration(name)) return g.symbol(name, known->role);
    if (name.empty() || name.back() != '\'') return g.symbol(name, Role::undeclared);
    for (const Speed& u : model_.speeds)
        if (u.name == name) return g.symbol(name, Role::speed);
    if (!declaration(without_primes(name))) return g.symbol(name, Role::undeclared);
    const std::string shorter = name.substr(0, name.size() - 1);
    const Expr inner = meaning_of(shorter);
    if (g.is_constant_expression(inner)) return g.integer(0);
    if (g.node(inner).op != Op::symbol && declaration(without_primes(name))->role == Role::state)
        return algebra_.lower(plain_time_derivative(algebra_.raise(inner)));  // inputs in it need no rates yet
    if (g.node(inner).op != Op::symbol) return mechanics_.time_derivative(model_, inner);
    if (is_flag(model_, g.symbol_of(inner).name)) return g.integer(0);
    switch (g.symbol_of(inner).role) {
        case Role::parameter:
            return g.integer(0);
        case Role::time:
            return g.integer(1);
        case Role::input:
            // an input only once a hinge slot or a constraint needs it
            for (const Input& w : model_.inputs)
                if (w.name == name) return g.symbol(name, Role::input);
            return g.symbol(name, Role::undeclared);
        case Role::state:
            for (const StateVariable& s : model_.states)
                if (s.name == shorter && s.rate.graph != nullptr) return rate_of_state(s);
            return g.symbol(name, Role::undeclared);
        case Role::undeclared:  // the rate of an input whose rate is no input yet
            return g.symbol(name, Role::undeclared);
        case Role::speed:
            return g.symbol(g.symbol_of(inner).name + "'", Role::acceleration);
        case Role::coordinate:
            for (std::size_t k = 0; k < model_.coordinates.size(); ++k)
                if (model_.coordinates[k].name == shorter)
                    return mechanics_.coordinate_rate(model_, CoordinateIndex(k));
            return g.symbol(name, Role::undeclared);
        default:
            throw without_rate(shorter, g.symbol_of(inner).role);
    }
}

// A rate may name rates of other states, which name others.
Expr Description::rate_of_state(const StateVariable& state) {
    if (!resolved_states_.insert(state.name).second) {
        resolved_states_.clear();
        throw ModelError(fmt::format("the rate of state '{}' depends on itself", state.name),
                         "a rate may hold its state, not its state's derivative", {Subject::Kind::state, state.name});
    }
    const Expr rate = algebra_.resolve_again(state.rate);
    resolved_states_.erase(state.name);
    return rate;
}

namespace {

// How a name as other programs write it is written here: pi, qdot, of the name that is nearest; "": nothing
// is known.
std::string name_here(const std::string& name, const std::vector<std::string>& moving) {
    if (name == "pi" || name == "PI" || name == "Pi") return "%pi";
    for (const auto& [ending, primes] :
         {std::pair("_ddot", "''"), std::pair("ddot", "''"), std::pair("_dot", "'"), std::pair("dot", "'")}) {
        if (!name.ends_with(ending)) continue;
        const std::string base = name.substr(0, name.size() - std::string(ending).size());
        if (std::find(moving.begin(), moving.end(), base) != moving.end()) return base + primes;
        // q for q1: names that number it first, then those with a slip of the pen
        std::string near;
        for (const std::string& one : moving)
            if (!base.empty() && one.starts_with(base) && one.find_first_not_of("0123456789_", base.size()) == one.npos)
                if (near.empty() || one.size() < near.size() || (one.size() == near.size() && one < near)) near = one;
        if (near.empty()) near = did_you_mean(base, moving);
        if (!near.empty()) return near + primes;
    }
    return {};
}

}  // namespace

void Description::require_declared(Expr e, const Place& at) {
    if (e.graph == nullptr) return;
    e = algebra_.resolve_again(e);
    const std::vector<Expr> roots{e};
    std::vector<std::string> names;
    for (const Expr s : symbols_in(graph(), roots, bit(Role::undeclared))) names.push_back(graph().symbol_of(s).name);
    if (names.empty()) return;
    std::sort(names.begin(), names.end());
    const std::string& name = names.front();
    if (std::ranges::count(model_.outputs, name, &Output::name) > 0)
        throw error_at(at, fmt::format("{} is an output, and no name in the equations of motion", name),
                       fmt::format("name its expression and use that: {0}_now: ..$ output({0}, {0}_now)", name));
    std::vector<std::string> moving;
    for (const auto& [known, what] : declarations_)
        if (what.role != Role::parameter && known.find('\'') == known.npos) moving.push_back(known);
    std::string hint = name_here(name, moving);
    if (hint.empty()) hint = did_you_mean(name, declared_names());
    if (!hint.empty()) hint = fmt::format("did you mean {}?", hint);
    const std::string message = fmt::format(
        "{} is not declared: a name in the equations of motion is a parameter, coordinate, speed, {}input or external "
        "result",
        name, model_.states.empty() ? "" : "state, ");
    for (const std::string& mentioned : {name, without_primes(name)})
        if (const auto found = mentions_.find(mentioned); found != mentions_.end()) {
            const auto& [first, offsets] = found->second;
            const auto here = offsets.lower_bound(at.offset);  // in what is read just now
            const bool is_here = first.source == at.source && here != offsets.end();
            throw error_at(is_here ? Place{at.source, *here} : first, message, hint);
        }
    throw error_at(at, message, hint);
}

void Description::require_input_rates(Expr e, int order, const Place& at) {
    const std::array<Expr, 1> roots{e};
    for (const Expr& s : symbols_in(graph(), roots, bit(Role::input))) {
        const std::string name = graph().symbol_of(s).name;
        std::size_t place = 0;
        while (place < model_.inputs.size() && model_.inputs[place].name != name) ++place;
        if (place == model_.inputs.size()) throw InternalError(fmt::format("input {} is not in the model", name));
        const Input moved = model_.inputs[place];
        if (moved.is_flag()) continue;  // its rates are 0
        std::string primed = moved.name, unit = moved.unit;
        for (int k = 1; k <= order; ++k) {
            ++place;
            primed += "'";
            unit = unit.empty() ? unit : with_rate(unit);
            if (place < model_.inputs.size() && model_.inputs[place].name == primed) continue;
            const std::string text = moved.text.empty() ? "" : (k == 1 ? "rate of: " : "second rate of: ") + moved.text;
            insert_input(change_model(ModelPart::rest), InputIndex(place), {primed, unit, text, moved.derivative + k});
            declare(primed, Role::input, at);
        }
    }
}

// -- units

Scalar Description::formed(Expr value, const std::string& unit, const std::string& label) {
    const Scalar raised = algebra_.raise(value);
    if (raised.is_zero()) return raised;
    formed_.push_back({value, unit, complete});
    return {raised, algebra_.symbol(fmt::format("{}{}{}", label, name_mark, formed_.size()))};
}

const Description::Formed* Description::formed_by(const std::string& name) const {
    const std::size_t mark = name.find(name_mark);
    if (mark == std::string::npos || name.rfind("...", 0) == 0) return nullptr;
    return &formed_.at(std::stoul(name.substr(mark + 1)) - 1);
}

std::string Description::result_in(const Scalar& value) {
    if (!value.has_written()) return {};
    std::vector<Expr> roots;
    try {
        roots.push_back(algebra_.lower_written(value));
    } catch (const ModelError&) {  // as it was written it is no expression of the graph
        return {};
    }
    for (const Expr s : symbols_in(graph(), roots)) {
        const std::string& name = graph().symbol_of(s).name;
        const Formed* const found = formed_by(name);
        if (found != nullptr && found->of_complete_model) return name.substr(0, name.find(name_mark));
    }
    return {};
}

std::vector<std::string> Description::noted_units() const {
    std::vector<std::string> units;
    for (std::size_t k = first_noted_unit_; k < noted_units_.size() && noted_units_[k].unit; ++k)
        units.push_back(*noted_units_[k].unit);
    return units;
}

bool Description::is_time_dependent(const std::string& name) const {
    return moving_.contains(without_primes(name));
}

Scalar Description::time_derivative(const Scalar& e) {
    // rates of a cut hinge's coordinates hold the geometry of the loop
    const bool cut =
        std::ranges::any_of(model_.constraints, [](const Constraint& c) { return c.kind == Constraint::Kind::hinge; });
    if (!e.has_written() && !cut) return plain_time_derivative(e);
    return algebra_.beside(plain_time_derivative(e.value()), [&] { return e.written() / algebra_.symbol("t"); });
}

Scalar Description::plain_time_derivative(const Scalar& e) {
    Graph& g = graph();
    const Expr lowered = algebra_.lower(e);
    constexpr Dependence without_rates = bit(Role::external_result) | bit(Role::multiplier) | bit(Role::acceleration);
    if (const std::vector<Expr> fixed = symbols_in(g, std::vector<Expr>{lowered}, without_rates); !fixed.empty()) {
        const Symbol& symbol = g.symbol_of(fixed.front());
        throw without_rate(symbol.name, symbol.role);
    }
    const Dependence moving = static_cast<Dependence>(bit(Role::coordinate) | bit(Role::speed) | bit(Role::input) |
                                                      bit(Role::acceleration) | bit(Role::state));
    const std::vector<Expr> roots{lowered};
    // Inputs whose rates are no inputs yet are held, and their rates stay names: the statement that takes them for the
    // model declares them.
    std::vector<Expr> held;
    Substitution hold(g), release(g);
    for (const Expr w : symbols_in(g, roots, bit(Role::input))) {
        const std::string name = g.symbol_of(w).name;
        if (declaration(name + "'") != nullptr || is_flag(model_, name)) continue;
        const Expr standing = g.symbol(name + " held", Role::undeclared);
        hold.replace(w, standing), release.replace(standing, w), held.push_back(w);
    }
    const Expr rest = held.empty() ? lowered : hold(lowered);
    Expr derivative = (g.node(rest).dependence & moving) != 0
                          ? mechanics_.time_derivative(model_, rest)
                          : lag::partial_derivative(rest, g.symbol("t", Role::time));
    derivative = g.own(derivative);
    if (!held.empty()) derivative = release(derivative);
    for (const Expr w : held)
        derivative =
            derivative + lag::partial_derivative(lowered, w) * g.symbol(g.symbol_of(w).name + "'", Role::undeclared);
    for (const Expr s : symbols_in(g, roots, bit(Role::undeclared))) {
        const std::string name = g.symbol_of(s).name;
        if (!is_time_dependent(name)) continue;
        derivative = derivative + lag::partial_derivative(lowered, s) * g.symbol(name + "'", Role::undeclared);
    }
    return algebra_.raise(derivative);
}

// A rate that the mechanism forms has the unit of its coordinate over time.
Scalar Description::rate(const std::string& name, int primes) {
    const std::string primed = name + std::string(static_cast<std::size_t>(primes), '\'');
    const Expr meaning = meaning_of(primed);
    if (graph().node(meaning).op == Op::symbol) return algebra_.raise(meaning);
    for (const Coordinate& q : model_.coordinates)
        if (q.name == name)
            return formed(meaning, q.unit.empty() ? "" : fmt::format("({})/s^{}", q.unit, primes), primed);
    if (primes == 1)
        for (const StateVariable& s : model_.states)
            if (s.name == name && !s.unit.empty()) return formed(meaning, with_rate(s.unit), primed);
    return algebra_.raise(meaning);
}

}  // namespace lag
