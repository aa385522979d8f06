// SPDX-License-Identifier: MIT
// Run records: the code, headers, logs and inputs in a record must be those of the run. Otherwise,
// commands refuse the record.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <apps/gray_png.hpp>
#include <apps/run_records.hpp>
#include <glint/base/path_lock.hpp>

namespace glint::test {
namespace {

TEST_P(RunRecords, AreNotResumedWithAnotherHeader) {
    std::string including = kGain;
    including.replace(including.find("params.gain *"), 13, "K * params.gain *");
    including.insert(including.find("//@ simulation"), "#include \"parts/k.cuh\"\n");
    folder_.write("gain.cu", including);
    folder_.write("parts/k.cuh", "#include \"one.cuh\"\n");
    folder_.write("parts/one.cuh", "#define K 1\n");
    expect_success(run("--frames 2 --checkpoint-every 4 --out r"));
    expect_success("resume r --frames 1");
    folder_.write("parts/one.cuh", "#define K 2\n");
    const Outcome refused = glint("resume r --frames 1");
    EXPECT_EQ(refused.status, 1);
    EXPECT_TRUE(contains(refused.err, "'parts/one.cuh', which '")) << refused.err;
    EXPECT_TRUE(
        contains(refused.err,
                 "gain.cu' includes, has changed since the checkpoint was written. Use --adopt "))
        << refused.err;
    EXPECT_EQ(probed("resume r --frames 1 --adopt"), "s[3,3] = 18\n");
}

// Resumes for four more steps with a new version of the file, in which the parameter's range
// excludes the run's gain.
TEST_P(RunRecords, RecordTheAdoptedFile) {
    expect_success(run("--frames 2 --checkpoint-every 4 --sums-every 1 --set gain=2 --out r"));
    std::string other = kGain;
    other.replace(other.find("params.gain *"), 13, "2 * params.gain *");
    other.replace(other.find("0..4"), 4, "0..1");  // excludes the run's gain
    folder_.write("gain.cu", other);
    const std::string resumed = probed("resume r --frames 2 --adopt");
    EXPECT_EQ(resumed, "s[3,3] = 30\n");
    EXPECT_EQ(probed("replay r --headless"), resumed);
    expect_whole("r");
    expect_success("bundle r -o it.zip");
    EXPECT_TRUE(contains(probed("replay it.zip --verify"), resumed));
}

TEST_P(RunRecords, AreVerifiedCompletelyOrNotAtAll) {
    expect_success(run("--frames 4 --checkpoint-every 4 --sums-every 2 --out r"));
    expect_whole("r");
    const std::string log = text("r/events.jsonl");
    const auto verified = [&](const std::string& content, const std::string& more = "") {
        write_atomically(work() / "r/events.jsonl", content);
        return glint("replay r --verify" + more);
    };
    for (const std::string& empty : {std::string(), std::string(100, '\0')}) {
        const Outcome outcome = verified(empty);
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.out,
                  "nothing was compared, because the log has no checksums up to step 0\n");
    }
    const std::string three =
        "the checksums of 3 steps match, up to step 6\nthe rest of the run was not compared, "
        "because ";
    const Outcome cut = verified(log.substr(0, log.size() - 20));
    EXPECT_EQ(cut.status, 1);
    EXPECT_EQ(cut.out, three + "the last line of the log, after step 6, is truncated\n");
    const std::string lines = log.substr(0, log.rfind('\n', log.size() - 2) + 1);
    const Outcome shorter = verified(lines);
    EXPECT_EQ(shorter.status, 1);
    EXPECT_EQ(shorter.out, three + "the log ends at step 6, but the run ended at step 8\n");
    EXPECT_EQ(verified(lines + "{\"step\":8,\"set\":\"Params.gain\",\"to\":\"2\"}\n").status, 1);
    EXPECT_EQ(verified(lines, " --to 6").status, 0);
    EXPECT_EQ(verified(log, " --to 1").status, 1) << "which compares nothing";
    EXPECT_EQ(verified(log).status, 0);
    fs::remove(work() / "r/events.jsonl");
    const Outcome gone = glint("replay r --verify");
    EXPECT_EQ(gone.status, 1);
    EXPECT_TRUE(contains(gone.err, "cannot replay 'r': the recorded run has no events.jsonl"))
        << gone.err;
}

// A matching name alone does not show that a file belongs to a run.
TEST_P(RunRecords, UnrelatedFilesWithMatchingNamesAreKept) {
    expect_success(run("--frames 4 --checkpoint-every 4 --out r"));
    for (const char* name : {"a/s-000002.npy", "b/gain-000001.png", "c/events.jsonl", "d/A.pvd"}) {
        folder_.write(fmt::format("work/{}", name), "mine");
        const std::string folder(name, 1);
        for (const std::string& command :
             {run("--frames 1 --save s --out " + folder), "resume r --frames 1 --out " + folder}) {
            const Outcome refused = glint(command);
            EXPECT_EQ(refused.status, 1) << command;
            EXPECT_TRUE(contains(refused.err, "the folder contains files, such as")) << refused.err;
        }
        fs::copy_file(work() / "r/checkpoint-000008.npz",
                      work() / folder / "checkpoint-000008.npz");
        EXPECT_EQ(glint("resume " + folder + " --frames 1").status, 1);
        EXPECT_EQ(text(name), "mine");
        EXPECT_EQ(files_in(folder).size(), 2u);
    }
    fs::create_directories(work() / "e");
    fs::copy_file(work() / "r/checkpoint-000008.npz", work() / "e/checkpoint-000008.npz");
    expect_success("resume e --frames 1");
    EXPECT_TRUE(is_there("e/run.json"));
}

TEST_P(RunRecords, CopiedCheckpointsDoNotOverwriteFiles) {
    expect_success(
        run("--frames 4 --checkpoint-every 4 --out r --result e/end.json --picture e/p.png"));
    for (const char* name : {"e/end.json", "e/p.png"})
        folder_.write(fmt::format("work/{}", name), "mine");
    fs::copy_file(work() / "r/checkpoint-000008.npz", work() / "e/c.npz");
    const Outcome refused = glint("resume e/c.npz --frames 1");
    EXPECT_EQ(refused.status, 1);
    EXPECT_TRUE(contains(refused.err,
                         "contains no record of the run. To write the file, pass --result again"))
        << refused.err;
    for (const char* name : {"e/end.json", "e/p.png"}) EXPECT_EQ(text(name), "mine");
}

TEST_P(RunRecords, ArgumentsThatStartNoRunAreRefused) {
    expect_success(run("--frames 1 --out r"));
    std::string record = text("r/run.json");
    const std::size_t begin = record.find("\"arguments\": [");
    record.replace(begin, record.find(']', begin) - begin, "\"arguments\": [\"--help\"");
    folder_.write("work/r/run.json", record);
    const Outcome refused = glint("replay r --verify");
    EXPECT_EQ(refused.status, 1);
    EXPECT_EQ(
        refused.err,
        "glint: cannot read the arguments in the run record: run: --help is not allowed here\n");
}

TEST_P(RunRecords, OutputsMustNotReplaceRecordsOrInputs) {
    expect_success(run("--frames 1 --out r --save s"));
    const auto before = files_in("r");
    const std::string record = text("r/run.json"), field = text("r/s-000002.npy");
    fs::copy_file(work() / "r/s-000002.npy", work() / "in.csv");
    folder_.write("work/stack/1.png", "mine");
    folder_.write("work/p", "gain = 2");
    const std::string reserved = "is reserved for glint's own records of runs and sweeps";
    const std::string own = "is reserved for the run's own files in --out";
    for (const auto& [flags, said] : std::vector<std::pair<std::string, std::string>>{
             {"--out n --result n/run.json", reserved},
             {"--out n --result r/run.json", reserved},
             {"--out n --result n/sweep.json", reserved},
             {"--out n --picture n/gain-000001.png", own},
             {"--out n --picture ./gain-000001.png --out .", own},
             {"--out n --monitors in.csv --input s=./in.csv", "is also an input"},
             {"--out n --picture stack/1.png --input s=stack", "is also an input"},
             {"--out n --result p --preset ./p", "is also the preset"},
             {"--out r --input s=r/s-000002.npy", "belongs to the run in 'r'"}}) {
        const Outcome refused = glint(run("--frames 1 " + flags));
        EXPECT_EQ(refused.status, 2) << flags << refused.err;
        EXPECT_TRUE(contains(refused.err, said)) << flags << '\n' << refused.err;
    }
    EXPECT_FALSE(is_there("n"));
    EXPECT_EQ(files_in("r"), before);
    EXPECT_EQ(text("r/run.json"), record);
    EXPECT_EQ(text("r/s-000002.npy"), field);
    EXPECT_EQ(text("stack/1.png"), "mine");
    const Outcome bundled = glint("bundle r -o r/run.json");
    EXPECT_EQ(bundled.status, 2);
    EXPECT_TRUE(contains(bundled.err, "cannot write 'r/run.json': only .zip files are supported"));
    EXPECT_EQ(text("r/run.json"), record);
    expect_success(run("--frames 1 --out n --monitors n/monitors.csv --picture n/p.png"));
}

TEST_P(RunRecords, BundlesContainRawDataAndImageStacks) {
    folder_.write("volume.cu", R"(#include <glint/sim.cuh>
//@ simulation "Volume"
struct V {         //@ 4 x 2 x 2
    float* a;      //@ "a"
};
//@ step
__global__ void keep(int width, float* a) {}
)");
    for (const auto& [name, header] :
         {std::pair<std::string, std::string>{
              "in/v.nhdr",
              "NRRD0004\ntype: float\ndimension: 3\nsizes: 4 2 2\nencoding: raw\n"
              "endian: little\ndata file: sub/v.raw\n"},
          {"in/v.mhd",
           "NDims = 3\r\nDimSize = 4 2 2\r\nElementType = MET_FLOAT\r\n"
           "ElementDataFile = sub/v.raw\r\n"},
          {"in/stack", ""}}) {
        fs::remove_all(work());
        folder_.write("work/in/sub/v.raw", std::string(64, 'A'));
        fs::create_directories(work() / "in/stack");
        for (const auto& [image, first] : {std::pair{"2.png", 0}, {"10.png", 100}}) {
            std::vector<std::uint16_t> values(8);
            std::iota(values.begin(), values.end(), static_cast<std::uint16_t>(first));
            write_gray_png(work() / "in/stack" / image, 4, values);
        }
        if (!header.empty()) folder_.write("work/" + name, header);
        expect_success(
            fmt::format("run ../volume.cu --headless --device {} --every 0 --frames 1 "
                        "--sums-every 1 --out r --input a={}",
                        GetParam(), name));
        expect_success("bundle r -o it.zip");
        fs::rename(work() / "in", work() / "gone");
        const Outcome replayed = glint("replay it.zip --verify");
        EXPECT_EQ(replayed.status, 0) << name << replayed.err;
    }
}

}  // namespace
}  // namespace glint::test
