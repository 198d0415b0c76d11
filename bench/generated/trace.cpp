// Forward dynamics of a tree as a rival's generator gives it: Pinocchio's algorithms run on CasADi's symbols, written as C.
//   trace TREE.txt NAME FOLDER [symbols | derivatives]
// TREE.txt is what tree_numbers wrote. Writes FOLDER/NAME_<variant>.c, each with evaluate(y = [q; u], w, udot):
//   aba            the articulated-body algorithm
//   ldl            composite inertias and bias forces, then CasADi's symbolic ldl, speeds in their order
//   ldl_reversed   the same with the speeds in reverse order
//   ldl_amd        the same in CasADi's minimum-degree order
// With `derivatives` FOLDER/NAME_<kind>_<variant>.c instead, of the accelerations F: jacobian (by y and w), adjoint ((dF/d(y, w))^T v) and
// hessian (of v^T F by y, lower triangle), as CasADi differentiates aba and ldl; v stands behind w. They have dense(y, w, result)
// besides, which puts the entries in their places, column by column.
// A free body has Euler angles (321) and speeds in its own axes. Its pose is the identity and gravity is turned instead:
// nothing cheaper gives the same accelerations. Numbers are folded in; with `symbols` each is an element of c instead.
#include <pinocchio/autodiff/casadi.hpp>  // before all other of Pinocchio's

#include <algorithm>
#include <fstream>
#include <iostream>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/joint-configuration.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace {

using casadi::SX;
using Model = pinocchio::ModelTpl<SX>;
using Vector = Eigen::Matrix<SX, Eigen::Dynamic, 1>;
using V3 = Eigen::Matrix<SX, 3, 1>;
using M3 = Eigen::Matrix<SX, 3, 3>;

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

M3 turned(const SX& yaw, const SX& pitch, const SX& roll) {  // of the sequence 321, body to ground components
    const SX cy = cos(yaw), sy = sin(yaw), cp = cos(pitch), sp = sin(pitch), cr = cos(roll), sr = sin(roll);
    M3 m;
    m << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, sy * cp, sy * sp * sr + cy * cr,
        sy * sp * cr - cy * sr, -sp, cp * sr, cp * cr;
    return m;
}

struct Problem {
    Model model;
    Vector q, v, tau;
    std::vector<int> speed_of;  // Pinocchio's velocity k is this speed of ours
    SX y, w;
    Numbers numbers;
};

int aligned(const Eigen::Vector3d& axis) {  // 0, 1, 2 for x, y, z; -1 for no positive axis of coordinates
    for (int k = 0; k < 3; ++k)
        if (axis == Eigen::Vector3d::Unit(k)) return k;
    return -1;
}

template <template <class, int, int> class Aligned, template <class, int> class Any>
pinocchio::JointIndex add_joint(Model& model, pinocchio::JointIndex inboard, const Eigen::Vector3d& axis,
                                const pinocchio::SE3Tpl<SX>& place, const std::string& name) {
    switch (aligned(axis)) {
        case 0:
            return model.addJoint(inboard, Aligned<SX, 0, 0>(), place, name);
        case 1:
            return model.addJoint(inboard, Aligned<SX, 0, 1>(), place, name);
        case 2:
            return model.addJoint(inboard, Aligned<SX, 0, 2>(), place, name);
        default:
            return model.addJoint(inboard, Any<SX, 0>(SX(axis[0]), SX(axis[1]), SX(axis[2])), place, name);
    }
}

struct Line {  // of the file
    std::string name, kind;
    std::size_t inboard = 0;
    Eigen::Vector3d axis, at, cm;
    double mass = 0, inertia[6] = {};
    int motor = -1;
    Eigen::Matrix3d turned = Eigen::Matrix3d::Identity();  // hinge components -> the inboard body's
};

std::istream& operator>>(std::istream& lines, Line& b) {
    std::string text;
    std::getline(lines >> std::ws, text);
    std::istringstream in(text);
    in >> b.name >> b.inboard >> b.kind;
    for (Eigen::Vector3d* x : {&b.axis, &b.at})
        for (int k = 0; k < 3; ++k) in >> (*x)[k];
    in >> b.mass;
    for (int k = 0; k < 3; ++k) in >> b.cm[k];
    for (double& x : b.inertia) in >> x;
    if (!(in >> b.motor)) lines.setstate(std::ios::failbit);
    if (std::string word; in >> word)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) in >> b.turned(j, i);
    return lines;
}

pinocchio::InertiaTpl<SX> inertia_of(const Line& b, Numbers& number) {
    const SX m = number(b.mass);
    V3 cm;
    for (int k = 0; k < 3; ++k) cm[k] = number(b.cm[k]);
    SX j[6];
    for (int k = 0; k < 6; ++k) j[k] = number(b.inertia[k]);
    M3 about;
    about << j[0], j[3], j[4], j[3], j[1], j[5], j[4], j[5], j[2];
    return {m, cm, about};
}

Problem read(const char* path, bool symbolic) {
    std::ifstream in(path);
    std::size_t count = 0;
    double g[3] = {};
    in >> count >> g[0] >> g[1] >> g[2];
    std::vector<Line> lines(count);
    for (Line& line : lines) in >> line;
    if (!in) throw std::runtime_error(std::string(path) + " is no file of tree_numbers");
    const int base = lines[0].kind == "free" ? 6 : 0;
    int n = 0, inputs = 0;
    for (const Line& b : lines) {
        inputs = std::max(inputs, b.motor + 1);
        n += b.kind == "free" ? 6 : b.kind == "fixed" ? 0 : 1;
    }

    Problem p;
    p.numbers.symbolic = symbolic;
    p.y = SX::sym("y", 2 * n);
    p.w = SX::sym("w", inputs);
    V3 gravity;
    for (int k = 0; k < 3; ++k) gravity[k] = p.numbers(g[k]);
    if (base) {
        const M3 R = turned(p.y(0), p.y(1), p.y(2));
        gravity = (R.transpose() * gravity).eval();
    }
    p.model.gravity.linear() = gravity;
    std::vector<pinocchio::JointIndex> joints{0};
    std::vector<pinocchio::SE3Tpl<SX>> places{pinocchio::SE3Tpl<SX>::Identity()};  // of bodies in their joints' axes
    std::vector<SX> q, v, tau;
    int next = base;
    for (const Line& b : lines) {
        pinocchio::SE3Tpl<SX> place = pinocchio::SE3Tpl<SX>::Identity();
        for (int k = 0; k < 3; ++k) place.translation()[k] = p.numbers(b.at[k]);
        if (b.turned != Eigen::Matrix3d::Identity())
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) place.rotation()(i, j) = p.numbers(b.turned(i, j));
        if (b.kind == "fixed") {
            joints.push_back(joints[b.inboard]);
            places.push_back(places[b.inboard] * place);
            p.model.appendBodyToJoint(joints.back(), inertia_of(b, p.numbers), places.back());
            continue;
        }
        place = places[b.inboard] * place;
        pinocchio::JointIndex joint = 0;
        if (b.kind == "free") {
            if (!q.empty()) throw std::runtime_error("only the first body may be free");
            joint = p.model.addJoint(0, pinocchio::JointModelFreeFlyerTpl<SX, 0>(), place, b.name);
            for (const double x : {0, 0, 0, 0, 0, 0, 1}) q.push_back(SX(x));
            for (const int k : {3, 4, 5, 0, 1, 2}) {
                v.push_back(p.y(n + k));
                p.speed_of.push_back(k);
                tau.push_back(SX(0));
            }
        } else {
            const auto inboard = joints[b.inboard];
            joint = b.kind == "hinge"
                        ? add_joint<pinocchio::JointModelRevoluteTpl, pinocchio::JointModelRevoluteUnalignedTpl>(
                              p.model, inboard, b.axis, place, b.name)
                        : add_joint<pinocchio::JointModelPrismaticTpl, pinocchio::JointModelPrismaticUnalignedTpl>(
                              p.model, inboard, b.axis, place, b.name);
            q.push_back(p.y(next));
            v.push_back(p.y(n + next));
            p.speed_of.push_back(next++);
            tau.push_back(b.motor < 0 ? SX(0) : SX(p.w(b.motor)));
        }
        joints.push_back(joint);
        places.push_back(pinocchio::SE3Tpl<SX>::Identity());
        p.model.appendBodyToJoint(joint, inertia_of(b, p.numbers), pinocchio::SE3Tpl<SX>::Identity());
    }
    const auto vector = [](const std::vector<SX>& x) {
        Vector r(static_cast<Eigen::Index>(x.size()));
        for (std::size_t k = 0; k < x.size(); ++k) r[static_cast<Eigen::Index>(k)] = x[k];
        return r;
    };
    p.q = vector(q);
    p.v = vector(v);
    p.tau = vector(tau);
    return p;
}

SX column(const Vector& x) {
    std::vector<SX> elements(x.data(), x.data() + x.size());
    return SX::vertcat(elements);
}

SX in_our_order(const Problem& p, const SX& acceleration) {
    SX udot(acceleration.size1(), 1);
    for (std::size_t k = 0; k < p.speed_of.size(); ++k) udot(p.speed_of[k]) = acceleration(static_cast<casadi_int>(k));
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
                       const std::string& folder) {
    const SX udot = in_our_order(p, acceleration), x = SX::vertcat({p.y, p.w}), v = SX::sym("v", udot.size1());
    write_values(p, p.w, SX::jacobian(udot, x), name + "_jacobian_" + variant, folder);
    const SX w = SX::vertcat({p.w, v});
    write_values(p, w, SX::densify(SX::jtimes(udot, x, v, true)), name + "_adjoint_" + variant, folder);
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
        std::cerr << "trace TREE.txt NAME FOLDER [symbols | derivatives]\n";
        return 2;
    }
    const std::string name = argv[2], folder = argv[3];
    const bool derivatives = argc > 4 && std::string(argv[4]) == "derivatives";
    Problem p = read(argv[1], argc > 4 && !derivatives);
    const auto add = [&](const SX& acceleration, const std::string& variant) {
        if (derivatives) {
            write_derivatives(p, acceleration, name, variant, folder);
        } else {
            write(p, acceleration, name + "_" + variant, folder);
        }
    };
    const auto n = static_cast<casadi_int>(p.model.nv);
    {
        pinocchio::DataTpl<SX> data(p.model);
        add(column(pinocchio::aba(p.model, data, p.q, p.v, p.tau)), "aba");
    }
    if (n > 20 && !branches(p.model)) return 0;  // of order n^3 in long chains
    pinocchio::DataTpl<SX> data(p.model);
    const Vector bias = pinocchio::nonLinearEffects(p.model, data, p.q, p.v);
    pinocchio::crba(p.model, data, p.q);
    SX M(n, n);
    for (casadi_int i = 0; i < n; ++i)
        for (casadi_int j = i; j < n; ++j) {
            M(i, j) = data.M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
            M(j, i) = M(i, j);
        }
    const SX b = column(p.tau - bias);
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
