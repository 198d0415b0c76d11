// Values of the language. Cheap to copy: everything large is shared and immutable.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/model.hpp"
#include "scripts/algebra/algebra.hpp"

namespace lag {

class Value;
struct HingeSpec;   // revolute(...), free(...): owned by the model statements
struct MotionSpec;  // translate(...), rotate(...): likewise
struct ShapeForm;   // box(...), sphere(...): likewise
struct FunctionValue;

struct Nothing {};

// A relation on quantities of the model, which the running script cannot decide: a truth value of the graph.
struct Condition {
    Expr expr;
    Expr as_written{};  // Scalar::written of both sides compared; no graph: as `expr`

    bool has_written() const { return as_written.graph != nullptr; }
    Expr written() const { return has_written() ? as_written : expr; }
};

// Names of what a list or a matrix holds, for files that it is saved to. They are no part of the value.
struct Labels {
    std::vector<std::string> rows, columns;  // of a list: rows
};

struct List {
    std::vector<Value> items;
    std::size_t cells = 0;  // scalars in all nested lists
    int depth = 1;          // of nesting
    std::shared_ptr<const Labels> labels = nullptr;
};

struct Matrix {
    std::size_t rows = 0, columns = 0;
    std::vector<Scalar> elements;  // row by row
    std::shared_ptr<const Labels> labels = nullptr;
    const Scalar& operator()(std::size_t i, std::size_t j) const { return elements[i * columns + j]; }
    Scalar& operator()(std::size_t i, std::size_t j) { return elements[i * columns + j]; }
};

struct Equation;

class Value {
  public:
    Value() = default;
    Value(Scalar e) : data_(std::move(e)) {}  // NOLINT: values are implicit
    template <class T>
    requires std::same_as<T, bool>                         // an integer must not become a truth value
    Value(T truth) : data_(truth) {}                       // NOLINT
    Value(Condition condition) : data_(condition) {}       // NOLINT
    Value(std::string text) : data_(std::move(text)) {}    // NOLINT
    Value(const char* text) : data_(std::string(text)) {}  // NOLINT
    Value(std::vector<Value> items);                       // NOLINT
    explicit Value(List list) : data_(std::make_shared<const List>(std::move(list))) {}   // whose counts are right
    Value(Matrix matrix) : data_(std::make_shared<const Matrix>(std::move(matrix))) {}    // NOLINT
    Value(Equation equation);                                                             // NOLINT
    Value(std::shared_ptr<const FunctionValue> function) : data_(std::move(function)) {}  // NOLINT
    Value(PointOnBody point) : data_(std::make_shared<const PointOnBody>(std::move(point))) {}  // NOLINT
    Value(FrameOnBody frame) : data_(std::make_shared<const FrameOnBody>(std::move(frame))) {}  // NOLINT
    Value(std::shared_ptr<const HingeSpec> hinge) : data_(std::move(hinge)) {}                  // NOLINT
    Value(std::shared_ptr<const MotionSpec> motion) : data_(std::move(motion)) {}               // NOLINT
    Value(std::shared_ptr<const ShapeForm> form) : data_(std::move(form)) {}                    // NOLINT

    bool is_nothing() const { return holds<Nothing>(); }
    bool is_scalar() const { return holds<Scalar>(); }
    bool is_boolean() const { return holds<bool>(); }
    bool is_condition() const { return holds<Condition>(); }
    bool is_text() const { return holds<std::string>(); }
    bool is_list() const { return holds<std::shared_ptr<const List>>(); }
    bool is_matrix() const { return holds<std::shared_ptr<const Matrix>>(); }
    bool is_equation() const { return holds<std::shared_ptr<const Equation>>(); }
    bool is_function() const { return holds<std::shared_ptr<const FunctionValue>>(); }
    bool is_point() const { return holds<std::shared_ptr<const PointOnBody>>(); }
    bool is_frame() const { return holds<std::shared_ptr<const FrameOnBody>>(); }
    bool is_hinge() const { return holds<std::shared_ptr<const HingeSpec>>(); }
    bool is_motion() const { return holds<std::shared_ptr<const MotionSpec>>(); }
    bool is_shape() const { return holds<std::shared_ptr<const ShapeForm>>(); }

    // The alternatives; std::bad_variant_access when it is another one (callers ask first).
    const Scalar& scalar() const { return std::get<Scalar>(data_); }
    bool boolean() const { return std::get<bool>(data_); }
    const Condition& condition() const { return std::get<Condition>(data_); }
    const std::string& text() const { return std::get<std::string>(data_); }
    const List& list() const { return *std::get<std::shared_ptr<const List>>(data_); }
    const std::vector<Value>& items() const { return list().items; }
    const Matrix& matrix() const { return *std::get<std::shared_ptr<const Matrix>>(data_); }
    const Equation& equation() const { return *std::get<std::shared_ptr<const Equation>>(data_); }
    std::shared_ptr<const FunctionValue> function() const {
        return std::get<std::shared_ptr<const FunctionValue>>(data_);
    }
    const PointOnBody& point() const { return *std::get<std::shared_ptr<const PointOnBody>>(data_); }
    const FrameOnBody& frame() const { return *std::get<std::shared_ptr<const FrameOnBody>>(data_); }
    std::shared_ptr<const HingeSpec> hinge() const { return std::get<std::shared_ptr<const HingeSpec>>(data_); }
    std::shared_ptr<const MotionSpec> motion() const { return std::get<std::shared_ptr<const MotionSpec>>(data_); }
    std::shared_ptr<const ShapeForm> shape() const { return std::get<std::shared_ptr<const ShapeForm>>(data_); }

  private:
    template <class T>
    bool holds() const {
        return std::holds_alternative<T>(data_);
    }
    std::variant<Nothing, Scalar, bool, Condition, std::string, std::shared_ptr<const List>,
                 std::shared_ptr<const Matrix>, std::shared_ptr<const Equation>, std::shared_ptr<const FunctionValue>,
                 std::shared_ptr<const PointOnBody>, std::shared_ptr<const FrameOnBody>,
                 std::shared_ptr<const HingeSpec>, std::shared_ptr<const MotionSpec>, std::shared_ptr<const ShapeForm>>
        data_;
};

struct Equation {
    Value lhs, rhs;
};

// "a number", "a list of 3", "a 2x3 matrix", "a text", ...: what a value is, for messages.
std::string kind_of(const Algebra& algebra, const Value& value);
// The value in script syntax. ModelError when it is longer than largest_text.
std::string to_text(Algebra& algebra, const Value& value);
std::string to_tex(Algebra& algebra, const Value& value);

// The same list with names for its entries, as many as there are.
Value labelled(const Value& list, std::vector<std::string> names);
// A list of scalars; "" as `what` never appears in messages of success.
Value list_of(const std::vector<Scalar>& scalars);
Value list_of(Algebra& algebra, const std::vector<Expr>& expressions);  // raised
Value list_of(Algebra& algebra, const Vec3<Expr>& vector);
Value matrix_of(Algebra& algebra, const Mat3<Expr>& matrix);
Value matrix_of(Algebra& algebra, const std::vector<std::vector<Expr>>& rows);

}  // namespace lag
