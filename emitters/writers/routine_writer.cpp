#include "emitters/writers/routine_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"

namespace lag {

std::string RoutineHooks::evaluate_sines(const SinePlan::Group&, const AngleText&) {
    throw InternalError("this language has no own sines");
}

std::string RoutineHooks::store_unless(const std::string&, const std::string&, const std::string&) {
    return {};
}
std::string RoutineHooks::assign_lanes(std::size_t, const std::string&, const std::string&) {
    throw InternalError("this language has no lane values");
}
std::string RoutineHooks::check_lanes(const std::string&, const std::vector<std::string>&) {
    throw InternalError("this language has no lane values");
}

std::map<std::size_t, std::size_t> RoutineBody::workspaces() const {
    if (kind == Kind::whole) return {};
    std::map<std::size_t, std::size_t> found = routine.workspace;
    if (kind == Kind::piece) std::erase_if(found, [&](const auto& of) { return !needs.workspaces.contains(of.first); });
    return found;
}

std::size_t RoutineBody::lanes() const {
    return kind == Kind::piece ? routine.pieces[piece].lanes : 0;
}

Slices RoutineBody::slices() const {
    return slices_of(routine, lanes());
}

namespace {

// The values of info by lane, of a slice that counts from 0.
std::vector<std::string> infos_by_lane(const Routine& routine, const CodeStatement& check) {
    std::vector<std::string> infos;
    const bool is_in_slices = routine.is_in_slices(check.by_lane.size());
    for (std::size_t k = 0; k < routine.lanes_of_slice(check.by_lane.size()); ++k) {
        const std::size_t own = check.by_lane[k], next = is_in_slices ? check.by_lane[k + routine.lanes_at_once] : own;
        infos.push_back(indexed_by_slice(own, next - own));
    }
    return infos;
}

}  // namespace

std::size_t place_of_argument(const Routine& routine, const std::string& name) {
    const auto found = std::ranges::find(routine.arguments, name, &Argument::name);
    if (found == routine.arguments.end()) throw InternalError(fmt::format("{} has no argument {}", routine.name, name));
    return static_cast<std::size_t>(found - routine.arguments.begin());
}

std::string RoutineWriter::text(const Routine& routine, const std::string& name) {
    if (!routine.is_split()) {
        const RoutineBody whole = body_of(routine, RoutineBody::Kind::whole, name, 0);
        return text_of(whole, statements(whole));
    }
    RoutineBody frame = body_of(routine, RoutineBody::Kind::frame, name, 0);
    std::string pieces, calls;
    for (std::size_t p = 0; p < routine.pieces.size(); ++p) {
        const RoutineBody piece = body_of(routine, RoutineBody::Kind::piece, fmt::format("{}_{}", name, p + 1), p);
        pieces += text_of(piece, statements(piece));
        calls += hooks_.call_piece(piece);
        frame.needs.add(piece.needs);
    }
    const std::string caller = text_of(frame, calls);
    return hooks_.pieces_come_first() ? pieces + caller : caller + pieces;
}

RoutineBody RoutineWriter::body_of(const Routine& routine, RoutineBody::Kind kind, const std::string& name,
                                   std::size_t piece) const {
    RoutineBody body{.routine = routine,
                     .kind = kind,
                     .name = name,
                     .piece = piece,
                     .arguments = {},
                     .needs = {},
                     .sines = {},
                     .first_info = {}};
    if (body.has_statements()) {
        if (own_sines_) body.sines.emplace(routine, piece);
        body.needs = body_needs(program_, routine, piece, body.sines ? &*body.sines : nullptr);
    }
    if (routine.first_info && body.sets_zero()) {
        const std::size_t c = place_of_argument(routine, "c");
        body.needs.arguments.insert(c);
        body.first_info = hooks_.dialect().element(routine.arguments[c], routine.place_of_info(program_));
    }
    if (kind == RoutineBody::Kind::piece) {
        body.arguments.assign(body.needs.arguments.begin(), body.needs.arguments.end());
    } else {
        for (std::size_t a = 0; a < routine.arguments.size(); ++a)
            if (routine.arguments[a].intent != Argument::Intent::local) body.arguments.push_back(a);
    }
    return body;
}

std::string RoutineWriter::text_of(const RoutineBody& body, const std::string& statements) {
    asked_for_.add(body.needs);
    const std::string head = hooks_.open(body);
    return head + hooks_.declare(body) + statements + hooks_.close(body);
}

std::string RoutineWriter::statements(const RoutineBody& body) {
    const Piece& bounds = body.routine.pieces[body.piece];
    std::string text, last_comment;
    for (std::size_t k = bounds.first; k < bounds.last; ++k) {
        const CodeStatement& next = body.routine.statements[body.sines ? body.sines->order()[k - bounds.first] : k];
        if (!next.section.empty()) {
            text += hooks_.banner(banner_of(next));
            if (!next.section_in.empty()) text += hooks_.banner("in: " + next.section_in);
            if (!next.section_out.empty()) text += hooks_.banner("out: " + next.section_out);
        }
        if (body.sines) text += sines_before(body, k - bounds.first);
        if (!next.comment.empty() && next.comment != last_comment) {
            text += hooks_.comment(comment_of(body.routine, next, hooks_.dialect()));
            last_comment = next.comment;
        }
        text += statement(body, next);
    }
    return text;
}

std::string RoutineWriter::statement(const RoutineBody& body, const CodeStatement& s) {
    const Routine& routine = body.routine;
    const Dialect& dialect = hooks_.dialect();
    if (s.kind == CodeStatement::Kind::call) return hooks_.call(routine, s);
    const std::string value =
        value_text(program_, routine, s, body.piece, dialect, body.sines ? &*body.sines : nullptr);
    if (s.kind == CodeStatement::Kind::check)
        return s.by_lane.empty() ? hooks_.check(value, s.number) : hooks_.check_lanes(value, infos_by_lane(routine, s));
    if (s.kind == CodeStatement::Kind::result) {
        if (const std::string chosen = first_info(body, s); !chosen.empty()) return chosen;
        const Argument& argument = routine.arguments[s.place.argument];
        return hooks_.store(body.lanes() > 0 ? dialect.element_in_slice(argument, s.place.element, s.step)
                                             : dialect.element(argument, s.place.element),
                            value);
    }
    const std::string name = temporary_name(routine, s.number);
    const std::size_t lanes = routine.lanes_of(s.value.id);
    const std::string text =
        lanes > 0 ? hooks_.assign_lanes(routine.lanes_of_slice(lanes), name, value) : hooks_.assign(name, value);
    return is_stored(routine, s) ? text + hooks_.store(dialect.work_of(lanes, routine.slot[s.number] - 1), name) : text;
}

// Of the element of c with which `info` begins, a selection for each pivot of parameters alone: 0, or the number of one
// that fails; the last that is stored is the first that was asked. Empty for any other result.
std::string RoutineWriter::first_info(const RoutineBody& body, const CodeStatement& s) {
    const Code& code = *body.routine.code;
    const Argument& argument = body.routine.arguments[s.place.argument];
    const bool is_info = argument.name == "c" && std::ranges::any_of(program_.routines, [&](const Routine& routine) {
                             return routine.first_info && routine.place_of_info(program_) == s.place.element;
                         });
    if (!is_info) return {};
    const std::string element = hooks_.dialect().element(argument, s.place.element);
    const auto text_of_part = [&](const Item& part) {
        CodeStatement one = s;
        one.value = part;
        return value_text(program_, body.routine, one, body.piece, hooks_.dialect());
    };
    std::vector<std::string> stores;
    Item rest = s.value;
    const auto is_selection = [&](const Item& item) {
        const bool is_function = code.node(item.id).kind == CodeKind::function;
        return is_function && code.node(item.id).op == Op::select && !body.routine.is_temporary(item.id);
    };
    while (is_selection(rest)) {
        const auto parts = code.items(rest.id);  // condition, value where it holds, otherwise
        stores.push_back(hooks_.store_unless(text_of_part(parts[0]), element, text_of_part(parts[2])));
        if (stores.back().empty()) return {};
        rest = parts[1];
    }
    std::string text = hooks_.store(element, text_of_part(rest));
    for (auto store = stores.rbegin(); store != stores.rend(); ++store) text += *store;
    return text;
}

// The groups of angles that stand before the statement at `place`.
std::string RoutineWriter::sines_before(const RoutineBody& body, std::size_t place) {
    std::string text;
    for (const SinePlan::Group& group : body.sines->groups()) {
        if (group.before != place) continue;
        text += hooks_.evaluate_sines(group, [&](std::size_t k) {
            return angle_text(program_, body.routine, group.angles[k], body.piece, hooks_.dialect(), *body.sines);
        });
    }
    return text;
}

}  // namespace lag
