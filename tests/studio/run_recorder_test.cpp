// SPDX-License-Identifier: MIT
#include <glint/studio/keep/detail/run_recorder.hpp>

#include <cstdlib>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/run_program.hpp>
#include <glint/driver/memory.hpp>
#include <glint/studio/run/field_checksums.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

// A struct, half-precision numbers, a variable, and a kernel that does not write the border of the
// next values.
const char* const kKeptText = R"(#include <glint/sim.cuh>
#include <glint/half.cuh>
//@ simulation "Kept"
struct Params {
    int width = 20;      //@ 4..100 "Width"
    float rate = 0.25f;  //@ 0..1 "Rate"
};
struct Agent {
    float2 where;
    unsigned char kind;
    double age;
};
struct Grid {            //@ width x 12 of 0.5 m
    float* level;        //@ "Level"
    __half* small;
    float3* flow;
};
struct List {            //@ 31
    Agent* agent;
};
__device__ unsigned int calls = 1;
//@ init
__global__ void fill(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = 0.01f * c.x + 0.1f * c.y;
}
//@ step
__global__ void spread(int width, int height, Params params, const float* level, float* level_next,
                       __half* small, float3* flow) {
    const int2 c = glint::cell();
    if (c.x < 1 || c.y < 1 || c.x >= width - 1 || c.y >= height - 1) return;
    const int i = c.y * width + c.x;
    level_next[i] = level[i] + params.rate * (level[i + 1] + level[i - 1] - 2 * level[i]);
    small[i] = __float2half(level[i] * calls);
    flow[i].y += level[i];
}
//@ step
__global__ void age(int count, float dt, Agent* agent) {
    const int i = glint::index();
    if (i >= count) return;
    agent[i].where.x += i * dt;
    agent[i].kind += 1;
    agent[i].age += 0.1 * calls;
}
//@ step
__global__ void call(int count, Agent* agent) {
    if (glint::index() == 0) calls = calls % 1000 * 3 + 1;
    if (glint::index() == 0) agent[0].kind += 1;
}
)";

class RunRecorderOn : public test::OnEachBackend {
protected:
    Simulation make(const char* text = kKeptText) {
        return Simulation({.device = device_, .file = folder_.write("kept.cu", text)});
    }
    std::vector<FieldChecksum> sums(Simulation& simulation) {
        return FieldChecksums(device_).of(simulation);
    }
    /// Message of the Error that `action` throws.
    template <class Action>
    static std::string refusal(const Action& action) {
        try {
            action();
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing was refused";
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
};

TEST_P(RunRecorderOn, ResumedRunsAreBitIdentical) {
    const fs::path file = folder_.path() / "a.npz";
    std::vector<FieldChecksum> expected, half;
    {
        Simulation simulation = make();
        simulation.parameters()[0].set("width", 33);
        simulation.reset();
        simulation.parameters()[0].set("rate", 0.375);
        simulation.advance(7);
        write_checkpoint(file, take_checkpoint(simulation));
        half = sums(simulation);
        simulation.advance(7);
        expected = sums(simulation);
    }
    Simulation simulation = make();
    restore_checkpoint(read_checkpoint(file), "a.npz", simulation);
    EXPECT_EQ(simulation.now().number, 7u);
    EXPECT_EQ(simulation.parameters()[0].get("rate"), 0.375);
    EXPECT_EQ(sums(simulation), half);
    simulation.advance(7);
    EXPECT_EQ(sums(simulation), expected);
}

TEST_P(RunRecorderOn, OtherFileVersionsAreRefusedOrAdopted) {
    Simulation simulation = make();
    simulation.advance(3);
    const Checkpoint checkpoint = take_checkpoint(simulation);
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = kKeptText;
        for (std::size_t at = text.find(from); at != text.npos;
             at = text.find(from, at + to.size()))
            text.replace(at, from.size(), to);
        return text;
    };
    {
        Simulation other = make(changed("float3* flow", "float4* flow").c_str());
        EXPECT_EQ(refusal([&] { restore_checkpoint(checkpoint, "a.npz", other); }),
                  "cannot resume from 'a.npz': the layout of 'Grid.flow' is '<f4', (12, 20, 3) in "
                  "the checkpoint, but '<f4', (12, 20, 4) in the simulation file");
        EXPECT_EQ(adopt_checkpoint(checkpoint, other), std::vector<std::string>{"new: Grid.flow"});
        EXPECT_EQ(sums(other)[0], sums(simulation)[0]);
        EXPECT_EQ(other.now().number, 3u);
    }
    {
        Simulation other = make(changed("small", "tiny").c_str());
        EXPECT_EQ(refusal([&] { restore_checkpoint(checkpoint, "a.npz", other); }),
                  "cannot resume from 'a.npz': the checkpoint does not contain 'Grid.tiny', which "
                  "the simulation file declares");
        EXPECT_EQ(adopt_checkpoint(checkpoint, other),
                  (std::vector<std::string>{"new: Grid.tiny", "removed: Grid.small"}));
    }
    {
        Simulation other = make(changed("double age", "float age").c_str());
        EXPECT_EQ(refusal([&] { restore_checkpoint(checkpoint, "a.npz", other); }),
                  "cannot resume from 'a.npz': the layout of 'List.agent' is [('where', '<f4', "
                  "(2,)), ('kind', '|u1'), ('', '|V7'), ('age', '<f8')], (31,) in the checkpoint, "
                  "but [('where', '<f4', (2,)), ('kind', '|u1'), ('', '|V3'), ('age', '<f4')], "
                  "(31,) in the simulation file");
    }
}

TEST_P(RunRecorderOn, RunsAreSavedInTheirFolder) {
    const fs::path folder = folder_.path() / "run";
    std::vector<FieldChecksum> at_nine;
    {
        Simulation simulation = make();
        Schedule schedule;
        RunRecorder keeping(simulation,
                            {.folder = folder,
                             .record = {.arguments = {"kept.cu"}},
                             .checkpoint_every = 2,
                             .checksum_every = 3},
                            schedule);
        EXPECT_FALSE(fs::exists(folder / "run.json"));  // nothing is written before the first frame
        keeping.begin_frame();
        EXPECT_FALSE(read_record(folder).status);
        schedule.advance(simulation, 5);
        simulation.parameters()[0].set("rate", 0.5);
        schedule.advance(simulation, 4);
        keeping.end_frame();
        at_nine = sums(simulation);
        EXPECT_EQ(
            refusal([&] { RunFolder(folder, RunFileNames()); }),
            fmt::format(
                "cannot write the run to '{}': another run or sweep is writing to this folder",
                folder.string()));
        keeping.finish(0);
    }
    const RunRecord record = read_record(folder);
    EXPECT_EQ(record.status, 0);
    EXPECT_EQ(record.steps, 9u);
    EXPECT_EQ(record.arguments, std::vector<std::string>{"kept.cu"});
    ASSERT_EQ(checkpoints_in(folder).size(), 2u);
    EXPECT_EQ(checkpoints_in(folder)[0].filename(), "checkpoint-000008.npz");
    EXPECT_EQ(checkpoints_in(folder)[1].filename(), "checkpoint-000009.npz");
    const ReadLog log = read_log(folder / "events.jsonl");
    EXPECT_FALSE(log.is_cut);
    std::vector<std::uint64_t> steps;
    for (const LogEntry& entry : log.entries) steps.push_back(entry.step);
    EXPECT_EQ(steps, (std::vector<std::uint64_t>{2, 3, 4, 5, 6, 8, 9}));
    EXPECT_EQ(std::get<Edit>(log.entries[3].what).text, "0.5");
    EXPECT_EQ(std::get<LoggedChecksums>(log.entries[6].what), at_nine);
    EXPECT_EQ(refusal([&] { RunFolder(folder, RunFileNames()); }),
              fmt::format("cannot write the run to '{}': the folder contains checkpoints of a run, "
                          "the last one at step 9. Continue that run with `glint resume`, remove "
                          "it, or use a different folder",
                          folder.string()));
    // Resuming from the earlier checkpoint truncates the log there.
    Simulation simulation = make();
    Schedule schedule;
    auto from = std::make_shared<Checkpoint>(read_checkpoint(checkpoints_in(folder)[0]));
    RunRecorder keeping(simulation,
                        {.folder = folder,
                         .record = parse_run_record(from->run, "run.json"),
                         .from = from,
                         .from_name = "it"},
                        schedule);
    keeping.begin_frame();
    schedule.advance(simulation, 1);
    EXPECT_EQ(sums(simulation), at_nine);
    keeping.finish(0);
    EXPECT_EQ(read_log(folder / "events.jsonl").entries.size(), 7u);
    EXPECT_EQ(read_record(folder).resumed, std::vector<std::uint64_t>{8});
}

TEST_P(RunRecorderOn, DamagedCheckpointsAreRefused) {
    const fs::path file = folder_.path() / "a.npz", damaged = folder_.path() / "b.npz";
    Simulation simulation = make();
    write_checkpoint(file, take_checkpoint(simulation));
    const std::string whole = read_text(file);
    const std::string expected = fmt::format(
        "cannot resume from '{}': the file is not a checkpoint, or it was truncated or modified. "
        "The hash at the end of the file does not match the content",
        damaged.string());
    std::uint32_t random = 12345;
    const auto next = [&](std::size_t below) {
        random = random * 1664525u + 1013904223u;
        return static_cast<std::size_t>(random >> 4) % below;
    };
    for (int i = 0; i < 1000; ++i) {
        std::string bytes = whole;
        if (i % 2 == 0)
            bytes.resize(next(whole.size()));
        else
            bytes[next(bytes.size())] ^= static_cast<char>(1 << next(8));
        (void)folder_.write("b.npz", bytes);
        ASSERT_EQ(refusal([&] { (void)read_checkpoint(damaged); }), expected) << i;
    }
}

TEST(RunLog, TruncatedLinesAreSkippedAndBrokenOnesNamed) {
    const test::TemporaryFolder folder;
    const fs::path file = folder.write(
        "events.jsonl", "{\"step\":1,\"set\":\"Params.a\",\"to\":\"2\"}\n{\"step\":4,\"reset\":tr");
    const ReadLog log = read_log(file);
    EXPECT_TRUE(log.is_cut);
    ASSERT_EQ(log.entries.size(), 1u);
    (void)folder.write("events.jsonl", "{\"step\":1,\"reset\":true}\n{\"step\":2}\n");
    try {
        (void)read_log(file);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_TRUE(std::string(error.what())
                        .starts_with(fmt::format("cannot read '{}': line 2: ", file.string())))
            << error.what();
    }
    // The run returned to step 5 after its first event.
    (void)folder.write("events.jsonl",
                       "{\"step\":2,\"reset\":true}\n{\"step\":9,\"reset\":true}\n"
                       "{\"step\":5,\"kept\":1}\n{\"step\":7,\"drag\":[[1,2,3],[4,5,6]]}\n");
    const ReadLog back = read_log(file);
    ASSERT_EQ(back.entries.size(), 2u);
    EXPECT_EQ(back.entries[1].step, 7u);
    EXPECT_EQ(back.entries[0].line, 1u);
    EXPECT_EQ(back.entries[1].line, 4u);
    EXPECT_EQ(std::get<Drag>(back.entries[1].what).mouse.before[2], 6);
}

// In a resumed run, the event log also has the events before the resume. Cutting the log removes
// only the lines that the resumed run added to the file.
TEST(RunLog, KeepsEventsBeforeTheResume) {
    const test::TemporaryFolder folder;
    const fs::path file = folder.write("events.jsonl",
                                       "{\"step\":1,\"set\":\"Params.a\",\"to\":\"2\"}\n"
                                       "{\"step\":2,\"set\":\"Params.a\",\"to\":\"3\"}\n");
    EventLog events;
    events.add({2, Reset{}});  // from the restored checkpoint; not in any file
    (void)events.take_change();
    {
        RunLog log(file, fs::file_size(file), events.taken());
        log.note_adopted("// another text\n", 2);
        events.add({3, Edit{"Params.a", "4"}});
        events.add({4, Edit{"Params.a", "5"}});
        log.note(events, 5);
        events.cut(2);  // back to before the last event
        log.note(events, 4);
    }
    const ReadLog read = read_log(file);
    ASSERT_EQ(read.entries.size(), 4u);
    EXPECT_TRUE(std::get<LoggedVersion>(read.entries[2].what).is_resumed);
    EXPECT_EQ(read_text(folder.path() / "code-0001.cu"), "// another text\n");
    EXPECT_EQ(std::get<Edit>(read.entries[3].what).text, "4");
}

/// Only for GPUs: the CPU uses the machine's memory, which must not be filled.
class RunRecorderOnGpus : public RunRecorderOn {
protected:
    void use_up_memory() {
        for (std::size_t bytes = std::size_t{1} << 34; bytes >= std::size_t{1} << 20; bytes /= 2) {
            try {
                while (true) taken_.emplace_back(device_, bytes);
            } catch (const Error& error) {
                ASSERT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
            }
        }
    }
    std::vector<DeviceMemory<std::byte>> taken_;
};

// When the device runs out of memory, the run either continues with less memory or ends. In both
// cases, the saved data is complete, and the run can be resumed from it.
TEST_P(RunRecorderOnGpus, OutOfMemoryKeepsSavedData) {
    const fs::path folder = folder_.path() / "run";
    {
        Simulation simulation = make();
        Schedule schedule;
        RunRecorder keeping(simulation, {.folder = folder, .checkpoint_every = 2}, schedule);
        keeping.begin_frame();
        schedule.advance(simulation, 5);
        keeping.end_frame();
        use_up_memory();
        try {
            schedule.advance(simulation, 4);
            keeping.finish(0);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
            keeping.note_failure(1);
        }
        taken_.clear();
    }
    EXPECT_TRUE(read_record(folder).status);
    ASSERT_EQ(checkpoints_in(folder).size(), 2u);
    Simulation simulation = make();
    restore_checkpoint(read_checkpoint(checkpoints_in(folder)[1]), "it", simulation);
    const std::uint64_t step = simulation.now().number;
    simulation.advance(3);
    Simulation straight = make();
    straight.advance(static_cast<unsigned>(step) + 3);
    EXPECT_EQ(sums(simulation), sums(straight));
}

INSTANTIATE_TEST_SUITE_P(Backends, RunRecorderOn, test::each_backend(), test::name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RunRecorderOnGpus);
INSTANTIATE_TEST_SUITE_P(Backends, RunRecorderOnGpus, test::each_gpu(), test::name);

}  // namespace
}  // namespace glint::studio
