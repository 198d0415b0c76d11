// The language by itself: scripts run where there is no mechanism at all.
#include <sstream>

#include "scripts/language/built_in.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

class NoMechanism final : public Vocabulary {
  public:
    Description& description() override { throw InternalError("the language asked for the description"); }
    Algebra& algebra() override { return algebra_; }
    void read_ahead(const Script&) override {}
    void mention(const std::string&, const Place&) override {}
    void mention_rate(const std::string&) override {}
    void before(const std::string&) override {}
    const Declaration* declaration(const std::string&) const override { return nullptr; }
    void require_declared(Expr, const Place&) override {}
    Scalar rate(const std::string& name, int) override { return algebra_.symbol(name + "'"); }
    Scalar time_derivative(const Scalar&) override { return 0; }
    Scalar partial_derivative(Interpreter&, const Scalar& e, const std::string& name) override {
        return algebra_.diff(e, name);
    }
    bool is_complete() const override { return false; }

  private:
    Algebra algebra_{std::make_shared<Graph>()};
};

}  // namespace

TEST_CASE("the language needs no mechanism", "[language]") {
    const BuiltInTable table = joined_built_ins({algebra_built_ins(), list_built_ins(), program_built_ins()});
    NoMechanism none;
    std::ostringstream output;
    InterpretOptions options;
    options.output = &output;
    Interpreter interpreter(table, none, options);
    interpreter.run(
        parse("f(n) := if n < 2 then n else f(n - 1) + f(n - 2)$ map(f, [1, 5, 10]);\n"
              "s: 0$ for k: 1 thru 4 do s: s + k*x^k$ diff(s, x);\n"
              "block([a: matrix([1, 2], [3, y])], determinant(a)); x';\n",
              "alone.lag"));
    CHECK(output.str() == "[1, 5, 55]\n16*x^3 + 9*x^2 + 4*x + 1\ny - 6\nx'\n");
    CHECK_THROWS_AS(interpreter.run(parse("spring(1)$", "alone.lag")), InputError);
}
