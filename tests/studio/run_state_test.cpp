// SPDX-License-Identifier: MIT
// Everything that the next steps of a run depend on, in checkpoints and snapshots, and actions
// between steps.
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/array/array.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/keep/detail/run_recorder.hpp>
#include <glint/studio/run/detail/schedule.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/run/snapshot.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

// Steps follow the mouse, which moves only during drags.
const char* const kFollowing = R"(#include <glint/sim.cuh>
//@ simulation "Following"
struct Grid {    //@ 20 x 12
    float* level;  //@ "Level"
};
//@ step
__global__ void follow(int width, int height, float2 mouse, float2 mouse_before, float* level) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    level[c.y * width + c.x] += mouse.x + 10 * mouse.y + 100 * mouse_before.x + 1000 * mouse_before.y;
}
//@ drag
__global__ void press(int width, int height, float2 mouse, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += mouse.x;
}
)";

class RunStateOn : public test::OnEachBackend {
protected:
    Simulation make(const std::string& text = kFollowing) {
        return Simulation({.device = device_, .file = folder_.write("a.cu", text)});
    }
    float level(Simulation& simulation) {
        return simulation.field<float>("level").to_vector().front();
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
};

// The drag adds 3; after that, each step adds 3 + 50 + 200 + 4000.
TEST_P(RunStateOn, HasTheMouseAfterADrag) {
    const Mouse mouse{.place = {3, 5, 0}, .before = {2, 4, 0}};
    Simulation simulation = make();
    simulation.advance(2);
    simulation.drag(mouse);
    simulation.advance(1);
    EXPECT_EQ(level(simulation), 3 + 4253);
    const Snapshot snapshot = simulation.capture();
    const fs::path file = folder_.path() / "a.npz";
    write_checkpoint(file, take_checkpoint(simulation));
    simulation.drag({.place = {7, 7, 0}, .before = {6, 6, 0}});
    simulation.restore(snapshot);
    EXPECT_EQ(simulation.mouse(), mouse);
    simulation.advance(2);
    EXPECT_EQ(level(simulation), 3 + 3 * 4253);

    for (const bool adopts : {false, true}) {
        Simulation other = make();
        if (adopts)
            EXPECT_TRUE(adopt_checkpoint(read_checkpoint(file), other).empty());
        else
            restore_checkpoint(read_checkpoint(file), "a.npz", other);
        EXPECT_EQ(other.mouse(), mouse);
        other.advance(2);
        EXPECT_EQ(level(other), 3 + 3 * 4253) << adopts;
        other.reset();
        EXPECT_EQ(other.mouse(), Mouse{});
    }
}

// Equal numbers of bytes do not imply equal layouts.
TEST_P(RunStateOn, IsReusedByTypeAndExtents) {
    Simulation simulation = make();
    simulation.drag({.place = {3, 5, 0}});
    const Checkpoint checkpoint = take_checkpoint(simulation);
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = kFollowing;
        for (std::size_t at = text.find(from); at != text.npos;
             at = text.find(from, at + to.size()))
            text.replace(at, from.size(), to);
        return text;
    };
    for (const auto& [from, to] : {std::pair{"float* level", "unsigned* level"},
                                   {"float* level", "int* level"},
                                   {"20 x 12", "12 x 20"},
                                   {"20 x 12", "240"},
                                   {"20 x 12", "10 x 12 x 2"},
                                   {"float* level;", "short2* level;"}}) {
        std::string text = changed(from, to);
        if (std::string(to) == "240" || std::string(to) == "10 x 12 x 2" ||
            std::string(to) == "short2* level;")
            text.resize(text.find("//@ step"));  // removes the kernels, which are for another shape
        Simulation other = make(text);
        EXPECT_EQ(adopt_checkpoint(checkpoint, other), std::vector<std::string>{"new: Grid.level"})
            << to;
        const auto place = other.declaration().require_field("level", "look");
        for (const std::byte each : to_vector(other.stream(), other.state().memory(place)))
            ASSERT_EQ(each, std::byte{0}) << to;
        EXPECT_THROW(restore_checkpoint(checkpoint, "a.npz", other), Error) << to;
    }
    Simulation same = make();
    EXPECT_TRUE(adopt_checkpoint(checkpoint, same).empty());
    EXPECT_EQ(level(same), 3);
}

TEST(VariableNames, OmitGeneratedPrefixes) {
    EXPECT_EQ(variable_name("counter"), "counter");
    EXPECT_EQ(variable_name("_ZN5other4seenE"), "_ZN5other4seenE");
    EXPECT_EQ(variable_name("_ZN34_INTERNAL_00000000_4_a_cu_4d7ebe645glint6studio5sizes5kTileE"),
              "_ZN5glint6studio5sizes5kTileE");
    EXPECT_EQ(
        variable_name("_ZN27_INTERNAL_00000000_4_a_cu_k29_GLOBAL__N__00000000_4_a_cu_k4seenE"),
        "_ZN4seenE");
    EXPECT_EQ(variable_name("_ZN99_INTERNAL_4seenE"), "_ZN99_INTERNAL_4seenE");
    EXPECT_TRUE(is_constant_of_glint("_ZN5glint6studio5sizes5kTileE"));
    EXPECT_FALSE(is_constant_of_glint("_ZN4seenE"));
}

// All actions that are due at a step run, in any order, and then a stop takes effect.
TEST_P(RunStateOn, IsSavedAtTheLastStep) {
    for (const bool stops_first : {true, false})
        for (const bool stops_at : {true, false})
            for (const bool saves_at : {true, false}) {
                Simulation simulation = make();
                Schedule schedule;
                std::vector<std::uint64_t> stopped, saved;
                const auto add = [&](bool is_at, Schedule::Act act) {
                    is_at ? schedule.add_at({6}, std::move(act)) : schedule.add(6, std::move(act));
                };
                const auto stop = [&] {
                    stopped.push_back(simulation.now().number);
                    return false;
                };
                const auto save = [&] {
                    saved.push_back(simulation.now().number);
                    return true;
                };
                if (stops_first) add(stops_at, stop);
                add(saves_at, save);
                if (!stops_first) add(stops_at, stop);
                EXPECT_FALSE(schedule.advance(simulation, 20));
                EXPECT_EQ(simulation.now().number, 6u);
                EXPECT_EQ(stopped, std::vector<std::uint64_t>{6});
                EXPECT_EQ(saved, std::vector<std::uint64_t>{6});
            }
}

class SavedHistoryOn : public RunStateOn {
protected:
    std::vector<std::uint64_t> checkpoint_steps() {
        std::vector<std::uint64_t> steps;
        for (const fs::path& file : checkpoints_in(run_))
            steps.push_back(*checkpoint_step(file.filename().string()));
        return steps;
    }
    fs::path run_ = folder_.path() / "run";
};

// A reset discards later checkpoints of the abandoned run, also at a step that the run reaches
// again.
TEST_P(SavedHistoryOn, DropsCheckpointsBeforeAReset) {
    Simulation simulation = make();
    Schedule schedule;
    RunRecorder keeping(simulation, {.folder = run_, .checkpoint_every = 10}, schedule);
    keeping.begin_frame();
    schedule.advance(simulation, 40);
    simulation.drag({.place = {3, 5, 0}});
    simulation.reset();
    schedule.advance(simulation, 10);
    keeping.finish(0);
    EXPECT_EQ(checkpoint_steps(), std::vector<std::uint64_t>{10});
    const auto resets = [&] {
        const auto entries = read_log(run_ / kLogFile).entries;
        return std::ranges::count_if(entries, [](const LogEntry& entry) {
            return std::holds_alternative<Reset>(entry.what);
        });
    };
    EXPECT_EQ(resets(), 1);
    EXPECT_EQ(read_checkpoint(checkpoints_in(run_).back()).log_bytes,
              fs::file_size(run_ / kLogFile));
}

TEST_P(SavedHistoryOn, HasACheckpointAtTheSameStepAfterAReset) {
    Simulation simulation = make();
    Schedule schedule;
    RunRecorder keeping(simulation, {.folder = run_, .checkpoint_every = 10}, schedule);
    keeping.begin_frame();
    schedule.advance(simulation, 10);
    simulation.drag({.place = {3, 5, 0}});
    keeping.end_frame();
    simulation.reset();
    simulation.drag({.place = {2, 0, 0}});
    schedule.advance(simulation, 10);
    keeping.finish(0);
    const Checkpoint last = read_checkpoint(checkpoints_in(run_).back());
    EXPECT_EQ(last.mouse.place[0], 2);
    EXPECT_EQ(last.log_bytes, fs::file_size(run_ / kLogFile));
    Simulation other = make();
    restore_checkpoint(last, "it", other);
    EXPECT_EQ(level(other), 2 + 10 * 2);
}

// Resuming from a checkpoint with other events removes all later checkpoints.
TEST_P(SavedHistoryOn, HasOneHistoryAfterResuming) {
    const auto continued = [&](std::uint64_t from, float x, unsigned steps) {
        Simulation simulation = make();
        Schedule schedule;
        RunRecordRequest request{.folder = run_,
                                 .record = {.started = "then"},
                                 .checkpoint_every = 10,
                                 .checksum_every = 5};
        if (from > 0) {
            request.from_file = run_ / checkpoint_name(from);
            request.from = std::make_shared<Checkpoint>(read_checkpoint(request.from_file));
            request.record = parse_run_record(request.from->run, "run.json");
        }
        RunRecorder keeping(simulation, request, schedule);
        keeping.begin_frame();
        schedule.advance(simulation, 3);
        simulation.drag({.place = {x, 0, 0}});
        keeping.end_frame();
        schedule.advance(simulation, steps - 3);
        keeping.finish(0);
    };
    continued(0, 1, 20);
    continued(20, 2, 20);
    continued(30, 3, 4);
    EXPECT_EQ(checkpoint_steps(), (std::vector<std::uint64_t>{30, 34}));
    std::vector<std::pair<std::uint64_t, float>> drags;
    std::vector<std::uint64_t> sums;
    for (const LogEntry& entry : read_log(run_ / kLogFile).entries)
        if (const auto* drag = std::get_if<Drag>(&entry.what))
            drags.emplace_back(entry.step, drag->mouse.place[0]);
        else
            sums.push_back(entry.step);
    EXPECT_EQ(drags, (std::vector<std::pair<std::uint64_t, float>>{{3, 1}, {23, 2}, {33, 3}}));
    EXPECT_EQ(sums, (std::vector<std::uint64_t>{5, 10, 15, 20, 25, 30, 34}));
    // If a user puts a checkpoint of the abandoned future back into the folder, it is refused.
    EXPECT_EQ(read_record(run_).resumed, (std::vector<std::uint64_t>{20, 30}));
    Checkpoint stale = read_checkpoint(run_ / checkpoint_name(34));
    stale.step = 40;
    write_checkpoint(run_ / checkpoint_name(40), stale);
    EXPECT_THROW(continued(40, 4, 4), Error);
    EXPECT_EQ(checkpoint_steps(), (std::vector<std::uint64_t>{30, 34, 40})) << "nothing is lost";
}

INSTANTIATE_TEST_SUITE_P(Backends, RunStateOn, test::each_backend(), test::name);
INSTANTIATE_TEST_SUITE_P(Backends, SavedHistoryOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
