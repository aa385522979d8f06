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
    /// Arguments that start the program as a server of cases, see serve_cases(). The file
    /// descriptor of the socket that delivers the cases is appended. If empty, each case runs in a
    /// separate process, which is started with the case's arguments.
    std::vector<std::string> server{};
    /// Environment variables that the program gets in addition to those of this process.
    std::vector<std::pair<std::string, std::string>> environment{};

    friend bool operator==(const CaseProgram&, const CaseProgram&) = default;
};

/// One case to run.
struct CaseTask {
    std::vector<std::string> arguments;
    std::filesystem::path out;     ///< file for stdout; replaced if it exists
    std::filesystem::path errors;  ///< file for stderr; replaced if it exists
    std::optional<std::chrono::duration<double>> time_limit{};
};

/// A finished case.
struct CaseEnd {
    std::size_t id = 0;
    int status = 0;        ///< exit status, 128 + the number of a signal, or kTimedOut
    std::string reason{};  ///< "the process timed out after 30 s"; empty after a normal exit
    double seconds = 0;
    std::size_t peak_memory_bytes = 0;  ///< peak host memory of the case's process
};

/// Runs cases in parallel, each in its own process. A server process is reused for more cases, up
/// to kMaxServed, as long as its cases end with status 0. After any other status, the process is
/// not reused. A crash, a timeout, or a lost device therefore affects only one case.
///
/// Each case process leads a process group, and is killed together with the group. The operating
/// system also kills a case process when the thread that started the process ends, so that no case
/// process outlives this program. The thread that calls start() must therefore live as long as the
/// case processes do.
class CaseRunner {
public:
    static constexpr unsigned kMaxServed = 200;

    /// Case processes have the file `kept_descriptor` open until they exit; -1: no file.
    explicit CaseRunner(int kept_descriptor = -1) : kept_(kept_descriptor) {}
    ~CaseRunner() { kill_all(); }
    CaseRunner(const CaseRunner&) = delete;
    CaseRunner& operator=(const CaseRunner&) = delete;

    /// Starts a case. The `id` is returned in the CaseEnd of the case. Throws Error(io) if the
    /// process cannot be created. If the program cannot be executed, the case ends with status 127.
    void start(std::size_t id, const CaseProgram& program, const CaseTask& task);
    /// Number of running cases.
    std::size_t running() const noexcept;

    /// Waits until a case has ended, a signal arrives, or the time `at_most` has passed. Returns
    /// the cases that have ended since the last call.
    std::vector<CaseEnd> wait(std::chrono::milliseconds at_most);

    /// Ends the idle server processes.
    void end_idle() noexcept;
    /// Kills all processes immediately, and waits until they are gone.
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

/// Serves cases in a server process: runs the cases that arrive over the socket, one at a time.
/// Ends when the other end of the socket closes, or when a case ends with a status other than 0.
/// `run` gets the arguments of a case and returns the status of the case; anything that `run`
/// prints goes to the files of the case. Returns the status of the last case. Throws Error(io) if
/// `socket` is not a socket.
int serve_cases(int socket, const std::function<int(const std::vector<std::string>&)>& run);

}  // namespace glint::studio
