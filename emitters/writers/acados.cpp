#include "emitters/writers/acados.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/errors.hpp"
#include "emitters/writers/casadi_function.hpp"
#include "emitters/writers/name_tables.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// Columns of the derivatives are [y; w], of the residual [y; ydot; lambda; w].
struct AcadosSizes {
    std::size_t x, u, z, p;
    explicit AcadosSizes(const Program& program)
        : x(program.coordinates.size() + program.speeds.size() + program.states.size()),
          u(program.inputs.size()),
          z(program.size("nl").value),
          p(program.parameters.size()) {}
};

struct FunctionRow {
    const char* name;
    const char* comment;
    std::vector<RoutineName> routines;
};
const std::vector<FunctionRow>& function_rows() {
    using R = RoutineName;
    static const std::vector<FunctionRow> all{
        {"expl_ode_fun", "the rates of x", {R::derivatives}},
        {"expl_vde_forw", "the rates of x and of its sensitivities Sx, Su", {R::derivatives, R::jacobian}},
        {"expl_vde_adj", "the derivatives of the rates, weighted by lam, by x and u", {R::adjoint}},
        {"expl_ode_hess",
         "adj as above, and the lower triangle of S^T H S, column by column; H: the second derivatives, S = [Sx Su; 0 "
         "1]",
         {R::adjoint, R::hessian}},
        {"impl_dae_fun", "the residual", {R::residual}},
        {"impl_dae_fun_jac_x_xdot_z", "the residual and its derivatives", {R::residual, R::residual_jacobian}},
        {"impl_dae_fun_jac_x_xdot_u", "the residual and its derivatives", {R::residual, R::residual_jacobian}},
        {"impl_dae_fun_jac_x_xdot_u_z", "the residual and its derivatives", {R::residual, R::residual_jacobian}},
        {"impl_dae_jac_x_xdot_u_z", "the derivatives of the residual", {R::residual_jacobian}},
        {"impl_dae_hess",
         "the second derivatives of the residual, weighted by multiplier, by x, xdot, z, u",
         {R::residual_hessian}},
    };
    return all;
}
const FunctionRow& function_row(const std::string& name) {
    const auto found = std::ranges::find_if(function_rows(), [&](const FunctionRow& row) { return name == row.name; });
    if (found == function_rows().end()) throw InternalError("acados has no function " + name);
    return *found;
}

class AcadosWriter {
  public:
    AcadosWriter(const Program& program, const EmitOptions& options)
        : program_(program), tool_(options.optimization), n_(program), texts_("int") {}

    CasadiParts parts() {
        const FunctionRow& row = function_row(tool_.function);
        f_.name = tool_.model + "_" + row.name, f_.comment = row.comment;
        const std::string name = row.name;
        if (name.starts_with("expl"))
            add_explicit(name);
        else
            add_implicit(name);
        f_.body.emplace_back("return 0;");
        texts_.add(f_);
        const std::string head = fmt::format(
            "/* {} of acados: {}\n   x = [q; u; s], u = w, z = lambda, p: the next comment says in which order. */\n\n",
            f_.name, f_.comment);
        return {head, numbers_of_constants(program_, tool_) + texts_.text()};
    }

  private:
    std::size_t taken(const std::string& name, std::size_t rows, std::size_t columns = 1) {
        f_.in.push_back({name, SparseShape::dense(rows, columns)});
        return f_.in.size() - 1;
    }
    void argument(const std::string& name, const std::string& inside, std::size_t rows, std::size_t columns = 1) {
        f_.body.push_back(casadi_argument(inside, taken(name, rows, columns), false));
    }
    std::string workspace(std::size_t elements) {
        const std::string text = f_.work == 0 ? "work" : fmt::format("work + {}", f_.work);
        f_.work += elements;
        return text;
    }
    void array(const std::string& name, std::size_t elements) {
        f_.body.push_back(fmt::format("double* const {} = {};", name, workspace(elements)));
    }
    void result(const std::string& name, SparseShape shape) { f_.out.push_back({name, std::move(shape)}); }
    // A result that a routine fills as a whole.
    void full_result(const std::string& name, const std::string& inside, std::size_t elements) {
        f_.body.push_back(
            fmt::format("double* const {0} = res[{1}] ? res[{1}] : {2};", inside, f_.out.size(), workspace(elements)));
        result(name, SparseShape::dense(elements));
    }
    // p and what setup makes of it: the last argument.
    void add_constants() {
        if (tool_.constants) {
            taken("p", 0);
            f_.body.push_back(fmt::format("const double* const c = {}_numbers;", program_.name));
            return;
        }
        argument("p", "p", n_.p);
        array("c", program_.size("nc").value);
        f_.body.push_back(fmt::format("{}_{}(p, c);", program_.name, to_string(RoutineName::setup)));
    }
    void call(RoutineName routine, const std::string& arguments, bool has_info = true) {
        const std::string name = to_string(routine), info = "info_of_" + name;
        if (has_info) f_.body.push_back(fmt::format("int {} = 0;", info));
        f_.body.push_back(
            fmt::format("{}_{}({}{});", program_.name, name, arguments, has_info ? ", &" + info : std::string()));
        if (has_info) f_.body.push_back(fmt::format("if ({} != 0) return 1;", info));
    }
    static std::string table(const std::string& name, const std::vector<std::size_t>& entries) {
        return fmt::format("static const int {}[{}] = {{{}}};", name, std::max<std::size_t>(entries.size(), 1),
                           entries.empty() ? "0" : index_list(entries, 0));
    }
    const JacobianPattern& pattern(RoutineName routine) const { return pattern_of(program_, to_string(routine)); }

    // -- explicit

    void add_explicit(const std::string& name) {
        const bool is_forward = name == "expl_vde_forw", is_hessian = name == "expl_ode_hess";
        argument("x", "y", n_.x);
        if (is_forward || is_hessian) argument("Sx", "Sx", n_.x, n_.x), argument("Su", "Su", n_.x, n_.u);
        if (is_hessian || name == "expl_vde_adj") argument("lam", "v", n_.x);
        argument("u", "w", n_.u);
        add_constants();
        if (name == "expl_ode_fun" || is_forward) {
            full_result("f", "ydot", n_.x);
            call(RoutineName::derivatives, "0.0, y, w, c, ydot");
        }
        if (is_forward) add_forward();
        if (name == "expl_vde_adj" || is_hessian) {
            full_result("adj", "a", n_.x + n_.u);
            call(RoutineName::adjoint, "0.0, y, w, c, v, a");
        }
        if (is_hessian) add_explicit_hessian();
    }
    void add_forward() {
        const JacobianPattern& jacobian = pattern(RoutineName::jacobian);
        array("jac", jacobian.rows.size());
        call(RoutineName::jacobian, "0.0, y, w, c, jac");
        const auto of_x = static_cast<std::size_t>(
            std::ranges::count_if(jacobian.columns, [&](std::size_t column) { return column < n_.x; }));
        std::vector<std::size_t> in_u = jacobian.columns;
        for (std::size_t& column : in_u)
            if (column >= n_.x) column -= n_.x;
        f_.body.push_back(table("rows", jacobian.rows)), f_.body.push_back(table("columns", in_u));
        for (const auto& [place, S, columns] : {std::tuple(1, "Sx", n_.x), std::tuple(2, "Su", n_.u)}) {
            f_.body.push_back(fmt::format("if (res[{}]) {{", place));
            f_.body.push_back(fmt::format("    for (int k = 0; k < {}; ++k) res[{}][k] = 0.0;", n_.x * columns, place));
            f_.body.push_back(fmt::format("    for (int j = 0; j < {}; ++j)", columns));
            f_.body.push_back(fmt::format(
                "        for (int k = 0; k < {0}; ++k) res[{1}][rows[k] + {2}*j] += jac[k]*{3}[columns[k] + {2}*j];",
                of_x, place, n_.x, S));
            if (place == 2)
                f_.body.push_back(
                    fmt::format("    for (int k = {}; k < {}; ++k) res[2][rows[k] + {}*columns[k]] += jac[k];", of_x,
                                jacobian.rows.size(), n_.x));
            f_.body.emplace_back("}");
        }
        result("vde_x", SparseShape::dense(n_.x, n_.x)), result("vde_u", SparseShape::dense(n_.x, n_.u));
    }
    void add_explicit_hessian() {
        const JacobianPattern& hessian = pattern(RoutineName::hessian);
        const std::size_t n = n_.x + n_.u;
        array("h", hessian.rows.size());
        call(RoutineName::hessian, "0.0, y, w, c, v, h");
        f_.body.push_back(table("rows", hessian.rows)), f_.body.push_back(table("columns", hessian.columns));
        f_.body.emplace_back("if (res[1]) {");
        f_.body.push_back(fmt::format("    double *const S = {}, *const HS = {};", workspace(n * n), workspace(n * n)));
        f_.body.push_back(fmt::format("    for (int k = 0; k < {}; ++k) S[k] = HS[k] = 0.0;", n * n));
        f_.body.push_back(fmt::format("    for (int j = 0; j < {}; ++j)", n));
        f_.body.push_back(fmt::format(
            "        for (int i = 0; i < {0}; ++i) S[i + {1}*j] = j < {0} ? Sx[i + {0}*j] : Su[i + {0}*(j - {0})];",
            n_.x, n));
        f_.body.push_back(fmt::format("    for (int j = {}; j < {}; ++j) S[j + {}*j] = 1.0;", n_.x, n, n));
        f_.body.push_back(fmt::format("    for (int k = 0; k < {}; ++k)", hessian.rows.size()));
        f_.body.push_back(fmt::format("        for (int j = 0; j < {}; ++j) {{", n));
        f_.body.push_back(fmt::format("            HS[rows[k] + {0}*j] += h[k]*S[columns[k] + {0}*j];", n));
        f_.body.push_back(fmt::format(
            "            if (rows[k] != columns[k]) HS[columns[k] + {0}*j] += h[k]*S[rows[k] + {0}*j];", n));
        f_.body.emplace_back("        }");
        f_.body.emplace_back("    int at = 0;");
        f_.body.push_back(fmt::format("    for (int j = 0; j < {}; ++j)", n));
        f_.body.push_back(fmt::format("        for (int i = j; i < {}; ++i, ++at) {{", n));
        f_.body.emplace_back("            res[1][at] = 0.0;");
        f_.body.push_back(
            fmt::format("            for (int k = 0; k < {0}; ++k) res[1][at] += S[k + {0}*i]*HS[k + {0}*j];", n));
        f_.body.emplace_back("        }");
        f_.body.emplace_back("}");
        result("hess", SparseShape::dense(n * (n + 1) / 2));
    }

    // -- implicit

    void add_implicit(const std::string& name) {
        const bool is_hessian = name == "impl_dae_hess";
        argument("x", "y", n_.x), argument("xdot", "ydot", n_.x), argument("u", "w", n_.u),
            argument("z", "lambda", n_.z);
        if (is_hessian) argument("multiplier", "v", n_.x + n_.z);
        f_.body.push_back(casadi_argument("t", taken("t", 1), true));
        add_constants();
        const std::string at = "t, y, ydot, lambda, w, c, ";
        if (name.starts_with("impl_dae_fun")) {
            full_result("r", "r", n_.x + n_.z);
            call(RoutineName::residual, at + "r", false);
        }
        if (is_hessian) return add_implicit_hessian(at);
        const std::size_t jac = name.find("jac_");
        if (jac == std::string::npos) return;
        const JacobianPattern& jacobian = pattern(RoutineName::residual_jacobian);
        array("jac", jacobian.rows.size());
        call(RoutineName::residual_jacobian, at + "jac", false);
        std::string rest = name.substr(jac + 4);
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('_'), rest.size());
            add_block(jacobian, rest.substr(0, end));
            rest.erase(0, end + 1);
        }
    }
    // Where its columns stand: the first and their number.
    std::pair<std::size_t, std::size_t> columns_of(const std::string& argument) const {
        if (argument == "x") return {0, n_.x};
        if (argument == "xdot") return {n_.x, n_.x};
        if (argument == "z") return {2 * n_.x, n_.z};
        return {2 * n_.x + n_.z, n_.u};
    }
    void add_block(const JacobianPattern& jacobian, const std::string& argument) {
        const auto [first, columns] = columns_of(argument);
        SparseShape shape = SparseShape::empty(n_.x + n_.z, columns);
        std::vector<std::size_t> from;
        for (std::size_t k = 0; k < jacobian.rows.size(); ++k)
            if (jacobian.columns[k] >= first && jacobian.columns[k] < first + columns)
                shape.columns[jacobian.columns[k] - first].push_back(jacobian.rows[k]), from.push_back(k);
        for (std::string& line : casadi_result(f_.out.size(), "jac", from)) f_.body.push_back(std::move(line));
        result("jac_" + argument, std::move(shape));
    }
    void add_implicit_hessian(const std::string& at) {
        const JacobianPattern& hessian = pattern(RoutineName::residual_hessian);
        array("h", hessian.rows.size());
        call(RoutineName::residual_hessian, at + "v, h", false);
        std::vector<std::array<std::size_t, 3>> entries;  // column, row, place
        for (std::size_t k = 0; k < hessian.rows.size(); ++k) {
            entries.push_back({hessian.columns[k], hessian.rows[k], k});
            if (hessian.rows[k] != hessian.columns[k]) entries.push_back({hessian.rows[k], hessian.columns[k], k});
        }
        std::ranges::sort(entries);
        const std::size_t n = 2 * n_.x + n_.z + n_.u;
        SparseShape shape = SparseShape::empty(n, n);
        std::vector<std::size_t> from;
        for (const auto& [column, row, place] : entries) shape.columns[column].push_back(row), from.push_back(place);
        for (std::string& line : casadi_result(0, "h", from)) f_.body.push_back(std::move(line));
        result("hess", std::move(shape));
    }

    const Program& program_;
    const OptimizationTool& tool_;
    AcadosSizes n_;
    CasadiTexts texts_;
    CasadiFunction f_;
};

}  // namespace

std::vector<AcadosFunction> acados_functions(const Program& program) {
    if (!program.flags.empty())
        throw ModelError(fmt::format("acados knows no flags, and the model has '{}'", program.flags.front().name),
                         "leave events, contacts and switched rows out of the model");
    const Routine& derivatives = *program.find(RoutineName::derivatives);
    if (std::ranges::any_of(derivatives.results, [&](const ResultExpression& result) {
            return (derivatives.graph->node(result.value).dependence & bit(Role::time)) != 0;
        }))
        throw ModelError("the explicit functions of acados know no time, and the rates depend on t",
                         "make time a state: state(clock, rate = 1), with clock in place of t");
    std::vector<AcadosFunction> functions;
    for (const FunctionRow& row : function_rows()) {
        AcadosFunction function{row.name, {}};
        for (const RoutineName routine : row.routines) function.routines.push_back(to_string(routine));
        if (std::ranges::all_of(row.routines, [&](RoutineName r) { return program.find(r) != nullptr; }))
            functions.push_back(std::move(function));
    }
    return functions;
}

CasadiParts acados_parts(const Program& program, const EmitOptions& options) {
    return AcadosWriter(program, options).parts();
}

std::string acados_header(const std::string& model, const std::vector<AcadosFunction>& functions) {
    std::string declarations;
    for (const AcadosFunction& function : functions)
        declarations += filled_template("acados_function.h", {{"F", model + "_" + function.name},
                                                              {"COMMENT", function_row(function.name).comment}});
    return filled_template("acados.h", {{"MODEL", model}, {"DECLARATIONS", declarations}});
}

}  // namespace lag
