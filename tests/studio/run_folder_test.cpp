// SPDX-License-Identifier: MIT
// The folder of a run: which files belong to the run, what is refused, and what is removed.
#include <glint/studio/keep/run_folder.hpp>

#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/path_lock.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/keep/checkpoint.hpp>
#include <glint/studio/keep/detail/run_log.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;
using test::expect_error;

const char* const kPonds = R"(#include <glint/sim.cuh>
//@ simulation "Two Ponds"
struct Pond {    //@ 8 x 8
    float* level;  //@ "Level"
    float* foam;   //@ "Foam"
};
struct Lake {    //@ 8 x 8
    float* level;  //@ "Level"
};
//@ step
__global__ void flow(int width, int height, const float* foam) {}
//@ show "Water"
__device__ float water(float foam) { return foam; }
)";

RunFileNames names() { return RunFileNames(read_annotations("ponds.cu", kPonds).declaration); }

RunRecord record(const std::string& started = "2026-03-05T12:30:59Z") {
    return {.arguments = {"ponds.cu"}, .directory = "/", .file = "/ponds.cu", .started = started};
}

std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder))
        found.insert(entry.path().filename().string());
    return found;
}

/// Files that a run leaves in its folder.
const std::set<std::string> kOwn{"events.jsonl",
                                 "code.cu",
                                 "code-0001.cu",
                                 "monitors.csv",
                                 "two_ponds-000060.png",
                                 "two_ponds-1000000.png",
                                 "Pond.level-000600.npy",
                                 "level-000600.npy",
                                 "Lake-000010.vti",
                                 "water-000010.csv",
                                 "Pond.pvd"};
/// Files that a run does not leave, although some of their names look like a run's.
const std::set<std::string> kForeign{"notes.txt",
                                     "notes.tmp",
                                     "ponds-000060.png",
                                     "two_ponds-60.png",
                                     "two_ponds-0000060.png",
                                     "two_ponds.png",
                                     "level-000600.txt",
                                     "depth-000600.npy",
                                     "River.pvd",
                                     "code-1.cu",
                                     "code-00001.cu",
                                     "checkpoint-1.npz",
                                     "events.jsonl.bak",
                                     "level-000600.npy~",
                                     "run.json.tmp",
                                     "two_ponds-step-000060.png"};

class RunFolders : public testing::Test {
protected:
    void write(const std::set<std::string>& files) {
        for (const std::string& name : files) folder_.write("run/" + name, "old");
    }
    void write_record(const RunRecord& of) { folder_.write("run/run.json", to_json(of)); }
    void write_texts() {
        folder_.write("run/code.cu", kPonds);
        folder_.write("run/code-0001.cu", kPonds);
    }
    fs::path write_checkpoint_of(std::uint64_t step, const fs::path& folder) {
        const fs::path file = folder / checkpoint_name(step);
        Checkpoint checkpoint;
        checkpoint.step = step;
        checkpoint.device_kind = "cpu";
        checkpoint.code = kPonds;
        checkpoint.run = to_json(record());
        write_checkpoint(file, checkpoint);
        return file;
    }

    test::TemporaryFolder folder_;
    fs::path run_ = folder_.path() / "run";
};

TEST(RunFileNames, MatchTheRecordAndDeclaration) {
    using Kind = RunFile::Kind;
    for (const std::string& name : kOwn) EXPECT_TRUE(names().find(name)) << name;
    for (const std::string& name : kForeign) EXPECT_FALSE(names().find(name)) << name;
    EXPECT_EQ(names().find("two_ponds-1000000.png")->number, 1'000'000u);
    EXPECT_EQ(names().find("two_ponds-000060.png")->kind, Kind::image);
    EXPECT_EQ(names().find("water-000010.csv")->kind, Kind::fields);
    EXPECT_EQ(names().find("Lake.pvd")->kind, Kind::series);
    EXPECT_EQ(names().find("checkpoint-000040.npz")->number, 40u);
    EXPECT_FALSE(RunFileNames().find("two_ponds-000060.png"));
}

TEST_F(RunFolders, UnrelatedFoldersAreRefused) {
    const auto reason = [](const std::string& name) {
        return fmt::format(
            "the folder contains files, such as '{}', but no run record. Use a new or empty folder",
            name);
    };
    for (const std::string name :
         {"notes.txt", "notes.tmp", "monitors.csv", "code.cu", "run.json", "events.jsonl",
          "two_ponds-000060.png", "level-000600.npy", "Pond.pvd"}) {
        fs::remove_all(run_);
        write({name});
        expect_error(ErrorCode::invalid_state, reason(name), [&] { RunFolder(run_, names()); });
        EXPECT_EQ(names_in(run_), std::set<std::string>{name});
    }
    fs::remove_all(run_);
    fs::create_directories(run_ / "case-0001");
    expect_error(ErrorCode::invalid_state, reason("case-0001"), [&] { RunFolder(run_, names()); });
    // These files were left by a process that was killed while it wrote them.
    fs::remove_all(run_);
    write({"level-000700.npy.999999999-0.tmp", "run.json.999999999-0.tmp"});
    EXPECT_NO_THROW(RunFolder(run_, names()));
}

TEST_F(RunFolders, SweepCasesNeedNoRecord) {
    folder_.write("sweep/sweep.json", "{}");
    folder_.write("sweep/case-0001/notes.txt", "mine");
    folder_.write("sweep/other/notes.txt", "mine");
    RunFolder(folder_.path() / "sweep/case-0001/", names()).begin(record());
    EXPECT_EQ(names_in(folder_.path() / "sweep/case-0001"),
              (std::set<std::string>{"notes.txt", "run.json"}));
    EXPECT_THROW(RunFolder(folder_.path() / "sweep/other", names()), Error);
}

TEST_F(RunFolders, FoldersWithOneCheckpointAcceptItsRun) {
    const auto refused = [&](const fs::path& folder, const fs::path& file,
                             const std::string& name) {
        expect_error(ErrorCode::invalid_state,
                     fmt::format("the folder contains files, such as '{}', but no run record. Use "
                                 "a new or empty folder",
                                 name),
                     [&] { RunFolder(folder, names(), ResumedRun{record(), file}); });
    };
    const fs::path file = write_checkpoint_of(30, run_);
    const fs::path renamed = write_checkpoint_of(20, folder_.path() / "renamed");
    fs::rename(renamed, folder_.path() / "renamed/c.npz");
    EXPECT_NO_THROW(RunFolder(run_, names(), ResumedRun{record(), file}));
    EXPECT_NO_THROW(RunFolder(folder_.path() / "renamed", names(),
                              ResumedRun{record(), folder_.path() / "renamed/c.npz"}));
    for (const std::string name :
         {"events.jsonl", "code.cu", "level-000123.npy", "two_ponds-000060.png", "monitors.csv"}) {
        write({name});
        refused(run_, file, name);
        fs::remove(run_ / name);
        folder_.write("other/" + name, "mine");
        refused(folder_.path() / "other", file, name);
        fs::remove(folder_.path() / "other" / name);
    }
    write({"run.json"});  // a damaged record
    refused(run_, file, "run.json");
}

TEST_F(RunFolders, SweepFilesAreRefused) {
    write_record(record());
    write({"sweep.json"});
    const std::string reason = "the folder contains a sweep. Use a different folder";
    expect_error(ErrorCode::invalid_state, reason, [&] { RunFolder(run_, names()); });
    expect_error(ErrorCode::invalid_state, reason,
                 [&] { RunFolder(run_, names(), ResumedRun{record()}); });
}

TEST_F(RunFolders, BelongToOneProcessAtATime) {
    const RunFolder folder(run_, names());
    const std::string reason = "another run or sweep is writing to this folder";
    expect_error(ErrorCode::invalid_state, reason, [&] { RunFolder(run_, names()); });
    EXPECT_FALSE(FolderLock::try_lock(run_));
}

TEST_F(RunFolders, NewRunsRemoveOnlyFilesOfTheOldRun) {
    write(kOwn);
    write(kForeign);
    write_texts();
    fs::create_directories(run_ / "level-000700.npy");
    write({"monitors.csv.999999999-0.tmp", "thesis.999999999-0.tmp"});
    write_record(record("2020-01-01T00:00:00Z"));
    // The earlier run was of another simulation, whose code determines the names of the earlier
    // run's files.
    const RunFolder folder(run_, RunFileNames(), std::nullopt);
    folder.begin(record());
    std::set<std::string> expected = kForeign;
    expected.insert({"run.json", "level-000700.npy", "thesis.999999999-0.tmp"});
    EXPECT_EQ(names_in(run_), expected);
    EXPECT_EQ(read_record(run_).started, record().started);
}

TEST_F(RunFolders, ResumeRefusesFoldersOfAnotherRun) {
    write_record(record());
    const fs::path file = write_checkpoint_of(30, run_);
    const std::string reason =
        "the folder contains another run. Use a new or empty folder, or omit --out to continue in "
        "the folder of the resumed run";
    const auto refused = [&](const fs::path& folder, const RunRecord& of) {
        expect_error(ErrorCode::invalid_state, reason,
                     [&] { RunFolder(folder, names(), ResumedRun{of, file}); });
    };
    EXPECT_NO_THROW(RunFolder(run_, names(), ResumedRun{record(), file}));
    EXPECT_NO_THROW(RunFolder(folder_.path() / "new", names(), ResumedRun{record(), file}));
    refused(run_, record("2020-01-01T00:00:00Z"));  // its checkpoint is from another run
    const fs::path other = folder_.path() / "other";
    folder_.write("other/run.json", to_json(record("2020-01-01T00:00:00Z")));
    refused(other, record());
    folder_.write("other/run.json", to_json(record()));  // a copy of the folder of the run
    refused(other, record());
    folder_.write("other/run.json", "damaged");
    refused(other, record());
    fs::remove(other / "run.json");
    (void)write_checkpoint_of(40, other);
    refused(other, record());
}

TEST_F(RunFolders, CanRevertToACheckpoint) {
    write_record(record());
    write_texts();
    const fs::path file = write_checkpoint_of(30, run_);
    for (const std::uint64_t step : {20, 40, 50}) write_checkpoint_of(step, run_);
    const std::string log =
        "{\"step\":30,\"sums\":{}}\n{\"step\":35,\"code\":\"code-0001.cu\"}\n"
        "{\"step\":40,\"sums\":{}}\n";
    folder_.write("run/events.jsonl", log);
    write({"two_ponds-000015.png", "two_ponds-000016.png", "level-000030.npy", "level-000031.npy",
           "notes.txt", "River-000040.vti"});
    folder_.write("run/Pond.pvd",
                  "<VTKFile>\n<DataSet file=\"Pond-000030.vti\"/>\n"
                  "<DataSet file=\"Pond-000040.vti\"/>\n");
    const std::uint64_t bytes = log.find('\n') + 1;
    const Checkpoint to = read_checkpoint(file);
    const RunFolder folder(run_, names(), ResumedRun{record(), file});
    folder.go_back(record(), to, bytes);
    // If the process is killed here, the run resumes from the same checkpoint, because it is the
    // last one and its log matches.
    EXPECT_EQ(checkpoints_in(run_).back(), file);
    EXPECT_EQ(match_log(folder.log_file(), bytes, 30).bytes, bytes);
    RunLog(folder.log_file(), bytes);
    folder.remove_after(30, 2);
    EXPECT_EQ(
        names_in(run_),
        (std::set<std::string>{"run.json", "events.jsonl", "code.cu", "checkpoint-000020.npz",
                               "checkpoint-000030.npz", "two_ponds-000015.png", "level-000030.npy",
                               "notes.txt", "River-000040.vti", "Pond.pvd"}));
    const std::string series = read_text(run_ / "Pond.pvd");
    EXPECT_NE(series.find("Pond-000030.vti"), series.npos);
    EXPECT_EQ(series.find("Pond-000040.vti"), series.npos);
}

TEST_F(RunFolders, NewFoldersReceiveCheckpointLogAndTexts) {
    write_record(record());
    folder_.write("run/code.cu", kPonds);
    for (const char* name : {"code-0001.cu", "code-0002.cu"})
        folder_.write(std::string("run/") + name, name);
    const std::string log =
        "{\"step\":20,\"code\":\"code-0001.cu\"}\n{\"step\":30,\"sums\":{}}\n"
        "{\"step\":35,\"code\":\"code-0002.cu\"}\n";
    folder_.write("run/events.jsonl", log);
    const fs::path file = write_checkpoint_of(30, run_);
    const std::string whole = read_text(file);
    const fs::path other = folder_.path() / "other";
    const std::uint64_t bytes = log.find("{\"step\":35");
    RunFolder(other, names(), ResumedRun{record(), file})
        .go_back(record(), read_checkpoint(file), bytes);
    EXPECT_EQ(names_in(other), (std::set<std::string>{"run.json", "events.jsonl", "code.cu",
                                                      "code-0001.cu", "checkpoint-000030.npz"}));
    EXPECT_EQ(read_text(other / "events.jsonl"), log.substr(0, bytes));
    EXPECT_EQ(read_checkpoint(other / "checkpoint-000030.npz").run, to_json(record()));
    EXPECT_EQ(read_text(file), whole);
    EXPECT_EQ(read_text(run_ / "events.jsonl"), log);
}

TEST_F(RunFolders, KeepTwoCheckpointsOfTheCurrentHistory) {
    const auto steps = [&] {
        std::vector<std::uint64_t> all;
        for (const fs::path& file : checkpoints_in(run_))
            all.push_back(*checkpoint_step(file.filename().string()));
        return all;
    };
    for (const std::uint64_t step : {10, 20, 30, 40}) write_checkpoint_of(step, run_);
    thin_checkpoints(run_, 40);
    EXPECT_EQ(steps(), (std::vector<std::uint64_t>{30, 40}));
    write_checkpoint_of(10, run_);  // after a reset
    thin_checkpoints(run_, 10);
    EXPECT_EQ(steps(), std::vector<std::uint64_t>{10});
}

TEST(Logs, MatchTheirCheckpoints) {
    const test::TemporaryFolder folder;
    const std::string first = "{\"step\":30,\"sums\":{}}\n", second = "{\"step\":40,\"sums\":{}}\n";
    const fs::path file = folder.write("events.jsonl", first + second);
    const auto at_end = first.size() + second.size();
    EXPECT_EQ(match_log(file, first.size(), 30).bytes, first.size());
    EXPECT_EQ(match_log(file, at_end, 40).bytes, at_end);
    EXPECT_EQ(match_log(file, 0, 30).bytes, 0u);
    EXPECT_FALSE(match_log(file, 0, 30).was_rewound);
    for (const auto& [bytes, step] : {std::pair<std::size_t, std::uint64_t>{first.size(), 40},
                                      {first.size() + 1, 30},
                                      {first.size() - 1, 30},
                                      {1, 30},
                                      {at_end, 30}})
        EXPECT_TRUE(match_log(file, bytes, step).was_rewound) << bytes << ' ' << step;
    const LogMatch lost = match_log(file, at_end + 1, 50);
    EXPECT_TRUE(lost.is_lost);
    EXPECT_EQ(lost.bytes, at_end);
    EXPECT_TRUE(match_log(folder.path() / "missing", 5, 1).is_lost);
    folder.write("events.jsonl", first + "{\"step\":4");
    EXPECT_EQ(match_log(file, at_end, 40).bytes, first.size()) << "never within a line";
}

}  // namespace
}  // namespace glint::studio
