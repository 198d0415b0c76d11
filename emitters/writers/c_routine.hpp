// A routine as a static inline function of C99. Selections are calls of a small inline function, so that both sides are
// evaluated; a parameter that a body does not need is cast to void.
#pragma once

#include <string>

#include "emitters/writers/routine_writer.hpp"

namespace lag {

class CDialect : public Dialect {
  public:
    explicit CDialect(std::string model) : model_(std::move(model)) {}
    std::string number(double value) const override;
    std::string named_number(const std::string& name, double value) const override;
    std::string element(const Argument& argument, std::size_t element) const override;
    std::string work(std::size_t slot) const override;
    std::string equal(const std::string& element, bool is_real, long value) const override;
    std::string function(Op op, const std::vector<std::string>& operands) const override;
    std::string table_call(const std::string& name, const std::string& arguments) const override;
    std::string lane_load(std::size_t lanes, const Argument& argument, std::size_t first) const override;
    std::string lane_gather(std::size_t lanes, const std::vector<std::string>& elements) const override;
    std::string lane_function(std::size_t lanes, Op op, const std::vector<std::string>& operands) const override;
    std::string lane_choice(std::size_t lanes, const std::vector<std::string>& operands) const override;
    std::string lane_of(const std::string& name, std::size_t lane) const override;
    std::string element_in_slice(const Argument& argument, std::size_t first, std::size_t step) const override;
    std::string lane_load_in_slice(std::size_t lanes, const Argument& argument, std::size_t first) const override;
    std::string sum_of_slices(const Slices& slices, std::size_t slot) const override;
    std::string lane_of_slices(const Slices& slices, std::size_t slot, std::size_t lane) const override;
    std::string lane_repeat(std::size_t lanes, std::size_t few, const std::string& operand) const override;
    std::string lane_fold(std::size_t lanes, std::size_t few, const std::string& operand) const override;

  private:
    std::string model_;
};

class CRoutine : public RoutineHooks {
  public:
    explicit CRoutine(const Program& program) : dialect_(program.name) {}

    const Dialect& dialect() const override { return dialect_; }
    bool pieces_come_first() const override { return true; }
    std::string open(const RoutineBody& body) override;
    std::string declare(const RoutineBody& body) override;
    std::string close(const RoutineBody& body) override;
    std::string comment(const std::string& text) override;
    std::string assign(const std::string& temporary, const std::string& value) override;
    std::string store(const std::string& element, const std::string& value) override;
    std::string check(const std::string& condition, std::size_t info) override;
    std::string store_unless(const std::string& condition, const std::string& element,
                             const std::string& value) override;
    std::string assign_lanes(std::size_t lanes, const std::string& temporary, const std::string& value) override;
    std::string check_lanes(const std::string& condition, const std::vector<std::string>& by_lane) override;
    std::string call(const Routine& routine, const CodeStatement& statement) override;
    std::string call_piece(const RoutineBody& piece) override;
    std::string evaluate_sines(const SinePlan::Group& group, const AngleText& angle) override;

  private:
    std::string evaluate_limb_sines(const SinePlan::Group& group, const AngleText& angle);

    CDialect dialect_;
};

// Comments cannot be nested, nor end early.
std::string without_comment_end(std::string text);

}  // namespace lag
