// Processes of sweeps: how they end, what is known of that, and that none is left.
#include <chrono>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/studio/batch/case_result.hpp>
#include <glint/studio/batch/case_runner.hpp>
#include <glint/studio/batch/job_limit.hpp>

namespace glint::studio {
namespace {

using namespace std::chrono_literals;

class Runner : public testing::Test {
protected:
    CaseProcess shell(const std::string& script) const {
        return {.program = "/bin/sh",
                .arguments = {"-c", script},
                .out = folder_.path() / "out.txt",
                .errors = folder_.path() / "errors.txt"};
    }
    static std::vector<CaseEnd> all_ends(CaseRunner& runner) {
        std::vector<CaseEnd> all;
        while (runner.running() > 0)
            for (CaseEnd& end : runner.wait(1000ms)) all.push_back(std::move(end));
        return all;
    }
    CaseEnd end_of(const CaseProcess& process) const {
        CaseRunner runner;
        runner.start(7, process);
        const auto all = all_ends(runner);
        EXPECT_EQ(all.size(), 1u);
        return all.front();
    }
    std::string text(const char* name) const { return read_text(folder_.path() / name); }

    test::TemporaryFolder folder_;
};

TEST_F(Runner, TellsHowProcessesEnd) {
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
    EXPECT_EQ(crash.reason, "ended by signal 11 (Segmentation fault)");
    CaseProcess none = shell("");
    none.program = folder_.path() / "none";
    EXPECT_EQ(end_of(none).status, 127);
}

TEST_F(Runner, GivesVariables) {
    CaseProcess process = shell("echo $GLINT_TEST_ONE $HOME");
    process.environment = {{"GLINT_TEST_ONE", "1 2"}, {"HOME", "/nowhere"}};
    EXPECT_EQ(end_of(process).status, 0);
    EXPECT_EQ(text("out.txt"), "1 2 /nowhere\n");
}

TEST_F(Runner, EndsWhatTakesTooLongWithAllOfItsGroup) {
    CaseProcess process = shell("sleep 100 & echo $! >&2; sleep 100");
    process.time_limit = 0.3s;
    const auto begun = std::chrono::steady_clock::now();
    const CaseEnd end = end_of(process);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 5s);
    EXPECT_EQ(end.status, kTimedOut);
    EXPECT_EQ(end.reason, "timed out after 0.3 s");
    EXPECT_GE(end.seconds, 0.3);
    const pid_t other = std::stoi(text("errors.txt"));
    for (int i = 0; i < 200 && ::kill(other, 0) == 0; ++i) std::this_thread::sleep_for(10ms);
    // A zombie, if nobody waits for it, is no running process.
    const std::string state =
        ::kill(other, 0) == 0 ? read_text(fmt::format("/proc/{}/stat", other)) : std::string(") Z");
    EXPECT_NE(state.find(") Z"), std::string::npos) << state;
}

TEST_F(Runner, RunsProcessesSideBySide) {
    CaseRunner runner;
    const auto begun = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < 8; ++i) {
        CaseProcess process = shell(fmt::format("sleep 0.5; exit {}", i));
        process.out = process.errors = "/dev/null";
        runner.start(i, process);
    }
    EXPECT_EQ(runner.running(), 8u);
    auto ends = all_ends(runner);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 3s);
    ASSERT_EQ(ends.size(), 8u);
    for (const CaseEnd& end : ends) EXPECT_EQ(end.status, static_cast<int>(end.id));
}

TEST_F(Runner, WaitsNoLongerThanItMay) {
    CaseRunner runner;
    EXPECT_TRUE(runner.wait(1ms).empty());
    runner.start(0, shell("exec sleep 100"));
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_TRUE(runner.wait(100ms).empty());
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 2s);
    runner.kill_all();
    EXPECT_EQ(runner.running(), 0u);
}

// The parent is killed in a moment in which its process runs, and that goes, too.
TEST_F(Runner, LeavesNoProcessBehindWhenItIsKilled) {
    const pid_t parent = ::fork();
    if (parent == 0) {
        CaseRunner runner;
        runner.start(0, shell("echo $$; exec sleep 100"));
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
            return std::string(") Z");  // it is gone
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
    runner.start(0, shell(fmt::format("cat <&{}", descriptor)));
    EXPECT_EQ(all_ends(runner).front().status, 0);
    EXPECT_EQ(text("out.txt"), "x");
    ::close(descriptor);
}

TEST(JobLimits, AreCoresAndMemory) {
    const Resources machine{.cores = 16, .host_bytes = 64'000'000'000};
    EXPECT_EQ(most_jobs(machine, {}), 16u);
    // A process takes 250 MB besides its state, and a tenth of the memory stays free.
    EXPECT_EQ(most_jobs(machine, {.state_bytes = 7'750'000'000}), 7u);
    EXPECT_EQ(most_jobs(machine, {.state_bytes = 7'750'000'000, .measured_bytes = 19'200'000'000}),
              3u);
    EXPECT_EQ(most_jobs({.cores = 4, .host_bytes = 1000}, {}), 1u);
    const Resources gpu{
        .cores = 16, .host_bytes = 64'000'000'000, .gpu_bytes = 20'000'000'000, .gpus = 1};
    EXPECT_EQ(most_jobs(gpu, {}), 16u);
    EXPECT_EQ(most_jobs(gpu, {.state_bytes = 1'300'000'000}), 9u);
    Resources two = gpu;
    two.gpus = 2;
    EXPECT_EQ(most_jobs(two, {.state_bytes = 2'300'000'000}), 12u);
}

TEST(JobLimits, AreOfThisMachine) {
    const Resources found = find_resources(false);
    EXPECT_GE(found.cores, 1u);
    EXPECT_GT(found.host_bytes, 10'000'000u);
    EXPECT_FALSE(found.gpu_bytes);
}

}  // namespace
}  // namespace glint::studio
