// A C function as CasADi calls it (casadi::external of 3.6 and later; acados takes the same form): arguments and results
// by pointers, null where there is none, and beside it functions that tell names, sparsities and the size of its workspace.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// A matrix, column after column the rows of its entries in ascending order.
struct SparseShape {
    std::size_t rows = 0;
    std::vector<std::vector<std::size_t>> columns;

    static SparseShape dense(std::size_t rows, std::size_t columns = 1);
    static SparseShape empty(std::size_t rows, std::size_t columns);
    std::size_t entries() const;
    bool is_dense() const { return entries() == rows * columns.size(); }
};

// An argument or a result. `is_differentiable`: CasADi may ask for derivatives by it, or of it.
struct CasadiArgument {
    std::string name;
    SparseShape shape;
    bool is_differentiable = false;
};

struct CasadiFunction {
    std::string name, comment;
    std::vector<CasadiArgument> in, out;
    std::vector<std::string> body;  // its statements; they end the function where `info` is not 0
    std::size_t work = 0;           // doubles that the body needs
};

// Functions of one file, with the sparsities that they share. `integer`: casadi_int, unless the compiler is told another.
class CasadiTexts {
  public:
    explicit CasadiTexts(const std::string& integer) : integer_(integer) {}

    void add(const CasadiFunction& function);
    // What stands before the functions, the functions, what stands behind them.
    std::string text() const;

  private:
    std::string sparsity(const SparseShape& shape);  // the name of its array
    std::string integer_, functions_;
    std::vector<std::string> sparsities_;
    std::size_t zeros_ = 1;
};

// Argument `place` by this name, zeros where it is null: a declaration.
std::string casadi_argument(const std::string& name, std::size_t place, bool is_scalar);
// Of entry k of the result `place` element from[k] of `source`: a statement, which does nothing where the result is null.
std::vector<std::string> casadi_result(std::size_t place, const std::string& source,
                                       const std::vector<std::size_t>& from);

}  // namespace lag
