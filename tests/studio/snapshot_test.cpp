// SPDX-License-Identifier: MIT
#include <glint/studio/run/snapshot.hpp>

#include <cstring>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/run/field_checksums.hpp>
#include <glint/studio/run/simulation.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

// A variable of the file, a kernel that does not write the border of the next values, drags, and an
// extent that is a parameter.
const char* const kSnapshotText = R"(#include <glint/sim.cuh>
//@ simulation "Kept"
struct Params {
    int width = 20;      //@ 4..100 "Width"
    float rate = 0.25f;  //@ 0..1 "Rate"
};
struct Grid {            //@ width x 12
    float* level;        //@ "Level"
    float* drawn;
};
struct List {            //@ 31
    unsigned char* seen;   //@ "Seen"
};
__device__ unsigned int calls = 1;
//@ init
__global__ void fill(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = 0.01f * c.x + 0.1f * c.y;
}
//@ step
__global__ void spread(int width, int height, Params params, const float* level, float* level_next) {
    const int2 c = glint::cell();
    if (c.x < 1 || c.y < 1 || c.x >= width - 1 || c.y >= height - 1) return;
    const float* at = level + c.y * width + c.x;
    level_next[c.y * width + c.x] = *at + params.rate * (at[1] + at[-1] - 2 * *at);
}
//@ step
__global__ void count_up(int count, unsigned char* seen) {
    const int i = glint::index();
    if (i < count) seen[i] += static_cast<unsigned char>(calls * i);
}
//@ step
__global__ void call(int count, unsigned char* seen) {
    if (glint::index() != 0) return;
    calls = calls * 3 + 1;
    seen[0] += 1;
}
//@ drag
__global__ void press(int width, int height, float2 mouse, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += expf(-fabsf(c.x - mouse.x));
}
//@ draw
__global__ void paint(int width, int height, float* drawn) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) drawn[c.y * width + c.x] = c.x;
}
)";

class SnapshotOn : public test::OnEachBackend {
protected:
    Simulation make() { return Simulation({.device = device_, .file = file_}); }
    std::vector<FieldChecksum> sums(Simulation& simulation) {
        return FieldChecksums(device_).of(simulation);
    }

    /// Changes parameters, drags, and adopts another version of the file, between steps.
    void disturb(Simulation& simulation) {
        simulation.parameters()[0].set("rate", 0.5);
        simulation.advance(3);
        simulation.drag({.place = {4, 5, 0}, .before = {3, 5, 0}});
        simulation.advance(2);
        std::string other = kSnapshotText;
        other.replace(other.find("* 3 + 1"), 7, "* 5 + 1");
        simulation.adopt(Code(device_, file_, other, {}));
        simulation.advance(4);
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
    std::filesystem::path file_ = folder_.write("kept.cu", kSnapshotText);
};

TEST_P(SnapshotOn, ReplayFromASnapshotIsIdentical) {
    Simulation simulation = make();
    simulation.advance(5);
    const Snapshot snapshot = simulation.capture();
    EXPECT_EQ(snapshot.step, 5u);
    // The snapshot contains `level` and its next values, `seen`, and the variables. `drawn` is not
    // part of the state.
    std::size_t variables = 0;
    for (const Code::Variable& variable : simulation.code().variables())
        variables += variable.bytes.size();
    EXPECT_GE(variables, sizeof(unsigned));
    EXPECT_EQ(snapshot.size_bytes(), 2 * 20 * 12 * 4 + 31 + variables);
    const auto at_five = sums(simulation);
    disturb(simulation);
    const auto expected = sums(simulation);
    EXPECT_NE(expected, at_five);
    const std::vector<RunEvent> events = simulation.events().all();
    ASSERT_EQ(events.size(), 3u);

    for (int round = 0; round < 2; ++round) {
        simulation.restore(snapshot);
        EXPECT_EQ(simulation.now().number, 5u);
        EXPECT_EQ(sums(simulation), at_five);
        EXPECT_EQ(simulation.events().all().size(), 0u);
        EXPECT_EQ(simulation.parameters()[0].get("rate"), 0.25);
        for (const RunEvent& event : events) {
            simulation.advance(static_cast<unsigned>(event.step - simulation.now().number));
            simulation.redo(event);
        }
        simulation.advance(4);
        EXPECT_EQ(sums(simulation), expected) << round;
        EXPECT_EQ(simulation.now().number, 14u);
        EXPECT_EQ(simulation.events().all().size(), 3u);
    }
    // Another simulation that starts from the beginning gets the same result.
    Simulation second = make();
    second.advance(5);
    disturb(second);
    EXPECT_EQ(sums(second), expected);
}

TEST_P(SnapshotOn, RestoreOtherExtents) {
    Simulation simulation = make();
    simulation.advance(2);
    const Snapshot snapshot = simulation.capture();
    const auto expected = sums(simulation);
    simulation.parameters()[0].set("width", 33);
    simulation.reset();
    simulation.advance(7);
    EXPECT_EQ(simulation.state().extents(0).width, 33u);
    simulation.restore(snapshot);
    EXPECT_EQ(simulation.state().extents(0).width, 20u);
    EXPECT_EQ(simulation.parameters()[0].get("width"), 20);
    EXPECT_EQ(sums(simulation), expected);
}

TEST_P(SnapshotOn, EventsAreReportedWithTheirStep) {
    Simulation simulation = make();
    simulation.advance(5);
    EXPECT_TRUE(simulation.events().all().empty());
    disturb(simulation);
    simulation.parameters()[0].set("width", 30);
    simulation.reset();
    const auto& all = simulation.events().all();
    ASSERT_EQ(all.size(), 5u);
    EXPECT_EQ(all[0].step, 5u);
    EXPECT_EQ(std::get<Edit>(all[0].what).name, "Params.rate");
    EXPECT_EQ(std::get<Edit>(all[0].what).text, "0.5");
    EXPECT_EQ(all[1].step, 8u);
    EXPECT_EQ(std::get<Drag>(all[1].what).mouse.place[0], 4);
    EXPECT_EQ(all[2].step, 10u);
    EXPECT_TRUE(std::get<VersionChange>(all[2].what).code);
    EXPECT_EQ(all[3].step, 14u);
    EXPECT_EQ(std::get<Edit>(all[3].what).text, "30");
    EXPECT_TRUE(std::holds_alternative<Reset>(all[4].what));
    EXPECT_EQ(all[4].step, 14u);
    EXPECT_EQ(simulation.now().number, 0u);
}

TEST(EventLog, ReportsWhatChanged) {
    EventLog log;
    for (std::uint64_t step : {1, 2, 3}) log.add({step, Reset{}});
    EXPECT_EQ(log.take_change().fresh.size(), 3u);
    EXPECT_EQ(log.take_change().fresh.size(), 0u);
    log.add({4, Reset{}});
    log.cut(2);
    log.add({5, Reset{}});
    log.cut(3);
    const auto change = log.take_change();
    EXPECT_EQ(change.kept, 2u);
    ASSERT_EQ(change.fresh.size(), 1u);
    EXPECT_EQ(change.fresh[0].step, 5u);
    EXPECT_EQ(log.take_change().kept, 3u);
}

/// Computes the same checksums as the kernel does.
Checksums sums_of(std::span<const std::byte> bytes) {
    Checksums sums;
    for (std::uint64_t i = 0; 4 * i < bytes.size(); ++i) {
        std::uint64_t x = 0;
        std::memcpy(&x, bytes.data() + 4 * i, std::min<std::size_t>(4, bytes.size() - 4 * i));
        sums.plain += x;
        sums.weighted += (2 * i + 1) * x;
        x += i << 32;
        x = (x ^ x >> 33) * 0xff51afd7ed558ccdULL;
        x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ULL;
        sums.mixed += x ^ x >> 33;
    }
    return sums;
}

TEST_P(SnapshotOn, ChecksumsMatchTheirDefinition) {
    Simulation simulation = make();
    simulation.advance(9);
    const std::vector<FieldChecksum> found = sums(simulation);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].field, "Grid.level");
    EXPECT_EQ(found[1].field, "List.seen");
    for (std::size_t s = 0; s < 2; ++s)
        EXPECT_EQ(
            to_string(found[s].sums),
            to_string(sums_of(to_vector(simulation.stream(), simulation.state().memory({s, 0})))));
    EXPECT_EQ(parse_checksums(to_string(found[0].sums)), found[0].sums);
    EXPECT_FALSE(parse_checksums("12"));
    EXPECT_FALSE(parse_checksums(std::string(48, 'g')));
}

TEST(FieldChecksums, DetectASingleChangedWord) {
    std::vector<std::byte> bytes(4003);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * i % 251);
    const Checksums before = sums_of(bytes);
    EXPECT_FALSE(changed_word(before, before, bytes));
    for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 7) {
        bytes[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
        EXPECT_EQ(changed_word(before, sums_of(bytes), bytes), bit / 32) << bit;
        bytes[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
    }
    bytes[17] ^= std::byte{1};
    bytes[1700] ^= std::byte{4};
    EXPECT_FALSE(changed_word(before, sums_of(bytes), bytes));
}

INSTANTIATE_TEST_SUITE_P(Backends, SnapshotOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
