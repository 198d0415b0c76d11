// Pass: sharing of pairs (Hosangadi, Fallah, Kastner 2006, without kernels). Among all products of the body, the pair
// of factors that most of them contain becomes a node of its own and replaces the pair in each; k occurrences save k -
// 1 multiplications. The same for sums, where a pair a + b also serves -a - b. Greedy, with counts kept up to date by
// re-counting a pair when it reaches the front of the queue. Ties go to the pair with the smallest ids, so that the
// result is determined. Bounded: of a sum or product with many items only the first `window` take part at a time.

#include <algorithm>
#include <queue>
#include <tuple>

#include "emitters/passes/code_copy.hpp"
#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

constexpr std::size_t window = 40;

struct Pair {
    CodeKind kind;
    CodeId a, b;    // a <= b
    bool opposite;  // of a sum: a - b
    friend auto operator<=>(const Pair&, const Pair&) = default;
};

struct PairHash {
    std::size_t operator()(const Pair& p) const {
        std::uint64_t h = (std::uint64_t{p.a} << 32 | p.b) * 0x9e3779b97f4a7c15ULL;
        h ^= h >> 29;
        return static_cast<std::size_t>(h + (p.opposite ? 1U : 0U) + (p.kind == CodeKind::sum ? 2U : 0U));
    }
};

struct Node {
    CodeKind kind;
    Items items;
};

class PairPass {
  public:
    explicit PairPass(const Code& from) : from_(from), copy_(from) {
        const std::vector<std::uint32_t> uses = count_uses(from);
        nodes_.resize(from.size());
        for (CodeId id = 0; id < from.size(); ++id) {
            nodes_[id].kind = from.node(id).kind;
            if (uses[id] == 0 || !takes_part(id)) continue;
            nodes_[id].items.assign(from.items(id).begin(), from.items(id).end());
            for_all_pairs(id, [this](const Pair& pair) { count_roughly(pair); });
        }
        // Most pairs stand in one place only and never matter: only those that may stand in two are written down.
        for (CodeId id = 0; id < from.size(); ++id)
            for_all_pairs(id, [&](const Pair& pair) {
                if (rough_[PairHash{}(pair)&rough_mask] > 1) note_place(pair, id);
            });
        rough_.clear();
        rough_.shrink_to_fit();
    }

    Code run() {
        std::vector<Pair> pairs;
        for (const auto& [pair, where] : places_)
            if (where.size() > 1) pairs.push_back(pair);
        std::ranges::sort(pairs);
        for (const Pair& pair : pairs) queue_.push({places_[pair].size(), pair});
        while (!queue_.empty()) {
            const auto [count, pair] = queue_.top();
            queue_.pop();
            const std::vector<CodeId> where = current_places(pair);
            if (where.size() < 2) continue;
            if (where.size() < count) {
                queue_.push({where.size(), pair});
            } else {
                extract(pair, where);
            }
        }
        return rebuilt();
    }

  private:
    struct Entry {
        std::size_t count;
        Pair pair;
        bool operator<(const Entry& other) const { return std::tie(count, other.pair) < std::tie(other.count, pair); }
    };

    bool takes_part(CodeId id) const {
        const CodeKind kind = id < from_.size() ? from_.node(id).kind : nodes_[id].kind;
        return kind == CodeKind::sum || kind == CodeKind::product;
    }

    static Pair pair_of(CodeKind kind, Item x, Item y) {
        if (y.id < x.id) std::swap(x, y);
        return {kind, x.id, y.id, x.minus != y.minus};
    }

    void note_place(const Pair& pair, CodeId id) {
        std::vector<CodeId>& where = places_[pair];
        if (where.empty() || where.back() != id) where.push_back(id);
    }

    void register_pair(CodeId id, const Item& x, const Item& y) {
        if (nodes_[id].kind == CodeKind::product && (x.minus || y.minus)) return;  // divisors stay where they are
        note_place(pair_of(nodes_[id].kind, x, y), id);
    }

    template <class Action>
    void for_all_pairs(CodeId id, const Action& action) const {
        const Items& items = nodes_[id].items;
        const std::size_t n = std::min(items.size(), window);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i + 1; j < n; ++j) {
                if (nodes_[id].kind == CodeKind::product && (items[i].minus || items[j].minus)) continue;
                action(pair_of(nodes_[id].kind, items[i], items[j]));
            }
    }

    // How many pairs share a hash: an upper bound of a pair's places, up to 2.
    void count_roughly(const Pair& pair) {
        std::uint8_t& count = rough_[PairHash{}(pair)&rough_mask];
        if (count < 2) ++count;
    }

    // Positions of the pair in the node; false if it is not there (any more).
    bool locate(const Pair& pair, CodeId id, std::size_t& i, std::size_t& j) const {
        const Items& items = nodes_[id].items;
        for (i = 0; i < items.size(); ++i) {
            if (items[i].id != pair.a || (pair.kind == CodeKind::product && items[i].minus)) continue;
            for (j = 0; j < items.size(); ++j)
                if (j != i && items[j].id == pair.b && (items[j].minus != items[i].minus) == pair.opposite) return true;
        }
        return false;
    }

    std::vector<CodeId> current_places(const Pair& pair) {
        std::vector<CodeId>& where = places_[pair];
        std::ranges::sort(where);
        where.erase(std::unique(where.begin(), where.end()), where.end());
        std::size_t i = 0, j = 0;
        std::erase_if(where, [&](CodeId id) { return !locate(pair, id, i, j); });
        return where;
    }

    void extract(const Pair& pair, const std::vector<CodeId>& where) {
        std::size_t i = 0, j = 0;
        const auto is_pair_itself = [&](CodeId id) {
            return nodes_[id].items.size() == 2 && locate(pair, id, i, j) && !nodes_[id].items[i].minus;
        };
        const auto known = std::ranges::find_if(where, is_pair_itself);
        const CodeId shared = known != where.end() ? *known : static_cast<CodeId>(nodes_.size());
        if (shared == nodes_.size()) nodes_.push_back({pair.kind, {{pair.a, false}, {pair.b, pair.opposite}}});
        std::vector<Pair> touched;
        for (const CodeId id : where) {
            if (id == shared) continue;
            while (nodes_[id].items.size() > 1 && locate(pair, id, i, j)) {
                Items& items = nodes_[id].items;
                const Item replacement{shared, items[i].minus};
                items.erase(items.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
                items.erase(items.begin() + static_cast<std::ptrdiff_t>(std::min(i, j)));
                const std::size_t n = std::min(items.size(), window);
                for (std::size_t k = 0; k < n; ++k) {
                    register_pair(id, items[k], replacement);
                    touched.push_back(pair_of(nodes_[id].kind, items[k], replacement));
                }
                items.push_back(replacement);
            }
        }
        std::ranges::sort(touched);
        touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
        for (const Pair& p : touched)
            if (const auto found = places_.find(p); found != places_.end() && found->second.size() > 1)
                queue_.push({found->second.size(), p});
    }

    // New nodes have large ids but serve old ones: each is placed directly before its first user.
    Code rebuilt() {
        const auto items_of = [&](CodeId id) { return takes_part(id) ? span_of(nodes_[id].items) : from_.items(id); };
        const auto make = [&](CodeId id) { return copy_.made(id, nodes_[id].kind, items_of(id)); };
        const std::vector<std::uint32_t> uses = count_uses(from_);
        for (CodeId id = 0; id < from_.size(); ++id)
            if (uses[id] > 0) copy_.make_below(id, items_of, make);
        return copy_.finished();
    }

    static constexpr std::size_t rough_mask = (std::size_t{1} << 18U) - 1;
    const Code& from_;
    std::vector<Node> nodes_;
    std::vector<std::uint8_t> rough_ = std::vector<std::uint8_t>(rough_mask + 1, 0);
    std::unordered_map<Pair, std::vector<CodeId>, PairHash> places_;
    std::priority_queue<Entry> queue_;
    CodeCopy copy_;
};

}  // namespace

Code share_pairs(const Code& code) {
    return PairPass(code).run();
}

}  // namespace lag
