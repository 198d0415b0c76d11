// Contacts and dry friction at one state: what is closed and sticks there is a row like any other, what is open is absent.
#pragma once

#include <memory>
#include <string>

#include "core/model.hpp"
#include "emitters/program/program.hpp"

namespace lag {

class EquationsAtState;

// The model with rows of contacts as switched rows of its own, by the same flags, and no contacts and events; null where
// it has no contacts.
std::shared_ptr<const Model> with_contacts_as_rows(const Model& model);

// Which contacts of `model` are closed at the state of `equations`, by their gaps: sets their flags but for those that
// are given.
void close_contacts(EquationsAtState& equations, const Model& model);

// ModelError where one slides: its friction is no condition.
void require_sticking(const EquationsAtState& equations, const Model& model);

// ModelError where a closed contact would open at that state, or one that sticks would slide.
void require_contacts(const EquationsAtState& equations, const Model& model);

// What to do where the row of this name depends on others that hold; empty where it is no closed contact's and no dry
// friction's.
std::string advice_on_redundant_contact(const EquationsAtState& equations, const Model& model, const std::string& row);

}  // namespace lag
