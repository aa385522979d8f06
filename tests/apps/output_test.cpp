// SPDX-License-Identifier: MIT
// How commands behave when their output cannot be written.
#include <cstdlib>
#include <new>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <apps/glint/failure_text.hpp>
#include <base/scratch.hpp>
#include <glint/base/files.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOutputCells = R"(#include <glint/sim.cuh>
//@ simulation "Cells"
struct Params {
    float rise = 1;  //@ 0..10 "Rise"
};
struct Grid {        //@ 8 x 4
    float* level;    //@ 0..100 "Level"
};
//@ step
__global__ void raise(int width, int height, Params params, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += params.rise;
}
)";

class Output : public ::testing::Test {
protected:
    void SetUp() override { folder_.write("cells.cu", kOutputCells); }
    /// Exit status of `glint ARGUMENTS`, run in the folder by a shell, so that ARGUMENTS may
    /// redirect output.
    int glint(const std::string& arguments) const {
        const int status =
            std::system(fmt::format("cd '{}' && unset DISPLAY WAYLAND_DISPLAY && "
                                    "'{}' {}",
                                    folder_.path().string(), GLINT_PROGRAM, arguments)
                            .c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    std::string read(const std::string& file) const { return read_text(folder_.path() / file); }

    TemporaryFolder folder_;
};

TEST_F(Output, LostOutputIsAFailure) {
    for (const char* const command :
         {"list", "--help", "--version", "run --help", "run cells.cu --help", "cache",
          "new made --kind grid", "validate", "sweep cells.cu rise=1,2 --commands",
          "compile cells.cu --device cpu", "compile cells.cu --device cpu --json", "doctor",
          "run cells.cu --headless --device cpu --frames 1 --every 0 --json",
          "run cells.cu --headless --device cpu --frames 1 --every 0 --probe level[1,1]"}) {
        fs::remove(folder_.path() / "made.cu");
        EXPECT_EQ(glint(fmt::format("{} >/dev/full 2>err.txt", command)), 1) << command;
        EXPECT_TRUE(
            read("err.txt").ends_with("glint: cannot write to stdout: No space left on device\n"))
            << command << "\n"
            << read("err.txt");
        fs::remove(folder_.path() / "made.cu");
        EXPECT_EQ(glint(fmt::format("{} >&- 2>err.txt", command)), 1) << command;
    }
}

TEST_F(Output, ClosedPipesEndQuietly) {
    EXPECT_EQ(glint("list 2>err.txt | head -1 >out.txt"), 0);
    EXPECT_EQ(read("err.txt"), "");
    EXPECT_TRUE(read("out.txt").starts_with("particles "));
    EXPECT_EQ(glint("list 2>err.txt | true"), 0);
    EXPECT_EQ(read("err.txt"), "");
}

// If stderr is full or closed, only the messages are lost.
TEST_F(Output, LostMessagesAreNotAFailure) {
    const std::string run =
        "run cells.cu --headless --device cpu --frames 12 --every 0 --checkpoint-every 5 "
        "--sums-every 5 --picture p.png --out ";
    ASSERT_EQ(glint(run + "whole >out.txt 2>err.txt"), 0) << read("err.txt");
    for (const char* const stderr_to : {"2>/dev/full", "2>&-"}) {
        const std::string name = stderr_to[2] == '/' ? "full" : "closed";
        EXPECT_EQ(glint(fmt::format("{}{} >out.txt {}", run, name, stderr_to)), 0);
        EXPECT_TRUE(fs::exists(folder_.path() / name / "checkpoint-000012.npz")) << name;
        EXPECT_EQ(read(name + "/events.jsonl"), read("whole/events.jsonl"))
            << "no message went into a file of the run";
        EXPECT_EQ(glint(fmt::format("run nothing {}", stderr_to)), 2);
        EXPECT_EQ(glint(fmt::format("run cells.cu --limit Nothing=0..1 {}", stderr_to)), 2);
    }
    EXPECT_EQ(glint("sweep cells.cu rise=1,2 --frames 1 --device cpu --out s >out.txt 2>/dev/full"),
              0);
    EXPECT_EQ(glint(run + "pipe >out.txt 2>&1 | true"), 0);
    EXPECT_EQ(glint(run + "all <&- >&- 2>&-"), 0) << "nothing was written to stdout";
    EXPECT_EQ(glint(run + "probed --probe level[1,1] >&- 2>&-"), 1) << "stdout was not taken";
    EXPECT_EQ(read("all/events.jsonl"), read("whole/events.jsonl"));
}

TEST_F(Output, NewWritesARunnableFile) {
    EXPECT_EQ(glint("new \"$(printf 'a\\nint b;')\" >out.txt 2>err.txt"), 2);
    EXPECT_TRUE(
        read("err.txt").ends_with("a simulation name must not contain control characters\n"))
        << read("err.txt");
    EXPECT_EQ(glint("new -- -dash >out.txt 2>err.txt"), 0) << read("err.txt");
    EXPECT_EQ(read("out.txt"), "wrote ./-dash.cu. Run the simulation with: glint run ./-dash.cu\n");
    EXPECT_EQ(glint("check ./-dash.cu >out.txt 2>err.txt"), 0) << read("err.txt");
    EXPECT_EQ(glint("new 'a \"quoted\" \\name' >out.txt 2>err.txt"), 0) << read("err.txt");
    EXPECT_EQ(glint("check 'a \"quoted\" \\name.cu' >out.txt 2>err.txt"), 0) << read("err.txt");
}

TEST_F(Output, PrintsUnusualFileNamesCompletely) {
    for (const std::string name :
         {"two\nlines", "caf\xe9", "-dash", "50%d {} $HOME", "esc\x1b[31m"}) {
        const fs::path place = folder_.path() / "odd";
        fs::remove_all(place);
        write_atomically(place / (name + ".cu"), std::string_view(kOutputCells));
        EXPECT_EQ(glint("run odd/*.cu --headless --device cpu --frames 2 --every 0 --json "
                        "--probe level[1,1] --out odd/out >out.txt 2>err.txt"),
                  0)
            << name << read("err.txt");
        EXPECT_NE(read("out.txt").find("\"level[1,1]\": 2"), std::string::npos) << read("out.txt");
        EXPECT_EQ(read("err.txt").find('\x1b'), std::string::npos);
        EXPECT_EQ(glint("sweep odd/*.cu rise=1,2 --frames 1 --device cpu --out odd/s >out.txt "
                        "2>err.txt"),
                  0)
            << name << read("err.txt");
        EXPECT_TRUE(read("odd/s/table.csv").starts_with("case,rise,status,seconds,reason\n1,1,0,"))
            << read("odd/s/table.csv");
        EXPECT_EQ(glint("check odd/*.cu >out.txt 2>err.txt"), 0) << name << read("err.txt");
    }
}

TEST_F(Output, EscapesControlCharactersOfFiles) {
    std::string text = kOutputCells;
    text.replace(text.find("\"Level\""), 7, "\"Le\x1b[31mvel\x9b\"");
    text.replace(text.find("\"Rise\""), 6, "\"Ri\x1b]0;title\ase\"");
    folder_.write("raw.cu", text);
    EXPECT_EQ(glint("run raw.cu --help >out.txt 2>err.txt"), 0) << read("err.txt");
    EXPECT_EQ(read("out.txt").find('\x1b'), std::string::npos);
    EXPECT_NE(read("out.txt").find("Ri\\x1b]0;title\\x07se"), std::string::npos) << read("out.txt");
    folder_.write("wrong.cu", "//@ simulation \"Wrong\"\n//@ st\x1b[31mep\n");
    EXPECT_EQ(glint("check wrong.cu >out.txt 2>err.txt"), 1);
    EXPECT_EQ(read("err.txt").find('\x1b'), std::string::npos);
    EXPECT_NE(read("err.txt").find("\\x1b[31m"), std::string::npos) << read("err.txt");
    EXPECT_EQ(glint("run \"$(printf 'no\\033[31mne')\" >out.txt 2>err.txt"), 2);
    EXPECT_EQ(read("err.txt").find('\x1b'), std::string::npos) << read("err.txt");
    EXPECT_EQ(glint("run pond \"$(printf -- '--\\033[31m')\" >out.txt 2>err.txt"), 2);
    EXPECT_EQ(read("err.txt").find('\x1b'), std::string::npos) << read("err.txt");
}

TEST_F(Output, ShortensFilesAndEscapesZeroBytes) {
    for (const auto& [number, said] :
         {std::pair{std::string("1\0", 2), std::string("line 3: '1\\x00' is not a number\n")},
          {std::string(2'000'000, 'x'), std::string("xxx' is not a number\n")}}) {
        folder_.write("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 " + number + " 0\nf 1 2 3\n");
        EXPECT_EQ(glint("view mesh.obj --picture p.png --device cpu >out.txt 2>err.txt"), 1);
        EXPECT_TRUE(read("err.txt").ends_with(said)) << read("err.txt");
        EXPECT_LT(read("err.txt").size(), 1500u);
    }
}

TEST_F(Output, PathErrorsAreSpecific) {
    const std::string longest(300, 'x');
    for (const auto& [command, said] : std::vector<std::pair<std::string, std::string>>{
             {"resume ''", "cannot find a file: the path is empty"},
             {"bundle ''", "cannot find a file: the path is empty"},
             {"view ''", "cannot find a file: the path is empty"},
             {"resume " + longest, "File name too long"},
             {"replay " + longest, "File name too long"},
             {"view " + longest, "is not supported"},
             {"view " + longest + ".csv", "File name too long"},
             {"run cells.cu --headless --device cpu --frames 1 --out " + longest,
              "File name too long"},
             {"run cells.cu --headless --device cpu --frames 1 --monitors " + longest,
              "File name too long"},
             {"run cells.cu --headless --device cpu --frames 1 --input level=" + longest + ".npy",
              "File name too long"}}) {
        EXPECT_EQ(glint(command + " >out.txt 2>err.txt"), 1) << command;
        EXPECT_NE(read("err.txt").find(said), std::string::npos) << command << read("err.txt");
        EXPECT_EQ(read("err.txt").find("filesystem error"), std::string::npos) << read("err.txt");
    }
}

TEST(FailureText, LibraryExceptionsAreInPlainLanguage) {
    EXPECT_EQ(apps::failure_text(std::bad_alloc()), "not enough host memory");
    EXPECT_EQ(apps::failure_text(std::length_error("vector")), "not enough host memory");
    const fs::filesystem_error gone("status", "/a\x1b",
                                    std::make_error_code(std::errc::filename_too_long));
    EXPECT_EQ(apps::failure_text(gone), "cannot access '/a\\x1b': File name too long");
    EXPECT_EQ(apps::failure_text(Error(ErrorCode::io, "read", "no")), "cannot read: no");
}

TEST(FailureText, NamesThePathThatTheUserGave) {
    const Error error = apps::with_path(Error(ErrorCode::io, "read '/tmp/x/a'", "'/tmp/x' is gone"),
                                        "/tmp/x", "run.zip");
    EXPECT_STREQ(error.what(), "cannot read 'run.zip/a': 'run.zip' is gone");
    EXPECT_EQ(error.code(), ErrorCode::io);
}

TEST_F(Output, NamesTheRawFileNotItsGeneratedHeader) {
    for (const std::string name : {"plain.raw", "50%d x.raw"}) {
        folder_.write(name, std::string(12, 'x'));
        EXPECT_EQ(glint("view '" + name +
                        "' --raw 3x3x2:u8 --picture p.png --device cpu >out.txt 2>err.txt"),
                  1);
        EXPECT_TRUE(
            read("err.txt").starts_with("glint: cannot read volume '" + name + "': 3 x 3 x 2 "))
            << read("err.txt");
    }
    EXPECT_EQ(glint("view plain.raw --raw 99999999999x3x2:u8 --picture p.png >out.txt 2>err.txt"),
              2);
    EXPECT_TRUE(
        read("err.txt").starts_with("glint: --raw: '99999999999x3x2:u8': the length '99999999999' "
                                    "is not a whole number from 1 to "))
        << read("err.txt");
}

TEST_F(Output, DoesNotOverwriteInputs) {
    ASSERT_EQ(glint("run cells.cu --headless --device cpu --frames 1 --every 0 --picture p.png "
                    ">out.txt 2>err.txt"),
              0);
    const std::string picture = read("p.png");
    EXPECT_EQ(glint("view p.png --picture ./p.png --device cpu >out.txt 2>err.txt"), 2);
    EXPECT_EQ(read("err.txt"),
              "glint: --picture: './p.png' is also the viewed file, which would be overwritten. "
              "Choose another file\n");
    EXPECT_EQ(read("p.png"), picture);
    EXPECT_EQ(glint("compile cells.cu --device cpu -o cells.cu >out.txt 2>err.txt"), 2);
    EXPECT_EQ(read("cells.cu"), kOutputCells);
}

TEST_F(Output, ListsAvailableNamesForUnknownNames) {
    for (const auto& [flag, said] :
         {std::pair{"--set quench=1",
                    "cannot set parameter 'quench': parameter not found; available: rise"},
          {"--probe 'q[1,1]'", "cannot probe 'q[1,1]': field not found; available: level"},
          {"--save mean", "cannot save 'mean': field or function not found; available: level"},
          {"--views foam", "cannot show 'foam': field or function not found; available: level"}}) {
        EXPECT_EQ(glint(fmt::format("run cells.cu --headless --device cpu --frames 1 --every 0 {} "
                                    ">out.txt 2>err.txt",
                                    flag)),
                  2);
        EXPECT_EQ(read("err.txt"), fmt::format("glint: {}\n", said));
    }
}

TEST_F(Output, NamesTheLineOfABadBookmark) {
    folder_.write("cells.bookmarks.toml",
                  "[1]\nshown = \"level\"\n[2]\n[2.plane]\ncentre = [1e30, 0]\n");
    EXPECT_EQ(glint("run cells.cu --headless --device cpu --camera-path 1,2 >out.txt 2>err.txt"),
              1);
    EXPECT_TRUE(
        read("err.txt").starts_with("glint: cells.bookmarks.toml:5: 'centre' is not between"))
        << read("err.txt");
}

TEST_F(Output, RunsEndAtTheFileSizeLimit) {
    folder_.write("large.cu", std::regex_replace(kOutputCells, std::regex("8 x 4"), "256 x 256"));
    EXPECT_EQ(glint("run large.cu --headless --device cpu --frames 4 --every 0 --out l "
                    "--checkpoint-every 2 >out.txt 2>err.txt; true"),
              0);
    EXPECT_EQ(
        std::system(fmt::format("cd '{}' && ulimit -f 20 && '{}' run large.cu --headless "
                                "--device cpu --frames 4 --every 0 --out u --checkpoint-every 2 "
                                ">out.txt 2>err.txt",
                                folder_.path().string(), GLINT_PROGRAM)
                        .c_str()) >>
            8,
        1);
    EXPECT_TRUE(read("err.txt").ends_with("File too large\n")) << read("err.txt");
    for (const auto& entry : fs::directory_iterator(folder_.path() / "u"))
        EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
}

}  // namespace
}  // namespace glint::test
