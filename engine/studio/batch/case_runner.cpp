#include <glint/studio/batch/case_runner.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/batch/case_result.hpp>

namespace glint::studio {
namespace {

constexpr int kCannotRun = 127;

/// Texts as the system takes them, with a null pointer behind them.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& added) {
    std::vector<std::string> all;
    for (char** each = environ; *each; ++each) {
        const std::string_view text = *each;
        const auto is_replaced = [&](const auto& pair) {
            return text.starts_with(pair.first + '=');
        };
        if (std::ranges::none_of(added, is_replaced)) all.emplace_back(text);
    }
    for (const auto& [name, value] : added) all.push_back(name + '=' + value);
    return all;
}

/// All that the new process needs, since it must not take memory before the program starts.
struct ChildPlan {
    const char* program;
    char** arguments;
    char** environment;
    const char* out;
    const char* errors;
    int kept;
    int alive;
    pid_t parent;
};

bool open_as(int descriptor, const char* file, int flags) {
    const int opened = ::open(file, flags | O_CLOEXEC, 0666);
    return opened >= 0 && ::dup2(opened, descriptor) == descriptor;
}

void keep_open(int descriptor) {
    if (descriptor >= 0) ::fcntl(descriptor, F_SETFD, 0);
}

[[noreturn]] void become(const ChildPlan& plan) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != plan.parent) ::_exit(kCannotRun);  // it ended before the line above
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    keep_open(plan.kept);
    keep_open(plan.alive);
    if (open_as(STDIN_FILENO, "/dev/null", O_RDONLY) &&
        open_as(STDOUT_FILENO, plan.out, O_WRONLY | O_CREAT | O_TRUNC) &&
        open_as(STDERR_FILENO, plan.errors, O_WRONLY | O_CREAT | O_TRUNC))
        ::execve(plan.program, plan.arguments, plan.environment);
    ::_exit(kCannotRun);
}

std::string signal_text(int signal) {
    return fmt::format("ended by signal {} ({})", signal, ::strsignal(signal));
}

std::string seconds_text(std::chrono::duration<double> time) {
    return fmt::format("{:.4g} s", time.count());
}

}  // namespace

void CaseRunner::start(std::size_t id, const CaseProcess& process) {
    const auto fail = [&](int error) {
        throw Error(ErrorCode::io, fmt::format("start '{}'", process.program.string()),
                    std::generic_category().message(error));
    };
    std::vector<std::string> arguments{process.program.string()};
    arguments.insert(arguments.end(), process.arguments.begin(), process.arguments.end());
    std::vector<std::string> environment = environment_with(process.environment);
    const std::vector<char*> argument_pointers = pointers_to(arguments);
    const std::vector<char*> environment_pointers = pointers_to(environment);
    int alive[2];
    if (::pipe2(alive, O_CLOEXEC) != 0) fail(errno);
    const ChildPlan plan{.program = process.program.c_str(),
                         .arguments = const_cast<char**>(argument_pointers.data()),
                         .environment = const_cast<char**>(environment_pointers.data()),
                         .out = process.out.c_str(),
                         .errors = process.errors.c_str(),
                         .kept = kept_,
                         .alive = alive[1],
                         .parent = ::getpid()};
    const auto started = Clock::now();
    const pid_t child = ::fork();
    if (child == 0) become(plan);
    const int error = errno;
    ::close(alive[1]);
    if (child < 0) {
        ::close(alive[0]);
        fail(error);
    }
    ::setpgid(child, child);  // here as well, so that it is so whoever comes first
    running_.push_back({.id = id,
                        .process = child,
                        .alive = alive[0],
                        .started = started,
                        .time_limit = process.time_limit});
}

void CaseRunner::end_late() {
    for (Running& each : running_)
        if (!each.is_late && each.time_limit && Clock::now() - each.started >= *each.time_limit) {
            each.is_late = true;
            ::kill(-each.process, SIGKILL);
        }
}

// What the process left behind in its group goes with it.
bool CaseRunner::take_end(Running& running, std::vector<CaseEnd>& ended) {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(running.process), &info, WEXITED | WNOHANG | WNOWAIT) !=
            0 ||
        info.si_pid == 0)
        return false;
    ::kill(-running.process, SIGKILL);
    int status = 0;
    struct rusage usage{};
    ::wait4(running.process, &status, 0, &usage);
    ::close(running.alive);
    const std::chrono::duration<double> taken = Clock::now() - running.started;
    CaseEnd end{.id = running.id,
                .status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status),
                .seconds = taken.count(),
                .peak_memory_bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024};
    if (running.is_late) {
        end.status = kTimedOut;
        end.reason = "timed out after " + seconds_text(*running.time_limit);
    } else if (WIFSIGNALED(status)) {
        end.reason = signal_text(WTERMSIG(status));
    }
    ended.push_back(std::move(end));
    return true;
}

std::chrono::milliseconds CaseRunner::until_next(std::chrono::milliseconds at_most) const {
    using Milliseconds = std::chrono::milliseconds;
    for (const Running& each : running_) {
        if (!each.time_limit || each.is_late) continue;
        const auto left = *each.time_limit - (Clock::now() - each.started);
        at_most = std::clamp(std::chrono::ceil<Milliseconds>(left), Milliseconds(0), at_most);
    }
    return at_most;
}

std::vector<CaseEnd> CaseRunner::wait(std::chrono::milliseconds at_most) {
    std::vector<CaseEnd> ended;
    const auto collect = [&] {
        std::erase_if(running_, [&](Running& each) { return take_end(each, ended); });
    };
    collect();
    if (!ended.empty()) return ended;
    std::vector<pollfd> pipes;
    for (const Running& each : running_) pipes.push_back({each.alive, POLLIN, 0});
    const bool is_closed =
        ::poll(pipes.data(), pipes.size(), static_cast<int>(until_next(at_most).count())) > 0;
    end_late();
    collect();
    // A pipe is closed moments before its process is over, and where a program closes all files it
    // says nothing.
    if (is_closed && ended.empty()) {
        ::usleep(1000);
        collect();
    }
    return ended;
}

void CaseRunner::kill_all() noexcept {
    for (const Running& each : running_) ::kill(-each.process, SIGKILL);
    for (const Running& each : running_) {
        ::waitpid(each.process, nullptr, 0);
        ::close(each.alive);
    }
    running_.clear();
}

}  // namespace glint::studio
