#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>

#include "core/errors.hpp"
#include "emitters/choice/chain_in_lanes.hpp"
#include "lagrange/kinematics/equal_limbs.hpp"
#include "tests/combinations/examination.hpp"
#include "tests/combinations/reference.hpp"

namespace lag::combinations {

namespace fs = std::filesystem;

std::string kind_of_message(const std::string& words) {
    std::size_t from = words.find("error");
    if (from == std::string::npos) return words.empty() ? "without a word" : words.substr(0, 60);
    const std::string line = words.substr(from, words.find('\n', from) - from);
    std::string kind;
    bool quoted = false;
    for (const char c : line) {
        if (c == '\'') quoted = !quoted;
        if (quoted || std::isdigit(static_cast<unsigned char>(c)) || c == '.') continue;
        kind += c;
    }
    return kind.substr(0, 70);
}

namespace {

struct Request {
    std::string variant, rest;
    std::vector<std::pair<std::string, std::string>> files;  // language, name
};

std::string columns_of(const Model& model) {
    std::string words;
    if (!model.coordinates.empty()) words += "q, u";
    if (!model.inputs.empty()) words += ", w";
    if (!model.parameters.empty()) words += ", p";
    return "[" + words + "]";
}
std::string jacobian_words(const Model& model) {
    return model.externals.empty() ? ", jacobian = " + columns_of(model) : "";
}
std::string product_words(const Model& model) {
    if (!model.externals.empty()) return "";
    constexpr std::size_t most = 12;  // coordinates of which second derivatives are compared: they take long
    return ", tangent = " + columns_of(model) + ", adjoint = " + columns_of(model) +
           (model.coordinates.size() <= most ? ", hessian = [q, u]" : "");
}

std::string emit_word(const std::string& language, const std::string& file, const std::string& how) {
    return "emit(" + language + ", \"" + file + "\"" + how + ")$\n";
}

std::vector<Request> requests(const Model& model, const std::string& name, const Options& options, Random random) {
    std::vector<Request> found;
    const std::string jacobian = jacobian_words(model);
    const bool has_flags = flag_count(model) > 0;
    const std::vector<std::string> forms{", sines = fused", ", sines = vector", ", sines = library"};
    const std::string sines = random.pick(forms);
    // C++ files are included together, some with the sines that are the default: the same ones
    const std::string cpp_sines = sines == forms[1] ? forms[0] : sines;
    const std::string batch = has_flags ? "" : ", batch = true";  // contacts have none
    const std::string regressor = random.chance(0.3) && !has_flexible_bodies(model) ? ", regressor = true" : "";
    const std::string stabilized = random.chance(0.2) && !has_flags ? "options(stabilization = [3, 4])$\n" : "";
    Request m{name + "m", "", {{"cpp", name + "m.hpp"}}};
    m.rest = stabilized +
             emit_word("cpp", name + "m.hpp", jacobian + batch + regressor + (has_flags ? product_words(model) : ""));
    if (options.all_languages) {
        m.rest += emit_word("c", name + "m.h", sines + regressor);
        m.rest += emit_word("fortran", name + "m.f90", jacobian + batch + sines + regressor);
        m.rest += emit_word("fortran77", name + "m.f", sines + regressor);
        m.files.push_back({"c", name + "m.h"});
        m.files.push_back({"fortran", name + "m.f90"});
        m.files.push_back({"fortran77", name + "m.f"});
    }
    found.push_back(m);
    if (!model.constraints.empty() && !has_flags) {
        Request e{name + "e", "", {{"cpp", name + "e.hpp"}}};
        const std::vector<std::string> languages{"c", "fortran", "fortran77"}, endings{".h", ".f90", ".f"};
        const std::size_t other = random.bits() % 3;
        e.rest = "options(constraints = eliminate)$\n" + emit_word("cpp", name + "e.hpp", jacobian + batch + cpp_sines);
        if (options.all_languages) {
            const std::string file = name + "e" + endings[other];
            e.rest += emit_word(languages[other], file, other == 1 ? jacobian + batch : sines);
            e.files.push_back({languages[other], file});
        }
        found.push_back(e);
    }
    if (!model.constraints.empty()) {
        Request n{name + "n", "", {{"cpp", name + "n.hpp"}}};
        const std::vector<std::string> languages{"c", "fortran", "fortran77"}, endings{".h", ".f90", ".f"};
        const std::size_t other = random.bits() % 3;
        n.rest = "options(constraints = null_space)$\n" + stabilized +
                 emit_word("cpp", name + "n.hpp", jacobian + batch + cpp_sines);
        if (options.all_languages) {
            const std::string file = name + "n" + endings[other];
            n.rest += emit_word(languages[other], file, sines);
            n.files.push_back({languages[other], file});
        }
        found.push_back(n);
    }
    const std::vector<std::string> formulations{"turner", "composite", "articulated"};
    const std::string formulation = random.pick(formulations);
    if (formulation != "articulated" || model.constraints.empty()) {
        Request f{name + "f", "", {{"cpp", name + "f.hpp"}}};
        f.rest =
            "options(formulation = " + formulation + ")$\n" + emit_word("cpp", name + "f.hpp", jacobian + cpp_sines);
        found.push_back(f);
    }
    if (!find_equal_limbs(model).groups.empty() || has_chain_for_lanes(model)) {
        Request l{name + "l", "", {{"cpp", name + "l.hpp"}}};
        const std::string lanes = ", limbs = lanes";
        l.rest = emit_word("cpp", name + "l.hpp", lanes + cpp_sines + product_words(model) + jacobian);
        if (options.all_languages) {
            l.rest += emit_word("c", name + "l.h", lanes + sines + jacobian) +
                      emit_word("fortran", name + "l.f90", lanes + sines);
            l.files.push_back({"c", name + "l.h"});
            l.files.push_back({"fortran", name + "l.f90"});
        }
        found.push_back(l);
    }
    return found;
}

}  // namespace

Examined emit_all(const Script& script, const std::string& name, const Options& options, std::uint64_t choices) {
    Examined examined{script, name, {}, {}, {}, false, 0};
    fs::create_directories(options.folder);
    const std::string plain = text(script, name);
    std::ofstream(options.folder / (name + ".lag")) << plain;
    Model model;
    try {
        model = model_of(plain);
    } catch (const InputError& error) {
        examined.findings.push_back(
            {"refused: " + kind_of_message(std::string("error ") + error.what()), error.what()});
        return examined;
    } catch (const std::exception& error) {
        examined.findings.push_back({"internal error", error.what()});
        return examined;
    }
    bool movable = false;
    try {
        movable = can_move(without_switched_rows(model));
    } catch (const std::exception& error) {
        examined.findings.push_back({"the oracle fails", error.what()});
        return examined;
    }
    examined.model = model;
    Random random(choices);
    // Without batch = true a routine of the user's takes single numbers.
    const auto takes_packs = [&](char variant) {
        return flag_count(model) == 0 && variant != 'f' && (variant != 'l' || model.externals.empty());
    };
    for (const Request& request : requests(model, name, options, random)) {
        const fs::path file = options.folder / (request.variant + ".lag");
        std::ofstream(file) << text(script, request.variant, request.rest);
        std::string words;
        const std::string level = choices % 5 == 0 ? " --optimize 0" : choices % 7 == 0 ? " --optimize 2" : "";
        const int status = run(
            options.command + " " + file.string() + " --quiet --out " + options.folder.string() + level, 120, words);
        if (status == 0) {
            for (const auto& [language, emitted] : request.files)
                examined.files.push_back({request.variant, language, options.folder / emitted,
                                          language == "cpp" && takes_packs(request.variant.back())});
            continue;
        }
        const char which = request.variant.back();
        if (status != 1)
            examined.findings.push_back(
                {std::string("lag ends with ") + std::to_string(status) + ", variant " + which, words});
        else if (movable)
            examined.findings.push_back(
                {std::string("refused, variant ") + which + ": " + kind_of_message(words), words});
        else
            examined.refused = true;
    }
    return examined;
}

}  // namespace lag::combinations
