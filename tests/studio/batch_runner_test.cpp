// SPDX-License-Identifier: MIT
// Processes of sweeps: how they end, how this is reported, and that no process is left running.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/studio/batch/case_result.hpp>
#include <glint/studio/batch/case_runner.hpp>
#include <glint/studio/batch/detail/job_limit.hpp>

namespace glint::studio {
namespace {

using namespace std::chrono_literals;

// Runs one case. If an environment variable asks for it, this program serves cases with this
// function instead of running its tests.
int run_here(const std::vector<std::string>& arguments) {
    const std::string& what = arguments.at(0);
    if (what == "crash") std::raise(SIGSEGV);
    if (what == "hang") ::sleep(100);
    if (what == "status") return std::stoi(arguments.at(1));
    if (what == "exit") ::_exit(5);
    std::printf("%d %s\n", ::getpid(), arguments.at(1).c_str());  // is not flushed
    std::cerr << what;
    return 0;
}

constexpr const char* kServes = "GLINT_TEST_SERVES_CASES";

[[maybe_unused]] const bool has_served = [] {
    if (!std::getenv(kServes)) return false;
    const std::string all = read_text("/proc/self/cmdline");
    std::_Exit(serve_cases(std::stoi(all.substr(all.rfind('\0', all.size() - 2) + 1)), run_here));
}();

struct Shell {
    CaseProgram program;
    CaseTask task;
};

class Runner : public testing::Test {
protected:
    Shell shell(const std::string& script) const {
        return {{.program = "/bin/sh"}, task({"-c", script})};
    }
    CaseTask task(std::vector<std::string> arguments) const {
        return {.arguments = std::move(arguments),
                .out = folder_.path() / "out.txt",
                .errors = folder_.path() / "errors.txt"};
    }
    static std::vector<CaseEnd> all_ends(CaseRunner& runner) {
        std::vector<CaseEnd> all;
        while (runner.running() > 0)
            for (CaseEnd& end : runner.wait(1000ms)) all.push_back(std::move(end));
        return all;
    }
    static CaseEnd end_of(CaseRunner& runner, const CaseProgram& program, const CaseTask& task) {
        runner.start(7, program, task);
        const auto all = all_ends(runner);
        EXPECT_EQ(all.size(), 1u);
        return all.front();
    }
    static CaseEnd end_of(const Shell& shell) {
        CaseRunner runner;
        return end_of(runner, shell.program, shell.task);
    }
    std::string text(const char* name) const { return read_text(folder_.path() / name); }

    test::TemporaryFolder folder_;
};

class ServedCases : public Runner {
protected:
    CaseEnd end_of(const std::vector<std::string>& arguments) {
        return Runner::end_of(runner_, server_, task(arguments));
    }
    /// Process ID of the process that runs the next case.
    pid_t process() {
        EXPECT_EQ(end_of({"quiet", "x"}).status, 0);
        return std::stoi(text("out.txt"));
    }

    CaseProgram server_{
        .program = "/proc/self/exe", .server = {"serve"}, .environment = {{kServes, "1"}}};
    CaseRunner runner_;
};

TEST_F(ServedCases, ShareOneProcess) {
    const CaseEnd first = end_of({"a word", "one"});
    EXPECT_EQ(first.id, 7u);
    EXPECT_EQ(first.status, 0);
    EXPECT_EQ(first.reason, "");
    EXPECT_GT(first.peak_memory_bytes, 1'000'000u);
    EXPECT_EQ(text("errors.txt"), "a word");
    const std::string said = text("out.txt");
    EXPECT_TRUE(said.ends_with(" one\n")) << said;
    EXPECT_EQ(end_of({"", ""}).status, 0);
    EXPECT_EQ(text("errors.txt"), "");
    EXPECT_EQ(text("out.txt"), said.substr(0, said.find(' ')) + " \n");
    EXPECT_EQ(process(), process());
}

TEST_F(ServedCases, FailuresEndTheirProcess) {
    const pid_t first = process();
    EXPECT_EQ(end_of({"status", "3"}).status, 3);
    const pid_t second = process();
    EXPECT_NE(second, first);
    const CaseEnd crash = end_of({"crash"});
    EXPECT_EQ(crash.status, 128 + SIGSEGV);
    EXPECT_EQ(crash.reason, "the process was ended by signal 11 (Segmentation fault)");
    EXPECT_EQ(end_of({"exit"}).status, 5);
    const pid_t third = process();
    EXPECT_NE(third, second);
    CaseTask late = task({"hang"});
    late.time_limit = 0.2s;
    const CaseEnd end = Runner::end_of(runner_, server_, late);
    EXPECT_EQ(end.status, kTimedOut);
    EXPECT_EQ(end.reason, "the process timed out after 0.2 s");
    EXPECT_NE(process(), third);
}

TEST_F(ServedCases, GetANewProcessAfterACrash) {
    const pid_t first = process();
    ::kill(first, SIGKILL);
    for (int i = 0;
         i < 500 && read_text(fmt::format("/proc/{}/stat", first)).find(") Z") == std::string::npos;
         ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_NE(process(), first);
}

TEST_F(ServedCases, HaveAProcessPerEnvironment) {
    const pid_t first = process();
    server_.environment.emplace_back("GLINT_TEST_ONE", "1");
    const pid_t second = process();
    EXPECT_NE(second, first);
    EXPECT_NE(::kill(first, 0), 0) << "it is gone";
    EXPECT_EQ(process(), second);
}

TEST_F(ServedCases, AreLimitedPerProcess) {
    const pid_t first = process();
    for (unsigned i = 1; i < CaseRunner::kMaxServed; ++i) ASSERT_EQ(process(), first) << i;
    EXPECT_NE(process(), first);
}

TEST_F(ServedCases, RunInParallel) {
    for (std::size_t i = 0; i < 3; ++i) runner_.start(i, server_, task({"status", "0"}));
    EXPECT_EQ(runner_.running(), 3u);
    EXPECT_EQ(all_ends(runner_).size(), 3u);
    EXPECT_EQ(runner_.running(), 0u);
    runner_.start(3, server_, task({"hang"}));
    runner_.kill_all();
    EXPECT_EQ(runner_.running(), 0u);
}

TEST_F(Runner, ReportsProcessExits) {
    const CaseEnd good = end_of(shell("echo said; echo complained >&2; pwd >/dev/null"));
    EXPECT_EQ(good.id, 7u);
    EXPECT_EQ(good.status, 0);
    EXPECT_EQ(good.reason, "");
    EXPECT_GT(good.peak_memory_bytes, 100'000u);
    EXPECT_EQ(text("out.txt"), "said\n");
    EXPECT_EQ(text("errors.txt"), "complained\n");
    EXPECT_EQ(end_of(shell("exit 3")).status, 3);
    const CaseEnd crash = end_of(shell("kill -SEGV $$"));
    EXPECT_EQ(crash.status, 128 + SIGSEGV);
    EXPECT_EQ(crash.reason, "the process was ended by signal 11 (Segmentation fault)");
    Shell none = shell("");
    none.program.program = folder_.path() / "none";
    EXPECT_EQ(end_of(none).status, 127);
}

TEST_F(Runner, RefusesArgumentsWithZeroBytes) {
    CaseRunner runner;
    const std::string argument("cpu\0--record=x", 14);
    test::expect_error(ErrorCode::invalid_argument, "the argument contains a NUL byte",
                       [&] { runner.start(0, {.program = "/bin/true"}, task({"run", argument})); });
    EXPECT_EQ(runner.running(), 0u);
}

TEST_F(Runner, DoesNotWaitForPipes) {
    ASSERT_EQ(::mkfifo((folder_.path() / "out.txt").c_str(), 0600), 0);
    EXPECT_EQ(end_of(shell("exit 0")).status, 127);
}

TEST_F(Runner, SetsEnvironmentVariables) {
    Shell process = shell("echo $GLINT_TEST_ONE $HOME");
    process.program.environment = {{"GLINT_TEST_ONE", "1 2"}, {"HOME", "/nowhere"}};
    EXPECT_EQ(end_of(process).status, 0);
    EXPECT_EQ(text("out.txt"), "1 2 /nowhere\n");
}

TEST_F(Runner, ReplacesVariablesByFullName) {
    const test::ScopedVariable same("GLINT_TEST_ONE", "old"), longer("GLINT_TEST_ONE_X", "kept"),
        shorter("GLINT_TEST_ON", "kept too"), with_equals("GLINT_TEST_TWO", "a=b");
    Shell process = shell(
        "echo $GLINT_TEST_ONE $GLINT_TEST_ONE_X $GLINT_TEST_ON $GLINT_TEST_TWO; "
        "env | grep -c '^GLINT_TEST_ONE='");
    process.program.environment = {{"GLINT_TEST_ONE", "new"}};
    EXPECT_EQ(end_of(process).status, 0);
    EXPECT_EQ(text("out.txt"), "new kept kept too a=b\n1\n");
}

TEST_F(Runner, TimeoutsKillTheWholeProcessGroup) {
    Shell process = shell("sleep 100 & echo $! >&2; sleep 100");
    process.task.time_limit = 0.3s;
    const auto begun = std::chrono::steady_clock::now();
    const CaseEnd end = end_of(process);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 5s);
    EXPECT_EQ(end.status, kTimedOut);
    EXPECT_EQ(end.reason, "the process timed out after 0.3 s");
    EXPECT_GE(end.seconds, 0.3);
    const pid_t other = std::stoi(text("errors.txt"));
    for (int i = 0; i < 200 && ::kill(other, 0) == 0; ++i) std::this_thread::sleep_for(10ms);
    // A zombie process that nobody waits for is not running.
    const std::string state =
        ::kill(other, 0) == 0 ? read_text(fmt::format("/proc/{}/stat", other)) : std::string(") Z");
    EXPECT_NE(state.find(") Z"), std::string::npos) << state;
}

TEST_F(Runner, RunsProcessesInParallel) {
    CaseRunner runner;
    const auto begun = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < 8; ++i) {
        Shell process = shell(fmt::format("sleep 0.5; exit {}", i));
        process.task.out = process.task.errors = "/dev/null";
        runner.start(i, process.program, process.task);
    }
    EXPECT_EQ(runner.running(), 8u);
    auto ends = all_ends(runner);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 3s);
    ASSERT_EQ(ends.size(), 8u);
    for (const CaseEnd& end : ends) EXPECT_EQ(end.status, static_cast<int>(end.id));
}

TEST_F(Runner, WaitsAtMostTheGivenTime) {
    CaseRunner runner;
    EXPECT_TRUE(runner.wait(1ms).empty());
    const Shell sleeping = shell("exec sleep 100");
    runner.start(0, sleeping.program, sleeping.task);
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_TRUE(runner.wait(100ms).empty());
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 2s);
    runner.kill_all();
    EXPECT_EQ(runner.running(), 0u);
}

// The parent is killed while its child process runs; the child must end, too.
TEST_F(Runner, LeavesNoProcessesWhenKilled) {
    const pid_t parent = ::fork();
    if (parent == 0) {
        CaseRunner runner;
        const Shell sleeping = shell("echo $$; exec sleep 100");
        runner.start(0, sleeping.program, sleeping.task);
        (void)runner.wait(60s);
        ::_exit(0);
    }
    const auto child_is_there = [&] {
        std::error_code ignored;
        return std::filesystem::exists(folder_.path() / "out.txt", ignored) &&
               text("out.txt").ends_with('\n');
    };
    for (int i = 0; i < 500 && !child_is_there(); ++i) std::this_thread::sleep_for(10ms);
    const pid_t child = std::stoi(text("out.txt"));
    EXPECT_EQ(::kill(child, 0), 0);
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    const auto state = [&] {
        try {
            return read_text(fmt::format("/proc/{}/stat", child));
        } catch (const Error&) {
            return std::string(") Z");  // the process is gone
        }
    };
    for (int i = 0; i < 500 && state().find(") Z") == std::string::npos; ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_NE(state().find(") Z"), std::string::npos) << state();
}

TEST_F(Runner, KeepsAFileOpenInItsProcesses) {
    const auto file = folder_.write("kept", "x");
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    CaseRunner runner(descriptor);
    // Shells are not required to support `<&` with two-digit numbers.
    const Shell reading = shell(fmt::format("cat /dev/fd/{}", descriptor));
    EXPECT_EQ(end_of(runner, reading.program, reading.task).status, 0);
    EXPECT_EQ(text("out.txt"), "x");
    ::close(descriptor);
}

TEST(JobLimits, AreCoresAndMemory) {
    const Resources machine{.cores = 16, .host_bytes = 64'000'000'000};
    EXPECT_EQ(max_jobs(machine, {}), 16u);
    // Each process uses 250 MB in addition to its state, and a tenth of the memory stays free.
    EXPECT_EQ(max_jobs(machine, {.state_bytes = 7'750'000'000}), 7u);
    EXPECT_EQ(max_jobs(machine, {.state_bytes = 7'750'000'000, .measured_bytes = 19'200'000'000}),
              3u);
    EXPECT_EQ(max_jobs({.cores = 4, .host_bytes = 1000}, {}), 1u);
    const Resources gpu{
        .cores = 16, .host_bytes = 64'000'000'000, .gpu_bytes = 20'000'000'000, .gpus = 1};
    EXPECT_EQ(max_jobs(gpu, {}), 1u);
    Resources four = gpu;
    four.gpus = 4;
    EXPECT_EQ(max_jobs(four, {.state_bytes = 2'300'000'000}), 4u);
    EXPECT_EQ(max_jobs(four, {.measured_bytes = 30'000'000'000}), 1u);
}

TEST(JobLimits, AreOfThisMachine) {
    const Resources found = find_resources(false);
    EXPECT_GE(found.cores, 1u);
    EXPECT_GT(found.host_bytes, 10'000'000u);
    EXPECT_FALSE(found.gpu_bytes);
}

}  // namespace
}  // namespace glint::studio
