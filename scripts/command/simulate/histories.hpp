// Inputs as measured: columns of CSV files, linear between their rows, and constant before the first and after the
// last. The rates of an input (zr') are its slopes where the file has no column of their own.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emitters/program/program.hpp"
#include "scripts/files/csv.hpp"

namespace lag {

class InputHistories {
  public:
    // `of`: the model's inputs; their flags, the last ones, stay as they are. `units`: those of files.
    InputHistories(const std::vector<TableRow>& of, std::size_t flags);

    // An input is a column from now on, in its unit of files, or constant, in its own. ModelError where the model has no such input, or the file no such
    // column, or its times do not grow.
    void set_column(const std::string& input, const std::string& file, const std::string& column);
    void set_constant(const std::string& input, double value);
    void forget(const std::string& input);   // with its rates: something else gives it
    void set_file(const std::string& file);  // all columns that bear the names of inputs

    bool empty() const { return curves_.empty(); }
    bool is_constant(std::size_t input) const;
    bool holds(std::size_t input) const { return curves_.contains(input); }
    void put(double t, std::vector<double>& w) const;
    // Slopes are those of the piece after t, between two bends, until another call: a step that ends on a bend must
    // not see what comes after it. Nothing: as the time says.
    void hold_slopes(std::optional<double> t);
    // The next time after t where some column bends, at most `limit`.
    double next_bend(double t, double limit) const;
    bool has_slopes() const;        // of inputs, which jump where their columns bend
    double shortest_piece() const;  // between two bends; infinite without any
    // "input zr road.csv:z", a line for each column.
    std::string text() const;
    std::vector<std::string> files() const;  // that were read
    // Columns of no input; second rates that equations hold and no column gives.
    std::vector<std::string> warnings(const Program& program) const;

  private:
    struct Curve {
        std::string file, column;  // empty: a constant
        std::shared_ptr<const std::vector<double>> times, values;
        double constant = 0;
        bool is_slope = false;
        double at(double t) const;
        double slope_at(double t) const;
    };
    const CsvTable& table(const std::string& file);
    std::size_t place_of(const std::string& input) const;
    void add_slopes(const std::string& input);

    std::vector<std::string> names_;
    std::vector<double> scales_;  // by input: of what files give
    std::map<std::size_t, Curve> curves_;
    std::map<std::string, CsvTable> tables_;
    std::map<std::string, std::shared_ptr<const std::vector<double>>> times_;
    double slope_between(const Curve& curve, double begin, double end) const;
    std::vector<double> bends_;
    std::optional<std::pair<double, double>> piece_;  // whose slopes are held
    std::vector<std::string> unused_;
};

}  // namespace lag
