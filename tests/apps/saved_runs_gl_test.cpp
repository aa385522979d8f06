// SPDX-License-Identifier: MIT
#include <csignal>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include <apps/catalog.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <support/backends.hpp>
#include <support/contains.hpp>
#include <support/thorough.hpp>

// Recorded runs that are interrupted, resumed and replayed, as by a user.
namespace glint::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_in(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code absent;
    for (const auto& entry : fs::directory_iterator(folder, absent))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

bool has_checkpoint(const fs::path& folder) {
    return std::ranges::any_of(files_in(folder), [](const std::string& name) {
        return name.starts_with("checkpoint-") && name.ends_with(".npz");
    });
}

/// Flags that set parameters with other defaults on GPUs to their CPU defaults, so that checkpoints
/// do not fill the disk.
std::string small_sizes(const std::string& name) {
    const apps::Entry entry = apps::find_entry(name);
    const studio::Declaration declaration = studio::read_declaration(
        entry.file.string(), read_text(entry.file), {.has_host = entry.make != nullptr});
    std::string flags;
    for (const auto& [larger, value] : entry.on_gpu)
        for (const ParameterSet& set : declaration.parameters)
            for (const Parameter& parameter : set.list())
                if (parameter.name == larger)
                    flags += fmt::format(" --set {}={}", larger, set.text(parameter));
    return flags;
}

class SavedRuns : public OnEachBackend {
protected:
    Outcome glint(const std::string& arguments) { return start_glint(folder_.path(), arguments); }
    std::string device() const { return "--device " + GetParam(); }

    /// Starts an endless run and kills it once it has written a checkpoint.
    void start_and_kill(const std::string& name) {
        const std::string command = fmt::format(
            "mkdir -p {0}/work && cd {0}/work && unset DISPLAY WAYLAND_DISPLAY && exec '{1}' run "
            "{2} "
            "--headless {3}{4} --frames 1000000 --every 0 --out kept --checkpoint-every 5 "
            ">{0}/out.txt 2>{0}/err.txt",
            folder_.path().string(), GLINT_PROGRAM, name, device(), small_sizes(name));
        const pid_t process = fork();
        if (process == 0) {
            execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            _exit(127);
        }
        for (int i = 0; i < 6000 && !has_checkpoint(folder_.path() / "work/kept"); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        kill(process, SIGKILL);
        waitpid(process, nullptr, 0);
        ASSERT_TRUE(has_checkpoint(folder_.path() / "work/kept"))
            << name << '\n'
            << read_text(folder_.path() / "err.txt");
    }

    /// Tests every third entry of the catalog, because the whole catalog takes minutes on a slow
    /// machine.
    void go_on_after_a_kill(std::size_t third) {
        const std::vector<apps::Entry>& all = apps::catalog();
        for (std::size_t i = third; i < all.size(); i += rounds(6, 3)) {
            const apps::Entry& entry = all[i];
            fs::remove_all(folder_.path() / "work");
            start_and_kill(entry.name);
            const Outcome resumed = glint("resume kept --frames 3");
            EXPECT_EQ(resumed.status, 0) << entry.name << '\n' << resumed.err;
            const Outcome verified = glint("replay kept --verify");
            EXPECT_EQ(verified.status, 0) << entry.name << '\n' << verified.out << verified.err;
            EXPECT_TRUE(verified.out.starts_with("the checksums of "))
                << entry.name << verified.out;
        }
    }

    TemporaryFolder folder_;
};

// A run that is killed and resumed is bit-identical to an uninterrupted one.
TEST_P(SavedRuns, ResumedRunsAreBitIdenticalFirstThird) { go_on_after_a_kill(0); }
TEST_P(SavedRuns, ResumedRunsAreBitIdenticalSecondThird) { go_on_after_a_kill(1); }
TEST_P(SavedRuns, ResumedRunsAreBitIdenticalLastThird) { go_on_after_a_kill(2); }

TEST_P(SavedRuns, ResumedTablesHaveNoDuplicateRows) {
    start_and_kill("gray_scott");
    EXPECT_EQ(glint("resume kept --frames 4").status, 0);
    const std::string table = read_text(folder_.path() / "work/kept/monitors.csv");
    std::vector<std::string> steps;
    for (const std::string_view row : text::split(table, '\n'))
        steps.emplace_back(row.substr(0, row.find(',')));
    ASSERT_GT(steps.size(), 5u);
    EXPECT_EQ(steps.front(), "step");
    const long each = std::stol(steps[2]) - std::stol(steps[1]);
    for (std::size_t i = 1; i + 1 < steps.size(); ++i)
        EXPECT_EQ(std::stol(steps[i]), static_cast<long>(i) * each);
}

// A run can be killed after a checkpoint, but before the row of its frame is written; resuming the
// run writes that row.
TEST_P(SavedRuns, ResumeWritesARowLostInAKill) {
    const std::string flags =
        " --headless --every 0 --checkpoint-every 1000000 --set width=64 --set height=48 ";
    const fs::path work = folder_.path() / "work";
    ASSERT_EQ(glint("run gray_scott --frames 5 --out whole" + flags + device()).status, 0);
    ASSERT_EQ(glint("run gray_scott --frames 3 --out kept" + flags + device()).status, 0);
    std::string table = read_text(work / "kept/monitors.csv");
    table.erase(table.rfind('\n', table.size() - 2) + 1);
    std::ofstream(work / "kept/monitors.csv") << table;
    ASSERT_EQ(glint("resume kept --frames 2").status, 0);
    EXPECT_EQ(read_text(work / "kept/monitors.csv"), read_text(work / "whole/monitors.csv"));
}

TEST_P(SavedRuns, FolderMayBeNamedLikeTheSimulation) {
    EXPECT_EQ(glint(fmt::format("run pond --headless {} --frames 2 --every 0 --out pond "
                                "--checkpoint-every 4",
                                device()))
                  .status,
              0);
    const auto before = files_in(folder_.path() / "work/pond");
    const Outcome resumed = glint("resume pond --frames 1");
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_NE(files_in(folder_.path() / "work/pond"), before) << "it has a later checkpoint";
}

TEST_P(SavedRuns, BundlesRunElsewhere) {
    folder_.write("rule.cuh",
                  "#pragma once\n__device__ inline float rule(float x) { return 0.5f * x; }\n");
    const fs::path file = folder_.write("level.cu", R"(#include <glint/sim.cuh>
#include "rule.cuh"
//@ simulation "Level"
struct Grid {      //@ 4 x 3
    float* level;  //@ 0..10 "Level"
};
//@ step
__global__ void shrink(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = rule(level[c.y * width + c.x]);
}
)");
    const std::string npy(
        "\x93NUMPY\x01\x00\x46\x00{'descr': '<f4', 'fortran_order': False, "
        "'shape': (3, 4), }          \n",
        80);
    std::string elements(48, '\0');
    for (int i = 0; i < 12; ++i) {
        const float value = static_cast<float>(i);
        std::memcpy(elements.data() + 4 * i, &value, 4);
    }
    folder_.write("start.npy", npy + elements);
    const Outcome run = glint(fmt::format(
        "run ../level.cu --headless {} --frames 6 --every 0 --out kept --input level=../start.npy "
        "--sums-every 1 --probe level[3,2]",
        device()));
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "level[3,2] = 0.171875\n");
    const Outcome bundled = glint("bundle kept -o ../it.zip");
    EXPECT_EQ(bundled.out, "wrote ../it.zip. Replay the run with: glint replay ../it.zip\n")
        << bundled.err;
    for (const char* gone : {"rule.cuh", "level.cu", "start.npy", "work"})
        fs::remove_all(folder_.path() / gone);
    const Outcome replayed = glint("replay ../it.zip --verify --probe level[3,2]");
    EXPECT_EQ(replayed.status, 0) << replayed.out << replayed.err;
    EXPECT_EQ(replayed.out,
              "level[3,2] = 0.171875\nthe checksums of 6 steps match, up to step 6\n");
    EXPECT_EQ(glint("replay ../it.zip --headless --to 3 --probe level[3,2]").out,
              "level[3,2] = 1.375\n");
    std::string bytes = read_text(folder_.path() / "it.zip");
    bytes[bytes.size() / 2] ^= 1;
    folder_.write("it.zip", bytes);
    const Outcome broken = glint("replay ../it.zip");
    EXPECT_EQ(broken.status, 1);
    EXPECT_EQ(
        broken.err,
        "glint: cannot open bundle '../it.zip': the file is not a bundle, or it was truncated or "
        "modified. The hash at the end of the file does not match the content\n");
}

TEST_P(SavedRuns, ReplayShowsARun) {
    const std::string small = " --headless --size 160x90 --views v";
    EXPECT_EQ(glint(fmt::format("run gray_scott --headless {} --frames 6 --every 0 --out kept "
                                "--set width=64 --set height=64 --sums-every 4 --seed 5",
                                device()))
                  .status,
              0);
    const auto before = files_in(folder_.path() / "work/kept");
    const Outcome shown = glint("replay kept --record pictures --picture end.png" + small);
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_TRUE(contains(shown.err, " with checksums")) << shown.err;
    EXPECT_EQ(files_in(folder_.path() / "work/pictures").size(), 3u);  // one per two frames
    EXPECT_EQ(files_in(folder_.path() / "work/kept"), before);
    EXPECT_FALSE(fs::exists(folder_.path() / "work/runs"));
    EXPECT_EQ(glint(fmt::format("run gray_scott {} --frames 6 --every 0 --set width=64 --set "
                                "height=64 --seed 5 --picture direct.png{}",
                                device(), small))
                  .status,
              0);
    EXPECT_EQ(read_text(folder_.path() / "work/end.png"),
              read_text(folder_.path() / "work/direct.png"));
    for (const auto& [flags, said] :
         {std::pair{"--frames 3", "--frames: use --to STEP to end a replay"},
          std::pair{"--checkpoint-every 3",
                    "--checkpoint-every: not allowed in a replay, which writes no run record"},
          std::pair{"--beside pond",
                    "--beside: not allowed in a replay, which shows only the recorded run"}}) {
        const Outcome refused = glint(fmt::format("replay kept --headless {}", flags));
        EXPECT_EQ(refused.status, 2);
        EXPECT_TRUE(contains(refused.err, said)) << refused.err;
    }
}

TEST_P(SavedRuns, InvalidResumesAreRefused) {
    const fs::path file = folder_.write("level.cu", R"(#include <glint/sim.cuh>
//@ simulation "Level"
struct Grid {      //@ 4 x 3
    float* level;  //@ 0..10 "Level"
};
//@ step
__global__ void rise(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += 1;
}
)");
    const std::string run = fmt::format(
        "run ../level.cu --headless {} --frames 4 --every 0 --out kept --checkpoint-every 2",
        device());
    EXPECT_EQ(glint("resume nowhere").err,
              fmt::format("glint: cannot read file '{}': No such file or directory\n",
                          (folder_.path() / "work" / "nowhere").string()));
    EXPECT_EQ(glint(run).status, 0);
    const std::string kept = (folder_.path() / "work/kept").string();
    EXPECT_EQ(glint("resume kept").err,
              fmt::format("glint: cannot resume '{}': all 4 frames are complete. Use --frames N to "
                          "run N more frames\n",
                          kept));
    const Outcome again = glint(run);
    EXPECT_EQ(again.status, 1);
    EXPECT_TRUE(
        contains(again.err, "the folder contains checkpoints of a run, the last one at step 4"))
        << again.err;
    // A damaged checkpoint is skipped.
    std::string bytes = read_text(kept + "/checkpoint-000004.npz");
    folder_.write("work/kept/checkpoint-000004.npz", bytes.substr(0, bytes.size() / 2));
    const Outcome before = glint("resume kept --frames 1 --probe level[1,1]");
    EXPECT_EQ(before.status, 0);
    EXPECT_EQ(before.out, "level[1,1] = 3\n");
    EXPECT_TRUE(contains(before.err, ". Using the previous checkpoint instead")) << before.err;
    // The file has changed.
    std::string text = read_text(file);
    text.replace(text.find("+= 1"), 4, "+= 2");
    folder_.write("level.cu", text);
    const Outcome changed = glint("resume kept --frames 1");
    EXPECT_EQ(changed.status, 1);
    EXPECT_TRUE(
        contains(changed.err,
                 "has changed since the checkpoint was written (the checkpoint contains the old "
                 "version as code.cu). Use --adopt to continue with the arrays that still match"))
        << changed.err;
    EXPECT_EQ(glint("resume kept --frames 1 --adopt --probe level[1,1]").out, "level[1,1] = 5\n");
}

INSTANTIATE_TEST_SUITE_P(Backends, SavedRuns, each_backend(), name);

}  // namespace
}  // namespace glint::test
