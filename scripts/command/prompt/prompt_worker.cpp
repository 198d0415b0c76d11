#include "scripts/command/prompt/prompt_worker.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <optional>
#include <stdexcept>

#include "scripts/command/options/shelter.hpp"
#include "scripts/command/processes/pipe.hpp"
#include "scripts/command/prompt/session.hpp"

namespace lag {

namespace {

// -- messages: a length, then that many bytes

bool send_all(int file, const void* data, std::size_t size) {
    const char* at = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t sent = ::send(file, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent, size -= static_cast<std::size_t>(sent);
    }
    return true;
}

bool receive_all(int file, void* data, std::size_t size) {
    char* at = static_cast<char*>(data);
    while (size > 0) {
        const ssize_t received = ::recv(file, at, size, 0);
        if (received < 0 && errno == EINTR) continue;
        if (received <= 0) return false;
        at += received, size -= static_cast<std::size_t>(received);
    }
    return true;
}

bool send_text(int file, const std::string& text) {
    const auto size = static_cast<std::uint64_t>(text.size());
    return send_all(file, &size, sizeof size) && send_all(file, text.data(), text.size());
}

bool receive_text(int file, std::string& text) {
    std::uint64_t size = 0;
    if (!receive_all(file, &size, sizeof size)) return false;
    text.resize(size);
    return receive_all(file, text.data(), text.size());
}

// "outcome pid label name name ..."
std::string reply_text(char outcome, const Session& session) {
    std::string text = fmt::format("{} {} {}", outcome, ::getpid(), session.label());
    for (const std::string& name : session.names()) text += " " + name;
    return text;
}

// -- the worker

// Runs statements until the front process is gone. Whoever runs a statement has a copy of itself behind it; a byte
// through `life` says that the copy is not needed.
class Loop {
  public:
    Loop(int front, Session& session) : front_(front), session_(session) {}

    int run() {
        if (!send_text(front_, reply_text('d', session_))) return 0;
        std::string statement;
        while (receive_text(front_, statement)) {
            char outcome = attempt(statement);
            if (status_with_output_written(status_fine) != status_fine) outcome = 'w';
            std::cerr.flush();
            if (!send_text(front_, reply_text(outcome, session_))) return 0;
        }
        return 0;
    }

  private:
    // 'd': done, by this process. Otherwise this process is the copy that took over: 'f' the statement failed, 's' it
    // was stopped or took its process down.
    char attempt(const std::string& statement) {
        std::optional<Pipe> life = possible_pipe();
        if (!life) return perform(statement) ? 'd' : 'f';  // no copy to be had: go on without
        std::cout.flush();
        const pid_t copy = ::fork();
        if (copy < 0) return perform(statement) ? 'd' : 'f';
        if (copy == 0) {
            life->close_write_end();
            char word = 0;
            const std::size_t size = read_some(life->read_end(), &word, 1);
            if (size == 1 && word == 'd') ::_exit(0);
            return size == 1 ? 'f' : 's';
        }
        life->close_read_end();
        const bool done = perform(statement);
        std::cout.flush();
        std::cerr.flush();
        const char word = done ? 'd' : 'f';
        const bool told = write_all(life->write_end(), &word, 1);
        if (!done && told) ::_exit(0);
        life.reset();
        status_at_end_of(copy);
        return done ? 'd' : 'f';
    }

    bool perform(const std::string& statement) {
        return status_of_work([&] {
                   session_.run(statement);
                   return status_fine;
               }) == status_fine;
    }

    int front_;
    Session& session_;
};

}  // namespace

PromptWorker::PromptWorker(const std::filesystem::path& folder, const std::vector<std::string>& sources) {
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) throw std::runtime_error("no socket for the session");
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // copies that take over become ours when their elders leave
    std::cout.flush();
    worker_ = ::fork();
    if (worker_ < 0) throw std::runtime_error("no process for the session");
    if (worker_ == 0) {
        ::close(pair[0]);
        std::signal(SIGINT, SIG_IGN);  // the front process decides
        const int status = sheltered([&] {
            Session session({folder, &std::cout, &std::cerr, sources});
            return Loop(pair[1], session).run();
        });
        std::cout.flush();
        ::_exit(status);
    }
    ::close(pair[1]);
    socket_ = pair[0];
    last_ = receive([] { return false; });
}

PromptWorker::~PromptWorker() {
    if (socket_ >= 0) ::close(socket_);
    while (::waitpid(-1, nullptr, 0) > 0) {
    }
}

PromptWorker::Reply PromptWorker::run(const std::string& statement, bool (*interrupt)()) {
    if (!send_text(socket_, statement)) return {Reply::Outcome::gone, last_.label, {}};
    return last_ = receive(interrupt);
}

PromptWorker::Reply PromptWorker::receive(bool (*interrupt)()) {
    pollfd file{socket_, POLLIN, 0};
    while (true) {
        const int ready = ::poll(&file, 1, 20);
        while (::waitpid(-1, nullptr, WNOHANG) > 0) {  // elders that left
        }
        if (ready > 0) break;
        if (interrupt()) ::kill(worker_, SIGKILL);
    }
    std::string text;
    Reply reply;
    if (!receive_text(socket_, text)) return {Reply::Outcome::gone, last_.label, {}};
    std::size_t at = 0;
    const auto word = [&] {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        std::string found = text.substr(at, end - at);
        at = end + 1;
        return found;
    };
    const std::string outcome = word();
    reply.outcome = outcome == "d"   ? Reply::Outcome::done
                    : outcome == "f" ? Reply::Outcome::failed
                    : outcome == "w" ? Reply::Outcome::unwritten
                                     : Reply::Outcome::stopped;
    worker_ = static_cast<pid_t>(std::stol(word()));
    reply.label = std::stoi(word());
    while (at < text.size()) reply.names.push_back(word());
    return reply;
}

}  // namespace lag
