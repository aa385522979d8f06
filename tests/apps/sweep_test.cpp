// SPDX-License-Identifier: MIT
// Sweeps as a user runs them: their cases, failures, and resuming.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <map>
#include <regex>
#include <thread>
#include <vector>

#include <sys/stat.h>

#include <apps/sweeps.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/png.hpp>

namespace glint::test {
namespace {

TEST_F(Sweeps, RunEachCaseAndWriteATable) {
    const Outcome outcome = sweep("rise=0.5..1/2 seed=1..2");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("4 cases: 4 done, 0 failed, in ")) << outcome.out;
    EXPECT_TRUE(holds(outcome.out, "up to 2 in parallel")) << outcome.out;
    EXPECT_TRUE(
        outcome.out.ends_with("wrote s/table.csv\nwrote s/contact.png\nwrote s/contact.html\n"))
        << outcome.out;
    EXPECT_TRUE(holds(outcome.err, "Cells: 4 cases (2 rise x 2 seed), writing to s\n"))
        << outcome.err;
    EXPECT_EQ(table(),
              "case,rise,seed,highest,status,reason\n"
              "1,0.5,1,11,0,\n2,0.5,2,12,0,\n3,1,1,21,0,\n4,1,2,22,0,\n");
    EXPECT_EQ(read_text(work("s/case-0004/monitors.csv")),
              "step,time,highest\n10,10,12\n20,20,22\n");
    // The picture is 256 pixels wide, with the grid's aspect ratio and no margins.
    const Picture picture = read_png(work("s/case-0001/picture.png"));
    EXPECT_EQ(picture.width, 256u);
    EXPECT_EQ(picture.height, 128u);
    const Picture sheet = read_png(work("s/contact.png"));
    EXPECT_GT(sheet.width, 512u);
    EXPECT_GT(sheet.height, 256u);
}

TEST_F(Sweeps, FailuresGetATableRow) {
    // Compiles the kernels, which other sweeps then only load.
    EXPECT_EQ(sweep("rise=1 --out first").status, 0);
    const Outcome outcome =
        sweep("breaks=0,15 work=0,2000000000 --limit Highest=0..20.5 --timeout 8");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(table(),
              "case,breaks,work,highest,status,reason\n1,0,0,21,3,\"'Highest' is 21 at step 20, "
              "outside its limit 0..20.5, at Grid[0,0]\"\n2,0,2000000000,,124,the process timed "
              "out after 8 s\n3,15,0,inf,3,\"'level[5,3]' is inf at step "
              "20\"\n4,15,2000000000,,124,the process timed out after 8 s\n")
        << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("4 cases: 0 done, 4 failed, in ")) << outcome.out;
    EXPECT_TRUE(holds(
        outcome.out,
        "\n  case 2 (breaks=0 work=2000000000): status 124: the process timed out after 8 s\n"))
        << outcome.out;
    // Failed cases have a picture, too.
    EXPECT_TRUE(fs::exists(work("s/case-0001/picture.png")));
}

TEST_F(Sweeps, ResumeWithoutRerunningCases) {
    EXPECT_EQ(sweep("rise=1,2,3 --limit Highest=0..50").status, 1);
    const auto before = times(3);
    const Outcome again = sweep("rise=1,2,3 --limit Highest=0..50 --jobs 1");
    EXPECT_EQ(again.status, 1);
    EXPECT_EQ(times(3), before);
    EXPECT_TRUE(again.out.starts_with("3 cases: 2 done, 1 failed\n  case 3 (rise=3): status 3: "))
        << again.out;
    fs::remove_all(work("s/case-0002"));
    EXPECT_EQ(sweep("rise=1,2,3 --limit Highest=0..50").status, 1);
    EXPECT_EQ(times(3)[0], before[0]);
    EXPECT_NE(times(3)[1], before[1]);
    const auto middle = times(3);
    EXPECT_EQ(sweep("rise=1,2,3 --limit Highest=0..50 --retry").status, 1);
    EXPECT_EQ(times(3)[1], middle[1]);
    EXPECT_NE(times(3)[2], middle[2]);
}

TEST_F(Sweeps, RefuseTooManyCasesWithoutAllocating) {
    const auto refused = [&](const std::string& lines, const std::string& reason) {
        folder_.write("vast.toml", "[sweep]\nfile = \"cells.cu\"\n" + lines);
        const auto begun = std::chrono::steady_clock::now();
        const Outcome outcome = glint("sweep ../vast.toml");
        EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
        EXPECT_EQ(outcome.status, 2) << lines;
        EXPECT_EQ(outcome.err, "glint: " + reason + "\n");
    };
    refused("samples = 1000000000000\n[axes]\nrise = \"0..1\"\n",
            "../vast.toml:3: 'samples' must be at most 1000000");
    refused("jobs = 1000000000000\n[axes]\nrise = \"0..1/2\"\n",
            "../vast.toml:3: 'jobs' must be at most 4096");
    refused("[axes]\nrise = \"0..1/1000000000000\"\n",
            "cannot use axis 'rise=0..1/1000000000000': an axis can have at most 1000000 values, "
            "not 1000000000000");
    refused("[axes]\nrise = \"0..1~1000000000000\"\n",
            "cannot use axis 'rise=0..1~1000000000000': an axis can have at most 1000000 values, "
            "not 1000000000000");
    refused("[axes]\nseed = \"1..1e12\"\n",
            "cannot use axis 'seed=1..1e12': an axis can have at most 1000000 values");
    refused("[axes]\nseed = \"1e17..1.0000000000000001e17\"\n",
            "cannot use axis 'seed=1e17..1.0000000000000001e17': the range exceeds 2^53, above "
            "which whole numbers are not exact");
    refused(
        "[axes]\nrise = \"0..1/1000000\"\nwork = \"0..9/1000000\"\nbreaks = "
        "\"0..9/1000000\"\n",
        "cannot run the sweep: the sweep has 1e+18 cases, but the maximum is 1000000");
}

TEST_F(Sweeps, ReuseTheFolderOfTheSameSweep) {
    const auto folder_of = [&](const std::string& axes) {
        const Outcome outcome = glint("sweep ../cells.cu --frames 1 --device cpu --json " + axes);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return outcome.out;
    };
    EXPECT_TRUE(holds(folder_of("rise=1,2"), R"("folder": "sweeps/cells-0001",)"));
    const std::string other = folder_of("rise=1,3");
    EXPECT_TRUE(holds(other, R"("folder": "sweeps/cells-0002",
 "cases": 2,
 "done": 2,
 "failed": 0,
 "missing": 0,
 "ran": 2,)"))
        << other;
    EXPECT_TRUE(holds(folder_of("rise=1,2"), R"("folder": "sweeps/cells-0001",
 "cases": 2,
 "done": 2,
 "failed": 0,
 "missing": 0,
 "ran": 0,)"));
}

TEST_F(Sweeps, ReportInvalidRequests) {
    const auto refused = [&](const std::string& arguments, const std::string& reason) {
        const Outcome outcome = glint("sweep " + arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_EQ(outcome.err, "glint: " + reason + "\n");
        EXPECT_EQ(outcome.out, "");
    };
    refused("../cells.cu",
            "cannot run the sweep: the sweep has no axis. Add an axis, such as feed=0.02..0.06/9");
    refused("../cells.cu rize=1,2",
            "cannot use axis 'rize=1,2': parameter 'rize' not found; did you mean 'rise'?");
    refused("../cells.cu rise=1,11", "cannot use axis 'rise=1,11': 11 is outside 0..10");
    refused("../cells.cu rise=1,2 --set rise=3", "--set: 'rise' is already an axis");
    refused("../cells.cu rise=1,2 --set wrok=3",
            "cannot set parameter 'wrok': parameter not found; did you mean 'work'?");
    refused("../cells.cu rise=1,2 --set work=-3",
            "cannot set parameter 'work': -3 is outside 0..2000000000");
    refused("../cells.cu rise=1,2 --frames many",
            "--frames: 'many' is not a whole number from 1 to 1000000000");
    refused(
        "../cells.cu rise=1,2 --limit Hihgest=0..1",
        "cannot use limit 'Hihgest=0..1': monitor not found; did you mean 'Highest' or 'highest'?");
    refused("../cells.cu rise=1,2 --timeout 0",
            "--timeout: '0' is not a positive number of seconds");
    refused("../cells.cu rise=1,2 --jobs 0", "--jobs: '0' is not a whole number from 1 to 4096");
    refused("../cells.cu rise=0..1/1001 seed=1..1000",
            "cannot run the sweep: the sweep has 1001000 cases, but the maximum is 1000000");
    refused("cels rise=1,2", "cannot run 'cels': simulation not found in `glint list`");
    EXPECT_FALSE(fs::exists(work("sweeps")));
    folder_.write("broken.cu", "//@ simulation \"Broken\"\n//@ stepp\n__global__ void f() {}\n");
    const Outcome broken = glint("sweep ../broken.cu seed=1..2");
    EXPECT_EQ(broken.status, 1);
    EXPECT_TRUE(broken.err.starts_with("../broken.cu:2: ")) << broken.err;
}

TEST_F(Sweeps, PrintCommandsThatRunAnywhere) {
    const Outcome printed = sweep("rise=1,2,9 --limit Highest=0..50 --commands");
    EXPECT_EQ(printed.status, 0);
    EXPECT_EQ(std::ranges::count(printed.out, '\n'), 3);
    EXPECT_FALSE(fs::exists(work("s")));
    folder_.write("commands.txt", printed.out);
    const auto run_lines = [&] {
        return std::system(fmt::format("cd {}/work && sed -n '1p;3p' ../commands.txt | "
                                       "GLINT_ROOT='{}' sh >/dev/null 2>&1",
                                       folder_.path().string(), GLINT_SOURCES)
                               .c_str());
    };
    EXPECT_NE(run_lines(), 0);  // the case in the last line fails
    const Outcome collected = sweep("rise=1,2,9 --limit Highest=0..50 --collect");
    EXPECT_EQ(collected.status, 1);
    EXPECT_TRUE(collected.out.starts_with(
        "3 cases: 1 done, 1 failed, 1 without a result\n  case 3 (rise=9): status 3: "))
        << collected.out;
    EXPECT_EQ(table(),
              "case,rise,highest,status,reason\n1,1,21,0,\n2,2,,,no result\n3,9,91,3,\"'Highest' "
              "is 91 at step 10, outside its limit 0..50, at Grid[0,0]\"\n");
    const auto first = fs::last_write_time(work("s/case-0001/result.json"));
    EXPECT_EQ(run_lines(), 0);  // both cases already have a result
    EXPECT_EQ(fs::last_write_time(work("s/case-0001/result.json")), first);
    const Outcome rest = sweep("rise=1,2,9 --limit Highest=0..50");
    EXPECT_TRUE(rest.out.starts_with("3 cases: 2 done, 1 failed, in ")) << rest.out;
    EXPECT_EQ(fs::last_write_time(work("s/case-0001/result.json")), first);
}

// The sampling of the sweep file applies unless a flag overrides it.
TEST_F(Sweeps, UseSamplingFromFilesOrFlags) {
    const auto rises = [&](const std::string& settings, const std::string& flags) {
        folder_.write("sampled.toml", "[sweep]\nfile = \"cells.cu\"\nout = \"s\"\n" + settings +
                                          "[axes]\nrise = \"0..8\"\n");
        const Outcome printed = glint("sweep ../sampled.toml --commands " + flags);
        EXPECT_EQ(printed.status, 0) << printed.err;
        std::vector<double> found;
        const std::regex value("rise=([0-9.e-]+)");
        for (std::sregex_iterator at(printed.out.begin(), printed.out.end(), value), end; at != end;
             ++at)
            found.push_back(std::stod((*at)[1]));
        return found;
    };
    const auto is_latin = [](std::vector<double> values) {
        std::ranges::sort(values);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (std::floor(values[i] / 8 * static_cast<double>(values.size())) !=
                static_cast<double>(i))
                return false;
        return true;
    };
    const auto plain = rises("samples = 32\n", ""), other_seed = rises(
                                                        "samples = 32\n"
                                                        "sample-seed = 2\n",
                                                        "");
    EXPECT_EQ(plain.size(), 32);
    EXPECT_FALSE(is_latin(plain));
    EXPECT_NE(other_seed, plain);
    EXPECT_EQ(rises("samples = 32\n", "--sample-seed 2"), other_seed);
    EXPECT_EQ(rises("samples = 32\nsample-seed = 2\n", "--sample-seed 1"), plain);
    EXPECT_EQ(rises("samples = 9\n", "--samples 32"), plain);
    const auto latin = rises("samples = 32\nlatin = true\n", "");
    EXPECT_TRUE(is_latin(latin));
    EXPECT_EQ(rises("samples = 32\n", "--latin"), latin);
    EXPECT_EQ(rises("samples = 32\nlatin = false\n", ""), plain);
}

TEST_F(Sweeps, CanBeReadFromFiles) {
    folder_.write("one.toml", R"([sweep]
file = "cells.cu"
out = "s"
frames = 2
device = "cpu"
jobs = 2
limit = ["Highest=0..1000"]
samples = 3
latin = true

[axes]
work = [3, 5]
rise = "0.5..1.5"
seed = "1..2"

[set]
breaks = 0
)");
    const Outcome outcome = glint("sweep ../one.toml seed=7");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(
        holds(outcome.err, "Cells: 6 cases (3 samples x 2 work x 1 seed), writing to ../s\n"))
        << outcome.err;
    const std::string rows = read_text(folder_.path() / "s/table.csv");
    EXPECT_TRUE(rows.starts_with("case,work,rise,seed,highest,status,seconds,reason\n1,3,"))
        << rows;
    const auto refused = [&](const std::string& text, const std::string& reason) {
        folder_.write("wrong.toml", text);
        const Outcome wrong = glint("sweep ../wrong.toml");
        EXPECT_EQ(wrong.status, 2) << text;
        EXPECT_EQ(wrong.err, "glint: ../wrong.toml" + reason + "\n");
    };
    refused("[sweep]\nframes = 3\n",
            ": the table [sweep] does not set 'file', the simulation to run");
    refused("[sweep]\nfile = \"cells.cu\"\nfarmes = 3\n",
            ":3: setting 'farmes' not found; did you mean 'frames'?");
    refused("[sweeps]\nfile = \"cells.cu\"\n",
            ":1: table 'sweeps' not found; did you mean 'sweep'?");
    refused("[sweep]\nfile = \"cells.cu\"\njobs = -1\n",
            ":3: 'jobs' must be a positive whole number");
    refused("[sweep]\nfile = \"cells.cu\"\ntimeout = \"long\"\n",
            ":3: 'timeout' must be a positive number of seconds");
    refused("[sweep]\nfile = \"cells.cu\"\nlatin = 1\n", ":3: 'latin' must be true or false");
    refused("[sweep]\nfile = \"cells.cu\"\nframes = [1, 2]\n",
            ":3: 'frames' must have exactly one value");
    refused("[axes]\nrise = 1979-05-27\n", ":2: 'rise' must be a number or a string");
}

/// A sweep in a separate process.
class StartedSweep {
public:
    StartedSweep(const fs::path& folder, const std::string& arguments) : folder_(folder) {
        fs::create_directory(folder / "work");
        const std::string command =
            fmt::format("cd {0}/work && exec '{1}' sweep {2} >{0}/out.txt 2>{0}/err.txt",
                        folder.string(), GLINT_PROGRAM, arguments);
        process_ = fork();
        if (process_ == 0) {
            execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            _exit(127);
        }
    }
    pid_t id() const { return process_; }
    void wait_for(const fs::path& file) const {
        std::error_code ignored;
        for (int i = 0; i < 3000 && !fs::exists(file, ignored); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        EXPECT_TRUE(fs::exists(file, ignored)) << file;
    }
    Outcome wait() const {
        int status = 0;
        waitpid(process_, &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                read_text(folder_ / "out.txt"), read_text(folder_ / "err.txt")};
    }
    /// Process IDs of the cases that are running.
    std::vector<pid_t> children() const {
        std::vector<std::string_view> words;
        const std::string all = read_text(fmt::format("/proc/{0}/task/{0}/children", process_));
        text::split_words(all, words);
        std::vector<pid_t> found;
        for (const std::string_view word : words) found.push_back(std::stoi(std::string(word)));
        return found;
    }

private:
    fs::path folder_;
    pid_t process_;
};

constexpr const char* kSlow =
    "../cells.cu --frames 1 --device cpu --jobs 2 --out s work=10,20000000,19999999,20";

TEST_F(Sweeps, ReportProgressWhenInterrupted) {
    const StartedSweep started(folder_.path(), kSlow);
    started.wait_for(work("s/case-0003/monitors.csv"));
    const std::vector<pid_t> children = started.children();
    EXPECT_EQ(children.size(), 2u);
    kill(started.id(), SIGINT);
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 130);
    EXPECT_TRUE(
        outcome.err.ends_with("the sweep was interrupted: 1 of 4 cases have a result. To continue, "
                              "run the same command again\n"))
        << outcome.err;
    for (const pid_t child : children) EXPECT_NE(kill(child, 0), 0);
    EXPECT_FALSE(fs::exists(work("s/table.csv")));
}

TEST_F(Sweeps, CrashesGetATableRow) {
    const StartedSweep started(folder_.path(), kSlow);
    started.wait_for(work("s/case-0003/monitors.csv"));
    for (const pid_t child : started.children()) kill(child, SIGABRT);
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(outcome.out.starts_with("4 cases: 2 done, 2 failed, in ")) << outcome.out;
    const std::string rows = table();
    EXPECT_TRUE(holds(rows, "\n2,20000000,,134,the process was ended by signal 6 (Aborted)\n"))
        << rows;
    EXPECT_TRUE(holds(rows, "\n3,19999999,,134,the process was ended by signal 6 (Aborted)\n"))
        << rows;
}

TEST_F(Sweeps, RefuseASecondSweepInTheSameFolder) {
    const StartedSweep started(folder_.path(), kSlow);
    started.wait_for(work("s/case-0002/stderr.txt"));
    const fs::path second = folder_.path() / "second";
    fs::create_directory(second);
    const Outcome outcome = start_glint(
        second, fmt::format("sweep ../../cells.cu --frames 1 --device cpu --out {} work=10",
                            work("s").string()));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, fmt::format("glint: cannot write the sweep to '{}': process {} is "
                                       "already writing a sweep to this folder\n",
                                       work("s").string(), started.id()));
    kill(started.id(), SIGKILL);
    started.wait();
}

TEST_F(Sweeps, StopIfTheFileChanges) {
    const StartedSweep started(
        folder_.path(), "../cells.cu --frames 1 --device cpu --jobs 1 --out s work=100000,1,2");
    started.wait_for(work("s/case-0001/monitors.csv"));
    folder_.write("cells.cu", std::string(kCells) + "// another\n");
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(outcome.err.ends_with(
        "glint: cannot finish the sweep of '../cells.cu': '../cells.cu' changed, so the "
        "remaining cases were not run\n"))
        << outcome.err;
    EXPECT_TRUE(holds(table(), "2,1,,,no result\n3,2,,,no result\n"));
}

TEST_F(Sweeps, StopWhenTheFileIsRemoved) {
    const StartedSweep started(
        folder_.path(), "../cells.cu --frames 1 --device cpu --jobs 1 --out s work=100000,1,2");
    started.wait_for(work("s/case-0001/monitors.csv"));
    fs::remove(folder_.path() / "cells.cu");
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(holds(outcome.err,
                      "glint: cannot finish the sweep of '../cells.cu': cannot read file "
                      "'../cells.cu': No such file or directory"))
        << outcome.err;
    EXPECT_TRUE(outcome.err.ends_with(", so the remaining cases were not run\n")) << outcome.err;
}

TEST_F(Sweeps, StopIfAPresetChanges) {
    folder_.write("low.toml", "breaks = 0\n");
    const StartedSweep started(folder_.path(),
                               "../cells.cu --frames 1 --device cpu --jobs 1 --out s "
                               "--preset ../low.toml work=100000,1,2");
    started.wait_for(work("s/case-0001/monitors.csv"));
    folder_.write("low.toml", "breaks = 9\n");
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(
        outcome.err.ends_with("'../low.toml' changed, so the remaining cases were not run\n"))
        << outcome.err;
}

}  // namespace
}  // namespace glint::test
