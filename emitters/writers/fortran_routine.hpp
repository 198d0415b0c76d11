// A routine as Fortran 2008: pure where it can be, selections by `merge` (both sides are evaluated). A dummy argument
// that a body does not need is named in an empty `associate`, so that no compiler warns. Bodies that were split pass a
// workspace; their caller is `recursive`, which keeps that array off static storage.
#pragma once

#include <string>

#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/routine_writer.hpp"

namespace lag {

class FortranRoutine : public RoutineHooks {
  public:
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
    std::string assign_lanes(std::size_t lanes, const std::string& temporary, const std::string& value) override;
    std::string check_lanes(const std::string& condition, const std::vector<std::string>& by_lane) override;
    std::string call(const Routine& routine, const CodeStatement& statement) override;
    std::string call_piece(const RoutineBody& piece) override;
    std::string evaluate_sines(const SinePlan::Group& group, const AngleText& angle) override;

  private:
    FortranDialect dialect_;
};

// "real(dp), intent(in) :: y(nq+nu)" of a dummy; `first`: an extent in front of its own.
std::string fortran_dummy(const Argument& argument, bool in_piece, const std::string& first = "");
// Names in an empty `associate`; empty without names.
std::string fortran_mentions(const std::vector<std::string>& unused);

}  // namespace lag
