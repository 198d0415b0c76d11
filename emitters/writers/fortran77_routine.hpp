// A routine as Fortran 77: every name declared, upper-case statements. Selections are calls of a function, since the
// language has no merge: both sides are evaluated. The workspace of a body that was split is a local array, which old
// compilers may keep in static storage.
#pragma once

#include <array>
#include <string>

#include "emitters/writers/routine_writer.hpp"

namespace lag {

// Those that the language lacks: functions <model>_f_select, ... come along where code calls them.
constexpr std::array fortran77_functions{Op::select, Op::floor, Op::mod};

class Fortran77Dialect : public Dialect {
  public:
    explicit Fortran77Dialect(std::string model) : model_(std::move(model)) {}
    std::string number(double value) const override;
    std::string named_number(const std::string& name, double) const override { return name; }
    std::string element(const Argument& argument, std::size_t element) const override;
    std::string part(const std::string& array, std::size_t first, std::size_t count) const override;
    std::string work(std::size_t slot) const override;
    std::string local(const std::string& array, std::size_t element) const override;
    std::string function(Op op, const std::vector<std::string>& operands) const override;
    std::string equal(const std::string& element, bool is_real, long value) const override;
    std::string table_call(const std::string& name, const std::string& arguments) const override;

  private:
    std::string model_;
};

class Fortran77Routine : public RoutineHooks {
  public:
    explicit Fortran77Routine(const Program& program) : program_(program), dialect_(program.name) {}

    const Dialect& dialect() const override { return dialect_; }
    bool pieces_come_first() const override { return false; }
    std::string open(const RoutineBody& body) override;
    std::string declare(const RoutineBody& body) override;
    std::string close(const RoutineBody& body) override;
    std::string comment(const std::string& text) override;
    std::string assign(const std::string& temporary, const std::string& value) override;
    std::string store(const std::string& element, const std::string& value) override;
    std::string check(const std::string& condition, std::size_t info) override;
    std::string store_unless(const std::string& condition, const std::string& element,
                             const std::string& value) override;
    std::string call(const Routine& routine, const CodeStatement& statement) override;
    std::string call_piece(const RoutineBody& piece) override;
    std::string evaluate_sines(const SinePlan::Group& group, const AngleText& angle) override;

  private:
    std::string locals(const RoutineBody& body) const;

    const Program& program_;
    Fortran77Dialect dialect_;
};

}  // namespace lag
