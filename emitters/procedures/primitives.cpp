#include "emitters/procedures/primitives.hpp"

#include <map>

namespace lag::procedures {

namespace {

Variable argument(const std::string& name, ValueType type, Argument::Intent intent, std::size_t length = 0) {
    Variable v;
    v.name = name, v.type = type, v.use = Variable::Use::argument, v.intent = intent, v.length = length;
    return v;
}

}  // namespace

const std::vector<Variable>* primitive_named(const std::string& name) {
    constexpr auto in = Argument::Intent::in, out = Argument::Intent::out;
    constexpr auto real = ValueType::real, integer = ValueType::integer, logical = ValueType::logical,
                   text = ValueType::text;
    static const std::vector<Variable> open{argument("file", integer, in), argument("name", text, in),
                                            argument("failed", logical, out)};
    static const std::map<std::string, std::vector<Variable>> known{
        {"open_old", open},
        {"open_new", open},
        {"close_file", {argument("file", integer, in), argument("failed", logical, out)}},
        {"read_line",
         {argument("file", integer, in), argument("line", text, out, longest_line), argument("status", integer, out)}},
        {"whole_text", {argument("number", integer, in), argument("digits", text, out, 24)}},
        {"all_digits", {argument("value", real, in), argument("digits", text, out, 24)}},
        {"clock_now", {argument("seconds", real, out)}},
        {"sleep_for", {argument("seconds", real, in)}},
        {"number_of", {argument("given", text, in), argument("value", real, out)}},
        {"scientific",
         {argument("value", real, in), argument("count", integer, in), argument("all", text, out, 64),
          argument("exponent", integer, out), argument("back", real, out)}}};
    const auto found = known.find(name);
    return found == known.end() ? nullptr : &found->second;
}

}  // namespace lag::procedures
