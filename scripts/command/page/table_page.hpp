// The page of a motion that another program has written: `lag page`.
#pragma once

#include <string>
#include <vector>

#include "core/model.hpp"
#include "scripts/files/csv.hpp"
#include "scripts/statements/body_shape.hpp"

namespace lag {

// Columns by name: t and every coordinate; speeds, states and inputs where they are, else 0; all others become curves.
// `shown`: names of curves that are there from the beginning; empty: the first outputs, else coordinates. ModelError
// where a coordinate is missing or t does not ascend.
std::string page_of_table(const Model& model, const std::vector<BodyShape>& shapes, const CsvTable& table,
                          const std::vector<std::string>& shown);

}  // namespace lag
