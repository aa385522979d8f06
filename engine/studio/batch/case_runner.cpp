// SPDX-License-Identifier: MIT
#include <glint/studio/batch/case_runner.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/batch/case_result.hpp>

namespace glint::studio {
namespace {

constexpr int kCannotRun = 127;

/// Returns pointers to the texts, followed by a null pointer, as execve() requires.
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

/// The data that the child process uses between fork() and execve(). The parent prepares the data,
/// because the child must not allocate memory.
struct ChildPlan {
    const char* program;
    char** arguments;
    char** environment;
    const char* out;
    const char* errors;
    int kept;
    int socket;
    pid_t parent;
};

/// Opens a file as `descriptor`, without blocking. Returns false on failure, for example for a pipe
/// without a reader.
bool open_as(int descriptor, const char* file, int flags) {
    const int opened = ::open(file, flags | O_CLOEXEC | O_NONBLOCK, 0666);
    if (opened < 0) return false;
    ::fcntl(opened, F_SETFL, flags & O_ACCMODE);
    if (opened == descriptor) return ::fcntl(descriptor, F_SETFD, 0) == 0;
    const bool is_done = ::dup2(opened, descriptor) == descriptor;
    ::close(opened);
    return is_done;
}

void keep_open(int descriptor) {
    if (descriptor >= 0) ::fcntl(descriptor, F_SETFD, 0);
}

[[noreturn]] void become(const ChildPlan& plan) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != plan.parent) ::_exit(kCannotRun);  // the parent ended before prctl()
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    keep_open(plan.kept);
    keep_open(plan.socket);
    if (open_as(STDIN_FILENO, "/dev/null", O_RDONLY) &&
        open_as(STDOUT_FILENO, plan.out, O_WRONLY | O_CREAT | O_TRUNC) &&
        open_as(STDERR_FILENO, plan.errors, O_WRONLY | O_CREAT | O_TRUNC))
        ::execve(plan.program, plan.arguments, plan.environment);
    ::_exit(kCannotRun);
}

std::string signal_text(int signal) {
    return fmt::format("the process was ended by signal {} ({})", signal, ::strsignal(signal));
}

std::string seconds_text(std::chrono::duration<double> time) {
    return fmt::format("{:.4g} s", time.count());
}

/// The message with which a server process reports the result of a case.
struct Answer {
    int status;
    std::size_t peak_memory_bytes;
};

// Packs a task into one message, in which each string ends with a zero byte.
std::string packet_of(const CaseTask& task) {
    std::string packet;
    const auto add = [&](const std::string& text) { packet.append(text).push_back('\0'); };
    add(task.out.string());
    add(task.errors.string());
    for (const std::string& argument : task.arguments) add(argument);
    return packet;
}

/// Refuses arguments that contain a zero byte, because a zero byte ends a string in a packet.
void require_no_zeros(const CaseTask& task) {
    for (const std::string& argument : task.arguments)
        if (argument.find('\0') != argument.npos)
            throw Error(ErrorCode::invalid_argument, fmt::format("pass '{}' to a case", argument),
                        "the argument contains a NUL byte");
}

CaseTask task_in(const std::string& packet) {
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < packet.size(); at += texts.back().size() + 1)
        texts.emplace_back(packet.c_str() + at);
    if (texts.size() < 2) throw Error(ErrorCode::io, "receive a case", "the message is incomplete");
    return {.arguments = {texts.begin() + 2, texts.end()}, .out = texts[0], .errors = texts[1]};
}

/// Waits for the next packet. Returns an empty string if the other end of the socket has closed.
std::string receive(int socket) {
    const ssize_t size = ::recv(socket, nullptr, 0, MSG_PEEK | MSG_TRUNC);
    if (size < 0)
        throw Error(ErrorCode::io, "receive a case", std::generic_category().message(errno));
    std::string packet(static_cast<std::size_t>(size), '\0');
    (void)::recv(socket, packet.data(), packet.size(), 0);
    return packet;
}

void print_into(const CaseTask& task) {
    constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC;
    std::fflush(nullptr);
    if (!open_as(STDERR_FILENO, task.errors.c_str(), kNew) ||
        !open_as(STDOUT_FILENO, task.out.c_str(), kNew))
        throw Error(ErrorCode::io, fmt::format("write '{}'", task.out.string()),
                    std::generic_category().message(errno));
}

struct Ending {
    int status;
    struct rusage usage;
};

/// Kills a process together with its process group, and reaps the process.
Ending end_process(int process, int socket) noexcept {
    Ending ending{};
    ::kill(-process, SIGKILL);
    ::wait4(process, &ending.status, 0, &ending.usage);
    ::close(socket);
    return ending;
}

std::size_t peak_bytes(const struct rusage& usage) {
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

std::size_t CaseRunner::running() const noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(
        processes_, [](const Process& process) { return process.running.has_value(); }));
}

void CaseRunner::start(std::size_t id, const CaseProgram& program, const CaseTask& task) {
    require_no_zeros(task);
    const auto started = Clock::now();
    Process& process = idle_process(program, task);
    if (!program.server.empty()) {
        const std::string packet = packet_of(task);
        ++process.served;
        // Does not report a process that has already ended; take_end() will detect that.
        if (::send(process.socket, packet.data(), packet.size(), MSG_NOSIGNAL) < 0 &&
            errno != EPIPE && errno != ECONNRESET)
            throw Error(ErrorCode::io, "send a case", std::generic_category().message(errno));
    }
    process.running = {.id = id, .started = started, .time_limit = task.time_limit};
}

// Returns an idle process of the program, or starts a new process. Before it starts a new process,
// ends the idle processes of other programs to free their memory.
CaseRunner::Process& CaseRunner::idle_process(const CaseProgram& program, const CaseTask& first) {
    std::vector<CaseEnd> none;
    std::erase_if(processes_, [&](Process& each) { return !each.running && take_end(each, none); });
    const auto found = std::ranges::find_if(
        processes_, [&](const Process& each) { return !each.running && each.program == program; });
    if (found != processes_.end()) return *found;
    end_idle();
    return processes_.emplace_back(start_process(program, first));
}

CaseRunner::Process CaseRunner::start_process(const CaseProgram& program,
                                              const CaseTask& first) const {
    const auto fail = [&](int error) {
        throw Error(ErrorCode::io, fmt::format("start '{}'", program.program.string()),
                    std::generic_category().message(error));
    };
    int sockets[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) fail(errno);
    std::vector<std::string> arguments{program.program.string()};
    const auto& own = program.server.empty() ? first.arguments : program.server;
    arguments.insert(arguments.end(), own.begin(), own.end());
    if (!program.server.empty()) arguments.push_back(std::to_string(sockets[1]));
    std::vector<std::string> environment = environment_with(program.environment);
    const std::vector<char*> argument_pointers = pointers_to(arguments);
    const std::vector<char*> environment_pointers = pointers_to(environment);
    const ChildPlan plan{.program = program.program.c_str(),
                         .arguments = const_cast<char**>(argument_pointers.data()),
                         .environment = const_cast<char**>(environment_pointers.data()),
                         .out = first.out.c_str(),
                         .errors = first.errors.c_str(),
                         .kept = kept_,
                         .socket = sockets[1],
                         .parent = ::getpid()};
    const pid_t child = ::fork();
    if (child == 0) become(plan);
    const int error = errno;
    ::close(sockets[1]);
    if (child < 0) {
        ::close(sockets[0]);
        fail(error);
    }
    ::setpgid(child, child);  // the child does the same; either may run first
    return {.program = program, .id = child, .socket = sockets[0]};
}

void CaseRunner::end_late() {
    for (Process& each : processes_)
        if (each.running && !each.running->is_late && each.running->time_limit &&
            Clock::now() - each.running->started >= *each.running->time_limit) {
            each.running->is_late = true;
            ::kill(-each.id, SIGKILL);
        }
}

// Appends the case to `ended` if the case has ended. Returns true if the process has ended too, or
// if this function has ended the process because it must not be reused. In both cases, the process
// group has been killed.
bool CaseRunner::take_end(Process& process, std::vector<CaseEnd>& ended) {
    std::optional<Running>& running = process.running;
    const auto seconds = [&] {
        return std::chrono::duration<double>(Clock::now() - running->started).count();
    };
    Answer answer{};
    if (running && ::recv(process.socket, &answer, sizeof answer, MSG_DONTWAIT) == sizeof answer) {
        ended.push_back({.id = running->id,
                         .status = answer.status,
                         .seconds = seconds(),
                         .peak_memory_bytes = answer.peak_memory_bytes});
        const bool continues =
            answer.status == 0 && !running->is_late && process.served < kMaxServed;
        running.reset();
        if (!continues) (void)end_process(process.id, process.socket);
        return !continues;
    }
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(process.id), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid == 0)
        return false;
    const Ending ending = end_process(process.id, process.socket);
    if (!running) return true;
    CaseEnd end{.id = running->id,
                .status = WIFSIGNALED(ending.status) ? 128 + WTERMSIG(ending.status)
                                                     : WEXITSTATUS(ending.status),
                .seconds = seconds(),
                .peak_memory_bytes = peak_bytes(ending.usage)};
    if (running->is_late) {
        end.status = kTimedOut;
        end.reason = "the process timed out after " + seconds_text(*running->time_limit);
    } else if (WIFSIGNALED(ending.status)) {
        end.reason = signal_text(WTERMSIG(ending.status));
    }
    ended.push_back(std::move(end));
    return true;
}

std::chrono::milliseconds CaseRunner::until_next(std::chrono::milliseconds at_most) const {
    double min_ms = static_cast<double>(at_most.count());
    for (const Process& each : processes_) {
        if (!each.running || !each.running->time_limit || each.running->is_late) continue;
        const std::chrono::duration<double, std::milli> left =
            *each.running->time_limit - (Clock::now() - each.running->started);
        min_ms = std::min(min_ms, std::ceil(left.count()));
    }
    return std::chrono::milliseconds(static_cast<long>(std::max(min_ms, 0.0)));
}

std::vector<CaseEnd> CaseRunner::wait(std::chrono::milliseconds at_most) {
    std::vector<CaseEnd> ended;
    const auto collect = [&] {
        std::erase_if(processes_, [&](Process& each) { return take_end(each, ended); });
    };
    collect();
    if (!ended.empty()) return ended;
    std::vector<pollfd> sockets;
    for (const Process& each : processes_)
        if (each.running) sockets.push_back({each.socket, POLLIN, 0});
    const bool is_told =
        ::poll(sockets.data(), sockets.size(), static_cast<int>(until_next(at_most).count())) > 0;
    end_late();
    collect();
    // A socket closes shortly before its process can be reaped, so tries again after a pause. If a
    // running program has closed the socket, the pause also limits the polling rate.
    if (is_told && ended.empty()) {
        ::usleep(1000);
        collect();
    }
    return ended;
}

void CaseRunner::end_idle() noexcept {
    std::erase_if(processes_, [](const Process& each) {
        if (!each.running) (void)end_process(each.id, each.socket);
        return !each.running;
    });
}

void CaseRunner::kill_all() noexcept {
    for (const Process& each : processes_) ::kill(-each.id, SIGKILL);
    for (const Process& each : processes_) (void)end_process(each.id, each.socket);
    processes_.clear();
}

int serve_cases(int socket, const std::function<int(const std::vector<std::string>&)>& run) {
    ::fcntl(socket, F_SETFD, FD_CLOEXEC);  // programs that a case starts do not need the socket
    int status = 0;
    while (status == 0) {
        const std::string packet = receive(socket);
        if (packet.empty()) break;
        const CaseTask task = task_in(packet);
        print_into(task);
        status = run(task.arguments);
        std::fflush(nullptr);
        struct rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        const Answer answer{status, peak_bytes(usage)};
        if (::send(socket, &answer, sizeof answer, MSG_NOSIGNAL) < 0) break;  // the runner ended
    }
    return status;
}

}  // namespace glint::studio
