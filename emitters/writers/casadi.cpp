#include "emitters/writers/casadi.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/errors.hpp"
#include "core/rational.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/casadi_function.hpp"

namespace lag {

namespace {

using Intent = Argument::Intent;

constexpr std::array functions{RoutineName::defaults,      RoutineName::initial, RoutineName::derivatives,
                               RoutineName::accelerations, RoutineName::outputs, RoutineName::inverse_dynamics,
                               RoutineName::mass_matrix};

// Columns of a derivative that follow each other in one argument of a function.
struct Group {
    std::size_t argument = 0, first = 0;  // of its elements
    std::size_t column = 0, columns = 0;
};

class CasadiWriter {
  public:
    CasadiWriter(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options)
        : program_(program), routines_(routines), tool_(options.optimization), texts_("long long int") {}

    CasadiParts parts(const std::string& file) {
        for (const RoutineName name : functions)
            if (const Routine* const routine = find(name)) add_functions(*routine, name);
        return {head(file), numbers_of_constants(program_, tool_) + texts_.text()};
    }

  private:
    std::string head(const std::string& file) const {
        const std::string stem = file.substr(0, file.rfind('.'));
        std::string text = fmt::format("/*\n * Functions for CasADi, such as external(\"{}\", \"./{}.so\"):\n",
                                       routine_of(tool_.model, RoutineName::derivatives), stem);
        text += fmt::format(" *   cc -O2 -fPIC -shared -o {}.so {} -lm\n *\n{} *\n", stem, file, listed_);
        return text + " * What stands in their arrays is in the next comment.\n */\n\n";
    }
    const Routine* find(RoutineName name) const {
        const auto found = std::ranges::find_if(
            routines_, [&](const Routine* r) { return !r->instead_of_lanes && r->name == to_string(name); });
        return found == routines_.end() ? nullptr : *found;
    }
    const Routine* find(RoutineName of, DerivativeKind kind) const {
        for (const DerivativeRoutine& row : derivative_routines())
            if (row.of == of && row.kind == kind) return find(row.routine);
        return nullptr;
    }
    void add_functions(const Routine& routine, RoutineName name) {
        CasadiFunction f;
        f.name = fmt::format("{}_{}", tool_.model, routine.name), f.comment = routine.text;
        routine_ = &routine;
        for (const Argument& argument : routine.arguments) {
            if (argument.intent == Intent::local || argument.is_info()) continue;
            if (argument.name == "c" || (argument.name == "p" && argument.intent == Intent::in)) {
                if (!tool_.constants) f.in.push_back({"p", SparseShape::dense(program_.parameters.size())});
                continue;
            }
            const bool is_matrix = argument.shape.size() == 2;
            CasadiArgument one{argument.name,
                               SparseShape::dense(is_matrix ? argument.shape[0].value : argument.elements(),
                                                  is_matrix ? argument.shape[1].value : 1)};
            (argument.intent == Intent::out ? f.out : f.in).push_back(std::move(one));
        }
        groups_ = groups_of(f.in);
        const Routine *const jacobian = find(name, DerivativeKind::jacobian),
                             *const tangent = find(name, DerivativeKind::tangent),
                             *const adjoint = find(name, DerivativeKind::adjoint),
                             *const hessian = find(name, DerivativeKind::hessian);
        if (jacobian || tangent || adjoint) {
            for (const Group& group : groups_) f.in[group.argument].is_differentiable = true;
            f.out[0].is_differentiable = true;
        }
        CasadiFunction values = f;
        begin(values);
        call(values, routine, "");
        finish(values);
        if (jacobian) add_jacobian(f, *jacobian);
        if (tangent) add_tangent(f, *tangent);
        if (adjoint) add_adjoint(f, *adjoint);
        if (hessian) add_hessian(f, *jacobian, *hessian);
    }

    // Of the columns that this function has.
    std::vector<Group> groups_of(const std::vector<CasadiArgument>& in) const {
        const std::size_t nq = program_.coordinates.size(), nu = program_.speeds.size();
        std::vector<Group> groups;
        std::size_t column = 0;
        const auto add = [&](const char* own, std::size_t first, const char* in_y, std::size_t first_in_y,
                             std::size_t columns) {
            for (std::size_t a = 0; a < in.size(); ++a)
                if (in[a].name == own || in[a].name == in_y) {
                    if (columns > 0) groups.push_back({a, in[a].name == own ? first : first_in_y, column, columns});
                    column += columns;
                    return;
                }
        };
        for (const Role role : tool_.by) {
            if (role == Role::time) add("t", 0, "", 0, 1);
            if (role == Role::coordinate) add("q", 0, "y", 0, nq);
            if (role == Role::speed) add("u", 0, "y", nq, nu);
            if (role == Role::state) add("s", 0, "y", nq + nu, program_.states.size());
            if (role == Role::acceleration) add("udot", 0, "", 0, nu);
            if (role == Role::input) add("w", 0, "", 0, program_.inputs.size() - program_.flags.size());
            if (role == Role::parameter) add("p", 0, "", 0, program_.parameters.size());
        }
        return groups;
    }
    const Group& group_of(std::size_t column) const {
        return *std::ranges::find_if(groups_, [&](const Group& g) { return column < g.column + g.columns; });
    }

    // The function's own arguments stand first in all of them.
    void begin(CasadiFunction& f) const {
        for (const Argument& argument : routine_->arguments) {
            const auto place = std::ranges::find(f.in, argument.name, &CasadiArgument::name);
            if (argument.intent == Intent::in && place != f.in.end())
                f.body.push_back(casadi_argument(argument.name, static_cast<std::size_t>(place - f.in.begin()),
                                                 argument.shape.empty()));
        }
        const auto takes = [&](const std::string& name) {
            return std::ranges::any_of(routine_->arguments, [&](const Argument& argument) {
                return argument.name == name && argument.intent == Intent::in;
            });
        };
        if (tool_.constants && takes("p")) {
            f.body.push_back(fmt::format("double* const p = {};", workspace(f, program_.parameters.size())));
            f.body.push_back(fmt::format("{}_{}(p);", program_.name, to_string(RoutineName::defaults)));
        }
        if (!takes("c")) return;
        if (tool_.constants) {
            f.body.push_back(fmt::format("const double* const c = {}_numbers;", program_.name));
            return;
        }
        const auto p = std::ranges::find(f.in, std::string("p"), &CasadiArgument::name);
        f.body.push_back(casadi_argument("p", static_cast<std::size_t>(p - f.in.begin()), false));
        f.body.push_back(fmt::format("double* const c = {};", workspace(f, program_.constants.size())));
        f.body.push_back(fmt::format("{}_{}(p, c);", program_.name, to_string(RoutineName::setup)));
    }
    static std::string workspace(CasadiFunction& f, std::size_t elements) {
        const std::string text = f.work == 0 ? "work" : fmt::format("work + {}", f.work);
        f.work += elements;
        return text;
    }
    // Its results go to `to`, an array in the workspace; without a name to the function's own results.
    void call(CasadiFunction& f, const Routine& routine, const std::string& to) const {
        std::vector<std::string> given;
        bool has_info = false;
        std::size_t place = 0;
        for (const Argument& argument : routine.arguments) {
            if (argument.intent == Intent::local) continue;
            if (argument.is_info()) {
                has_info = true;
                given.emplace_back("&info");
            } else if (argument.intent == Intent::in) {
                given.push_back(argument.name);
            } else if (!to.empty()) {
                f.body.push_back(fmt::format("double* const {} = {};", to, workspace(f, argument.elements())));
                given.push_back(to);
            } else {
                f.body.push_back(fmt::format("double* const {0} = res[{1}] ? res[{1}] : {2};", argument.name, place++,
                                             workspace(f, argument.elements())));
                given.push_back(argument.name);
            }
        }
        const std::string info = "info_of_" + routine.name;
        if (has_info) {
            f.body.push_back(fmt::format("int {} = 0;", info));
            std::ranges::replace(given, std::string("&info"), "&" + info);
        }
        f.body.push_back(fmt::format("{}_{}({});", program_.name, routine.name, fmt::join(given, ", ")));
        if (has_info) f.body.push_back(fmt::format("if ({} != 0) return 1;", info));
    }
    void finish(CasadiFunction& f) {
        f.body.emplace_back("return 0;");
        texts_.add(f);
        const auto names = [](const std::vector<CasadiArgument>& arguments) {
            std::vector<std::string> found;
            for (const CasadiArgument& argument : arguments) found.push_back(argument.name);
            return fmt::format("{}", fmt::join(found, ", "));
        };
        const std::string line = fmt::format("{}({}; {})", f.name, names(f.in), names(f.out));
        const std::string last = line.size() < c_line_width - 8 ? line : f.name;
        listed_ += fmt::format(" *   {}\n", last);
    }

    // A block of derivatives and where its entries stand among those that a routine gives.
    struct Block {
        SparseShape shape;
        std::vector<std::size_t> from;
    };
    // `entries`: column, row, place.
    static Block block_of(std::size_t rows, std::size_t columns, std::vector<std::array<std::size_t, 3>> entries) {
        std::ranges::sort(entries);
        Block block{SparseShape::empty(rows, columns), {}};
        for (const auto& [column, row, from] : entries)
            block.shape.columns[column].push_back(row), block.from.push_back(from);
        return block;
    }
    static std::size_t elements(const CasadiArgument& argument) {
        return argument.shape.rows * argument.shape.columns.size();
    }
    // d out / d in; `transposed`: its transpose.
    Block jacobian_block(const CasadiFunction& f, const Routine& jacobian, std::size_t in, bool transposed) const {
        const JacobianPattern& pattern = pattern_of(program_, jacobian.name);
        std::vector<std::array<std::size_t, 3>> entries;
        for (std::size_t k = 0; k < pattern.rows.size(); ++k) {
            const Group& group = group_of(pattern.columns[k]);
            if (group.argument != in) continue;
            const std::size_t row = pattern.rows[k], column = group.first + pattern.columns[k] - group.column;
            entries.push_back(transposed ? std::array{row, column, k} : std::array{column, row, k});
        }
        const std::size_t rows = elements(f.out[0]), columns = elements(f.in[in]);
        return transposed ? block_of(columns, rows, std::move(entries)) : block_of(rows, columns, std::move(entries));
    }
    Block hessian_block(const CasadiFunction& f, const Routine& hessian, std::size_t of, std::size_t by) const {
        const JacobianPattern& pattern = pattern_of(program_, hessian.name);
        std::vector<std::array<std::size_t, 3>> entries;
        const auto add = [&](std::size_t row, std::size_t column, std::size_t k) {
            const Group &r = group_of(row), &c = group_of(column);
            if (r.argument == of && c.argument == by)
                entries.push_back({c.first + column - c.column, r.first + row - r.column, k});
        };
        for (std::size_t k = 0; k < pattern.rows.size(); ++k) {
            add(pattern.rows[k], pattern.columns[k], k);
            if (pattern.rows[k] != pattern.columns[k]) add(pattern.columns[k], pattern.rows[k], k);
        }
        return block_of(elements(f.in[of]), elements(f.in[by]), std::move(entries));
    }
    static void add_result(CasadiFunction& f, const std::string& name, Block block, const std::string& source) {
        for (std::string& line : casadi_result(f.out.size(), source, block.from)) f.body.push_back(std::move(line));
        f.out.push_back({name, std::move(block.shape), true});
    }

    // f's arguments, then its results.
    CasadiFunction derived(const CasadiFunction& f, const std::string& prefix, const std::string& comment) const {
        CasadiFunction result;
        result.name = prefix + f.name, result.comment = comment + f.name;
        result.in = f.in;
        for (const CasadiArgument& out : f.out) result.in.push_back({"out_" + out.name, out.shape});
        return result;
    }
    void add_jacobian(const CasadiFunction& f, const Routine& jacobian) {
        CasadiFunction g = derived(f, "jac_", "the derivatives of ");
        begin(g);
        call(g, jacobian, "jac");
        for (std::size_t in = 0; in < f.in.size(); ++in)
            add_result(g, fmt::format("jac_{}_{}", f.out[0].name, f.in[in].name),
                       jacobian_block(f, jacobian, in, false), "jac");
        finish(g);
    }
    void add_tangent(const CasadiFunction& f, const Routine& tangent) {
        CasadiFunction g = derived(f, "fwd1_", "the derivative in one direction of ");
        const std::size_t seeds = g.in.size();
        for (const CasadiArgument& in : f.in) g.in.push_back({"fwd_" + in.name, in.shape, in.is_differentiable});
        begin(g);
        std::size_t columns = 0;
        for (const Group& group : groups_) columns += group.columns;
        g.body.push_back(fmt::format("double* const d = {};", workspace(g, columns)));
        for (const Group& group : groups_)
            g.body.push_back(
                fmt::format("for (int k = 0; k < {0}; ++k) d[{1} + k] = arg[{2}] ? arg[{2}][{3} + k] : 0.0;",
                            group.columns, group.column, seeds + group.argument, group.first));
        call(g, tangent, "fdot");
        std::vector<std::size_t> from;
        for (std::size_t k = 0; k < elements(f.out[0]); ++k) from.push_back(k);
        add_result(g, "fwd_" + f.out[0].name, {f.out[0].shape, std::move(from)}, "fdot");
        finish(g);
    }
    // adj1_f without its results; v is declared.
    CasadiFunction adjoint_function(const CasadiFunction& f, const std::string& prefix,
                                    const std::string& comment) const {
        CasadiFunction g = derived(f, prefix, comment);
        for (const CasadiArgument& out : f.out) g.in.push_back({"adj_" + out.name, out.shape, out.is_differentiable});
        begin(g);
        g.body.push_back(casadi_argument("v", g.in.size() - 1, false));
        return g;
    }
    void add_adjoint(const CasadiFunction& f, const Routine& adjoint) {
        CasadiFunction g = adjoint_function(f, "adj1_", "the derivatives of a weighted sum of ");
        call(g, adjoint, "a");
        for (std::size_t in = 0; in < f.in.size(); ++in) {
            g.body.push_back(fmt::format("if (res[{0}])", in));
            g.body.push_back(
                fmt::format("    for (int k = 0; k < {0}; ++k) res[{1}][k] = 0.0;", elements(f.in[in]), in));
            for (const Group& group : groups_) {
                if (group.argument != in) continue;
                g.body.push_back(fmt::format("if (res[{0}])", in));
                g.body.push_back(fmt::format("    for (int k = 0; k < {}; ++k) res[{}][{} + k] = a[{} + k];",
                                             group.columns, in, group.first, group.column));
            }
            g.out.push_back({"adj_" + f.in[in].name, f.in[in].shape, f.in[in].is_differentiable});
        }
        finish(g);
    }
    // The derivatives of adj1_f by all of its arguments.
    void add_hessian(const CasadiFunction& f, const Routine& jacobian, const Routine& hessian) {
        CasadiFunction g = adjoint_function(f, "jac_adj1_", "the second derivatives of ");
        const std::size_t before = g.in.size();
        for (const CasadiArgument& in : f.in) g.in.push_back({"out_adj_" + in.name, in.shape});
        call(g, hessian, "h");
        call(g, jacobian, "jac");
        for (std::size_t of = 0; of < f.in.size(); ++of)
            for (std::size_t by = 0; by < before; ++by) {
                const std::string name = fmt::format("jac_adj_{}_{}", f.in[of].name, g.in[by].name);
                if (by < f.in.size())
                    add_result(g, name, hessian_block(f, hessian, of, by), "h");
                else if (by < f.in.size() + f.out.size())
                    add_result(g, name, {SparseShape::empty(elements(f.in[of]), elements(g.in[by])), {}}, "h");
                else
                    add_result(g, name, jacobian_block(f, jacobian, of, true), "jac");
            }
        finish(g);
    }

    const Program& program_;
    const std::vector<const Routine*>& routines_;
    const OptimizationTool& tool_;
    CasadiTexts texts_;
    const Routine* routine_ = nullptr;  // whose functions are written, and the columns that it has
    std::vector<Group> groups_;
    std::string listed_;  // for the head
};

}  // namespace

std::string numbers_of_constants(const Program& program, const OptimizationTool& tool) {
    if (!tool.constants) return "";
    std::vector<std::string> values;
    for (const double value : *tool.constants) values.push_back(shortest_decimal(value));
    if (values.empty()) values.emplace_back("0.0");
    return "\n/* what setup computes of the parameters' defaults */\n" +
           wrapped_c(fmt::format("static const double {}_numbers[{}] = {{{}}};", program.name, values.size(),
                                 fmt::join(values, ", ")),
                     0);
}

const JacobianPattern& pattern_of(const Program& program, const std::string& routine) {
    if (routine == RoutineName::jacobian) return *program.jacobian;
    const auto found = std::ranges::find_if(
        program.derivative_tables, [&](const DerivativeTable& table) { return routine == table.routine.routine; });
    if (found == program.derivative_tables.end()) throw InternalError(routine + " has no table of its columns");
    return found->pattern;
}

std::vector<std::string> casadi_routines(const Program& program) {
    std::vector<std::string> names;
    for (const RoutineName name : functions)
        if (program.find(name) != nullptr) names.push_back(to_string(name));
    for (const DerivativeRoutine& row : derivative_routines())
        if (program.find(row.routine) != nullptr) names.push_back(to_string(row.routine));
    return names;
}

CasadiParts casadi_parts(const Program& program, const std::vector<const Routine*>& routines,
                         const EmitOptions& options, const std::string& file) {
    return CasadiWriter(program, routines, options).parts(file);
}

}  // namespace lag
