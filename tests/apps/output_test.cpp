// What commands do when nobody takes what they print.
#include <cstdlib>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <base/scratch.hpp>
#include <glint/base/files.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCells = R"(#include <glint/sim.cuh>
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
    void SetUp() override { folder_.write("cells.cu", kCells); }
    /// The exit status of `glint ARGUMENTS`, which a shell runs in the folder, with its
    /// redirections.
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

TEST_F(Output, ThatIsLostIsAFailure) {
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

TEST_F(Output, ThatNobodyReadsEndsQuietly) {
    EXPECT_EQ(glint("list 2>err.txt | head -1 >out.txt"), 0);
    EXPECT_EQ(read("err.txt"), "");
    EXPECT_TRUE(read("out.txt").starts_with("particles "));
    EXPECT_EQ(glint("list 2>err.txt | true"), 0);
    EXPECT_EQ(read("err.txt"), "");
}

// A full or closed stderr costs the messages, and nothing else.
TEST_F(Output, OfMessagesMayBeLost) {
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

TEST_F(Output, OfNewIsAFileThatRuns) {
    EXPECT_EQ(glint("new \"$(printf 'a\\nint b;')\" >out.txt 2>err.txt"), 2);
    EXPECT_TRUE(read("err.txt").ends_with("a name of a simulation has no control characters\n"))
        << read("err.txt");
    EXPECT_EQ(glint("new -- -dash >out.txt 2>err.txt"), 0) << read("err.txt");
    EXPECT_EQ(read("out.txt"), "wrote ./-dash.cu; run it by: glint run ./-dash.cu\n");
    EXPECT_EQ(glint("check ./-dash.cu >out.txt 2>err.txt"), 0) << read("err.txt");
    EXPECT_EQ(glint("new 'a \"quoted\" \\name' >out.txt 2>err.txt"), 0) << read("err.txt");
    EXPECT_EQ(glint("check 'a \"quoted\" \\name.cu' >out.txt 2>err.txt"), 0) << read("err.txt");
}

TEST_F(Output, OfFilesWithOddNamesIsWhole) {
    for (const std::string name :
         {"two\nlines", "caf\xe9", "-dash", "50%d {} $HOME", "esc\x1b[31m"}) {
        const fs::path place = folder_.path() / "odd";
        fs::remove_all(place);
        write_atomically(place / (name + ".cu"), std::string_view(kCells));
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

TEST_F(Output, ShowsControlCharactersOfFilesAsText) {
    std::string text = kCells;
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

}  // namespace
}  // namespace glint::test
