// SPDX-License-Identifier: MIT
// Content of a sweep's folder: its definition, lock, results, and unrelated files.
#include <cmath>
#include <limits>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/files.hpp>
#include <glint/base/path_lock.hpp>
#include <glint/studio/batch/sweep.hpp>
#include <glint/studio/keep/run_record.hpp>
#include <studio/two_axes.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;
using test::two_axes;

TEST(CaseResults, RoundTrip) {
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "new" / "result.json";
    EXPECT_FALSE(read_case_result(file));
    const CaseResult written{.status = 3,
                             .reason = "'Mass' is \"0.85\" at step 40,\noutside of 0.9..1.1",
                             .seconds = 1.25,
                             .steps = 40,
                             .time = 0.1,
                             .monitors = {{"mass", 0.1 + 0.2},
                                          {"worst", std::nan("")},
                                          {"most", -std::numeric_limits<double>::infinity()}},
                             .arguments = {"pond.cu", "--set=feed=0.1", "caf\\xe9"},
                             .code = "0123abcd"};
    write_case_result(file, written);
    const auto read = read_case_result(file);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->status, 3);
    EXPECT_EQ(read->reason, written.reason);
    EXPECT_EQ(read->seconds, 1.25);
    EXPECT_EQ(read->steps, 40u);
    EXPECT_EQ(read->time, 0.1);
    ASSERT_EQ(read->monitors.size(), 3u);
    EXPECT_EQ(read->monitors[0], written.monitors[0]);
    EXPECT_TRUE(std::isnan(read->monitors[1].second));
    EXPECT_EQ(read->monitors[2], written.monitors[2]);
    EXPECT_EQ(read->arguments, written.arguments);
    EXPECT_EQ(read->code, written.code);
    // A truncated file is never read as a result, regardless of its length.
    const std::string whole = read_text(file);
    for (std::size_t size = 0; size + 2 < whole.size(); ++size) {
        folder.write("cut.json", whole.substr(0, size));
        EXPECT_FALSE(read_case_result(folder.path() / "cut.json")) << size;
    }
}

TEST(CaseResults, AreIdentifiedByNonOutputArguments) {
    EXPECT_EQ(identifying_arguments({"pond.cu", "--out=a", "--set=outer=1", "--monitors=m.csv",
                                     "--picture=p.png", "--result=r.json", "caf\xe9.cu"}),
              (std::vector<std::string>{"pond.cu", "--set=outer=1", "caf\\xe9.cu"}));
}

TEST(SweepFolders, BelongToOneSweep) {
    const test::TemporaryFolder scratch;
    const fs::path path = scratch.path() / "deep" / "sweep";
    const SweepDefinition definition{{"axis feed", "1,2"}, {"--frames", "10"}};
    const auto refusal = [&](const SweepDefinition& other) -> std::string {
        try {
            const SweepFolder folder(path, other, 2);
        } catch (const Error& error) {
            return error.reason();
        }
        return "";
    };
    {
        const SweepFolder folder(path, definition, 2);
        EXPECT_EQ(folder.case_name(0), "case-0001");
        EXPECT_EQ(folder.result_file(1), path / "case-0002" / "result.json");
        EXPECT_EQ(refusal(definition), "process " + std::to_string(::getpid()) +
                                           " is already writing a sweep to this folder");
    }
    EXPECT_EQ(refusal(definition), "");
    EXPECT_TRUE(holds_sweep(path, {{"--frames", "10"}, {"axis feed", "1,2"}}));
    EXPECT_EQ(
        refusal({{"axis feed", "1,3"}, {"--seed", "4"}}),
        "the folder contains another sweep: axis feed was 1,2 and is now 1,3; --frames was 10 and "
        "is now missing; --seed was missing and is now 4. Choose a different folder with --out");
    EXPECT_EQ(CaseFolders(path, 123456).case_name(41), "case-000042");
}

/// Reason why a sweep refuses this folder; empty if it accepts the folder.
std::string refusal_in(const fs::path& folder) {
    try {
        const SweepFolder opened(folder, {{"axis feed", "1,2"}}, 2);
    } catch (const Error& error) {
        return error.reason();
    }
    return "";
}

TEST(SweepFolders, WithOtherFilesAreRefused) {
    const test::TemporaryFolder scratch;
    const auto refused = [&](const std::string& file, const std::string& content,
                             const std::string& reason) {
        const fs::path folder = scratch.path() / "folder";
        fs::remove_all(folder);
        write_atomically(folder / file, content);
        EXPECT_EQ(refusal_in(folder), reason) << file;
        EXPECT_EQ(read_text(folder / file), content) << "nobody's file is changed";
    };
    const auto other = [](const std::string& name) {
        return "the folder contains '" + name +
               "' but no sweep.json, so it does not belong to a sweep. Choose a different folder "
               "with --out";
    };
    refused("thesis.txt", "mine", other("thesis.txt"));
    refused("case-0001/notes.txt", "mine", other("case-0001"));
    refused("case-x/result.json", "{}", other("case-x"));
    refused("notes.1234-0.tmp", "mine", other("notes.1234-0.tmp"));
    refused("case-0001", "a file", other("case-0001"));
    refused("run.json", "{}", other("run.json"));
    refused("table.csv", "mine", other("table.csv"));
    refused("contact.png", "mine", other("contact.png"));
    const std::string unreadable =
        "sweep.json in this folder cannot be read, so it is unknown which sweep the results belong "
        "to. Choose a different folder with --out";
    for (const char* const damaged :
         {"", "{", "[]", "null", "3", "{\"axis feed\": 1}", "{\"axis feed\": \"1,2\"} x"})
        refused("sweep.json", damaged, unreadable);
    EXPECT_FALSE(holds_sweep(scratch.path() / "folder", {{"axis feed", "1,2"}}));
}

TEST(SweepFolders, AcceptFilesLeftByPrintedCommands) {
    const test::TemporaryFolder scratch;
    write_case_result(scratch.path() / "case-0001/result.json", {.arguments = {"pond"}});
    scratch.write("table.csv", "of --collect");
    write_atomically(scratch.path() / "case-0002/run.json", std::string_view("{}"));
    fs::create_directory(scratch.path() / "case-0003");
    EXPECT_EQ(refusal_in(scratch.path()), "");
    EXPECT_TRUE(holds_sweep(scratch.path(), {{"axis feed", "1,2"}}));
}

TEST(SweepFolders, RemoveTemporaryFilesOfKilledSweepsOnly) {
    const test::TemporaryFolder scratch;
    ASSERT_EQ(refusal_in(scratch.path()), "");
    const pid_t gone = ::fork();
    if (gone == 0) ::_exit(0);
    ::waitpid(gone, nullptr, 0);
    const std::string writer = "." + std::to_string(gone) + "-0.tmp";
    const std::vector<std::string> others{"mine.tmp", "thesis.txt" + writer, "table.csv.tmp"};
    for (const std::string& name : others) scratch.write(name, "mine");
    fs::create_directory(scratch.path() / ("contact.png" + writer));
    scratch.write("table.csv" + writer, "half");
    EXPECT_EQ(refusal_in(scratch.path()), "");
    EXPECT_FALSE(fs::exists(scratch.path() / ("table.csv" + writer)));
    for (const std::string& name : others) EXPECT_TRUE(fs::exists(scratch.path() / name)) << name;
    EXPECT_TRUE(fs::exists(scratch.path() / ("contact.png" + writer))) << "a folder";
}

TEST(SweepFolders, RemoveOnlyFilesOfRerunCases) {
    const test::TemporaryFolder scratch;
    for (const char* const name : {"result.json", "run.json", "events.jsonl", "code.cu",
                                   "monitors.csv", "picture.png", "stdout.txt", "stderr.txt"})
        scratch.write(name, "old");
    scratch.write("notes.txt", "mine");
    remove_files_of_case(scratch.path());
    std::vector<std::string> left;
    for (const auto& entry : fs::directory_iterator(scratch.path()))
        left.push_back(entry.path().filename().string());
    EXPECT_EQ(left, std::vector<std::string>{"notes.txt"});
    fs::create_directory(scratch.path() / "picture.png");
    remove_files_of_case(scratch.path());
    EXPECT_TRUE(fs::exists(scratch.path() / "picture.png")) << "a folder";
    EXPECT_NO_THROW(remove_files_of_case(scratch.path() / "none"));
    // Checkpoints belong to the case only if there is also a run record.
    scratch.write("checkpoint-000015.npz", "old");
    remove_files_of_case(scratch.path());
    EXPECT_TRUE(fs::exists(scratch.path() / "checkpoint-000015.npz"));
    scratch.write("run.json", to_json(RunRecord{.file = "/cells.cu"}));
    remove_files_of_case(scratch.path());
    EXPECT_FALSE(fs::exists(scratch.path() / "checkpoint-000015.npz"));
}

TEST(SweepFolders, AreLockedLikeRunFolders) {
    const test::TemporaryFolder scratch;
    {
        const auto run = FolderLock::try_lock(scratch.path());
        ASSERT_TRUE(run);
        EXPECT_EQ(refusal_in(scratch.path()), "a run is already writing to this folder");
    }
    const SweepFolder sweep(scratch.path(), {}, 2);
    EXPECT_FALSE(FolderLock::try_lock(scratch.path()));
}

TEST(SweepResults, BelongToTheirCase) {
    const test::TemporaryFolder scratch;
    const Cases cases = two_axes();
    const CaseFolders folder(scratch.path(), cases.size());
    const SweepOptions options{
        .program = "glint", .arguments = {"run", "pond.cu", "--frames=2"}, .code = "abc"};
    const auto result = [](std::vector<std::string> arguments, const std::string& code) {
        return CaseResult{.arguments = std::move(arguments), .code = code};
    };
    const std::vector<std::string> own{"pond.cu", "--frames=2", "--set=feed=0.1", "--set=kill=2"};
    write_case_result(folder.result_file(1), result(own, "abc"));
    const auto results = collect_results(options, cases, folder);
    EXPECT_TRUE(results[1]);
    EXPECT_FALSE(results[0]);
    const auto refused = [&](const CaseResult& other, const std::string& reason) {
        write_case_result(folder.result_file(1), other);
        test::expect_error(ErrorCode::invalid_state,
                           "case-0002 contains a result of another sweep: " + reason +
                               ". Choose a different folder with --out",
                           [&] { (void)collect_results(options, cases, folder); });
    };
    refused(result({"pond.cu", "--frames=2", "--set=feed=0.1", "--set=kill=3"}, "abc"),
            "the result has the arguments '--set=kill=3' instead of '--set=kill=2'");
    refused(result({"pond.cu", "--frames=20", "--set=feed=0.1", "--set=kill=2"}, "abc"),
            "the result has the arguments '--frames=20' instead of '--frames=2'");
    refused(result({"pond.cu", "--frames=2", "--seed=1", "--set=feed=0.1", "--set=kill=2"}, "abc"),
            "the result has the arguments '--seed=1' instead of ''");
    refused(result(own, "abd"),
            "the simulation file, an included file, an input or the preset has changed");
    // A result without arguments, as older versions of glint wrote, is ignored.
    write_atomically(folder.result_file(1),
                     std::string_view(R"({"status": 0, "reason": "", "seconds": 1, "steps": 2,
                                          "time": 1, "monitors": {}})"));
    EXPECT_FALSE(collect_results(options, cases, folder)[1]);
    // Found by a fuzzer: fractional numbers, and numbers that are too large.
    for (const char* number : {"1.5", "3e39", "-1e300", "99999999999999999999"})
        for (const char* key : {"status", "steps"}) {
            write_case_result(folder.result_file(1), result(own, "abc"));
            std::string text = read_text(folder.result_file(1));
            const std::size_t at = text.find(fmt::format("\"{}\": 0", key));
            text.replace(text.find('0', at), 1, number);
            write_atomically(folder.result_file(1), std::string_view(text));
            EXPECT_FALSE(collect_results(options, cases, folder)[1]) << key << ": " << number;
        }
}

TEST(SweepFolders, AreReusedOrNew) {
    const test::TemporaryFolder scratch;
    const SweepDefinition one{{"axis feed", "1,2"}}, two{{"axis feed", "1,3"}};
    const auto choose = [&](const SweepDefinition& definition) {
        return choose_sweep_folder(scratch.path(), "pond", definition).filename().string();
    };
    EXPECT_EQ(choose(one), "pond-0001");
    { const SweepFolder folder(scratch.path() / "pond-0001", one, 2); }
    EXPECT_EQ(choose(one), "pond-0001");
    EXPECT_EQ(choose(two), "pond-0002");
}

// Cases that are still running after their sweep was killed keep cases.lock locked.
TEST(SweepFolders, WaitForRunningCases) {
    const test::TemporaryFolder scratch;
    const int held = ::open((scratch.path() / "cases.lock").c_str(), O_RDWR | O_CREAT, 0666);
    ASSERT_EQ(::flock(held, LOCK_EX), 0);
    const pid_t releasing = ::fork();
    if (releasing == 0) {  // also locks the file, with a shared lock
        ::usleep(300'000);
        ::_exit(0);
    }
    ::close(held);
    const auto begun = std::chrono::steady_clock::now();
    const SweepFolder folder(scratch.path(), {}, 2);
    EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(200));
}

}  // namespace
}  // namespace glint::studio
