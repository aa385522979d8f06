// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace glint::studio {

/// Who runs cases: a program, and what it is started with.
struct CaseProgram {
    std::filesystem::path program;
    /// Where the program serves cases (see serve_cases): what it is called with, before the number
    /// of the socket over which they come. Empty: each case is a process of its own, called with
    /// the case's arguments.
    std::vector<std::string> server{};
    std::vector<std::pair<std::string, std::string>> environment{};  ///< besides this process's

    friend bool operator==(const CaseProgram&, const CaseProgram&) = default;
};

/// What is to be run.
struct CaseTask {
    std::vector<std::string> arguments;
    std::filesystem::path out;     ///< what it prints; replaced
    std::filesystem::path errors;  ///< and what it says on stderr
    std::optional<std::chrono::duration<double>> time_limit{};
};

/// A case that is over.
struct CaseEnd {
    std::size_t id = 0;
    int status = 0;        ///< 128 and the signal's number if one ended it; kTimedOut
    std::string reason{};  ///< "ended by signal 11 (Segmentation fault)", "timed out after 30 s"
    double seconds = 0;
    std::size_t peak_memory_bytes = 0;  ///< of the host, that its process ever took
};

/// Cases side by side, each alone in a process meanwhile. A process that serves them gets another
/// one when a case ended with status 0, up to kMostServed of them; any other end is its own, so
/// that a crash, a time limit or a device that is lost concerns one case alone.
///
/// Each process is the leader of a group, and ended with all of that. None outlives this process,
/// however that ends: the system kills them. So the thread that starts them has to live as long as
/// they do.
class CaseRunner {
public:
    static constexpr unsigned kMostServed = 200;

    /// Processes keep this file open while they live; -1: none.
    explicit CaseRunner(int kept_descriptor = -1) : kept_(kept_descriptor) {}
    ~CaseRunner() { kill_all(); }
    CaseRunner(const CaseRunner&) = delete;
    CaseRunner& operator=(const CaseRunner&) = delete;

    /// Starts a case; what comes of it is told by `id`. Throws Error(io) if the system refuses; a
    /// program that cannot be run ends with status 127.
    void start(std::size_t id, const CaseProgram& program, const CaseTask& task);
    /// How many cases run.
    std::size_t running() const noexcept;

    /// Waits until one of them is over, a signal comes or so much time has passed. Gives those that
    /// are over.
    std::vector<CaseEnd> wait(std::chrono::milliseconds at_most);

    /// Ends the processes that wait for a case.
    void end_idle() noexcept;
    /// Ends all of them at once, and waits for that.
    void kill_all() noexcept;

private:
    using Clock = std::chrono::steady_clock;
    struct Running {
        std::size_t id;
        Clock::time_point started;
        std::optional<std::chrono::duration<double>> time_limit;
        bool is_late = false;
    };
    struct Process {
        CaseProgram program;
        int id;
        int socket;  // for cases and their ends; closed when the process ends
        unsigned served = 0;
        std::optional<Running> running{};  // nothing: it waits for a case
    };

    Process& idle_process(const CaseProgram& program, const CaseTask& first);
    Process start_process(const CaseProgram& program, const CaseTask& first) const;
    void end_late();
    bool take_end(Process& process, std::vector<CaseEnd>& ended);
    std::chrono::milliseconds until_next(std::chrono::milliseconds at_most) const;

    int kept_;
    std::vector<Process> processes_;
};

/// What a process does that serves cases: runs those that come over the socket, one after another,
/// until its other end is closed or a case ended with another status than 0. `run` gets a case's
/// arguments and gives its status; what it prints goes where the case's belongs. Returns the last
/// status. Throws Error(io) if the socket is none.
int serve_cases(int socket, const std::function<int(const std::vector<std::string>&)>& run);

}  // namespace glint::studio
