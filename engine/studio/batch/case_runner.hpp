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

/// The program that runs cases, and how to start it.
struct CaseProgram {
    std::filesystem::path program;
    /// Arguments with which the program serves cases (see serve_cases). The number of the socket
    /// that delivers the cases is appended. Empty: each case runs in a separate process, started
    /// with the case's arguments.
    std::vector<std::string> server{};
    /// Variables added to this process's environment.
    std::vector<std::pair<std::string, std::string>> environment{};

    friend bool operator==(const CaseProgram&, const CaseProgram&) = default;
};

/// One case to run.
struct CaseTask {
    std::vector<std::string> arguments;
    std::filesystem::path out;     ///< file for its stdout; replaced
    std::filesystem::path errors;  ///< file for its stderr
    std::optional<std::chrono::duration<double>> time_limit{};
};

/// A finished case.
struct CaseEnd {
    std::size_t id = 0;
    int status = 0;        ///< 128 plus the signal number if a signal ended it; or kTimedOut
    std::string reason{};  ///< "ended by signal 11 (Segmentation fault)", "timed out after 30 s"
    double seconds = 0;
    std::size_t peak_memory_bytes = 0;  ///< peak host memory of its process
};

/// Runs cases in parallel, each in its own process. A server process is reused for other cases as
/// long as its cases end with status 0, up to kMaxServed cases. It is not reused after any other
/// status, so a crash, a time limit, or a lost device affects one case only.
///
/// Each process leads a process group, and is killed together with that group. The kernel kills all
/// processes when the thread that started them ends, so no process outlives this one. That thread
/// must therefore live as long as the processes do.
class CaseRunner {
public:
    static constexpr unsigned kMaxServed = 200;

    /// Case processes keep this file descriptor open until they exit; -1: none.
    explicit CaseRunner(int kept_descriptor = -1) : kept_(kept_descriptor) {}
    ~CaseRunner() { kill_all(); }
    CaseRunner(const CaseRunner&) = delete;
    CaseRunner& operator=(const CaseRunner&) = delete;

    /// Starts a case; its CaseEnd has this `id`. Throws Error(io) if the process cannot be created.
    /// If the program cannot be executed, the case ends with status 127.
    void start(std::size_t id, const CaseProgram& program, const CaseTask& task);
    /// Number of running cases.
    std::size_t running() const noexcept;

    /// Waits until a case has ended, a signal arrives, or the time has passed. Returns the cases
    /// that have ended.
    std::vector<CaseEnd> wait(std::chrono::milliseconds at_most);

    /// Ends the idle server processes.
    void end_idle() noexcept;
    /// Kills all processes at once, and waits until they are gone.
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
        int socket;  // sends cases and receives their results; closed when the process ends
        unsigned served = 0;
        std::optional<Running> running{};  // nullopt: idle
    };

    Process& idle_process(const CaseProgram& program, const CaseTask& first);
    Process start_process(const CaseProgram& program, const CaseTask& first) const;
    void end_late();
    bool take_end(Process& process, std::vector<CaseEnd>& ended);
    std::chrono::milliseconds until_next(std::chrono::milliseconds at_most) const;

    int kept_;
    std::vector<Process> processes_;
};

/// Serves cases in a worker process: runs the cases that arrive over the socket one at a time,
/// until the other end closes or a case ends with a status other than 0. `run` gets a case's
/// arguments and returns its status; its output goes to that case's files. Returns the last status.
/// Throws Error(io) if `socket` is not a socket.
int serve_cases(int socket, const std::function<int(const std::vector<std::string>&)>& run);

}  // namespace glint::studio
