// A routine as a C++17 function template on the scalar type R. Everything a body needs of R goes through lag_math<R>
// (numbers, functions, comparisons, selections), so that one text runs on double, float, dual numbers and packs of
// states. Parameters that a body does not need are left unnamed. In the namespace of the model a routine has its name
// alone, arm::setup; the longer name that Fortran and C need, arm::arm_setup, calls it.
#pragma once

#include <string>

#include "emitters/writers/routine_writer.hpp"

namespace lag {

struct CppDialect : Dialect {
    explicit CppDialect(bool for_packs) : batch(for_packs) {}
    std::string number(double value) const override;
    std::string named_number(const std::string& name, double value) const override;
    std::string element(const Argument& argument, std::size_t element) const override;
    std::string work(std::size_t slot) const override;
    std::string function(Op op, const std::vector<std::string>& operands) const override;
    std::string table_call(const std::string& name, const std::string& arguments) const override;
    std::string lane_load(std::size_t lanes, const Argument& argument, std::size_t first) const override;
    std::string lane_gather(std::size_t lanes, const std::vector<std::string>& elements) const override;
    std::string lane_function(std::size_t lanes, Op op, const std::vector<std::string>& operands) const override;
    std::string lane_table_call(std::size_t lanes, const std::string& name, const std::string& orders,
                                const std::vector<std::string>& operands) const override;
    std::string lane_of(const std::string& name, std::size_t lane) const override;
    std::string element_in_slice(const Argument& argument, std::size_t first, std::size_t step) const override;
    std::string lane_load_in_slice(std::size_t lanes, const Argument& argument, std::size_t first) const override;
    std::string sum_of_slices(const Slices& slices, std::size_t slot) const override;
    std::string lane_of_slices(const Slices& slices, std::size_t slot, std::size_t lane) const override;
    std::string lane_repeat(std::size_t lanes, std::size_t few, const std::string& operand) const override;
    std::string lane_fold(std::size_t lanes, std::size_t few, const std::string& operand) const override;

    bool batch;  // R may be a lag_pack
};

class CppRoutine : public RoutineHooks {
  public:
    CppRoutine(const Program& program, bool batch) : program_(program), batch_(batch), dialect_(batch) {}

    const Dialect& dialect() const override { return dialect_; }
    bool pieces_come_first() const override { return true; }
    std::string open(const RoutineBody& body) override;
    std::string declare(const RoutineBody& body) override;
    std::string close(const RoutineBody& body) override;
    std::string comment(const std::string& text) override;
    std::string assign(const std::string& temporary, const std::string& value) override;
    std::string store(const std::string& element, const std::string& value) override;
    std::string check(const std::string& condition, std::size_t info) override;
    std::string assign_lanes(std::size_t lanes, const std::string& temporary, const std::string& value) override;
    std::string check_lanes(const std::string& condition, const std::vector<std::string>& by_lane) override;
    std::string call(const Routine& routine, const CodeStatement& statement) override;
    std::string call_piece(const RoutineBody& piece) override;
    std::string evaluate_sines(const SinePlan::Group& group, const AngleText& angle) override;
    // arm_setup(..), which calls setup(..).
    std::string longer_name(const Routine& routine) const;

  private:
    const Program& program_;
    bool batch_;  // R may be a lag_pack: the user's routines are called lane by lane
    CppDialect dialect_;
};

// arm_setup: a function, with or without a head of a template, that calls the one of the shorter name.
std::string cpp_longer_name(const std::string& head, const std::string& model, const std::string& routine,
                            const std::string& dummies, const std::vector<std::string>& arguments);
// The function that calls a routine of the user's for packs.
std::string cpp_by_lanes(const std::string& external);

}  // namespace lag
