#include "emitters/passes/constant_texts.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

#include "core/rational.hpp"
#include "emitters/passes/thresholds.hpp"

namespace lag {

namespace {

constexpr std::size_t short_text = 72, longest_text = 200;  // characters of names and numbers

bool is_cut(const std::string& text) {
    return text.find("...") != std::string::npos;
}

// What the routines know a free expression as, by its node.
std::map<NodeId, SignedLabel> labels_of_constants(const Program& program) {
    std::map<NodeId, SignedLabel> labels;
    for (const Routine& routine : program.routines) {
        if (!routine.code) continue;
        for (CodeId id = 0; id < routine.code->size(); ++id)
            if (routine.code->is_free(id))
                if (const SignedLabel* const label = routine.code->label_of(id))
                    labels.emplace(routine.code->node(id).payload, *label);
    }
    return labels;
}

class ConstantTexts {
  public:
    explicit ConstantTexts(const Program& program)
        : program_(program), graph_(*program.constants_graph), labels_(labels_of_constants(program)) {
        for (const Routine& routine : program.routines)
            if (routine.first_info) infos_.insert(routine.first_info->id);
        for (std::size_t k = 0; k < program.constants.size(); ++k) places_.emplace(program.constants[k].id, k);
    }

    std::string text(std::size_t k) {
        const Expr value = program_.constants[k];
        if (infos_.contains(value.id)) return "info of the first pivot of parameters alone that fails; 0: all hold";
        const std::string whole = written(value, short_text, false);
        if (!is_cut(whole)) return whole;
        const std::string by_others = written(value, short_text, true);
        const auto label = labels_.find(value.id);
        const std::string what =
            label == labels_.end() ? std::string() : (label->second.minus ? "minus " : "") + label->second.what->text;
        if (what.empty()) return is_cut(by_others) ? readable(written(value, longest_text, true)) : by_others;
        return is_cut(by_others) ? what : fmt::format("{}: {}", what, by_others);
    }

  private:
    static std::string readable(const std::string& text) { return is_cut(text) ? std::string() : text; }

    // The number of pivot checks by its name, others that are no short fractions as decimals.
    std::optional<std::string> short_number(NodeId id) const {
        const double number = graph_.constant_double(graph_.expr(id));
        if (number == thresholds[0].value) return thresholds[0].name;
        constexpr std::size_t long_fraction = 24;
        const std::string decimal = shortest_decimal(number);
        return to_string(graph_, graph_.expr(id)).size() > long_fraction && number > 0 ? std::optional(decimal)
                                                                                       : std::nullopt;
    }

    // A pivot that is replaced where it fails stands as what it is: 1/(if 0 < d then d else 1e30) as 1/(d).
    std::string written(const Expr& value, std::size_t limit, bool by_others) {
        const auto name = [&](NodeId id) -> std::optional<std::string> {
            if (by_others && id != value.id && graph_.node(id).op != Op::symbol)
                if (const auto place = places_.find(id); place != places_.end())
                    return fmt::format("c{{{}}}", place->second + 1);
            const Node node = graph_.node(id);
            if (node.op == Op::constant) return short_number(id);
            if (node.op != Op::select || graph_.node(node.operand[2]).op != Op::constant) return {};
            const Node test = graph_.node(node.operand[0]);
            const bool is_pivot = test.operand[0] == node.operand[1] || test.operand[1] == node.operand[1];
            if (test.op != Op::less || !is_pivot) return {};
            const std::string guarded = written_below(node.operand[1], value, limit, by_others);
            return guarded.find_first_of(" */^") == std::string::npos ? guarded : fmt::format("({})", guarded);
        };
        return to_string(graph_, value, limit, name);
    }
    std::string written_below(NodeId id, const Expr& whole, std::size_t limit, bool by_others) {
        if (by_others && graph_.node(id).op != Op::symbol && id != whole.id)
            if (const auto place = places_.find(id); place != places_.end())
                return fmt::format("c{{{}}}", place->second + 1);
        return written(graph_.expr(id), limit, by_others);
    }

    const Program& program_;
    Graph& graph_;
    std::map<NodeId, SignedLabel> labels_;
    std::map<NodeId, std::size_t> places_;
    std::set<NodeId> infos_;
};

}  // namespace

std::vector<std::string> constant_texts(const Program& program) {
    ConstantTexts texts(program);
    std::vector<std::string> list;
    for (std::size_t k = 0; k < program.constants.size(); ++k) list.push_back(texts.text(k));
    return list;
}

}  // namespace lag
