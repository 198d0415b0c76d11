// Forward dynamics of a tree as a rival's generator gives it: Pinocchio's algorithms run on CasADi's symbols, written as C.
//   trace TREE.txt NAME FOLDER [symbols | derivatives [KIND..]]
// TREE.txt is what tree_numbers wrote. Writes FOLDER/NAME_<variant>.c, each with evaluate(y = [q; u], w, udot):
//   aba            the articulated-body algorithm
//   ldl            composite inertias and bias forces, then CasADi's symbolic ldl, speeds in their order
//   ldl_reversed   the same with the speeds in reverse order
//   ldl_amd        the same in CasADi's minimum-degree order
// With `derivatives` FOLDER/NAME_<kind>_<variant>.c instead, of the accelerations F: jacobian (by y and w), adjoint ((dF/d(y, w))^T v) and
// hessian (of v^T F by y, lower triangle), or those KINDs of them, as CasADi differentiates aba and ldl; v stands behind w. They have dense(y, w, result)
// besides, which puts the entries in their places, column by column.
// Numbers are folded in; with `symbols` each is an element of c instead.
#include <pinocchio/autodiff/casadi.hpp>  // before all other of Pinocchio's

#include <algorithm>
#include <fstream>
#include <iostream>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tree.hpp"

namespace {

using casadi::SX;
using Model = pinocchio::ModelTpl<SX>;
using Vector = Eigen::Matrix<SX, Eigen::Dynamic, 1>;

// A number of the model: itself, or the next symbol. Zeros stay zeros.
struct Numbers {
    bool symbolic = false;
    std::vector<SX> symbols;
    std::vector<double> values;
    SX operator()(double x) {
        if (!symbolic || x == 0) return x;
        symbols.push_back(SX::sym("c" + std::to_string(values.size())));
        values.push_back(x);
        return symbols.back();
    }
};

struct Problem {
    Tree<SX> tree;
    SX y, w;
    Numbers numbers;
};

Problem read(const char* path, bool symbolic) {
    Numbers numbers;
    numbers.symbolic = symbolic;
    Tree<SX> tree(path, numbers);
    const SX y = SX::sym("y", 2 * tree.speeds), w = SX::sym("w", tree.inputs);
    tree.set([&](int k) { return SX(y(k)); }, [&](int k) { return SX(w(k)); });
    return {std::move(tree), y, w, std::move(numbers)};
}

SX column(const Vector& x) {
    std::vector<SX> elements(x.data(), x.data() + x.size());
    return SX::vertcat(elements);
}

SX in_our_order(const Problem& p, const SX& acceleration) {
    SX udot(acceleration.size1(), 1);
    for (std::size_t k = 0; k < p.tree.speed_of.size(); ++k)
        udot(p.tree.speed_of[k]) = acceleration(static_cast<casadi_int>(k));
    return udot;
}

// The entries of `result` that are not zero by structure, one column after the other.
void write_values(const Problem& p, const SX& w, const SX& result, const std::string& name, const std::string& folder) {
    const SX c = SX::vertcat(p.numbers.symbols);
    const casadi::Function f("traced", {p.y, w, c}, {SX::cse({result})[0].nz(casadi::Slice())});
    const std::string file = name + ".c";
    casadi::CodeGenerator generator(file);
    generator.add(f);
    generator.generate(folder + "/");
    std::ofstream out(folder + "/" + file, std::ios::app);
    out.precision(17);
    out << "\ndouble traced_c[] = {0";
    for (const double x : p.numbers.values) out << ", " << x;
    out << "};\nvoid evaluate(const double* y, const double* w, double* result) {\n"
           "  const double* arg[3] = {y, w, traced_c + 1};\n  double* res[1] = {result};\n"
           "  casadi_f0(arg, res, 0, 0, 0);\n}\n";
    const auto list = [&](const char* which, const std::vector<casadi_int>& numbers) {
        out << "static const int traced_" << which << "[] = {0";
        for (const casadi_int x : numbers) out << ", " << x;
        out << "};\n";
    };
    list("rows", result.sparsity().get_row()), list("columns", result.sparsity().get_col());
    out << "int dense_size = " << result.numel()
        << ";\nvoid dense(const double* y, const double* w, double* result) {\n"
        << "  static double values[" << result.nnz() + 1 << "];\n  int k;\n  evaluate(y, w, values);\n"
        << "  for (k = 0; k < dense_size; ++k) result[k] = 0;\n  for (k = 0; k < " << result.nnz()
        << "; ++k) result[traced_columns[k + 1] * " << result.size1() << " + traced_rows[k + 1]] = values[k];\n}\n";
    std::cout << name << " " << f.n_instructions() << " instructions\n";
}

void write(const Problem& p, const SX& acceleration, const std::string& name, const std::string& folder) {
    write_values(p, p.w, SX::densify(in_our_order(p, acceleration)), name, folder);
}

// `name` begins those of the files, `variant` ends them.
void write_derivatives(const Problem& p, const SX& acceleration, const std::string& name, const std::string& variant,
                       const std::string& folder, const std::vector<std::string>& kinds) {
    const auto is_wanted = [&](const char* kind) {
        return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    };
    const SX udot = in_our_order(p, acceleration), x = SX::vertcat({p.y, p.w}), v = SX::sym("v", udot.size1());
    if (is_wanted("jacobian")) write_values(p, p.w, SX::jacobian(udot, x), name + "_jacobian_" + variant, folder);
    const SX w = SX::vertcat({p.w, v});
    if (is_wanted("adjoint"))
        write_values(p, w, SX::densify(SX::jtimes(udot, x, v, true)), name + "_adjoint_" + variant, folder);
    if (is_wanted("hessian"))
        write_values(p, w, SX::tril(SX::hessian(SX::dot(v, udot), p.y)), name + "_hessian_" + variant, folder);
}

// M x = b by CasADi's ldl, speeds in the order given.
SX solved(const SX& M, const SX& b, const std::vector<casadi_int>& order, bool minimum_degree) {
    SX D, LT, x(b.size1(), 1);
    std::vector<casadi_int> permutation;
    const SX permuted = SX::sparsify(M(order, order));
    SX::ldl(permuted, D, LT, permutation, minimum_degree);
    const SX solution = SX::ldl_solve(b(order), D, LT, permutation);
    x(order) = solution;
    return x;
}

bool branches(const Model& model) {
    return std::any_of(model.children.begin(), model.children.end(),
                       [](const auto& joints) { return joints.size() > 1; });
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 4) {
        std::cerr << "trace TREE.txt NAME FOLDER [symbols | derivatives [KIND..]]\n";
        return 2;
    }
    const std::string name = argv[2], folder = argv[3];
    const bool derivatives = argc > 4 && std::string(argv[4]) == "derivatives";
    const Problem p = read(argv[1], argc > 4 && !derivatives);
    const Tree<SX>& tree = p.tree;
    const Model& model = tree.model;
    const auto add = [&](const SX& acceleration, const std::string& variant) {
        if (derivatives) {
            write_derivatives(p, acceleration, name, variant, folder, {argv + std::min(argc, 5), argv + argc});
        } else {
            write(p, acceleration, name + "_" + variant, folder);
        }
    };
    const auto n = static_cast<casadi_int>(model.nv);
    {
        pinocchio::DataTpl<SX> data(model);
        add(column(pinocchio::aba(model, data, tree.q, tree.v, tree.tau)), "aba");
    }
    if (n > 20 && !branches(model)) return 0;  // of order n^3 in long chains
    pinocchio::DataTpl<SX> data(model);
    const Vector bias = pinocchio::nonLinearEffects(model, data, tree.q, tree.v);
    pinocchio::crba(model, data, tree.q);
    SX M(n, n);
    for (casadi_int i = 0; i < n; ++i)
        for (casadi_int j = i; j < n; ++j) {
            M(i, j) = data.M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
            M(j, i) = M(i, j);
        }
    const SX b = column(tree.tau - bias);
    std::vector<casadi_int> natural, reversed;
    for (casadi_int k = 0; k < n; ++k) {
        natural.push_back(k);
        reversed.insert(reversed.begin(), k);
    }
    add(solved(M, b, natural, false), "ldl");
    if (derivatives) return 0;
    add(solved(M, b, reversed, false), "ldl_reversed");
    add(solved(M, b, natural, true), "ldl_amd");
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
