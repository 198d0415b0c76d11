#include "emitters/writers/body_needs.hpp"

#include <algorithm>

#include "core/lanes.hpp"
#include "emitters/passes/thresholds.hpp"

namespace lag {

namespace {

// Follows expression_text.cpp node by node: what that writes, this counts.
class NeedsOfPiece {
  public:
    NeedsOfPiece(const Program& program, const Routine& routine, std::size_t piece, const SinePlan* sines)
        : program_(program), routine_(routine), code_(*routine.code), piece_(piece), sines_(sines) {}

    BodyNeeds run() {
        const Piece& bounds = routine_.pieces[piece_];
        for (std::size_t k = bounds.first; k < bounds.last; ++k) add(routine_.statements[k]);
        if (sines_ != nullptr)
            for (const SinePlan::Group& group : sines_->groups()) {
                needs_.own_sines = true;
                const std::size_t width = group.lanes == 0 ? 1 : lane_width(group.lanes);
                needs_.most_angles = std::max(needs_.most_angles, width * group.angles.size());
                for (const Item& angle : group.angles) read(angle.id);
            }
        return needs_;
    }

  private:
    void add(const CodeStatement& statement) {
        switch (statement.kind) {
            case CodeStatement::Kind::call:
                for (const ArgumentPart& part : routine_.calls.at(statement.number).of_arguments)
                    needs_.arguments.insert(part.argument);
                for (std::size_t a = 0; a < routine_.arguments.size(); ++a)
                    if (routine_.arguments[a].intent == Argument::Intent::local) needs_.arguments.insert(a);
                return;
            case CodeStatement::Kind::temporary:
                if (is_stored(routine_, statement)) needs_.workspaces.insert(routine_.lanes_of(statement.value.id));
                expand(statement.value.id);
                return;
            case CodeStatement::Kind::result:
                needs_.arguments.insert(statement.place.argument);
                break;
            case CodeStatement::Kind::check:
                needs_.checks = true;
                add_argument("info");
                break;
        }
        read(statement.value.id);
    }

    void add_argument(const char* name) {
        const auto found = std::ranges::find(routine_.arguments, name, &Argument::name);
        if (found != routine_.arguments.end())
            needs_.arguments.insert(static_cast<std::size_t>(found - routine_.arguments.begin()));
    }

    void read(CodeId id) {
        if (!routine_.is_temporary(id)) {
            expand(id);
        } else if (routine_.is_split() && routine_.piece_of[routine_.temporary[id]] != piece_) {
            needs_.workspaces.insert(routine_.lanes_of(id));
        }
    }

    void expand(CodeId id) {
        const CodeNode& node = code_.node(id);
        if (routine_.lanes_of(id) > 0) needs_.lanes.insert(routine_.lanes_of_slice(routine_.lanes_of(id)));
        if (node.kind == CodeKind::function && node.op == Op::lane_sum)
            needs_.lanes.insert(routine_.lanes_of_slice(node.payload));
        switch (node.kind) {
            case CodeKind::free:
                add_free(id, false);
                return;
            case CodeKind::symbol: {
                const Symbol& symbol = code_.symbol_of(id);
                if (symbol.lanes > 0) {
                    for (const LaneSource& source : routine_.lane_reads.at(symbol)) {
                        if (source.sign != 0) needs_.arguments.insert(source.place.argument);
                        needs_.numbers = needs_.numbers || source.sign == 0;
                    }
                    return;
                }
                needs_.arguments.insert(routine_.reads.at(symbol).argument);
                return;
            }
            case CodeKind::function:
                if (sines_ != nullptr && sines_->find(code_, id) != nullptr) return;
                if (code_.is_lookup(id)) {
                    needs_.tables.insert(program_.table_number(*code_.lookup_of(id).table));
                } else {
                    needs_.functions.insert(node.op);
                }
                if (node.op == Op::select && code_.is_free(code_.items(id)[2].id))
                    add_free(code_.items(id)[2].id, true);
                break;
            case CodeKind::product:  // 1/x
                needs_.numbers = needs_.numbers || std::ranges::all_of(code_.items(id), &Item::minus);
                break;
            case CodeKind::sum:
                break;
        }
        const bool selects = node.kind == CodeKind::function && node.op == Op::select;
        for (const Item& item : code_.items(id))
            if (!selects || &item != &code_.items(id)[2] || !code_.is_free(item.id)) read(item.id);
    }

    // An element of c where the routine has c, else a number.
    void add_free(CodeId id, bool is_alternative) {
        const std::uint32_t value = code_.node(id).payload;
        const auto c = std::ranges::find(routine_.arguments, "c", &Argument::name);
        if (c != routine_.arguments.end() && c->intent == Argument::Intent::in &&
            program_.constant_number.contains(value)) {
            add_argument("c");
            return;
        }
        needs_.numbers = true;
        if (const std::size_t k = threshold_of(code_, id, is_alternative); k < thresholds.size())
            needs_.thresholds.insert(k);
    }

    const Program& program_;
    const Routine& routine_;
    const Code& code_;
    std::size_t piece_;
    const SinePlan* sines_;
    BodyNeeds needs_;
};

}  // namespace

void BodyNeeds::add(const BodyNeeds& other) {
    arguments.insert(other.arguments.begin(), other.arguments.end());
    functions.insert(other.functions.begin(), other.functions.end());
    tables.insert(other.tables.begin(), other.tables.end());
    thresholds.insert(other.thresholds.begin(), other.thresholds.end());
    numbers = numbers || other.numbers, checks = checks || other.checks;
    own_sines = own_sines || other.own_sines;
    workspaces.insert(other.workspaces.begin(), other.workspaces.end());
    lanes.insert(other.lanes.begin(), other.lanes.end());
    most_angles = std::max(most_angles, other.most_angles);
}

BodyNeeds body_needs(const Program& program, const Routine& routine, std::size_t piece, const SinePlan* sines) {
    return NeedsOfPiece(program, routine, piece, sines).run();
}

bool is_stored(const Routine& routine, const CodeStatement& statement) {
    return statement.kind == CodeStatement::Kind::temporary && routine.is_split() && routine.slot[statement.number] > 0;
}

}  // namespace lag
