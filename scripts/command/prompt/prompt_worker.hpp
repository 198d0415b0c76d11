// The process that owns the session of a prompt (prompt.hpp says why there are two).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lag {

class PromptWorker {
  public:
    PromptWorker(const std::filesystem::path& folder, const std::vector<std::string>& sources);
    ~PromptWorker();
    PromptWorker(const PromptWorker&) = delete;
    PromptWorker& operator=(const PromptWorker&) = delete;

    // unwritten: standard output takes no more; gone: the session is lost.
    struct Reply {
        enum class Outcome { done, failed, stopped, unwritten, gone } outcome = Outcome::done;
        int label = 1;                   // of the next statement
        std::vector<std::string> names;  // for completion
    };
    // Runs one statement with its terminator. `interrupt` is looked at every few milliseconds: when it says so, the
    // statement is stopped. Results and messages go to standard output and error.
    Reply run(const std::string& statement, bool (*interrupt)());

  private:
    Reply receive(bool (*interrupt)());
    int socket_ = -1;
    pid_t worker_ = 0;
    Reply last_;
};

}  // namespace lag
