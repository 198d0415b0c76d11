// Pass: banners above blocks of statements: kinematics, mass matrix, factorization, right side, back substitution.
//
// Passes mix what was formed in sections, and the order of statements serves the processor. So the section of a
// statement is read off the final code, from what its value depends on and what needs it:
//   kinematics         a known kinematic quantity, or needed for one
//   factorization      what checks of pivots need and comes after a pivot; what nothing but checks needs; reciprocals
//   mass matrix        what else checks of pivots need
//   back substitution  comes after a pivot (forward substitution is part of it)
//   right side         everything else
// Statements are cut into blocks; a banner names every section that its block holds. Of all ways to cut, the one that
// is cheapest is taken: a banner costs as much as a few statements under a banner that names one section too many.

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <set>

#include "emitters/passes/passes.hpp"
#include "emitters/passes/sine_plan.hpp"
#include "emitters/passes/value_names.hpp"

namespace lag {

namespace {

enum Section : unsigned { none, kinematics, mass_matrix, factorization, right_side, back_substitution };

constexpr std::size_t cost_of_banner = 25;
constexpr std::size_t longest_block = 3000;  // statements; bounds the work
constexpr std::size_t most_listed = 24;      // names of what goes in or out of a section; the others are counted

class Sections {
  public:
    Sections(const Program& program, const Routine& routine) : routine_(routine), code_(*routine.code) {
        for (const CodeStatement& s : routine.statements)
            if (s.kind == CodeStatement::Kind::check && is_of_a_pivot(program, s)) checks_.insert(s.value.id);
        std::vector<bool> is_kinematic(code_.size(), false), checked(code_.size(), false), wanted(code_.size(), false);
        for (const CodeStatement& s : routine.statements)
            if (s.kind == CodeStatement::Kind::result) wanted[s.value.id] = true;
        after_pivot_.assign(code_.size(), false);
        for (CodeId id = 0; id < code_.size(); ++id) {
            const Quantity quantity = description_of(code_, id).quantity;
            is_kinematic[id] = quantity == Quantity::kinematics;
            checked[id] = checks_.contains(id);
            after_pivot_[id] = quantity == Quantity::factor || is_guarded_pivot(id) ||
                               std::ranges::any_of(code_.items(id), [&](const Item& i) { return after_pivot_[i.id]; });
        }
        for (auto* set : {&is_kinematic, &checked, &wanted})
            for (auto id = static_cast<CodeId>(code_.size()); id-- > 0;)
                if ((*set)[id])
                    for (const Item& item : code_.items(id)) (*set)[item.id] = true;
        is_kinematic_ = std::move(is_kinematic), for_checks_ = std::move(checked), for_results_ = std::move(wanted);
    }

    Section of(const CodeStatement& s) const {
        const CodeId id = s.value.id;
        if (s.kind == CodeStatement::Kind::call) return none;
        if (s.kind == CodeStatement::Kind::check) return is_of_constants(id) ? none : factorization;
        if (s.kind == CodeStatement::Kind::result && code_.items(id).empty()) return none;
        if (is_kinematic_[id] && !after_pivot_[id]) return kinematics;
        if (!has_pivots()) return is_of_mass_matrix(routine_) ? mass_matrix : right_side;
        if (is_reciprocal(id) || (for_checks_[id] && (after_pivot_[id] || !for_results_[id]))) return factorization;
        if (for_checks_[id]) return mass_matrix;
        return after_pivot_[id] ? back_substitution : right_side;
    }
    bool has_pivots() const { return !checks_.empty(); }

  private:
    // Divisors of constraint rows that were solved out belong to the kinematics.
    static bool is_of_a_pivot(const Program& program, const CodeStatement& check) {
        return program.dependent_speeds.empty() ||
               program.info_codes().meaning(check.number).kind == InfoCodes::Kind::speed;
    }
    // A pivot, or what takes its place where it fails.
    bool is_guarded_pivot(CodeId id) const {
        const CodeNode& node = code_.node(id);
        return node.kind == CodeKind::function && node.op == Op::select && checks_.contains(code_.items(id)[0].id);
    }
    bool is_of_constants(CodeId condition) const {
        return std::ranges::all_of(code_.items(condition), [&](const Item& item) { return code_.is_free(item.id); });
    }
    bool is_reciprocal(CodeId id) const {
        return code_.node(id).kind == CodeKind::product && std::ranges::all_of(code_.items(id), [&](const Item& item) {
                   return item.minus ? is_guarded_pivot(item.id) : code_.is_free(item.id);
               });
    }

    const Routine& routine_;
    const Code& code_;
    std::set<CodeId> checks_;
    std::vector<bool> is_kinematic_, for_checks_, for_results_, after_pivot_;
};

unsigned bit_of(Section section) {
    return section == none ? 0U : 1U << section;
}

// What stands under the next banner: a statement, with the sines that are evaluated before it.
struct Place {
    std::size_t statement = 0;
    unsigned sections = 0;  // as bits
};

// Those of a piece that belong to a section, in the order of the text.
std::vector<Place> places_of(const Sections& sections, const Routine& routine, std::size_t piece, bool own_sines) {
    const auto [first, last, lanes] = routine.pieces[piece];
    std::vector<std::size_t> order(last - first);
    std::iota(order.begin(), order.end(), first);
    std::vector<unsigned> bits(order.size(), 0);
    if (own_sines) {
        const SinePlan plan(routine, piece);
        order = plan.order();
        for (const SinePlan::Group& group : plan.groups())
            if (group.before < bits.size()) bits[group.before] = bit_of(kinematics);
    }
    std::vector<Place> places;
    for (std::size_t k = 0; k < order.size(); ++k) {
        bits[k] |= bit_of(sections.of(routine.statements[order[k]]));
        if (bits[k] != 0) places.push_back({order[k], bits[k]});
    }
    return places;
}

// Where blocks begin, and which sections each has, as bits.
std::vector<std::pair<std::size_t, unsigned>> blocks_of(const std::vector<Place>& places) {
    const std::size_t n = places.size();
    std::vector<std::size_t> cost(n + 1, 0), previous(n + 1, 0);
    std::vector<unsigned> bits(n + 1, 0);
    for (std::size_t end = 1; end <= n; ++end) {
        cost[end] = ~std::size_t{0};
        unsigned held = 0;
        for (std::size_t begin = end; begin-- > 0 && end - begin <= longest_block;) {
            held |= places[begin].sections;
            const auto others = static_cast<std::size_t>(std::popcount(held)) - 1;
            const std::size_t whole = cost[begin] + cost_of_banner + others * (end - begin);
            if (whole >= cost[end]) continue;
            cost[end] = whole, previous[end] = begin, bits[end] = held;
        }
    }
    std::vector<std::pair<std::size_t, unsigned>> blocks;
    for (std::size_t end = n; end > 0; end = previous[end]) blocks.emplace_back(previous[end], bits[end]);
    std::ranges::reverse(blocks);
    return blocks;
}

std::string words_for(unsigned bits, bool is_recursive) {
    static constexpr std::array of_matrix{"",           "kinematics",       "mass matrix", "factorization",
                                          "right side", "back substitution"};
    static constexpr std::array of_recursion{
        "", "kinematics", "articulated inertias", "articulated inertias", "velocity terms and loads", "accelerations"};
    std::vector<std::string> names;
    for (unsigned section = kinematics; section <= back_substitution; ++section) {
        const std::string name = is_recursive ? of_recursion[section] : of_matrix[section];
        if ((bits & bit_of(static_cast<Section>(section))) != 0 && (names.empty() || names.back() != name))
            names.push_back(name);
    }
    std::string text;
    for (std::size_t k = 0; k < names.size(); ++k)
        text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
    return text;
}

}  // namespace

namespace {

// Statements in the order of the text, all pieces one after the other.
std::vector<std::size_t> order_of_text(const Routine& routine, bool own_sines) {
    std::vector<std::size_t> order;
    for (std::size_t piece = 0; piece < routine.pieces.size(); ++piece) {
        const auto [first, last, lanes] = routine.pieces[piece];
        if (own_sines) {
            const SinePlan plan(routine, piece);
            order.insert(order.end(), plan.order().begin(), plan.order().end());
        } else {
            for (std::size_t k = first; k < last; ++k) order.push_back(k);
        }
    }
    return order;
}

// What goes in and out of each section: arguments, and values that have names in words; the others are counted.
class Borders {
  public:
    Borders(const Program& program, const Routine& routine, bool own_sines)
        : program_(program), routine_(routine), order_(order_of_text(routine, own_sines)) {
        section_of_.assign(routine.names.size(), 0);
        last_use_.assign(routine.names.size(), 0);
        std::size_t section = 0;
        for (const std::size_t k : order_) {
            const CodeStatement& s = routine.statements[k];
            if (!s.section.empty()) starts_.push_back(k), ++section, reads_.emplace_back(), gives_.emplace_back();
            if (section == 0) reads_.emplace_back(), gives_.emplace_back(), starts_.push_back(k), ++section;
            if (s.kind == CodeStatement::Kind::call) continue;
            if (s.kind == CodeStatement::Kind::temporary) section_of_[s.number] = section;
            if (s.kind == CodeStatement::Kind::result) give(routine.arguments[s.place.argument].name);
            if (s.kind == CodeStatement::Kind::check) give("info");
            read(s.value.id, s.kind == CodeStatement::Kind::temporary);
        }
    }

    // The statement with which section k, from 0, begins.
    std::size_t sections() const { return starts_.size(); }
    std::size_t start(std::size_t k) const { return starts_[k]; }
    std::string in(std::size_t k) const {
        std::vector<std::string> list = reads_[k].arguments;
        add_named(list, [&](std::size_t t) { return reads_[k].temporaries.contains(t) && section_of_[t] != k + 1; });
        return joined(list);
    }
    std::string out(std::size_t k) const {
        std::vector<std::string> list = gives_[k];
        add_named(list, [&](std::size_t t) { return section_of_[t] == k + 1 && last_use_[t] > k + 1; });
        return joined(list);
    }

  private:
    struct Read {
        std::vector<std::string> arguments;
        std::set<std::size_t> temporaries;
    };

    void give(const std::string& argument) {
        if (std::ranges::find(gives_.back(), argument) == gives_.back().end()) gives_.back().push_back(argument);
    }
    void read_argument(const std::string& name) {
        std::vector<std::string>& known = reads_.back().arguments;
        if (std::ranges::find(known, name) == known.end()) known.push_back(name);
    }
    void read(CodeId id, bool is_definition) {
        const Code& code = *routine_.code;
        if (!is_definition && routine_.is_temporary(id)) {
            const std::size_t t = routine_.temporary[id];
            reads_.back().temporaries.insert(t);
            last_use_[t] = std::max(last_use_[t], reads_.size());
            return;
        }
        const CodeNode& node = code.node(id);
        if (node.kind == CodeKind::free && program_.constant_number.contains(node.payload)) read_argument("c");
        if (node.kind == CodeKind::symbol) {
            const Symbol& symbol = code.symbol_of(id);
            for (const ArgumentElement& place : routine_.places_of(symbol))
                read_argument(routine_.arguments[place.argument].name);
        }
        for (const Item& item : code.items(id)) read(item.id, false);
    }

    template <class Holds>
    void add_named(std::vector<std::string>& list, const Holds& holds) const {
        std::size_t others = 0;
        for (std::size_t t = 1; t < routine_.names.size(); ++t) {
            if (!holds(t)) continue;
            if (has_words(routine_.names[t]) && list.size() < most_listed)
                list.push_back(routine_.names[t]);
            else
                ++others;
        }
        if (others > 0) list.push_back(std::to_string(others) + (list.empty() ? " values" : " more"));
    }
    static std::string joined(const std::vector<std::string>& list) {
        std::string text;
        for (const std::string& item : list) text += (text.empty() ? "" : ", ") + item;
        return text;
    }

    const Program& program_;
    const Routine& routine_;
    std::vector<std::size_t> order_, starts_;
    std::vector<std::size_t> section_of_, last_use_;  // by temporary: sections from 1
    std::vector<Read> reads_;
    std::vector<std::vector<std::string>> gives_;
};

}  // namespace

void mark_sections(const Program& program, Routine& routine, bool own_sines) {
    for (CodeStatement& statement : routine.statements)
        statement.section.clear(), statement.section_in.clear(), statement.section_out.clear();
    static const std::vector<RoutineName> with_sections{RoutineName::derivatives,       RoutineName::accelerations,
                                                        RoutineName::assembly_step,     RoutineName::project_speeds,
                                                        RoutineName::mass_matrix,       RoutineName::right_side,
                                                        RoutineName::mass_matrix_update};
    if (!is_one_of(routine.name, with_sections)) return;
    const Sections sections(program, routine);
    std::vector<std::pair<std::size_t, std::string>> banners;
    for (std::size_t piece = 0; piece < routine.pieces.size(); ++piece) {
        const std::vector<Place> places = places_of(sections, routine, piece, own_sines);
        for (const auto& [first, bits] : blocks_of(places))
            banners.emplace_back(places[first].statement, words_for(bits, routine.is_recursive));
    }
    if (banners.size() < 2) return;  // one banner for everything says nothing
    for (auto& [place, text] : banners) routine.statements[place].section = std::move(text);
    const Borders borders(program, routine, own_sines);
    for (std::size_t k = 0; k < borders.sections(); ++k) {
        CodeStatement& start = routine.statements[borders.start(k)];
        if (!start.section.empty()) start.section_in = borders.in(k), start.section_out = borders.out(k);
    }
}

}  // namespace lag
