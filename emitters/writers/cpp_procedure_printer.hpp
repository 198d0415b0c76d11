// How C++ writes what C writes otherwise: procedures with doubles.
#pragma once

#include <string>
#include <vector>

#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/c_procedure.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

class CppProcedurePrinter : public CProcedure {
  public:
    using CProcedure::CProcedure;

  protected:
    std::string dummies() const {
        std::vector<std::string> all;
        for (const Variable& v : arguments()) all.push_back(parameter(v));
        return list(all);
    }
    std::string type_of(const Variable& v) const override {
        return v.type == ValueType::logical ? "bool" : CProcedure::type_of(v);
    }
    std::string parameter(const Variable& v) const override {
        return v.is_scalar_result() ? type_of(v) + "& " + v.name : CProcedure::parameter(v);
    }
    std::string given(const Expression& e, const Variable&) const override { return value(e); }
    std::string truth(bool value) const override { return value ? "true" : "false"; }
    std::string name_of(const Variable& v) const override { return place_of(v); }
    std::string comment(const std::string& text, std::size_t indent) const override {
        return comment_lines(text, std::string(indent, ' ') + "// ", c_line_width);
    }
};

}  // namespace lag
