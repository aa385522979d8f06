// SPDX-License-Identifier: MIT
// Run records: removal, refusal and locking, so that files are not lost and runs are not mixed.
#include <algorithm>
#include <map>
#include <numeric>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include <apps/gray_png.hpp>
#include <apps/run_records.hpp>
#include <glint/base/path_lock.hpp>

namespace glint::test {
namespace {

// The summary counts only the steps of this command, not those of the run that it resumes.
TEST_P(RunRecords, ReportTheirStepsPerSecond) {
    const auto steps_told = [&](const std::string& arguments) {
        const Outcome outcome = glint(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        const std::size_t end = outcome.err.find(" steps in ");
        const std::size_t begin = outcome.err.rfind('\n', end);
        return end == std::string::npos ? outcome.err
                                        : outcome.err.substr(begin + 1, end - begin - 1);
    };
    EXPECT_EQ(steps_told(run("--frames 3 --checkpoint-every 4 --out r")), "6");
    EXPECT_EQ(steps_told("resume r --frames 2"), "4");
}

// Six steps add 12 times the gain.
TEST_P(RunRecords, AcceptSettingsWithOrWithoutTheStructure) {
    EXPECT_EQ(probed(run("--frames 3 --set gain=2")), "s[3,3] = 24\n");
    EXPECT_EQ(probed(run("--frames 3 --set Params.gain=3")), "s[3,3] = 36\n");
    const Outcome wrong = glint(run("--frames 3 --set Parms.gain=3"));
    EXPECT_EQ(wrong.status, 2);
    EXPECT_TRUE(contains(wrong.err, "parameter not found")) << wrong.err;
}

// Thirty steps with a gain of 1 add 60; the next four add 7 times the gain, and four more 8 times.
TEST_P(RunRecords, ResumingFromAnEarlierCheckpointDiscardsLaterSteps) {
    expect_success(
        run("--frames 20 --checkpoint-every 10 --sums-every 5 --save s --save-every 4 "
            "--out r"));
    ASSERT_EQ(checkpoints("r"),
              (std::vector<std::string>{"checkpoint-000030.npz", "checkpoint-000040.npz"}));
    EXPECT_EQ(probed("resume r/checkpoint-000030.npz --set gain=3 --frames 2"), "s[3,3] = 81\n");
    EXPECT_EQ(checkpoints("r"),
              (std::vector<std::string>{"checkpoint-000030.npz", "checkpoint-000034.npz"}));
    EXPECT_TRUE(is_there("r/s-000028.npy"));
    EXPECT_FALSE(is_there("r/s-000036.npy"));
    EXPECT_FALSE(is_there("r/s-000040.npy"));
    expect_whole("r");
    EXPECT_EQ(probed("resume r --frames 2"), "s[3,3] = 105\n");
    expect_whole("r");
    EXPECT_TRUE(contains(text("r/events.jsonl"), "\"Params.gain\""));
}

TEST_P(RunRecords, KilledResumesKeepOneConsistentHistory) {
    expect_success(run("--frames 20 --checkpoint-every 10 --sums-every 5 --out r"));
    for (int i = 0; i < 12; ++i) {
        fs::remove_all(work() / "k");
        fs::copy(work() / "r", work() / "k");
        const Started process(folder_.path(),
                              "resume k/checkpoint-000030.npz --set gain=3 --frames 100000");
        if (i % 3 == 0)  // around the moment when the later steps are discarded
            for (int wait = 0; wait < 6000 && is_there("k/checkpoint-000040.npz"); ++wait)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        std::this_thread::sleep_for(std::chrono::milliseconds(i % 3 == 0 ? i : 40 * i));
        process.send(SIGKILL);
        (void)process.wait();
        expect_success("resume k --frames 3");
        expect_whole("k");
    }
}

TEST_P(RunRecords, ResumedRunsDoNotOverwriteTheirRecord) {
    expect_success(run("--frames 4 --checkpoint-every 2 --out one"));
    expect_success(run("--frames 6 --checkpoint-every 2 --out two --set gain=2"));
    const auto before = files_in("two");
    const std::string log = text("two/events.jsonl"), record = text("two/run.json");
    for (const std::string from : {"one", "one/checkpoint-000008.npz"}) {
        const Outcome refused = glint("resume " + from + " --out two --frames 1");
        EXPECT_EQ(refused.status, 1);
        EXPECT_TRUE(
            contains(refused.err, "'two': the folder contains another run. Use a new or empty"))
            << refused.err;
        EXPECT_EQ(files_in("two"), before);
        EXPECT_EQ(text("two/events.jsonl"), log);
        EXPECT_EQ(text("two/run.json"), record);
    }
    expect_success("resume one --out three --frames 1");
    expect_whole("three");
    EXPECT_EQ(text("two/events.jsonl"), log);
    expect_success("resume one --out one --frames 1");
}

TEST_P(RunRecords, KeepFilesThatGlintDidNotWrite) {
    for (const char* name : {"notes.tmp", "notes.txt", "run.json.tmp"})
        folder_.write(fmt::format("work/mine/{}", name), "mine");
    fs::create_directories(work() / "mine/empty.tmp");
    const auto before = files_in("mine");
    const Outcome refused = glint(run("--frames 1 --out mine"));
    EXPECT_EQ(refused.status, 1);
    EXPECT_TRUE(contains(refused.err, "the folder contains files, such as")) << refused.err;
    EXPECT_EQ(files_in("mine"), before);
    // A later run in the same folder keeps such files, and removes only temporary files of glint.
    expect_success(run("--frames 2 --out r --save s"));
    for (const char* name : {"notes.tmp", "notes.txt", "thesis.999999999-0.tmp"})
        folder_.write(fmt::format("work/r/{}", name), "mine");
    folder_.write("work/r/run.json.999999999-0.tmp", "half");
    fs::create_directories(work() / "r/empty.tmp");
    expect_success(run("--frames 3 --out r"));
    EXPECT_EQ(files_in("r"), (std::vector<std::string>{"code.cu", "empty.tmp", "events.jsonl",
                                                       "monitors.csv", "notes.tmp", "notes.txt",
                                                       "run.json", "thesis.999999999-0.tmp"}));
}

TEST_P(RunRecords, ReplaceEarlierRunsInTheSameFolder) {
    const std::string images =
        fmt::format("run ../gain.cu --headless --device {} --size 64x64 --out frames", GetParam());
    expect_success(images + " --frames 8 --every 2 --save s --save-as vti --save-every 8");
    EXPECT_TRUE(is_there("frames/gain-000008.png"));
    EXPECT_TRUE(is_there("frames/A.pvd"));
    expect_success(images + " --frames 4 --every 2");
    EXPECT_EQ(files_in("frames"),
              (std::vector<std::string>{"code.cu", "events.jsonl", "gain-000002.png",
                                        "gain-000004.png", "monitors.csv", "run.json"}));
    // A shell may redirect the run's output to its folder.
    fs::create_directories(work() / "said");
    expect_success(run("--frames 1 --out said > said/log.txt 2> said/errors.txt; true"));
    EXPECT_TRUE(is_there("said/run.json"));
}

TEST_P(RunRecords, ListOutsideFilesThatAreNotOverwritten) {
    expect_success(
        run("--frames 4 --checkpoint-every 2 --out r --picture ../p.png --monitors "
            "../m.csv --result r/../../end.json"));
    for (const char* name : {"p.png", "m.csv", "end.json"}) folder_.write(name, "mine");
    const Outcome resumed = glint("resume r/checkpoint-000008.npz --frames 2");
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    for (const char* name : {"p.png", "m.csv", "end.json"})
        EXPECT_EQ(read_text(folder_.path() / name), "mine");
    for (const char* flag : {"--picture", "--monitors", "--result"})
        EXPECT_TRUE(std::regex_search(
            resumed.err,
            std::regex(fmt::format("not writing {0} '[^']*', because the file is outside the run's "
                                   "folder '[^']*'. To write the file, pass {0} again",
                                   flag))))
            << resumed.err;
    // A resumed run continues output files inside its folder, and also writes output files whose
    // flags are given again.
    expect_success(
        run("--frames 4 --checkpoint-every 2 --out s --picture s/p.png --monitors "
            "s/m.csv --result s/end.json"));
    const std::string picture = text("s/p.png");
    const Outcome inside = glint("resume s --frames 2 --picture ../p.png");
    EXPECT_FALSE(contains(inside.err, "outside")) << inside.err;
    EXPECT_NE(read_text(folder_.path() / "p.png"), "mine");
    EXPECT_TRUE(contains(text("s/m.csv"), "\n12,"));
    EXPECT_TRUE(contains(text("s/end.json"), "\"steps\": 12"));
}

TEST_P(RunRecords, FilesBelongToOneRunAtATime) {
    const Started first(folder_.path(), run("--frames 1000000 --out r --monitors m.csv --result "
                                            "end.json --picture p.png"));
    first.wait_for("work/m.csv", 3);
    const std::string record = text("r/run.json");
    for (const auto& [flags, said] :
         {std::pair{"--out r",
                    "cannot write the run to 'r': another run or sweep is writing to this folder"},
          std::pair{"--out s --monitors m.csv",
                    "cannot write 'm.csv': another run is writing to this file"},
          std::pair{"--out s --result r/../end.json",
                    "cannot write 'r/../end.json': another run is writing to this file"},
          std::pair{"--out s --picture p.png",
                    "cannot write 'p.png': another run is writing to this file"},
          std::pair{"--out s --monitors r/../m.csv", "another run is writing to this file"}}) {
        const Outcome refused =  // out.txt and err.txt belong to the first run
            glint(run(std::string("--frames 1 ") + flags) +
                  " >$DIR/out2.txt 2>$DIR/err2.txt; exit $?");
        EXPECT_EQ(refused.status, 1) << flags;
        EXPECT_TRUE(contains(read_text(folder_.path() / "err2.txt"), said))
            << read_text(folder_.path() / "err2.txt");
    }
    EXPECT_EQ(text("r/run.json"), record) << "a run that is refused is not the other's end";
    EXPECT_FALSE(is_there("end.json"));
    first.send(SIGTERM);
    (void)first.wait();
    const std::string table = text("m.csv");
    EXPECT_TRUE(table.starts_with("step,time,mean_s\n2,")) << table.substr(0, 60);
    const Outcome twice = glint(run("--frames 1 --out t --monitors x --result ./x"));
    EXPECT_EQ(twice.status, 2);
    EXPECT_TRUE(contains(twice.err, "--result: './x' is already the output file of --monitors"))
        << twice.err;
    const auto held = PathLock::try_lock(work() / "pictures");
    ASSERT_TRUE(held);
    const Outcome recorded = glint(run("--frames 1 --record pictures"));
    EXPECT_EQ(recorded.status, 1);
    EXPECT_TRUE(contains(recorded.err, "another run is recording to the same path"))
        << recorded.err;
}

TEST_P(RunRecords, ResumeCompletesARunKilledAtItsEnd) {
    const std::string flags =
        "--frames 4 --size 64x64 --every 4 --save s --probe s[3,3] --checkpoint-every 3 "
        "--picture r/end.png --result r/end.json --out r";
    expect_success(fmt::format("run ../gain.cu --headless --device {} {}", GetParam(), flags));
    const std::string record = text("r/run.json"), table = text("r/monitors.csv");
    const Outcome again = glint("resume r");
    EXPECT_EQ(again.status, 1);
    EXPECT_TRUE(contains(again.err, "all 4 frames are complete")) << again.err;
    std::map<std::string, std::string> made;
    for (const char* name : {"r/gain-000004.png", "r/s-000008.npy", "r/end.png"}) {
        made[name] = text(name);
        fs::remove(work() / name);
    }
    fs::remove(work() / "r/end.json");
    std::string killed =
        std::regex_replace(record, std::regex("\"status\": 0"), "\"status\": null");
    killed = std::regex_replace(killed, std::regex("\"ended\": \"[^\"]*\""), "\"ended\": null");
    folder_.write("work/r/run.json", killed);
    folder_.write("work/r/monitors.csv", table.substr(0, table.rfind('\n', table.size() - 2) + 1));
    const Outcome resumed = glint("resume r");
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_TRUE(contains(resumed.out, "s[3,3] = 15\n")) << resumed.out;
    for (const auto& [name, content] : made) EXPECT_EQ(text(name), content) << name;
    EXPECT_TRUE(contains(text("r/end.json"), "\"steps\": 8"));
    EXPECT_EQ(text("r/monitors.csv"), table);
    expect_whole("r");
}

// The recorded command determines the length of a run, by any of these flags.
TEST_P(RunRecords, KilledRunsReportTheirLastStep) {
    for (const std::string length : {"--frames 6", "--steps 12", "--until 12"}) {
        fs::remove_all(work() / "r");
        expect_success(run(length + " --checkpoint-every 4 --sums-every 4 --out r"));
        const auto steps = [&] {
            const std::string record = text("r/run.json");
            std::smatch found;
            std::regex_search(record, found, std::regex("\"steps\": ([0-9]+)"));
            return found[1].str();
        };
        EXPECT_EQ(steps(), "12") << length;
        expect_success("resume r/checkpoint-000008.npz");
        EXPECT_EQ(steps(), "12") << length;
        expect_whole("r");
    }
}

TEST_P(RunRecords, BundlesContainDeletedPresets) {
    folder_.write("strong.toml", "gain = 3\n");
    folder_.write("gain.presets/mild.toml", "gain = 2\n");
    for (const auto& [preset, sum] : {std::pair{"../strong.toml", "21"}, std::pair{"mild", "14"}}) {
        fs::remove_all(work() / "r");
        expect_success(run(fmt::format("--frames 2 --sums-every 1 --out r --preset {}", preset)));
        const Outcome bundled =  // run from a folder other than that of the recorded command
            start_glint(folder_.path(), "bundle work/r -o work/it.zip",
                        "-C " + folder_.path().string());
        EXPECT_EQ(bundled.status, 0) << bundled.err;
        const fs::path gone = folder_.path() / "gone";
        fs::create_directories(gone);
        for (const char* name : {"strong.toml", "gain.presets"})
            fs::rename(folder_.path() / name, gone / name);
        EXPECT_TRUE(contains(probed("replay it.zip --verify"), "s[3,3] = " + std::string(sum)))
            << preset;
        for (const char* name : {"strong.toml", "gain.presets"})
            fs::rename(gone / name, folder_.path() / name);
    }
}

TEST_P(RunRecords, MayHaveNonUtf8Paths) {
    const std::string name = "caf\xe9";
    folder_.write(name + "/gain.cu", kGain);
    expect_success(
        fmt::format("run ../{0}/gain.cu --headless --device {1} --every 0 --frames 4 "
                    "--checkpoint-every 2 --out {0}",
                    name, GetParam()));
    expect_success("resume " + name + " --frames 2");
    expect_whole(name);
    expect_success("bundle " + name + " -o it.zip");
    expect_success("replay it.zip --verify");
}

TEST_P(RunRecords, MayBeReachedThroughSymbolicLinks) {
    folder_.write("real/gain.cu", "#include \"amount.cuh\"\n" + std::string(kGain));
    folder_.write("real/amount.cuh", "#pragma once\nconstexpr float kAmount = 2;\n");
    fs::create_directory_symlink("real", folder_.path() / "link");
    expect_success(
        fmt::format("run ../link/gain.cu --headless --device {} --every 0 --frames 4 "
                    "--checkpoint-every 2 --out r",
                    GetParam()));
    expect_success("bundle r -o it.zip");
    fs::remove_all(folder_.path() / "real");
    expect_success("replay it.zip --verify");
}

INSTANTIATE_TEST_SUITE_P(Backends, RunRecords, each_backend(), name);

}  // namespace
}  // namespace glint::test
