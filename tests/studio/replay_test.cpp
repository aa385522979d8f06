// SPDX-License-Identifier: MIT
#include <glint/studio/keep/replay.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/host.hpp>
#include <glint/studio/keep/detail/run_recorder.hpp>
#include <glint/studio/run/field_checksums.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

const char* const kReplayedText = R"(#include <glint/sim.cuh>
//@ simulation "Replayed"
struct Params {
    float rate = 0.25f;  //@ 0..1 "Rate"
};
struct Grid {            //@ 21 x 12
    float* level;        //@ "Level"
    unsigned char* mark;
};
//@ init
__global__ void fill(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = 0.01f * c.x + 0.1f * c.y;
}
//@ step
__global__ void spread(int width, int height, Params params, const float* level, float* level_next,
                       unsigned char* mark) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x, left = c.x > 0 ? i - 1 : i;
    level_next[i] = level[i] + params.rate * (level[left] - level[i]);
    mark[i] += c.x;
}
//@ drag
__global__ void press(int width, int height, float2 mouse, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += expf(-fabsf(c.x - mouse.x));
}
)";

class ReplayOn : public test::OnEachBackend {
protected:
    Simulation make() { return Simulation({.device = device_, .file = file_}); }

    /// Records a run of 12 steps, with checksums after each step.
    template <class Action>
    void keep(const Action& disturb) {
        Simulation simulation = make();
        Schedule schedule;
        schedule.add(1, [&] {
            disturb(simulation);
            return true;
        });
        RunRecorder keeping(simulation, {.folder = run_, .checksum_every = 1}, schedule);
        keeping.begin_frame();
        for (int frame = 0; frame < 3; ++frame) {
            schedule.advance(simulation, 4);
            keeping.end_frame();
        }
        keeping.finish(0);
    }

    void record_with_all_events() {
        keep([&](Simulation& simulation) {
            const std::uint64_t step = simulation.now().number;
            if (step == 3) simulation.parameters()[0].set("rate", 0.5);
            if (step == 4) simulation.drag({.place = {4, 5, 0}});
            if (step == 5 && simulation.parameters()[0].get("rate") == 0.5) {
                std::string other = kReplayedText;
                other.replace(other.find("+= c.x"), 6, "+= c.y");
                simulation.adopt(Code(device_, file_, other, {}));
                simulation.parameters()[0].set("rate", 0.75);
                simulation.advance(1);
                simulation.reset();
            }
        });
    }
    /// Replays the recorded run in an App without pictures.
    void run_again(Simulation& simulation, std::optional<std::uint64_t> stop = std::nullopt) {
        app::App app({.headless = true, .frames = 100, .every = 0, .device = GetParam()});
        const ReplayPlan plan{read_log(run_ / kLogFile).entries, read_record(run_).steps, stop};
        EXPECT_EQ(run(app, simulation, {.replay = plan}), 0);
    }

    Replay replayed(Simulation& simulation) {
        Replay replay(simulation, read_log(run_ / "events.jsonl").entries);
        replay.advance_to(read_record(run_).steps);
        return replay;
    }

    /// Flips a bit in a field's memory, without logging it.
    void flip(Simulation& simulation, std::size_t field, std::size_t byte, int bit) {
        auto& memory = simulation.state().memory({0, field});
        std::vector<std::byte> bytes = to_vector(simulation.stream(), memory);
        bytes[byte] ^= static_cast<std::byte>(1 << bit);
        upload(simulation.stream(), memory, bytes);
        simulation.stream().synchronize();
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
    fs::path file_ = folder_.write("replayed.cu", kReplayedText);
    fs::path run_ = folder_.path() / "run";
};

TEST_P(ReplayOn, ReplaysEditsDragsVersionsAndResets) {
    record_with_all_events();
    EXPECT_TRUE(fs::exists(run_ / "code-0001.cu"));
    Simulation simulation = make();
    const Replay replay = replayed(simulation);
    EXPECT_EQ(replay.difference(), "");
    EXPECT_TRUE(replay.is_done());
    EXPECT_EQ(replay.compared(), 12u);
    EXPECT_EQ(simulation.now().number, read_record(run_).steps);
    EXPECT_EQ(simulation.parameters()[0].get("rate"), 0.75);
}

TEST_P(ReplayOn, InvalidEventsAreNamedByLine) {
    for (const auto& [name, value, reason] :
         {std::tuple{"Params.rate", "x", "line 2: cannot set parameter 'rate': "},
          {"Params.rat", "1",
           "line 2: cannot set parameter 'rat': parameter not found; did you mean 'rate'?"},
          {"rate", "1",
           "line 2: cannot set 'rate': the simulation file does not declare this parameter "
           "struct"}}) {
        (void)folder_.write("run/events.jsonl",
                            fmt::format("{{\"step\":0,\"set\":\"Params.rate\",\"to\":\"0.5\"}}\n"
                                        "{{\"step\":1,\"set\":\"{}\",\"to\":\"{}\"}}\n",
                                        name, value));
        Simulation simulation = make();
        Replay replay(simulation, read_log(run_ / kLogFile).entries);
        try {
            replay.advance_to(2);
            ADD_FAILURE() << name;
        } catch (const Error& error) {
            EXPECT_EQ(error.operation(), "replay events.jsonl");
            EXPECT_TRUE(error.reason().starts_with(reason)) << error.what();
        }
    }
}

TEST_P(ReplayOn, AppsReplayTheRun) {
    record_with_all_events();
    Simulation simulation = make(), shown = make();
    (void)replayed(simulation);
    testing::internal::CaptureStderr();
    run_again(shown);
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("this run is identical to the recorded run at all 12 steps with checksums"),
              said.npos)
        << said;
    EXPECT_EQ(shown.now().number, read_record(run_).steps);
    EXPECT_EQ(FieldChecksums(device_).of(shown), FieldChecksums(device_).of(simulation));
    EXPECT_EQ(shown.parameters()[0].get("rate"), 0.75);

    // A replay can also stop at the reset, before it, and at the start.
    for (const auto& [stop, rate] : {std::pair{4u, 0.5}, {6u, 0.75}, {0u, 0.25}}) {
        Simulation early = make();
        run_again(early, stop);
        EXPECT_EQ(early.now().number, stop);
        EXPECT_EQ(early.parameters()[0].get("rate"), rate);
    }
}

TEST_P(ReplayOn, StartsFromAnEarlierStep) {
    record_with_all_events();
    Simulation simulation = make();
    Replay replay(simulation, read_log(run_ / kLogFile).entries);
    replay.advance_to(3, 3);
    const Snapshot third = simulation.capture();
    replay.advance_to(6, 6);
    simulation.restore(third);
    replay.rewind(0, 4);
    replay.advance_to(read_record(run_).steps);
    EXPECT_EQ(replay.difference(), "");
    EXPECT_TRUE(replay.is_done());
    replay.rewind(1, read_record(run_).steps);
    EXPECT_EQ(replay.next_step(), read_record(run_).steps);
}

TEST_P(ReplayOn, ChangedBitsAreReported) {
    keep([&](Simulation& simulation) {
        if (simulation.now().number == 7) flip(simulation, 0, 4 * (3 * 21 + 5) + 2, 4);
    });
    Simulation simulation = make();
    const Replay replay = replayed(simulation);
    EXPECT_EQ(replay.last_same(), 6u);
    const std::string& said = replay.difference();
    EXPECT_TRUE(said.starts_with("'level[5,3]' is 0.")) << said;
    EXPECT_NE(said.find(" at step 7, but was 0."), said.npos) << said;
}

TEST_P(ReplayOn, ChangedBitsOfSmallElementsAreReported) {
    keep([&](Simulation& simulation) {
        if (simulation.now().number == 2) flip(simulation, 1, 21 * 12 - 1, 7);
    });
    Simulation simulation = make();
    EXPECT_EQ(replayed(simulation).difference(),
              "'mark[20,11]' is 40 at step 2, but was 168 in the recorded run");
}

TEST_P(ReplayOn, SeveralChangedElementsAreReported) {
    keep([&](Simulation& simulation) {
        if (simulation.now().number != 2) return;
        flip(simulation, 0, 40, 3);
        flip(simulation, 0, 400, 3);
    });
    Simulation simulation = make();
    EXPECT_EQ(replayed(simulation).difference(),
              "several elements of 'Grid.level' differ from the recorded run at step 2");
}

// A run is resumed with a version of the file that has a new field, a new variable, and other
// values.
TEST_P(ReplayOn, UsesTheFileAdoptedByAResumedRun) {
    std::string text = kReplayedText;
    text.replace(text.find("+= c.x"), 6, "+= c.y + calls");
    text.replace(text.find("    unsigned char* mark;"), 24,
                 "    unsigned char* mark;\n    float* depth;");
    text.replace(text.find("//@ init"), 8,
                 "__device__ int calls = 3;\n//@ init\n"
                 "__global__ void dig(int width, int height, int step, float* depth) {\n"
                 "    const int2 c = glint::cell();\n"
                 "    if (c.x < width && c.y < height) depth[c.y * width + c.x] = 7 + step;\n"
                 "    if (c.x == 0 && c.y == 0) calls += 2;\n}\n//@ init");
    {
        Simulation simulation = make();
        Schedule schedule;
        RunRecorder keeping(simulation, {.folder = run_, .checkpoint_every = 4}, schedule);
        keeping.begin_frame();
        schedule.advance(simulation, 3);
        simulation.parameters()[0].set("rate", 0.5);
        schedule.advance(simulation, 1);
        keeping.finish(0);
    }
    (void)folder_.write("replayed.cu", text);
    std::vector<FieldChecksum> expected;
    {
        Simulation simulation = make();
        Schedule schedule;
        const auto from =
            std::make_shared<Checkpoint>(read_checkpoint(run_ / "checkpoint-000004.npz"));
        RunRecorder keeping(simulation,
                            {.folder = run_,
                             .record = parse_run_record(from->run, "run.json"),
                             .checksum_every = 1,
                             .from = from,
                             .from_name = "it",
                             .adopts = true},
                            schedule);
        keeping.begin_frame();
        schedule.advance(simulation, 3);
        simulation.parameters()[0].set("rate", 0.75);
        schedule.advance(simulation, 1);
        keeping.finish(0);
        expected = FieldChecksums(device_).of(simulation);
    }
    Simulation simulation({.device = device_, .file = file_, .text = kReplayedText});
    const Replay replay = replayed(simulation);
    EXPECT_EQ(replay.difference(), "");
    EXPECT_EQ(replay.compared(), 5u);
    EXPECT_EQ(FieldChecksums(device_).of(simulation), expected);
    EXPECT_EQ(simulation.parameters()[0].get("rate"), 0.75);
    Simulation shown({.device = device_, .file = file_, .text = kReplayedText});
    run_again(shown);
    EXPECT_EQ(FieldChecksums(device_).of(shown), expected);
}

INSTANTIATE_TEST_SUITE_P(Backends, ReplayOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
