// Where the leaves of the graph stand in a model's tables: the one place where a symbol, a pair of role and name,
// becomes an index of p, w, q, u or s.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "core/graph.hpp"
#include "core/index.hpp"
#include "core/model.hpp"

namespace lag {

class ModelIndex {
  public:
    explicit ModelIndex(const Model& model);

    // Nothing where the model has no such entry.
    std::optional<ParameterIndex> parameter(const std::string& name) const;
    std::optional<InputIndex> input(const std::string& name) const;
    std::optional<CoordinateIndex> coordinate(const std::string& name) const;
    std::optional<SpeedIndex> speed(const std::string& name) const;
    std::optional<StateIndex> state(const std::string& name) const;

    // Of a symbol that must be in the model's tables: InternalError that names it otherwise.
    ParameterIndex parameter(const Symbol& symbol) const;
    InputIndex input(const Symbol& symbol) const;
    CoordinateIndex coordinate(const Symbol& symbol) const;
    SpeedIndex speed(const Symbol& symbol) const;

  private:
    std::optional<std::size_t> find(Role role, const std::string& name) const;
    std::size_t at(Role role, const Symbol& symbol) const;

    std::map<Symbol, std::size_t> places_;
};

// The symbol of the coordinate, speed, state, input or parameter of this name; nothing where there is none.
std::optional<Symbol> quantity_named(const Model& model, const std::string& name);

}  // namespace lag
