// An argument that is a list of entries, name = value: beam = [length = l, modes = [bend_y = 2]]. What the entries are is
// declared as the arguments of a built-in are (DeclaredArgument::entries).
#pragma once

#include <string>
#include <vector>

#include "scripts/language/built_in.hpp"

namespace lag {

class Entries {
  public:
    // InputError at the list or its entry: no such list, an entry that is not declared or is given twice. `what` as in "the
    // beam of body 'b'".
    Entries(Call& call, const Syntax& list, DeclaredArguments declared, std::string what, const std::string& example);

    const std::string& what() const { return what_; }
    bool has(const std::string& name) const { return given(name) != nullptr; }
    std::vector<std::string> given_names() const;  // in the order written
    // InternalError for an entry that is not declared, or that is left out.
    const Syntax& argument(const std::string& name) const;  // the unevaluated right side
    Value value(const std::string& name) const;             // InputError where it is not what is declared
    const DeclaredArgument& declared(const std::string& name) const;

    // The right side of the first entry of that name, before it is known what the list may hold; null: it has none.
    static const Syntax* first(const Syntax& list, const std::string& name);

  private:
    struct Given {
        std::string name;
        Syntax value;
    };
    const Given* given(const std::string& name) const;
    std::vector<std::string> names() const;

    Call& call_;
    DeclaredArguments declared_;
    std::string what_;
    std::vector<Given> given_;
};

}  // namespace lag
