// Pass: bodies above a bound are cut into pieces of about equal work, because compilers spend time quadratic in the
// length of one body. A temporary that a later piece reads is also stored in a workspace array, a lane value in that of
// its number of lanes; a slot is used again once the piece of its last reader is done.

#include <algorithm>
#include <map>
#include <numeric>

#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

std::size_t weight(const CodeStatement& statement) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(statement.operations.total()));
}

void cut(Routine& routine, std::size_t total, std::size_t piece_size) {
    const std::size_t count = (total + piece_size - 1) / piece_size;
    const std::size_t share = (total + count - 1) / count;
    routine.pieces.clear();
    std::size_t first = 0, load = 0;
    for (std::size_t k = 0; k < routine.statements.size(); ++k) {
        load += weight(routine.statements[k]);
        if (load >= share || k + 1 == routine.statements.size()) {
            routine.pieces.push_back({first, k + 1});
            first = k + 1, load = 0;
        }
    }
}

// Values stored one after the other must not stand side by side in the workspace: compilers try to form vectors from
// such stores and follow the long sums after them, which multiplies the compile time (gfortran 12: a hundredfold).
void scatter(Routine& routine) {
    std::map<std::size_t, std::size_t> strides;
    for (const auto& [lanes, n] : routine.workspace) {
        std::size_t stride = n < 5 ? 1 : n * 618 / 1000;
        while (std::gcd(stride, n) != 1) ++stride;
        strides.emplace(lanes, stride);
    }
    for (const CodeStatement& statement : routine.statements) {
        if (statement.kind != CodeStatement::Kind::temporary || routine.slot[statement.number] == 0) continue;
        std::uint32_t& slot = routine.slot[statement.number];
        const std::size_t lanes = routine.lanes_of(statement.value.id);
        slot = static_cast<std::uint32_t>((slot - 1) * strides.at(lanes) % routine.workspace.at(lanes) + 1);
    }
}

}  // namespace

std::vector<std::uint32_t> temporaries_read(const Routine& routine, const CodeStatement& statement) {
    std::vector<std::uint32_t> read;
    if (statement.kind == CodeStatement::Kind::call) return read;
    const CodeId root = statement.value.id;
    if (statement.kind != CodeStatement::Kind::temporary && routine.is_temporary(root))  // the text is its name
        return {routine.temporary[root]};
    for (const CodeId id : nodes_in_text(routine, root))
        if (id != root && routine.is_temporary(id)) read.push_back(routine.temporary[id]);
    return read;
}

void give_slots(Routine& routine) {
    std::size_t temporaries = 0;
    for (const CodeStatement& statement : routine.statements)
        if (statement.kind == CodeStatement::Kind::temporary) temporaries = std::max(temporaries, statement.number);
    routine.slot.assign(temporaries + 1, 0);
    routine.piece_of.assign(temporaries + 1, 0);
    if (!routine.is_split()) return;
    std::vector<std::size_t> last_reader(temporaries + 1, 0);
    for (std::size_t p = 0; p < routine.pieces.size(); ++p) {
        for (std::size_t k = routine.pieces[p].first; k < routine.pieces[p].last; ++k) {
            const CodeStatement& statement = routine.statements[k];
            if (statement.kind == CodeStatement::Kind::temporary)
                routine.piece_of[statement.number] = static_cast<std::uint32_t>(p);
            for (const std::uint32_t read : temporaries_read(routine, statement)) last_reader[read] = p;
        }
    }
    std::map<std::size_t, std::vector<std::size_t>>
        readers;  // by lanes, slot: the last piece that reads its present value
    for (const CodeStatement& statement : routine.statements) {
        if (statement.kind != CodeStatement::Kind::temporary) continue;
        const std::size_t piece = routine.piece_of[statement.number];
        if (last_reader[statement.number] <= piece) continue;
        std::vector<std::size_t>& slot_reader = readers[routine.lanes_of(statement.value.id)];
        const auto vacant = std::ranges::find_if(slot_reader, [&](std::size_t reader) { return reader < piece; });
        const auto slot = static_cast<std::size_t>(vacant - slot_reader.begin());
        if (vacant == slot_reader.end()) slot_reader.push_back(0);
        slot_reader[slot] = last_reader[statement.number];
        routine.slot[statement.number] = static_cast<std::uint32_t>(slot + 1);
    }
    routine.workspace.clear();
    for (const auto& [lanes, slot_reader] : readers) routine.workspace.emplace(lanes, slot_reader.size());
    scatter(routine);
}

void split_body(Routine& routine, std::size_t split_above, std::size_t piece_size) {
    if (routine.is_split()) return;  // into slices
    std::size_t total = 0;
    for (const CodeStatement& statement : routine.statements) total += weight(statement);
    if (total > split_above) cut(routine, total, std::max<std::size_t>(1, piece_size));
    give_slots(routine);
}

}  // namespace lag
