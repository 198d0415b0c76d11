// The text around a user's routine, in the routine's own language, so that its compiler sees the interfaces of modules
// and headers. Every argument lies between two rows of guard words: what a routine writes outside of its arguments, or
// into what it is to read only, is seen after the calls.
#include "scripts/command/compare/wrapper.hpp"

#include <fmt/format.h>

#include <map>

namespace lag {

namespace {

using Place = MappedQuantity::Place;
using Type = MappedQuantity::Type;

std::string text_of(std::size_t number) {
    return std::to_string(number);
}

// A work array is filled up to here before each call; the rest of a longer one keeps what it has.
constexpr std::size_t most_filled = 4096;

// A quantity under the name that its wrapper gives it.
struct Local {
    const MappedQuantity& quantity;
    std::string name;
    bool guarded() const { return quantity.place == Place::argument; }
    bool writable() const { return !quantity.out.empty() || quantity.work > 0 || quantity.status; }
    std::size_t kept() const { return writable() ? 0 : quantity.in.size(); }  // elements that are to stay as they are
    std::size_t size() const { return guard_words + quantity.elements() + guard_words; }
};

// What a wrapper's language has to say; the order of the numbers is the same in all of them.
class Wrapper {
  public:
    virtual ~Wrapper() = default;
    virtual std::string head(const Mapping& mapping, const std::string& name) const = 0;
    virtual std::string declaration(const Local& local) const = 0;
    virtual std::string begin(std::size_t mark) const = 0;  // lag_in[mark]: the guard words, then what results hold
    virtual std::string fill(const Local& local) const = 0;
    virtual std::string set(const Local& local, std::size_t element, std::size_t from) const = 0;
    virtual std::string keep(const Local& local) const = 0;
    virtual std::string call(const std::string& routine, const std::vector<Local>& arguments) const = 0;
    virtual std::string take(const Local& local, std::size_t element, std::size_t to) const = 0;
    virtual std::string check(const Local& local, std::size_t to) const = 0;
    virtual std::string tail(const std::string& name) const = 0;

    std::string text(const WrappedRoutine& routine) const {
        const Mapping& mapping = *routine.mapping;
        std::vector<Local> locals;
        for (const MappedQuantity& quantity : mapping.quantities)
            locals.push_back(
                {quantity, quantity.place == Place::variable ? quantity.name : "lag_" + text_of(locals.size() + 1)});
        std::string declarations, before, calls, after;
        std::size_t from = 0, to = 0;
        for (const Local& local : locals) {
            const MappedQuantity& quantity = local.quantity;
            if (quantity.place != Place::variable) declarations += declaration(local);
            if (local.guarded()) before += fill(local);
            for (std::size_t k = 0; k < quantity.in.size(); ++k) before += set(local, k, from++);
            if (local.kept() > 0 && local.guarded()) before += keep(local);
            for (std::size_t k = 0; k < quantity.out.size(); ++k) after += take(local, k, to++);
            if (quantity.status) after += take(local, 0, to++);
        }
        for (const Local& local : locals)
            if (local.guarded()) after += check(local, to++);
        for (const MappedCall& one : mapping.calls) {
            std::vector<Local> arguments;
            for (const std::string& argument : one.arguments)
                for (const Local& local : locals)
                    if (local.quantity.name == argument) arguments.push_back(local);
            calls += call(one.routine, arguments);
        }
        return head(mapping, routine.name) + declarations + begin(from) + before + calls + after + tail(routine.name);
    }
};

std::string fortran_type(const MappedQuantity& quantity) {
    switch (quantity.type) {
        case Type::integer:
            return "integer";
        case Type::single:
            return "real";
        case Type::real:
            break;
    }
    return "real(lag_real)";
}

std::string fortran_word(const MappedQuantity& quantity) {
    switch (quantity.type) {
        case Type::integer:
            return "integer";
        case Type::single:
            return "single";
        case Type::real:
            break;
    }
    return "double";
}

// Compares the guard words with the mark, and what is to stay with what it was; gives the first place of another value.
std::string fortran_check(const std::string& word, const std::string& type) {
    const std::string guard = text_of(guard_words);
    return fmt::format(
        "subroutine lag_changed_{0}(elements, memory, kept_elements, kept, mark, place)\n"
        "  use, intrinsic :: iso_c_binding, only: lag_real => c_double\n"
        "  implicit none\n"
        "  integer, intent(in) :: elements, kept_elements\n"
        "  {1}, intent(in) :: memory(elements + 2*{2}), kept(*), mark\n"
        "  real(lag_real), intent(out) :: place\n"
        "  integer :: k\n"
        "  place = 0\n"
        "  do k = 1, elements + 2*{2}\n"
        "    if (k > {2} .and. k <= {2} + kept_elements) then\n"
        "      if (memory(k) == kept(k - {2})) cycle\n"
        "    else if (k > {2} .and. k <= {2} + elements) then\n"
        "      cycle\n"
        "    else if (memory(k) == mark) then\n"
        "      cycle\n"
        "    end if\n"
        "    place = k\n"
        "    return\n"
        "  end do\n"
        "end subroutine lag_changed_{0}\n",
        word, type, guard);
}

class FortranWrapper final : public Wrapper {
    std::string head(const Mapping& mapping, const std::string& name) const override {
        std::string text = fmt::format("subroutine {}(lag_in, lag_out) bind(C, name=\"{}\")\n", name, name);
        text += "  use, intrinsic :: iso_c_binding, only: lag_real => c_double\n";
        for (const std::string& module : mapping.modules) text += fmt::format("  use {}\n", module);
        return text +
               "  implicit none\n  real(lag_real), intent(in) :: lag_in(*)\n"
               "  real(lag_real), intent(inout) :: lag_out(*)\n"
               "  real(lag_real) :: lag_mark_double, lag_fill_double\n  real :: lag_mark_single, lag_fill_single\n"
               "  integer :: lag_mark_integer, lag_fill_integer\n";
    }
    std::string declaration(const Local& local) const override {
        const MappedQuantity& quantity = local.quantity;
        std::string text = "  " + fortran_type(quantity);
        if (!local.guarded()) {
            text += " :: " + local.name;
            if (quantity.array) text += fmt::format("({})", text_of(quantity.elements()));
            return fmt::format("{}\n  common /{}/ {}\n", text, quantity.name, local.name);
        }
        return fmt::format("{}, save :: {}({}), {}_kept({})\n", text, local.name, text_of(local.size()), local.name,
                           text_of(std::max<std::size_t>(local.kept(), 1)));
    }
    std::string begin(std::size_t mark) const override {
        std::string text;
        for (const auto& [word, number] : {std::pair("mark", mark + 1), std::pair("fill", mark + 2)}) {
            const std::string name = std::string("  lag_") + word, value = fmt::format("lag_in({})", text_of(number));
            text += fmt::format(
                "{0}_double = {1}\n"
                "{0}_single = real({1})\n"
                "{0}_integer = nint({1})\n",
                name, value);
        }
        return text;
    }
    // places begin ... end of the memory, from 1
    static std::string part(const Local& local, std::size_t begin, std::size_t end) {
        return fmt::format("{}({}:{})", local.name, text_of(begin), text_of(end));
    }
    static std::string element(const Local& local, std::size_t k) {
        if (local.guarded()) return fmt::format("{}({})", local.name, text_of(guard_words + k + 1));
        return local.quantity.array ? fmt::format("{}({})", local.name, text_of(k + 1)) : local.name;
    }
    std::string fill(const Local& local) const override {
        const std::size_t n = local.quantity.elements();
        const std::string word = fortran_word(local.quantity);
        std::string text = fmt::format("  {} = lag_mark_{}\n  {} = lag_mark_{}\n", part(local, 1, guard_words), word,
                                       part(local, guard_words + n + 1, local.size()), word);
        return fmt::format("{}  {} = {}\n", text, part(local, guard_words + 1, guard_words + std::min(n, most_filled)),
                           local.quantity.status ? "0" : "lag_fill_" + word);
    }
    std::string set(const Local& local, std::size_t k, std::size_t from) const override {
        const std::string value = fmt::format("lag_in({})", text_of(from + 1));
        return fmt::format("  {} = {}\n", element(local, k),
                           local.quantity.type == Type::integer ? fmt::format("nint({})", value) : value);
    }
    std::string keep(const Local& local) const override {
        return fmt::format("  {}_kept = {}\n", local.name, part(local, guard_words + 1, guard_words + local.kept()));
    }
    std::string call(const std::string& routine, const std::vector<Local>& arguments) const override {
        std::string text = fmt::format("  call {}( &\n", routine);
        for (std::size_t k = 0; k < arguments.size(); ++k) {
            const Local& local = arguments[k];
            const std::string name = !local.guarded() ? local.name
                                     : local.quantity.array
                                         ? part(local, guard_words + 1, guard_words + local.quantity.elements())
                                         : element(local, 0);
            text += fmt::format("    {}{}", name, k + 1 < arguments.size() ? ", &\n" : " &\n");
        }
        return text + "    )\n";
    }
    std::string take(const Local& local, std::size_t k, std::size_t to) const override {
        return fmt::format("  lag_out({}) = {}\n", text_of(to + 1), element(local, k));
    }
    std::string check(const Local& local, std::size_t to) const override {
        std::string text;
        for (std::size_t k = 0; k < local.kept(); ++k)
            if (local.quantity.in[k].ignored)
                text += fmt::format("  {}_kept({}) = {}\n", local.name, text_of(k + 1), element(local, k));
        const std::string word = fortran_word(local.quantity);
        return fmt::format("{}  call lag_changed_{}({}, {}, {}, {}_kept, lag_mark_{}, lag_out({}))\n", text, word,
                           text_of(local.quantity.elements()), local.name, text_of(local.kept()), local.name, word,
                           text_of(to + 1));
    }
    std::string tail(const std::string& name) const override { return fmt::format("end subroutine {}\n", name); }
};

// C and C++ differ in how a scalar is handed over: by value or, as a result, by pointer in C; in C++ an object that
// becomes whatever the routine wants. The compiler is not to know how large the memory behind a pointer is: what is
// written beyond an array then stays.
class CWrapper : public Wrapper {
  protected:
    std::string head(const Mapping&, const std::string& name) const override {
        return fmt::format("void {}(const double* lag_in, double* lag_out) {{\n", name);
    }
    std::string declaration(const Local& local) const override {
        const std::string type = fmt::format("  static {} ", type_name(local.quantity)), &name = local.name;
        return fmt::format(
            "{0}{1}_memory[{2}], {1}_kept[{3}];\n"
            "{0}* volatile {1}_hidden = {1}_memory + {4};\n"
            "  {5}* const {1} = {1}_hidden;\n",
            type, name, text_of(local.size()), text_of(std::max<std::size_t>(local.kept(), 1)), text_of(guard_words),
            type_name(local.quantity));
    }
    std::string begin(std::size_t mark) const override {
        return fmt::format(
            "  const double lag_mark = lag_in[{}], lag_fill = lag_in[{}];\n"
            "  long lag_k;\n"
            "  (void)lag_mark; (void)lag_fill; (void)lag_k; (void)lag_out;\n",
            text_of(mark), text_of(mark + 1));
    }
    std::string fill(const Local& local) const override {
        const MappedQuantity& quantity = local.quantity;
        const std::size_t n = quantity.elements();
        const std::string guard = text_of(guard_words), type = type_name(quantity);
        return fmt::format(
            "  for (lag_k = 0; lag_k < {}; ++lag_k) {}[lag_k - {}] = {}[lag_k + {}] = ({})lag_mark;\n"
            "  for (lag_k = 0; lag_k < {}; ++lag_k) {}[lag_k] = {};\n",
            guard, local.name, guard, local.name, text_of(n), type, text_of(std::min(n, most_filled)), local.name,
            quantity.status ? "0" : fmt::format("({})lag_fill", type));
    }
    std::string set(const Local& local, std::size_t k, std::size_t from) const override {
        return fmt::format("  {} = ({})lag_in[{}];\n", element(local, k), type_name(local.quantity), text_of(from));
    }
    std::string keep(const Local& local) const override {
        return fmt::format("  for (lag_k = 0; lag_k < {}; ++lag_k) {}_kept[lag_k] = {}[lag_k];\n",
                           text_of(local.kept()), local.name, local.name);
    }
    std::string call(const std::string& routine, const std::vector<Local>& arguments) const override {
        std::string text;
        for (const Local& local : arguments)
            text +=
                (text.empty() ? "" : ", ") + (local.quantity.array || !local.guarded() ? local.name : scalar(local));
        return fmt::format("  {}({});\n", routine, text);
    }
    std::string take(const Local& local, std::size_t k, std::size_t to) const override {
        return fmt::format("  lag_out[{}] = (double){};\n", text_of(to), element(local, k));
    }
    std::string check(const Local& local, std::size_t to) const override {
        std::string text;
        for (std::size_t k = 0; k < local.kept(); ++k)
            if (local.quantity.in[k].ignored)
                text += fmt::format("  {}_kept[{}] = {};\n", local.name, text_of(k), element(local, k));
        const std::string type = type_name(local.quantity);
        return fmt::format(
            "{}  {{ const {} lag_word = ({})lag_mark; lag_out[{}] = lag_changed({}_memory, sizeof lag_word, {}, {}, "
            "{}_kept, &lag_word); }}\n",
            text, type, type, text_of(to), local.name, text_of(local.quantity.elements()), text_of(local.kept()),
            local.name);
    }
    std::string tail(const std::string&) const override { return "}\n"; }

    virtual std::string scalar(const Local& local) const {
        return local.quantity.status || !local.quantity.out.empty() ? local.name : local.name + "[0]";
    }
    static std::string type_name(const MappedQuantity& quantity) {
        return quantity.type == Type::integer ? "int" : quantity.type == Type::single ? "float" : "double";
    }
    static std::string element(const Local& local, std::size_t k) {
        return local.guarded() || local.quantity.array ? fmt::format("{}[{}]", local.name, text_of(k)) : local.name;
    }
};

class CppWrapper final : public CWrapper {
    std::string head(const Mapping& mapping, const std::string& name) const override {
        return "extern \"C\" " + CWrapper::head(mapping, name);
    }
    std::string scalar(const Local& local) const override {
        return fmt::format("lag_scalar<{}>{{*{}}}", type_name(local.quantity), local.name);
    }
};

constexpr const char* cpp_scalar =
    "template <class T> struct lag_scalar { T& value; operator T&() const { return value; } "
    "operator T*() const { return &value; } };\n";

// As fortran_check.
std::string c_check() {
    const std::string guard = text_of(guard_words);
    return fmt::format(
        "static __attribute__((noinline)) double lag_changed(const void* memory, unsigned long width, unsigned long "
        "elements, unsigned long kept_elements, const void* kept, const void* mark) {{\n"
        "  unsigned long k, b;\n"
        "  for (k = 0; k < elements + 2*{0}; ++k) {{\n"
        "    const char* at = (const char*)memory + k*width;\n"
        "    const char* expected = (const char*)mark;\n"
        "    if (k >= {0} && k < {0} + elements) {{\n"
        "      if (k >= {0} + kept_elements) {{ k = {0} + elements - 1; continue; }}\n"
        "      expected = (const char*)kept + (k - {0})*width;\n"
        "    }}\n"
        "    for (b = 0; b < width; ++b)\n"
        "      if (at[b] != expected[b]) return (double)(k + 1);\n"
        "  }}\n"
        "  return 0;\n"
        "}}\n",
        guard);
}

}  // namespace

std::string wrapper_text(const std::string& language, const std::vector<WrappedRoutine>& routines) {
    std::string text;
    if (language == "fortran") {
        text = fortran_check("double", "real(lag_real)") + fortran_check("single", "real") +
               fortran_check("integer", "integer");
    } else {
        text = c_check() + (language == "cpp" ? cpp_scalar : "");
    }
    for (const WrappedRoutine& routine : routines) {
        if (language == "fortran") text += FortranWrapper().text(routine);
        if (language == "c") text += CWrapper().text(routine);
        if (language == "cpp") text += CppWrapper().text(routine);
    }
    return text;
}

}  // namespace lag
