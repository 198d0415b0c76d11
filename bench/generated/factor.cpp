// Factor and solve as a rival's generator gives it: CasADi's symbolic ldl of a sparse symmetric matrix, written as C.
//   factor PATTERN.txt NAME FOLDER
// PATTERN.txt: the number of rows and of entries, then row and column (from 0, row >= column) of each entry. Writes
// FOLDER/NAME_<variant>.c, each with evaluate(y = right side, w = entries, x):
//   ldl            rows in their order
//   ldl_reversed   rows in reverse order
//   ldl_amd        CasADi's minimum-degree order
#include <casadi/casadi.hpp>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using casadi::SX;

SX solved(const SX& A, const SX& b, const std::vector<casadi_int>& order, bool minimum_degree) {
    SX D, LT, x(b.size1(), 1);
    std::vector<casadi_int> permutation;
    SX::ldl(SX::sparsify(A(order, order)), D, LT, permutation, minimum_degree);
    x(order) = SX::ldl_solve(b(order), D, LT, permutation);
    return x;
}

void write(const std::vector<SX>& arguments, const SX& x, const std::string& name, const std::string& folder) {
    const casadi::Function f("solved", arguments, {SX::densify(SX::cse({x})[0])});
    casadi::CodeGenerator generator(name + ".c");
    generator.add(f);
    generator.generate(folder + "/");
    std::ofstream out(folder + "/" + name + ".c", std::ios::app);
    out << "\nvoid evaluate(const double* y, const double* w, double* result) {\n"
           "  const double* arg[2] = {y, w};\n  double* res[1] = {result};\n"
           "  casadi_f0(arg, res, 0, 0, 0);\n}\n";
    std::cout << name << " " << f.n_instructions() << " instructions\n";
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 4) {
        std::cerr << "factor PATTERN.txt NAME FOLDER\n";
        return 2;
    }
    const std::string name = argv[2], folder = argv[3];
    std::ifstream in(argv[1]);
    casadi_int n = 0, entries = 0;
    in >> n >> entries;
    const SX b = SX::sym("b", n), a = SX::sym("a", entries);
    SX A(n, n);
    for (casadi_int k = 0; k < entries; ++k) {
        casadi_int i = 0, j = 0;
        in >> i >> j;
        A(i, j) = A(j, i) = SX(a(k));
    }
    if (!in) throw std::runtime_error(std::string(argv[1]) + " is no pattern");
    std::vector<casadi_int> natural, reversed;
    for (casadi_int k = 0; k < n; ++k) {
        natural.push_back(k);
        reversed.insert(reversed.begin(), k);
    }
    write({b, a}, solved(A, b, natural, false), name + "_ldl", folder);
    write({b, a}, solved(A, b, reversed, false), name + "_ldl_reversed", folder);
    write({b, a}, solved(A, b, natural, true), name + "_ldl_amd", folder);
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
