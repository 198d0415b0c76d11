// Printing of expression trees. Their depth is bounded by nest.cpp, which bounds the length of a statement.

#include "emitters/writers/expression_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "emitters/passes/passes.hpp"
#include "emitters/passes/thresholds.hpp"
#include "emitters/procedures/procedure.hpp"

namespace lag {

namespace {

enum class Level { sum, product, primary };  // what may stand without parentheses

class Printer {
  public:
    Printer(const Program& program, const Routine& routine, std::size_t piece, const Dialect& dialect,
            const SinePlan* sines)
        : program_(program), routine_(routine), code_(*routine.code), piece_(piece), dialect_(dialect), sines_(sines) {}

    // The root is written out even where it has a name.
    std::string definition(const Item& root) const { return expanded(root, Level::sum); }

    std::string text(const Item& item, Level level) const {
        if (routine_.is_temporary(item.id)) return negated(temporary(item.id), item.minus, level);
        return expanded(item, level);
    }

  private:
    static std::string negated(std::string text, bool minus, Level level) {
        if (!minus) return text;
        return level == Level::sum ? "-" + text : fmt::format("(-{})", text);
    }
    static std::string grouped(std::string text, bool needs) { return needs ? fmt::format("({})", text) : text; }

    std::string temporary(CodeId id) const {
        const std::uint32_t number = routine_.temporary[id];
        if (routine_.is_split() && routine_.piece_of[number] != piece_)
            return dialect_.work_of(routine_.lanes_of(id), routine_.slot[number] - 1);
        return temporary_name(routine_, number);
    }

    // An element of c where the leaf holds parameters, else a number, by its name if it is a threshold.
    std::string free_leaf(CodeId id, bool is_alternative = false) const {
        const Expr value = code_.free_value(id);
        if (const auto known = program_.constant_number.find(value.id); known != program_.constant_number.end()) {
            const auto c = std::ranges::find(routine_.arguments, "c", &Argument::name);
            if (c != routine_.arguments.end() && c->intent == Argument::Intent::in) {
                const std::size_t lanes = routine_.lanes_of(id);
                if (routine_.is_in_slices(lanes))
                    return dialect_.lane_load_in_slice(routine_.lanes_of_slice(lanes), *c, known->second);
                return lanes > 0 ? dialect_.lane_load(lanes, *c, known->second) : dialect_.element(*c, known->second);
            }
        }
        if (const std::size_t k = threshold_of(code_, id, is_alternative); k < thresholds.size())
            return dialect_.named_number(thresholds[k].name, thresholds[k].value);
        const double number = code_.free_graph().constant_double(value);
        if (!std::isfinite(number))
            throw ModelError("a constant of the model is no finite number: " +
                             to_string(code_.free_graph(), value, 200));
        return number < 0 ? fmt::format("(-{})", dialect_.number(-number)) : dialect_.number(number);
    }

    std::string symbol(CodeId id) const {
        const Symbol& symbol = code_.symbol_of(id);
        if (symbol.lanes > 0) return gathered(symbol);
        const ArgumentElement place = routine_.reads.at(symbol);
        return dialect_.element(routine_.arguments[place.argument], place.element);
    }

    std::string gathered(const Symbol& symbol) const {
        const std::vector<LaneSource>& sources = routine_.lane_reads.at(symbol);
        const bool is_in_slices = routine_.is_in_slices(symbol.lanes);
        std::vector<std::size_t> steps;
        if (is_in_slices) steps = steps_of(sources, routine_.lanes_at_once).value();
        const std::size_t lanes = routine_.lanes_of_slice(symbol.lanes);
        std::vector<std::string> elements;
        for (std::size_t k = 0; k < lane_width(lanes); ++k) {
            const LaneSource& source = sources[k < sources.size() ? k : 0];
            const std::string sign = source.sign < 0 ? "-" : "";
            const Argument& argument = routine_.arguments[source.place.argument];
            elements.push_back(source.sign == 0 ? dialect_.number(0)
                               : is_in_slices
                                   ? sign + dialect_.element_in_slice(argument, source.place.element, steps[k])
                                   : sign + dialect_.element(argument, source.place.element));
        }
        return dialect_.lane_gather(lanes, elements);
    }

    // What a selection takes otherwise: `text`, or a name.
    std::string alternative(const Item& item, const std::string& text) const {
        return code_.is_free(item.id) ? negated(free_leaf(item.id, true), item.minus, Level::sum) : text;
    }

    bool is_name(CodeId id) const {
        if (routine_.is_temporary(id)) return true;
        const CodeNode& node = code_.node(id);
        if (node.kind != CodeKind::function) return node.kind == CodeKind::free || node.kind == CodeKind::symbol;
        return (sines_ != nullptr && sines_->find(code_, id) != nullptr) ||
               (node.op == Op::select && dialect_.names_selections());
    }

    std::string expanded(const Item& item, Level level) const {
        const CodeNode& node = code_.node(item.id);
        switch (node.kind) {
            case CodeKind::free:
                return negated(free_leaf(item.id), item.minus, level);
            case CodeKind::symbol:
                return negated(symbol(item.id), item.minus, level);
            case CodeKind::function: {
                if (const SinePlan::Place* place = sines_ == nullptr ? nullptr : sines_->find(code_, item.id))
                    return negated(routine_.lanes_of(item.id) > 0 ? dialect_.lane_local(place->array, place->element)
                                                                  : dialect_.local(place->array, place->element),
                                   item.minus, level);
                if (const std::string equal = equality(item.id); !equal.empty())
                    return negated(equal, item.minus, level);
                if (leaves_lanes(node.op) && routine_.is_in_slices(routine_.lanes_of(code_.items(item.id)[0].id)))
                    return negated(out_of_slices(item.id), item.minus, level);
                if (node.op == Op::lane_member) {
                    const std::string lanes = text(code_.items(item.id)[0], Level::primary);
                    return negated(dialect_.lane_of(lanes, node.payload), item.minus, level);
                }
                std::vector<std::string> operands;
                for (const Item& operand : code_.items(item.id)) operands.push_back(text(operand, Level::sum));
                if (node.op == Op::lane_repeat || node.op == Op::lane_fold)
                    return negated(of_limbs_on_limbs(item.id, operands.front()), item.minus, level);
                if (node.op == Op::lane_set) {  // beyond the last lane the first one again
                    operands.resize(lane_width(node.payload), operands.front());
                    return negated(dialect_.lane_gather(node.payload, operands), item.minus, level);
                }
                if (node.op == Op::select) operands[2] = alternative(code_.items(item.id)[2], operands[2]);
                if (const std::size_t lanes = lanes_in(item.id); lanes > 0 && !code_.is_lookup(item.id))
                    return negated(is_one_choice(item.id) ? dialect_.lane_choice(lanes, operands)
                                                          : dialect_.lane_function(lanes, node.op, operands),
                                   item.minus, level);
                if (node.op == Op::select) {
                    const auto branch = [&](std::size_t k) {
                        return Operand{operands[k], is_name(code_.items(item.id)[k].id)};
                    };
                    return negated(dialect_.selection(operands[0], branch(1), branch(2)), item.minus, level);
                }
                return negated(
                    code_.is_lookup(item.id) ? looked_up(item.id, operands) : dialect_.function(node.op, operands),
                    item.minus, level);
            }
            case CodeKind::product:
                return negated(grouped(product(item.id), level == Level::primary && !item.minus), item.minus, level);
            case CodeKind::sum:
                return grouped(sum(item.id, item.minus), level != Level::sum);
        }
        return {};
    }

    // An integer, a flag of contacts, or a single number that a routine of the file's own gives (its info).
    bool is_whole(const ArgumentElement& place) const {
        const Argument& of = routine_.arguments[place.argument];
        if (of.type == Argument::Type::integer) return true;
        const auto is_here = [&](int flag) { return flag >= 0 && static_cast<std::size_t>(flag) == place.element; };
        if (of.name == "w")
            return std::ranges::any_of(program_.contact_places, [&](const ContactPlaces& contact) {
                return is_here(contact.closed) || is_here(contact.slip);
            });
        return of.name == "xr" && std::ranges::any_of(routine_.calls, [&](const ExternalCall& call) {
                   return call.takes_arrays && std::ranges::any_of(call.parts, [&](const CallPart& part) {
                              return part.is_result && part.is_scalar && part.first == place.element;
                          });
               });
    }

    // k <= 4 and 4 <= k of a whole number k.
    std::string equality(CodeId id) const {
        if (code_.node(id).op != Op::logical_and) return {};
        const auto relation = [&](std::size_t k) { return code_.items(id)[k].id; };
        for (const CodeId side : {relation(0), relation(1)})
            if (code_.node(side).kind != CodeKind::function || code_.node(side).op != Op::less_equal) return {};
        const auto low = code_.items(relation(0)), high = code_.items(relation(1));
        if (!(low[0] == high[1] && low[1] == high[0])) return {};
        const bool symbol_first = code_.node(low[0].id).kind == CodeKind::symbol;
        const Item &argument = low[symbol_first ? 0 : 1], &value = low[symbol_first ? 1 : 0];
        if (code_.node(argument.id).kind != CodeKind::symbol || code_.node(value.id).kind != CodeKind::free) return {};
        const Symbol& known = code_.symbol_of(argument.id);
        if (known.lanes > 0 || !code_.free_graph().is_constant_expression(code_.free_value(value.id))) return {};
        const ArgumentElement place = routine_.reads.at(known);
        if (!is_whole(place)) return {};
        const double number = code_.free_graph().constant_double(code_.free_value(value.id));
        const bool is_real = routine_.arguments[place.argument].type != Argument::Type::integer;
        return dialect_.equal(symbol(argument.id), is_real, std::lround(value.minus ? -number : number));
    }

    // The same for all lanes.
    bool is_one_choice(CodeId id) const {
        return code_.node(id).op == Op::select && routine_.lanes_of(code_.items(id)[0].id) == 0;
    }

    // Of a lane value, or of those that are summed; of one slice.
    std::size_t lanes_in(CodeId id) const {
        return code_.node(id).op == Op::lane_sum ? code_.node(id).payload
                                                 : routine_.lanes_of_slice(routine_.lanes_of(id));
    }

    // A sum over all lanes, or one lane, of what another piece computed slice by slice.
    std::string out_of_slices(CodeId id) const {
        const CodeNode& node = code_.node(id);
        const Item& operand = code_.items(id)[0];
        const std::size_t slot = routine_.slot.at(routine_.temporary[operand.id]) - 1;
        const Slices slices = slices_of(routine_, routine_.lanes_of(operand.id));
        const std::string value = node.op == Op::lane_sum ? dialect_.sum_of_slices(slices, slot)
                                                          : dialect_.lane_of_slices(slices, slot, node.payload);
        return operand.minus ? fmt::format("(-{})", value) : value;
    }

    std::string of_limbs_on_limbs(CodeId id, const std::string& operand) const {
        const CodeNode& node = code_.node(id);
        if (node.op == Op::lane_repeat)
            return dialect_.lane_repeat(node.payload, routine_.lanes_of(code_.items(id)[0].id), operand);
        const LaneFold fold = LaneFold::of(node.payload);
        return dialect_.lane_fold(fold.lanes, fold.into, operand);
    }

    std::string looked_up(CodeId id, const std::vector<std::string>& operands) const {
        const Lookup& lookup = code_.lookup_of(id);
        std::string list;
        for (std::size_t k = 0; k < operands.size(); ++k)
            list += (k > 0 ? ", " : "") + std::to_string(lookup.orders[k]);
        const std::string name = table_name(program_.table_number(*lookup.table));
        if (const std::size_t lanes = lanes_in(id); lanes > 0)
            return dialect_.lane_table_call(lanes, name, list, operands);
        for (const std::string& operand : operands) list += ", " + operand;
        return dialect_.table_call(name, list);
    }

    std::string sum(CodeId id, bool minus) const {
        const std::vector<Item> items = items_in_text(routine_, {id, minus});
        std::string result;
        for (std::size_t k = 0; k < items.size(); ++k) {
            if (k > 0) result += items[k].minus ? " - " : " + ";
            if (k == 0 && items[k].minus) result += "-";
            result += text({items[k].id, false}, Level::product);
        }
        return result;
    }

    std::string product(CodeId id) const {
        std::string above, below;
        std::size_t divisors = 0;
        for (const Item& item : items_in_text(routine_, {id, false})) {
            std::string& side = item.minus ? below : above;
            if (!side.empty()) side += "*";
            side += text({item.id, false}, Level::primary);
            divisors += item.minus ? 1U : 0U;
        }
        if (divisors == 0) return above;
        if (above.empty()) above = dialect_.number(1);
        return fmt::format("{}/{}", above, grouped(below, divisors > 1));
    }

    const Program& program_;
    const Routine& routine_;
    const Code& code_;
    std::size_t piece_;
    const Dialect& dialect_;
    const SinePlan* sines_;
};

}  // namespace

std::string value_text(const Program& program, const Routine& routine, const CodeStatement& statement,
                       std::size_t piece, const Dialect& dialect, const SinePlan* sines) {
    if (statement.kind == CodeStatement::Kind::call) return {};
    const Printer printer(program, routine, piece, dialect, sines);
    if (statement.lane > 0) {
        const std::string value = printer.text({statement.value.id, false}, Level::primary);
        return (statement.value.minus ? "-" : "") + dialect.lane_of(value, statement.lane - 1);
    }
    return statement.kind == CodeStatement::Kind::temporary ? printer.definition(statement.value)
                                                            : printer.text(statement.value, Level::sum);
}

std::string call_text(const Routine& routine, const CodeStatement& statement, const Dialect& dialect,
                      const std::string& before_result) {
    const ExternalCall& call = routine.calls.at(statement.number);
    std::string list;
    const auto add = [&](const std::string& name, std::size_t first, std::size_t count, const std::string& before) {
        const auto array = std::ranges::find(routine.arguments, name, &Argument::name);
        for (std::size_t k = first; k < first + count; ++k)
            list += (list.empty() ? "" : ", ") + before + dialect.element(*array, k);
    };
    if (call.procedure) {
        std::size_t next_argument = call.first_argument, next_result = call.first_result;
        for (std::size_t k = 0; k < call.procedure->arguments; ++k) {
            const procedures::Variable& v = call.procedure->variables[k];
            const bool is_in = v.intent == Argument::Intent::in;
            std::size_t& next = is_in ? next_argument : next_result;
            const std::size_t length = procedures::length_of(v);
            if (v.is_scalar())
                add(is_in ? "xa" : "xr", next, 1, is_in ? "" : before_result);
            else
                list += (list.empty() ? "" : ", ") + dialect.part(is_in ? "xa" : "xr", next, length);
            next += length;
        }
        return fmt::format("{}({})", call.name, list);
    }
    if (call.takes_arrays) {
        for (const CallPart& part : call.parts) {
            const char* const array = part.is_result ? "xr" : "xa";
            if (part.is_scalar)
                add(array, part.first, 1, part.is_result ? before_result : "");
            else
                list += (list.empty() ? "" : ", ") + dialect.part(array, part.first, part.elements);
        }
        return fmt::format("{}({})", call.name, list);
    }
    if (!call.of_arguments.empty()) {
        for (const ArgumentPart& part : call.of_arguments) {
            const Argument& argument = routine.arguments[part.argument];
            const bool is_whole = part.first == 0 && part.elements == argument.elements();
            list += (list.empty() ? "" : ", ") +
                    (is_whole ? argument.name : dialect.part(argument.name, part.first, part.elements));
        }
        return fmt::format("{}({})", call.name, list);
    }
    add("xa", call.first_argument, call.arguments, "");
    add("xr", call.first_result, call.results, before_result);
    return fmt::format("{}({})", call.name, list);
}

std::string angle_text(const Program& program, const Routine& routine, const Item& angle, std::size_t piece,
                       const Dialect& dialect, const SinePlan& sines) {
    return Printer(program, routine, piece, dialect, &sines).text(angle, Level::sum);
}

std::string comment_of(const Routine& routine, const CodeStatement& statement, const Dialect& dialect) {
    const std::string& comment = statement.comment;
    std::string text;
    std::size_t begin = 0;
    for (std::size_t mark = comment.find("c{"); mark != std::string::npos; mark = comment.find("c{", begin)) {
        const std::size_t end = comment.find('}', mark);
        const auto c = std::ranges::find(routine.arguments, "c", &Argument::name);
        text += comment.substr(begin, mark - begin);
        text += dialect.element(*c, std::stoul(comment.substr(mark + 2, end - mark - 2)) - 1);
        begin = end + 1;
    }
    return text + comment.substr(begin);
}

std::string banner_of(const CodeStatement& statement) {
    return fmt::format("---- {} ----", statement.section);
}

std::string table_name(std::size_t number) {
    return "table_" + std::to_string(number + 1);
}

namespace {
[[noreturn]] void refuse_lanes() {
    throw InternalError("this language has no lane values");
}
}  // namespace

std::string indexed_by_slice(std::size_t first, std::size_t step) {
    return step == 0 ? std::to_string(first) : fmt::format("{} + {}*{}", first, step, slice_name);
}

Slices slices_of(const Routine& routine, std::size_t lanes) {
    const auto workspace = routine.workspace.find(lanes);
    return {lanes, routine.lanes_of_slice(lanes), workspace == routine.workspace.end() ? 0 : workspace->second};
}

std::string workspace_name(std::size_t lanes) {
    return lanes == 0 ? "work" : fmt::format("work{}", lanes);
}

std::string Dialect::part(const std::string& array, std::size_t first, std::size_t) const {
    return first == 0 ? array : fmt::format("{} + {}", array, first);
}
std::string Dialect::lane_load(std::size_t, const Argument&, std::size_t) const {
    refuse_lanes();
}
std::string Dialect::lane_gather(std::size_t, const std::vector<std::string>&) const {
    refuse_lanes();
}
std::string Dialect::lane_function(std::size_t, Op, const std::vector<std::string>&) const {
    refuse_lanes();
}
std::string Dialect::lane_choice(std::size_t lanes, const std::vector<std::string>& operands) const {
    return lane_function(lanes, Op::select, operands);
}
std::string Dialect::lane_table_call(std::size_t, const std::string& name, const std::string& orders,
                                     const std::vector<std::string>& operands) const {
    return table_call(name, fmt::format("{}, {}", orders, fmt::join(operands, ", ")));
}
std::string Dialect::lane_of(const std::string&, std::size_t) const {
    refuse_lanes();
}
std::string Dialect::element_in_slice(const Argument&, std::size_t, std::size_t) const {
    refuse_lanes();
}
std::string Dialect::lane_load_in_slice(std::size_t, const Argument&, std::size_t) const {
    refuse_lanes();
}
std::string Dialect::sum_of_slices(const Slices&, std::size_t) const {
    refuse_lanes();
}
std::string Dialect::lane_of_slices(const Slices&, std::size_t, std::size_t) const {
    refuse_lanes();
}
std::string Dialect::lane_repeat(std::size_t, std::size_t, const std::string&) const {
    refuse_lanes();
}
std::string Dialect::lane_fold(std::size_t, std::size_t, const std::string&) const {
    refuse_lanes();
}

const std::string& temporary_name(const Routine& routine, std::size_t number) {
    return routine.names.at(number);
}

std::string to_string(const OperationCount& count) {
    return fmt::format("{} add, {} mul, {} div, {} sqrt, {} call", count.add, count.mul, count.div, count.sqrt,
                       count.call);
}

}  // namespace lag
