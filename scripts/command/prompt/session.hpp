// One interactive session: texts that a person types, one after the other, run in one interpreter.
//
//   Session session({folder, &std::cout, &std::cerr});
//   session.run("x: 3;");            // prints "(%o1) 3", then label() is 2
//   session.run("%o1^2; x$");
//
// Results are numbered as Maxima's: statement n has the result %on; % is the last one. An emit statement writes its
// files at once. Evaluation recurses: call from a thread with a large stack (core/large_stack.hpp).
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace lag {

struct SessionOptions {
    std::filesystem::path folder;           // where emitted files go, and where load() looks
    std::ostream* output = nullptr;         // results
    std::ostream* messages = nullptr;       // warnings and notes
    std::vector<std::string> sources = {};  // what external routines are defined in
};

class Session {
  public:
    explicit Session(const SessionOptions& options);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // One complete text of any number of statements. InputError, CheckFailure, ModelError, OutputError: statements
    // before the wrong one have been run; what the wrong one has done so far stays.
    void run(const std::string& text);
    int label() const;  // of the next statement, from 1
    // Names that may be completed: variables, functions, what the model has declared, bodies and points; sorted.
    std::vector<std::string> names() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lag
