// SPDX-License-Identifier: MIT
// Records, logs and checkpoints with content that glint does not write itself, and bundles.
#include <glint/studio/keep/run_record.hpp>

#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <base/scratch.hpp>
#include <glint/base/pending_file.hpp>
#include <glint/formats/zip_writer.hpp>
#include <glint/studio/keep/bundle.hpp>
#include <glint/studio/keep/checkpoint.hpp>
#include <glint/studio/keep/detail/run_log.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

RunRecord a_record() {
    return {.glint = "1.0",
            .arguments = {"pond", "--headless"},
            .directory = "/tmp",
            .file = "/tmp/pond.cu",
            .code_hash = "00",
            .device_kind = "cpu",
            .device = "a CPU",
            .seed = 7,
            .dt = 0.25,
            .inexact = {"atomics"},
            .started = "2026-03-05T12:30:59Z",
            .ended = "2026-03-05T12:31:59Z",
            .steps = 40,
            .status = 0,
            .resumed = {10, 20}};
}

/// Message of the Error that `action` throws; empty if it throws none.
template <class Action>
std::string refusal(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(ErrorCode::bad_input));
        return error.what();
    }
    return {};
}

/// Invalid values for a member.
std::vector<Json> odd_values() {
    return {nullptr,       true, -1,        1.5,          1e300,        std::uint64_t{1} << 63,
            "text",        "",   Json{300}, Json{{1, 2}}, Json{"a", 1}, Json::array(),
            Json::object()};
}

/// Calls `read` with JSON texts in which a member is missing or invalid. Each text must be read, or
/// be refused with one of glint's own messages.
template <class Read>
void try_each_member(const Json& whole, const Read& read) {
    const auto expect_words = [&](const Json& json) {
        const std::string message = refusal([&] { read(json.dump()); });
        EXPECT_EQ(message.find("exception"), message.npos) << message;
    };
    for (const auto& [key, value] : whole.items()) {
        Json without = whole;
        without.erase(key);
        expect_words(without);
        for (const Json& odd : odd_values()) {
            Json changed = whole;
            changed[key] = odd;
            expect_words(changed);
        }
    }
    const std::string text = whole.dump();
    for (std::size_t size = 0; size < text.size(); ++size) {
        const std::string message = refusal([&] { read(text.substr(0, size)); });
        EXPECT_NE(message.find("the text is not valid JSON at line 1, column"), message.npos)
            << message;
    }
}

TEST(RunRecord, RoundTrips) {
    const RunRecord record = a_record();
    EXPECT_EQ(to_json(parse_run_record(to_json(record), "run.json")), to_json(record));
}

TEST(RunRecord, NamesAFileWithoutZeroBytes) {
    const auto message = [](const char* key, const Json& value) {
        Json json = Json::parse(to_json(a_record()));
        json[key] = value;
        return refusal([&] { (void)parse_run_record(json.dump(), "run.json"); });
    };
    for (const char* const path : {"", "/", "x/", ".", "..", "/x/.."})
        EXPECT_EQ(
            message("file", path),
            fmt::format("cannot read 'run.json': 'file' is '{}', which is not the path of a file",
                        path));
    EXPECT_EQ(message("file", "x"), "");
    EXPECT_EQ(message("arguments", {"x.cu", std::string("a\0b", 3)}),
              "cannot read 'run.json': 'arguments' contains a NUL byte");
    EXPECT_EQ(message("device", Json::array({97, 0})),
              "cannot read 'run.json': 'device' contains a NUL byte");
}

TEST(RunRecord, SupportsNonUtf8Paths) {
    RunRecord record = a_record();
    record.arguments = {"caf\xe9.cu", "--out", "gr\xc3\xbc\xc3\x9f", "\xff\xfe"};
    record.directory = "/tmp/\x80";
    record.file = "/tmp/caf\xe9.cu";
    const RunRecord read = parse_run_record(to_json(record), "run.json");
    EXPECT_EQ(read.arguments, record.arguments);
    EXPECT_EQ(read.directory, record.directory);
    EXPECT_EQ(read.file, record.file);
    EXPECT_TRUE(is_same_run(read, record));
}

TEST(RunRecord, ErrorsAreSpecific) {
    const Json whole = Json::parse(to_json(a_record()));
    const auto message_of = [&](const char* key, const Json& value) {
        Json changed = whole;
        changed[key] = value;
        return refusal([&] { (void)parse_run_record(changed.dump(), "r/run.json"); });
    };
    for (const Json& steps : {Json(-1), Json(std::uint64_t{1} << 63), Json(1e20), Json("40")})
        EXPECT_EQ(
            message_of("steps", steps),
            "cannot read 'r/run.json': 'steps' is not a whole number from 0 to 9007199254740992");
    EXPECT_EQ(message_of("arguments", "pond"),
              "cannot read 'r/run.json': 'arguments' is not an array");
    EXPECT_EQ(message_of("format", 2),
              "cannot read 'r/run.json': the run record has format 2, but this version of glint "
              "reads format 1");
    Json without = whole;
    without.erase("seed");
    EXPECT_EQ(refusal([&] { (void)parse_run_record(without.dump(), "run.json"); }),
              "cannot read 'run.json': the key 'seed' is missing");
    EXPECT_EQ(refusal([&] { (void)parse_run_record("{\n  \"format\": 1,\n  x", "run.json"); }),
              "cannot read 'run.json': the text is not valid JSON at line 3, column 3");
    EXPECT_EQ(refusal([&] { (void)parse_run_record("[1]", "run.json"); }),
              "cannot read 'run.json': the text is not a JSON object");
    try_each_member(whole,
                    [](const std::string& text) { (void)parse_run_record(text, "run.json"); });
    (void)refusal([] { (void)parse_run_record(std::string(1'000'000, '['), "run.json"); });
}

TEST(RunLog, ErrorsAreSpecific) {
    const test::TemporaryFolder folder;
    const auto read = [&](const std::string& line) {
        (void)read_log(folder.write("events.jsonl", line + "\n"));
    };
    for (const char* line :
         {R"({"step": 3, "set": "Params.a", "to": "1"})", R"({"step": 3, "reset": true})",
          R"({"step": 3, "drag": [[1, 2, 3], [4, 5, 6]]})", R"({"step": 3, "kept": 0})",
          R"({"step": 3, "code": "code-0001.cu"})", R"({"step": 3, "sums": {"level": "0-0-0"}})"})
        for (const Json whole = Json::parse(line); const auto& [key, value] : whole.items())
            for (const Json& odd : odd_values()) {
                Json changed = whole;
                changed[key] = odd;
                const std::string message = refusal([&] { read(changed.dump()); });
                EXPECT_EQ(message.find("exception"), message.npos) << message;
            }
    const std::string begin =
        fmt::format("cannot read '{}': line 1: ", (folder.path() / "events.jsonl").string());
    EXPECT_EQ(refusal([&] { read(R"({"step": -1, "reset": true})"); }),
              begin + "'step' is not a whole number from 0 to 9007199254740992");
    EXPECT_EQ(refusal([&] { read(R"({"step": 3, "drag": [[1, 2, 1e39], [4, 5, 6]]})"); }),
              begin + "'drag' is out of range");
    for (const char* name : {"../code-0001.cu", "/etc/passwd", "code.cu", "other.cu", ""})
        EXPECT_EQ(refusal([&] { read(fmt::format(R"({{"step": 3, "code": "{}"}})", name)); }),
                  begin + fmt::format("'{}' is not the name of a version file", name));
}

// The run returned to step 6 after its first event. Events logged at that step remain valid.
TEST(RunLog, DropsStepsThatARunReverted) {
    const test::TemporaryFolder folder;
    const auto log = read_log(
        folder.write("events.jsonl",
                     "{\"step\":2,\"set\":\"Params.a\",\"to\":\"1\"}\n{\"step\":4,\"sums\":{}}\n"
                     "{\"step\":6,\"sums\":{}}\n{\"step\":8,\"sums\":{}}\n"
                     "{\"step\":9,\"set\":\"Params.a\",\"to\":\"2\"}\n{\"step\":9,\"sums\":{}}\n"
                     "{\"step\":6,\"kept\":1}\n{\"step\":7,\"set\":\"Params.a\",\"to\":\"3\"}\n"));
    std::vector<std::pair<std::uint64_t, std::string>> entries;
    for (const LogEntry& entry : log.entries) {
        const auto* edit = std::get_if<Edit>(&entry.what);
        entries.emplace_back(entry.step, edit ? edit->text : "sums");
    }
    EXPECT_EQ(entries, (std::vector<std::pair<std::uint64_t, std::string>>{
                           {2, "1"}, {4, "sums"}, {6, "sums"}, {7, "3"}}));
}

class SealedArchives : public testing::Test {
protected:
    using Entries = std::vector<std::pair<std::string, std::string>>;

    fs::path seal(const Entries& entries) {
        const fs::path file = folder_.path() / "a.zip";
        PendingFile pending(file);
        ZipWriter archive(pending);
        for (const auto& [name, content] : entries) archive.add(name, content);
        archive.finish();
        pending.finish();
        return file;
    }

    test::TemporaryFolder folder_;
};

TEST_F(SealedArchives, CheckpointErrorsAreSpecific) {
    const Json about = Json::parse(R"({"format": 1, "step": 5, "seed": 1, "dt": 1.0,
        "mouse": [[0, 0, 0], [0, 0, 0]], "device": "cpu", "log_bytes": 0,
        "parameters": {"Params.a": "1"}})");
    const auto read = [&](const std::string& text) {
        (void)read_checkpoint(
            seal({{"checkpoint.json", text}, {"run.json", "{}"}, {"code.cu", "text"}}));
    };
    read(about.dump());
    try_each_member(about, read);
    for (std::size_t size = 0; size < 12; ++size)
        EXPECT_NE(refusal([&] {
                      (void)read_checkpoint(seal({{"checkpoint.json", about.dump()},
                                                  {"run.json", "{}"},
                                                  {"code.cu", "text"},
                                                  {"A.s.npy", std::string(size, '\x50')}}));
                  }).find("the array 'A.s.npy' is truncated"),
                  std::string::npos);
}

TEST_F(SealedArchives, BundlesOnlyContainFilesOfTheirFolder) {
    for (const std::string& name :
         {std::string("../a"), std::string("/etc/a"), std::string("files/../../a"),
          std::string("files//a"), std::string("files/./a"), std::string("files/"), std::string(""),
          std::string("."), std::string(".."), std::string("files\\a"), std::string("a\nb"),
          std::string("a\x1b[2J"), std::string(256, 'a'),
          std::string("a/") + std::string(300, 'b')}) {
        const std::string message = refusal([&] { OpenBundle bundle(seal({{name, "text"}})); });
        EXPECT_NE(message.find("is not a valid file name"), message.npos) << message;
    }
    std::string deep;
    for (int i = 0; i < 40; ++i) deep += "a/";
    EXPECT_NE(refusal([&] { OpenBundle bundle(seal({{deep + "b", ""}})); }), "");
    EXPECT_NE(refusal([&] {
                  OpenBundle bundle(seal({{"a", "1"}, {"a", "2"}}));
              }).find("the bundle contains the file 'a' twice"),
              std::string::npos);
    for (const Entries& entries :
         {Entries{{"a", ""}, {"a/b", ""}}, Entries{{"a/b/c", ""}, {"a/b", ""}}})
        EXPECT_NE(
            refusal([&] { OpenBundle bundle(seal(entries)); }).find("is both a file and a folder"),
            std::string::npos);
    const OpenBundle whole(
        seal({{"run.json", "1"}, {"files/a b.cu", "2"}, {std::string("a\0b", 3), "3"}}));
    EXPECT_EQ(read_text(whole.folder() / "files/a b.cu"), "2");
    EXPECT_EQ(read_text(whole.folder() / "a b"), "3");
}

}  // namespace
}  // namespace glint::studio
