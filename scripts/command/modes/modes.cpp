#include "scripts/command/modes/modes.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <numbers>
#include <optional>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/modes/locus.hpp"
#include "scripts/command/modes/varied.hpp"
#include "scripts/command/options/external_library.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/simulate/picture.hpp"
#include "scripts/files/csv.hpp"
#include "scripts/files/output_files.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;
using Complex = std::complex<double>;

struct ModesArguments {
    std::string file, out, vary;
    std::vector<std::string> defines, sources;
    bool quiet = false;
};

constexpr double most_values = 100'000;

double number_in(const std::string& text, const std::string& vary) {
    const std::optional<double> value = decimal_value(text);
    if (!value || !std::isfinite(*value))
        throw WrongCommand(fmt::format("--vary {}: '{}' is no number", vary, text),
                           "--vary v=0:10:201 takes 201 values from 0 to 10");
    return *value;
}

struct Vary {
    std::string name;
    std::vector<double> values;
};

// NAME=FROM:TO:COUNT
Vary vary_of(const std::string& text) {
    const std::size_t equals = text.find('='), first = text.find(':', equals + 1), second = text.find(':', first + 1);
    if (equals == std::string::npos || equals == 0 || first == std::string::npos || second == std::string::npos)
        throw WrongCommand(fmt::format("--vary takes name=from:to:count, not '{}'", text),
                           "--vary v=0:10:201 takes 201 values from 0 to 10");
    const auto trimmed = [](std::string part) {
        part.erase(0, part.find_first_not_of(' '));
        part.erase(part.find_last_not_of(' ') + 1);
        return part;
    };
    const double from = number_in(trimmed(text.substr(equals + 1, first - equals - 1)), text),
                 to = number_in(trimmed(text.substr(first + 1, second - first - 1)), text),
                 count = number_in(trimmed(text.substr(second + 1)), text);
    if (!(count >= 2) || count > most_values || count != std::floor(count))
        throw WrongCommand(fmt::format("--vary {}: the count is a whole number from 2 to 100000", text));
    if (from == to) throw WrongCommand(fmt::format("--vary {}: from and to are equal", text));
    Vary vary{trimmed(text.substr(0, equals)), {}};
    for (double k = 0; k < count; ++k)
        vary.values.push_back(k + 1 == count ? to : from + (to - from) * k / (count - 1));
    return vary;
}

// Branches that are not zero throughout, named 1, 2, ...
std::vector<const std::vector<Complex>*> moving_branches(const Locus& locus) {
    std::vector<const std::vector<Complex>*> moving;
    for (const auto& branch : locus.branches)
        if (std::ranges::any_of(branch, [](const Complex& z) { return z != 0.0; })) moving.push_back(&branch);
    return moving;
}

// A row for each value that was asked for.
std::string csv_text(const std::string& name, const std::vector<double>& values, const Locus& locus) {
    const auto branches = moving_branches(locus);
    CsvText csv;
    csv.add(name);
    for (std::size_t b = 1; b <= branches.size(); ++b)
        csv.add(fmt::format("real_{}", b)), csv.add(fmt::format("imaginary_{}", b));
    csv.end_row();
    for (std::size_t i = 0, asked = 0; i < locus.values.size(); ++i) {
        if (locus.values[i] != values[asked]) continue;
        ++asked;
        csv.add(locus.values[i]);
        for (const auto* branch : branches) csv.add((*branch)[i].real()), csv.add((*branch)[i].imag());
        csv.end_row();
    }
    return csv.text();
}

std::string svg_text(const std::string& title, const std::string& name, const Locus& locus) {
    Panel plane{"real part, 1/s; at the dots: " + name, "imaginary part, rad/s", {}, true, ZeroLine::upright},
        over{name, "real part, 1/s", {}, false, ZeroLine::across};
    const auto [low, high] = std::minmax(locus.values.front(), locus.values.back());
    const std::vector<double> told = round_numbers(low, high, 6);
    std::size_t number = 0;
    for (const auto* branch : moving_branches(locus)) {
        PlaneCurve in_plane{"mode " + std::to_string(++number), {}, {}};
        for (const Complex& z : *branch) in_plane.x.push_back(z.real()), in_plane.y.push_back(z.imag());
        over.curves.push_back({in_plane.name, locus.values, in_plane.x});
        for (const double value : told) {
            const auto nearest =
                std::ranges::min_element(locus.values, {}, [&](double v) { return std::abs(v - value); });
            const Complex& z = (*branch)[static_cast<std::size_t>(nearest - locus.values.begin())];
            if (std::isfinite(z.real()) && z.imag() >= 0)
                plane.labels.push_back({z.real(), z.imag(), rounded_decimal(value)});
        }
        plane.curves.push_back(std::move(in_plane));
    }
    return picture(title, {plane, over});
}

// "0.54 Hz, damping ratio 0.12"
std::string kind_of(const Complex& eigenvalue) {
    const double size = std::abs(eigenvalue);
    return eigenvalue.imag() > 1e-9 * size && size > 0
               ? fmt::format("an oscillation of {} Hz", rounded_decimal(size / (2 * std::numbers::pi)))
               : "a motion without oscillation";
}

void summarize(std::ostream& out, const std::string& name, const Locus& locus,
               const std::vector<StabilityChange>& changes) {
    const auto at = [&](std::size_t k) { return fmt::format("{} = {}", name, rounded_decimal(locus.values[k], 15)); };
    const std::size_t last = locus.values.size() - 1, zeros = locus.branches.size() - moving_branches(locus).size();
    out << at(0) << ": " << (grows(locus, 0) ? "unstable" : "nothing grows") << "\n";
    for (const StabilityChange& change : changes)
        out << name << " = " << rounded_decimal(change.value, 15) << ": " << kind_of(change.eigenvalue)
            << (change.grows_after ? " begins" : " ceases") << " to grow" << (change.located ? "" : " near there")
            << "\n";
    out << at(last) << ": " << (grows(locus, last) ? "unstable" : "nothing grows") << "\n";
    if (zeros > 0) out << zeros << (zeros == 1 ? " eigenvalue is" : " eigenvalues are") << " zero throughout\n";
}

int modes_of_file(const ModesArguments& arguments) {
    if (!fs::is_regular_file(arguments.file))
        throw ModelError(fmt::format("cannot read '{}': there is no such file", arguments.file));
    const Vary vary = vary_of(arguments.vary);
    PipelineOptions options;
    options.defines = definitions(arguments.defines);
    options.messages = &std::cerr;
    options.report_checks = !arguments.quiet;
    options.routines = routines_from(arguments.sources);
    VariedModel varied(arguments.file, vary.name, vary.values.front(), vary.values.back(), options);
    const EigenvaluesAt eigenvalues = [&](double value) { return varied.eigenvalues(value); };
    const Locus locus = followed(vary.values, eigenvalues);
    const std::vector<StabilityChange> changes = stability_changes(locus, eigenvalues);

    const std::string stem = fs::path(arguments.file).stem().string() + "_modes";
    fs::path folder = arguments.out.empty() ? fs::path(arguments.file).parent_path() : fs::path(arguments.out);
    if (folder.empty()) folder = ".";
    write_files(folder, {{stem + ".csv", csv_text(vary.name, vary.values, locus)},
                         {stem + ".svg", svg_text(varied.title(), varied.label(), locus)}});
    if (arguments.quiet) return status_fine;
    if (!varied.doubt().empty()) std::cerr << "lag: note: " << varied.doubt() << "\n";
    for (const auto& [routine, error] : varied.difference_errors())
        std::cerr << "lag: note: " << note_on_differences(routine, error) << "\n";
    summarize(std::cout, vary.name, locus, changes);
    std::cout << "wrote " << (folder / (stem + ".csv")).string() << " and " << (folder / (stem + ".svg")).string()
              << '\n';
    std::cout.flush();
    return status_fine;
}

}  // namespace

Subcommand modes_subcommand(CLI::App& app) {
    const auto arguments = std::make_shared<ModesArguments>();
    CLI::App* const modes = app.add_subcommand("modes", "eigenvalues of steady motions while one quantity is varied");
    modes->add_option("FILE", arguments->file, "the script")->required()->type_name("");
    modes
        ->add_option("--vary", arguments->vary,
                     "a parameter, input, coordinate, speed or state: COUNT values from FROM to TO")
        ->required()
        ->type_name("NAME=FROM:TO:COUNT");
    modes
        ->add_option("--out", arguments->out,
                     "folder for FILE_modes.csv and FILE_modes.svg (default: beside the script)")
        ->type_name("DIR");
    modes->add_option("--define", arguments->defines, "another default of a parameter")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    add_source_option(*modes, arguments->sources);
    modes->add_flag("--quiet", arguments->quiet, "no summary");
    modes->footer("Exit status: 0 fine, 1 the model is wrong or has no steady motion there, 2 wrong use.");
    return {modes,
            [arguments] { return sheltered([&] { return performed([&] { return modes_of_file(*arguments); }); }); }};
}

}  // namespace lag
