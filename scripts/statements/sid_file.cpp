#include "scripts/statements/sid_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/errors.hpp"
#include "core/lower_case.hpp"
#include "scripts/files/input_lines.hpp"

namespace lag {

namespace {

constexpr std::size_t most_elastic_coordinates = 1000;

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::optional<long> whole_number(const std::string& text) {
    long value = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    if (text.empty() || error != std::errc{} || at != end) return std::nullopt;
    return value;
}

// 1, -2.5, .5e-3, 1.0D+02, 1.0-100
std::optional<Rational> decimal_number(std::string text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.erase(0, 1);
    const std::size_t end = text.find_first_not_of("0123456789.");
    std::string mantissa = text.substr(0, end), exponent = end == std::string::npos ? "0" : text.substr(end);
    if (std::ranges::count(mantissa, '.') > 1 || mantissa.find_first_of("0123456789") == std::string::npos)
        return std::nullopt;
    if (std::string("eEdD").find(exponent.front()) != std::string::npos) exponent.erase(0, 1);
    if (exponent.starts_with('+')) exponent.erase(0, 1);
    const std::optional<long> power = whole_number(exponent);
    if (!power || std::abs(*power) > 400) return std::nullopt;
    const Rational value = parse_rational(fmt::format("{}e{}", mantissa, *power));
    if (!std::isfinite(nearest_double(value))) return std::nullopt;
    return negative ? -value : value;
}

// A line: what stands before `=`, in lower case without its brackets, the numbers in these, and what stands behind.
struct SidLine {
    std::string key, value, text;
    std::vector<std::string> places;
    bool has_value = false;
};
SidLine parted(const std::string& text) {
    SidLine line;
    line.text = trimmed(text);
    const std::size_t equals = line.text.find('=');
    line.has_value = equals != std::string::npos;
    std::string key = trimmed(line.text.substr(0, equals));
    if (line.has_value) line.value = trimmed(line.text.substr(equals + 1));
    const std::size_t open = key.find('(');
    if (open != std::string::npos && key.back() == ')') {
        std::string inside = key.substr(open + 1, key.size() - open - 2);
        for (std::size_t comma = 0; comma != std::string::npos;) {
            comma = inside.find(',');
            line.places.push_back(trimmed(inside.substr(0, comma)));
            if (comma != std::string::npos) inside.erase(0, comma + 1);
        }
        key = trimmed(key.substr(0, open));
    }
    // one space between words
    for (const char c : lower_case(key))
        if (c != ' ' && c != '\t')
            line.key += c;
        else if (!line.key.empty() && line.key.back() != ' ')
            line.key += ' ';
    return line;
}

class SidReader {
  public:
    explicit SidReader(const std::string& file) : lines_(file, longest_table) { sid_.file = file; }

    Sid read() {
        begin();
        while (next("modal")) {
            if (line_.key == "refmod")
                read_refmod();
            else if (line_.key == "frame")
                read_frame();
            else
                read_block();
        }
        require_blocks();
        return std::move(sid_);
    }

  private:
    struct Expected {
        const char* name;
        SidSeries Sid::*series;
        std::size_t rows, columns;
    };

    [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const {
        throw ModelError(lines_.place() + message, hint);
    }
    [[noreturn]] void fail_as_unknown(const std::string& where, const std::string& hint) const {
        fail(fmt::format("'{}' is nothing that stands in {}", shown(line_.text), where), hint);
    }

    bool next_line() {
        for (std::string text; lines_.next(text);) {
            line_ = parted(text);
            if (!line_.text.empty()) return true;
        }
        return false;
    }
    // The next line of a block; false at its end.
    bool next(const std::string& block) {
        const std::size_t begun = begun_.empty() ? 0 : begun_.back();
        if (!next_line())
            throw ModelError(fmt::format("{0}:{1}: '{2}' begins here and has no 'end {2}'", sid_.file, begun, block));
        if (line_.key == "end " + lower_case(block) || line_.key == "end") return false;
        if (line_.key.starts_with("end "))
            fail(fmt::format("'{}' stands where 'end {}' is needed", shown(line_.text), block),
                 fmt::format("'{}' begins in line {}", block, begun));
        return true;
    }
    template <class Each>
    void in_block(const std::string& block, Each each) {
        begun_.push_back(lines_.number());
        while (next(block)) each();
        begun_.pop_back();
    }

    void begin() {
        bool any = false;
        while (next_line()) {
            any = true;
            if (line_.key != "new modal") continue;
            begun_.push_back(lines_.number());
            return;
        }
        if (!any) throw ModelError(sid_.file + " is empty");
        throw ModelError(sid_.file + ": no line says 'new modal': these are no standard input data (SID)");
    }

    std::size_t count(const std::string& what, long least, long most) const {
        const std::optional<long> value = whole_number(line_.value);
        if (!value || *value < least || *value > most)
            fail(fmt::format("{} is a whole number, {} to {}, and '{}' stands here", what, least, most,
                             shown(line_.value)));
        return static_cast<std::size_t>(*value);
    }
    Rational number() const {
        const std::optional<Rational> value = decimal_number(line_.value);
        if (!value) fail(fmt::format("'{}' is no number", shown(line_.value)));
        return *value;
    }

    void read_refmod() {
        in_block("refmod", [&] {
            if (line_.key == "mass") {
                sid_.mass = number(), has_mass_ = true;
            } else if (line_.key == "nelastq") {
                sid_.modes = count("nelastq, the number of elastic coordinates,", 1, most_elastic_coordinates);
            } else if (line_.key != "ielastq") {
                fail_as_unknown("refmod", "mass, nelastq, ielastq");
            }
        });
    }
    void require_modes() const {
        if (sid_.modes == 0)
            fail(fmt::format("'{}' stands before the number of elastic coordinates is known", shown(line_.text)),
                 "refmod with nelastq comes first");
    }

    void read_frame() {
        require_modes();
        in_block("frame", [&] {
            if (line_.key != "new node") fail_as_unknown("frame", "new node = number");
            read_node();
        });
    }
    void read_node() {
        SidNode node;
        node.number = static_cast<long>(count("the number of a node", 0, 2'000'000'000));
        node.line = lines_.number();
        if (const SidNode* const earlier = sid_.node(node.number))
            fail(fmt::format("node {} is there already, in line {}", line_.value, earlier->line));
        in_block("node", [&] {
            const std::size_t n = sid_.modes;
            if (line_.key == "rframe") {
                if (lower_case(line_.value).find("ref") == std::string::npos)
                    fail(fmt::format("node {} is measured from '{}', and only the body's reference frame is known",
                                     node.number, shown(line_.value)),
                         "rframe = body ref");
            } else if (line_.key == "origin") {
                read_series("origin", node.origin, 3, 1);
            } else if (line_.key == "phi") {
                read_series("phi", node.phi, 3, n);
            } else if (line_.key == "psi") {
                read_series("psi", node.psi, 3, n);
            } else if (line_.key == "ap") {
                read_series("AP", node.AP, 3, 3);
            } else if (line_.key == "sigma") {
                in_block("sigma", [] {});  // stresses: no motion needs them
            } else {
                fail_as_unknown("a node", "rframe, origin, phi, psi, AP, sigma");
            }
        });
        if (node.origin.line == 0)
            throw ModelError(
                fmt::format("{}:{}: node {} has no origin: where it is", sid_.file, node.line, node.number));
        sid_.nodes.push_back(std::move(node));
    }

    std::vector<Expected> blocks() const {
        const std::size_t n = sid_.modes;
        return {{"mdCM", &Sid::mdCM, 3, 1}, {"J", &Sid::J, 6, 1},   {"Ct", &Sid::Ct, n, 3},
                {"Cr", &Sid::Cr, n, 3},     {"Me", &Sid::Me, n, n}, {"Gr", &Sid::Gr, 3, 3 * n},
                {"Ge", &Sid::Ge, n, 3 * n}, {"Oe", &Sid::Oe, n, 6}, {"ksigma", &Sid::ksigma, n, 1},
                {"Ke", &Sid::Ke, n, n},     {"De", &Sid::De, n, n}};
    }
    void read_block() {
        require_modes();
        std::string all;
        for (const Expected& block : blocks()) {
            if (line_.key == lower_case(block.name))
                return read_series(block.name, sid_.*block.series, block.rows, block.columns);
            all += (all.empty() ? "" : ", ") + std::string(block.name);
        }
        fail_as_unknown("the data of a body", "refmod, frame, " + all);
    }
    void require_blocks() const {
        if (!has_mass_) throw ModelError(sid_.file + ": refmod says no mass");
        for (const Expected& block : blocks())
            if (const std::string name = block.name; (sid_.*block.series).line == 0 && name.find('G') != 0 &&
                                                     name != "Oe" && name != "ksigma" && name != "De")
                throw ModelError(fmt::format("{}: there is no {}", sid_.file, name));
    }

    // -- a matrix with its orders

    struct Heads {
        std::optional<std::size_t> order, nrow, ncol, nq, nqn, structure;
        bool complete() const { return order && nrow && ncol && nq && structure; }
    };

    void read_series(const std::string& name, SidSeries& series, std::size_t rows, std::size_t columns) {
        if (series.line != 0) fail(fmt::format("'{}' is there already, in line {}", name, series.line));
        series.line = lines_.number();
        Heads heads;
        in_block(name, [&] {
            if (line_.key == "m0" || line_.key == "m1") return read_entry(name, heads, series);
            read_head(name, heads);
            if (!heads.complete() || series.rows != 0) return;
            series.rows = *heads.nrow, series.columns = *heads.ncol;
            series.is_unit = heads.structure == 4;
            require_size(name, series, rows, columns, *heads.structure);
        });
        if (!heads.complete()) fail(fmt::format("'{}' does not say all of order, nrow, ncol, nq and structure", name));
        std::erase_if(series.m0, [](const auto& entry) { return entry.second == 0; });
        std::erase_if(series.m1, [](const auto& entry) { return entry.second == 0; });
    }
    void read_head(const std::string& name, Heads& heads) {
        constexpr long most = 3000;
        if (line_.key == "order") {
            heads.order = count("order", 0, 1);
        } else if (line_.key == "nrow") {
            heads.nrow = count("nrow", 0, most);
        } else if (line_.key == "ncol") {
            heads.ncol = count("ncol", 0, most);
        } else if (line_.key == "nq") {
            heads.nq = count("nq", 0, most);
            if (*heads.nq != sid_.modes)
                fail(fmt::format("'{}' has nq = {}, and the body has {} elastic coordinates", name, line_.value,
                                 sid_.modes));
        } else if (line_.key == "nqn") {
            heads.nqn = count("nqn", 0, most);
            if (*heads.nqn != 0) fail("terms of higher order are not read: nqn is 0");
        } else if (line_.key == "structure") {
            heads.structure = count("structure", 0, 4);
        } else {
            fail_as_unknown(fmt::format("'{}'", name), "order, nrow, ncol, nq, nqn, structure, m0(i, j), m1(i, k, j)");
        }
    }
    void require_size(const std::string& name, SidSeries& series, std::size_t rows, std::size_t columns,
                      std::size_t structure) const {
        const bool is_matrix_of_inertia = name == "J" && series.rows == 3 && series.columns == 3;
        const bool fits = (series.rows == rows && series.columns == columns) || is_matrix_of_inertia;
        if (!fits && structure != 0)
            fail(fmt::format("'{}' has {} rows and {} columns", name, series.rows, series.columns),
                 fmt::format("it has {} and {} with {} elastic coordinates", rows, columns, sid_.modes));
        if (structure == 0) series.rows = rows, series.columns = columns;
    }

    void read_entry(const std::string& name, const Heads& heads, SidSeries& series) {
        if (!heads.complete())
            fail(fmt::format("a number of '{}' stands before its order, nrow, ncol, nq and structure", name));
        const bool first = line_.key == "m1";
        const std::vector<std::size_t> ends =
            first ? std::vector{series.rows, sid_.modes, series.columns} : std::vector{series.rows, series.columns};
        if (line_.places.size() != ends.size())
            fail(first ? "a number of order 1 is m1(row, coordinate, column) = number"
                       : "a number of order 0 is m0(row, column) = number");
        std::vector<std::size_t> at;
        for (std::size_t k = 0; k < ends.size(); ++k) {
            const std::optional<long> place = whole_number(line_.places[k]);
            if (!place || *place < 1 || static_cast<std::size_t>(*place) > ends[k])
                fail(fmt::format("'{}' is no place in '{}': 1 to {}", shown(line_.places[k]), name, ends[k]));
            at.push_back(static_cast<std::size_t>(*place) - 1);
        }
        const Rational value = number();
        if (value == 0) return;
        if (first && heads.order == 0) fail(fmt::format("'{}' has order 0, and this is a number of order 1", name));
        require_structure(name, *heads.structure, at, value, first);
        const auto set = [&](auto& entries, const auto& place) {
            if (!entries.emplace(place, value).second && entries.at(place) != value)
                fail(fmt::format("this place of '{}' has two numbers", name));
        };
        const bool mirrors = heads.structure == 2 && at.front() != at.back();
        if (first) {
            set(series.m1, std::array{at[0], at[1], at[2]});
            if (mirrors) set(series.m1, std::array{at[2], at[1], at[0]});
        } else if (!series.is_unit) {
            set(series.m0, std::array{at[0], at[1]});
            if (mirrors) set(series.m0, std::array{at[1], at[0]});
        }
    }
    void require_structure(const std::string& name, std::size_t structure, const std::vector<std::size_t>& at,
                           const Rational& value, bool first) const {
        const bool on_diagonal = at.front() == at.back();
        if (structure == 0) fail(fmt::format("'{}' is zero (structure = 0), and this number is not", name));
        if (structure == 1 && !on_diagonal)
            fail(fmt::format("'{}' is diagonal (structure = 1), and this number stands beside the diagonal", name));
        if (structure == 4 && !first && !(on_diagonal && value == 1))
            fail(fmt::format("'{}' is the unit matrix (structure = 4), and this number is not of it", name));
    }

    InputLines lines_;
    SidLine line_;
    std::vector<std::size_t> begun_;  // the lines of the blocks that are open
    Sid sid_;
    bool has_mass_ = false;
};

}  // namespace

Sid read_sid(const std::string& file) {
    return SidReader(file).read();
}

}  // namespace lag
