#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace glint::studio {

/// A process to be started.
struct CaseProcess {
    std::filesystem::path program;
    std::vector<std::string> arguments;                              ///< behind the program's name
    std::vector<std::pair<std::string, std::string>> environment{};  ///< besides this process's
    std::filesystem::path out;                                       ///< what it prints; replaced
    std::filesystem::path errors;                                    ///< and what it says on stderr
    std::optional<std::chrono::duration<double>> time_limit{};
};

/// A process that is over.
struct CaseEnd {
    std::size_t id = 0;
    int status = 0;        ///< 128 and the signal's number if one ended it; kTimedOut
    std::string reason{};  ///< "ended by signal 11 (Segmentation fault)", "timed out after 30 s"
    double seconds = 0;
    std::size_t peak_memory_bytes = 0;  ///< of the host
};

/// Processes side by side. Each is the leader of a group, and ended with all of that once its time
/// is over. None outlives this process, however that ends: the system kills them. So the thread
/// that starts them has to live as long as they do.
class CaseRunner {
public:
    /// Processes keep this file open while they live; -1: none.
    explicit CaseRunner(int kept_descriptor = -1) : kept_(kept_descriptor) {}
    ~CaseRunner() { kill_all(); }
    CaseRunner(const CaseRunner&) = delete;
    CaseRunner& operator=(const CaseRunner&) = delete;

    /// Starts a process; what comes of it is told by `id`. Throws Error(io) if the system refuses;
    /// a program that cannot be run ends with status 127.
    void start(std::size_t id, const CaseProcess& process);
    std::size_t running() const noexcept { return running_.size(); }

    /// Waits until one of them is over, a signal comes or so much time has passed. Gives those that
    /// are over.
    std::vector<CaseEnd> wait(std::chrono::milliseconds at_most);

    /// Ends all of them at once, and waits for that.
    void kill_all() noexcept;

private:
    using Clock = std::chrono::steady_clock;
    struct Running {
        std::size_t id;
        int process;
        int alive;  // a pipe that ends with the process
        Clock::time_point started;
        std::optional<std::chrono::duration<double>> time_limit;
        bool is_late = false;
    };

    void end_late();
    bool take_end(Running& running, std::vector<CaseEnd>& ended);
    std::chrono::milliseconds until_next(std::chrono::milliseconds at_most) const;

    int kept_;
    std::vector<Running> running_;
};

}  // namespace glint::studio
