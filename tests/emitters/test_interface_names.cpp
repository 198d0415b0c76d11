// Every argument of a routine or a procedure has a slot, and every slot its own name.
#include "emitters/procedures/interface_names.hpp"

#include <set>

#include "emitters/procedures/signatures.hpp"
#include "emitters/procedures/texts.hpp"
#include "tests/catch.hpp"

namespace lag {

TEST_CASE("slots are named as arguments are", "[procedures]") {
    std::set<std::string> names;
    for (std::size_t k = 0; k < slots; ++k) {
        const auto slot = static_cast<Slot>(k);
        CHECK(slot_named(to_string(slot)) == slot);
        names.insert(to_string(slot));
    }
    CHECK(names.size() == slots);
    CHECK(!slot_named("no argument"));
    CHECK(to_string(Slot::gdot) == "gdot");
    CHECK(to_string(Size::nphi) == "nphi");
    CHECK(to_string(Size::nb) == "nb");
}

TEST_CASE("whatever routines and procedures take and give has a slot", "[procedures]") {
    std::size_t count = 0;
    for (std::size_t k = 0; k <= static_cast<std::size_t>(RoutineName::switches); ++k) {
        const auto routine = static_cast<RoutineName>(k);
        if (routine == RoutineName::step) continue;  // called by emitted code's callers alone
        const bool is_procedure = procedures::procedure_named(to_string(routine)) != nullptr;
        for (const Dummy& dummy :
             is_procedure ? procedures::procedure_of(routine).signature() : signature_of(routine)) {
            CAPTURE(to_string(routine), dummy.name);
            CHECK(slot_named(dummy.name));
            ++count;
        }
    }
    CHECK(count > 100);
}

}  // namespace lag
