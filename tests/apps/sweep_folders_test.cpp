// SPDX-License-Identifier: MIT
// Folders of sweeps: which results they contain, and what is refused or left unchanged.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <thread>

#include <sys/stat.h>

#include <apps/sweeps.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/png.hpp>

namespace glint::test {
namespace {

TEST_F(Sweeps, RefuseAFolderOfAnotherSweep) {
    EXPECT_EQ(sweep("rise=1,2").status, 0);
    const Outcome other = sweep("rise=1,3 --seed 4");
    EXPECT_EQ(other.status, 2);
    EXPECT_EQ(other.err,
              "glint: cannot write the sweep to 's': the folder contains another sweep: axis rise "
              "was 1,2 and is now 1,3; --seed was missing and is now 4. Choose a different folder "
              "with --out\n");
    folder_.write("cells.cu", std::string(kCells) + "// another\n");
    const Outcome edited = sweep("rise=1,2");
    EXPECT_EQ(edited.status, 2);
    EXPECT_TRUE(holds(edited.err, "the folder contains another sweep: the text of cells.cu was "))
        << edited.err;
}

// Covers everything that the cases read: included files, inputs with their data, and the preset.
TEST_F(Sweeps, RefuseChangedFiles) {
    std::string text = kCells;
    text.insert(text.find("//@ simulation"), "#include \"scale.cuh\"\n");
    text.replace(text.find("params.rise;"), 12, "SCALE * params.rise;");
    folder_.write("cells.cu", text);
    const std::string zeros(128, '\0'), ones(128, '\1');
    const std::map<std::string, std::pair<std::string, std::string>> files{
        {"scale.cuh", {"#define SCALE 1\n", "#define SCALE 2\n"}},
        {"low.toml", {"breaks = 0\n", "breaks = 100\n"}},
        {"level.raw", {zeros, ones}}};
    folder_.write("level.mhd",
                  "ObjectType = Image\nNDims = 2\nDimSize = 16 8\nElementType = MET_UCHAR\n"
                  "ElementDataFile = level.raw\n");
    for (const auto& [name, content] : files) folder_.write(name, content.first);
    const std::string arguments = "rise=1 --preset ../low.toml --input level=../level.mhd";
    ASSERT_EQ(sweep(arguments).status, 0);
    const auto before = times(1);
    for (const auto& [name, content] : files) {
        folder_.write(name, content.second);
        for (const char* more : {"", " --collect", " --commands"}) {
            const Outcome changed = sweep(arguments + more);
            EXPECT_EQ(changed.status, 2) << name << more;
            EXPECT_TRUE(
                holds(changed.err,
                      "cannot write the sweep to 's': the folder contains another sweep: the ") &&
                holds(changed.err, name + " was "))
                << changed.err;
        }
        const std::string definition = read_text(work("s/sweep.json"));
        fs::remove(work("s/sweep.json"));
        const Outcome undefined = sweep(arguments);
        EXPECT_EQ(undefined.status, 2) << name;
        EXPECT_TRUE(holds(undefined.err, "an included file, an input or the preset has changed."))
            << undefined.err;
        write_atomically(work("s/sweep.json"), definition);
        folder_.write(name, content.first);
    }
    EXPECT_EQ(sweep(arguments).status, 0);
    EXPECT_EQ(times(1), before) << "nothing ran again";
}

// Results of one sweep are never used for another, even if sweep.json is missing or different.
TEST_F(Sweeps, DoNotUseResultsOfOtherSweeps) {
    EXPECT_EQ(sweep("rise=1,2").status, 0);
    const std::string first = read_text(work("s/case-0001/result.json"));
    const auto refused = [&](const std::string& arguments, const std::string& reason) {
        const Outcome outcome = sweep(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_TRUE(outcome.err.ends_with("glint: cannot write the sweep to 's': " + reason + "\n"))
            << outcome.err;
        EXPECT_EQ(read_text(work("s/case-0001/result.json")), first);
    };
    const std::string unreadable =
        "sweep.json in this folder cannot be read, so it is unknown which sweep the results belong "
        "to. Choose a different folder with --out";
    write_atomically(work("s/sweep.json"), std::string_view("{\"axis"));
    refused("rise=1,2", unreadable);
    refused("rise=3,4 --collect", unreadable);
    refused("rise=3,4 --commands", unreadable);
    fs::remove(work("s/sweep.json"));
    const std::string other =
        "case-0001 contains a result of another sweep: the result has the arguments '--set=rise=1' "
        "instead of '--set=rise=3'. Choose a different folder with --out";
    refused("rise=3,4 --collect", other);
    refused("rise=3,4", other);
    EXPECT_FALSE(fs::exists(work("s/sweep.json")));
    EXPECT_EQ(sweep("rise=1,2").status, 0) << "the results are of this one";
    EXPECT_EQ(read_text(work("s/case-0001/result.json")), first);
}

TEST_F(Sweeps, KeepOtherFiles) {
    write_atomically(work("s/case-0001/notes.txt"), std::string_view("mine"));
    const Outcome refused = sweep("rise=1,2");
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(
        refused.err,
        "glint: cannot write the sweep to 's': the folder contains 'case-0001' but no sweep.json, "
        "so it does not belong to a sweep. Choose a different folder with --out\n");
    EXPECT_EQ(read_text(work("s/case-0001/notes.txt")), "mine");
    fs::remove_all(work("s"));
}

TEST_F(Sweeps, DoNotTakeValuesForFlags) {
    const auto described = [&](const std::string& lines) {
        folder_.write("dash.toml", "[sweep]\nfile = \"cells.cu\"\nframes = 1\nout = \"s\"\n" +
                                       lines + "[axes]\nrise = [1, 2]\n");
        return glint("sweep ../dash.toml");
    };
    const Outcome device = described("device = \"--picture=/tmp/x\"\n");
    EXPECT_EQ(device.status, 1);
    EXPECT_TRUE(
        holds(device.out, "cannot open device '--picture=/tmp/x': the device was not found"))
        << device.out << device.err;
    fs::remove_all(folder_.path() / "s");
    const std::string input = described("device = \"cpu\"\ninput = \"--help\"\n").err;
    EXPECT_TRUE(input.starts_with("glint: cannot read input '--help': ")) << input;
    EXPECT_EQ(described("views = \"--json\"\n").status, 2);
    folder_.write("-x.cu", kCells);
    folder_.write("dash.toml",
                  "[sweep]\nfile = \"-x.cu\"\nframes = 1\ndevice = \"cpu\"\n"
                  "[axes]\nrise = [1, 2]\n");
    const Outcome file =
        start_program("/usr/bin/env", folder_.path(),
                      std::string("-C .. '") + GLINT_PROGRAM + "' sweep dash.toml --out=-o");
    EXPECT_EQ(file.status, 0) << file.err;
    EXPECT_TRUE(fs::exists(folder_.path() / "-o/case-0002/result.json"));
}

TEST_F(Sweeps, RefuseValuesWithZeroBytes) {
    for (const std::string line :
         {"device = \"cpu\\u0000--record=rec\"", "views = [\"level\\u0000\"]", "out = \"s\\u0000\"",
          "file = \"cells.cu\\u0000\""}) {
        folder_.write("zero.toml", "[axes]\nrise = [1, 2]\n[sweep]\n" + line + "\nframes = 1\n" +
                                       (line.starts_with("file") ? "" : "file = \"cells.cu\"\n"));
        const Outcome outcome = glint("sweep ../zero.toml");
        EXPECT_EQ(outcome.status, 2) << line;
        EXPECT_EQ(outcome.err, fmt::format("glint: ../zero.toml:4: '{}' contains a NUL byte\n",
                                           line.substr(0, line.find(' '))));
    }
    EXPECT_FALSE(fs::exists(work("rec")));
}

// Unrelated files are kept, and a case that ends with NaN leaves a checkpoint.
TEST_F(Sweeps, RerunCasesWhoseFoldersHaveOtherFiles) {
    EXPECT_EQ(sweep("breaks=0,15").status, 1);
    ASSERT_TRUE(fs::exists(work("s/case-0002/checkpoint-000020.npz")));
    const std::string before = table();
    write_atomically(work("s/case-0001/notes.txt"), std::string_view("mine"));
    write_atomically(work("s/case-0002/notes/notes.txt"), std::string_view("mine"));
    fs::remove(work("s/case-0001/result.json"));
    for (int i = 0; i < 2; ++i) {
        const Outcome again = sweep("breaks=0,15 --retry");
        EXPECT_TRUE(again.out.starts_with("2 cases: 1 done, 1 failed")) << again.out << again.err;
        EXPECT_EQ(table(), before);
        fs::remove_all(work("s/case-0001/run.json"));  // --retry works without a run record, too
        fs::remove(work("s/case-0001/result.json"));
    }
    EXPECT_EQ(read_text(work("s/case-0001/notes.txt")), "mine");
    EXPECT_EQ(read_text(work("s/case-0002/notes/notes.txt")), "mine");
}

TEST_F(Sweeps, WaitForNoPipesOfTheirCases) {
    EXPECT_EQ(sweep("rise=1").status, 0);
    fs::remove(work("s/case-0001/result.json"));
    ASSERT_EQ(::mkfifo(work("s/case-0001/result.json").c_str(), 0600), 0);
    const Outcome outcome = sweep("rise=1");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(holds(outcome.err, "result.json': the file is a pipe without a reader"))
        << outcome.err;
    fs::remove_all(work("s/case-0001"));
    write_atomically(work("s/case-0001"), std::string_view("a file"));
    EXPECT_EQ(sweep("rise=1").err,
              "Cells: 1 case (1 rise), writing to s\n"
              "glint: cannot create folder 's/case-0001': Not a "
              "directory\n");
}

}  // namespace
}  // namespace glint::test
