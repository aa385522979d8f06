// SPDX-License-Identifier: MIT
#include <glint/studio/keep/history/detail/history.hpp>

#include <cmath>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/log.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/keep/history/detail/thinning.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

/// Everything that a step depends on.
struct Bytes {
    std::vector<std::vector<std::byte>> arrays;

    friend bool operator==(const Bytes&, const Bytes&) = default;
    friend void PrintTo(const Bytes&, std::ostream* out) { *out << "bytes"; }
};

/// Each element depends, at each step, on all previous elements. `more` declares further members.
std::string mixing(const std::string& factor = "3u", const std::string& more = {}) {
    return R"(#include <glint/sim.cuh>
//@ simulation "Mixing"
struct Params {
    float turn = 0.5f;  //@ 0..1 "Turn"
    int salt = 1;       //@ 0..1000 "Salt"
    int width = 24;     //@ 1..100 "Width": takes effect at the next reset
};
__device__ unsigned total = 7;
struct Grid {  //@ width x 10
    unsigned* word;
    float* angle;
)" + more + R"(
};
//@ init
__global__ void sow(int width, int height, unsigned seed, unsigned* word) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) word[c.y * width + c.x] = seed + c.x * 31 + c.y * 17;
}
//@ step 2 x "mix"
__global__ void mix(int width, int height, int step, Params params, const unsigned* word,
                    unsigned* word_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x, left = c.y * width + (c.x + width - 1) % width;
    word_next[i] = word[i] * )" +
           factor + R"( + (word[left] >> 3) + step + params.salt + total;
}
//@ step
__global__ void turn(int width, int height, Params params, const unsigned* word, float* angle) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    angle[i] = angle[i] * params.turn + 1e-9f * word[i];
    if (i == 0) total += word[0] & 7;
}
//@ drag
__global__ void poke(int width, int height, float2 mouse, float2 mouse_before, unsigned* word) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height && hypotf(c.x - mouse.x, c.y - mouse.y) < 3)
        word[c.y * width + c.x] ^= unsigned(mouse_before.x) + 5;
}
)";
}

Bytes bytes_of(Simulation& simulation) {
    Bytes all;
    for (const State::Buffer& buffer : simulation.state().buffers(simulation.declaration()))
        if (!buffer.is_next) all.arrays.push_back(to_vector(simulation.stream(), *buffer.memory));
    for (const Code::Variable& variable : simulation.code().variables())
        all.arrays.push_back(to_vector(simulation.stream(), variable.bytes));
    return all;
}

class HistoryOn : public test::OnEachBackend {
protected:
    /// Runs one step, as a window does.
    void step(History& history) {
        history.begin_steps();
        mixing_.advance(1);
        history.end_steps(1);
    }
    void drag(float x, float y) { mixing_.drag({.place = {x, y, 0}, .before = {x - 1, y, 0}}); }
    void adopt(const std::string& text) {
        (void)mixing_.adopt(
            Code(mixing_.stream().device(), mixing_.file(), text, mixing_.code_options()));
    }
    /// Simulates a user's actions: several actions at one step, a single action at some steps.
    void act() {
        switch (mixing_.now().number) {
            case 12: mixing_.set("salt", 5); break;
            case 13: mixing_.set("turn", 0.25); break;
            case 30:
                drag(4, 4);
                mixing_.set("salt", 9);
                drag(5, 4);
                mixing_.set("turn", 0.75);
                break;
            case 47: adopt(mixing("5u", "    float* extra;")); break;
            case 61: drag(12, 7); break;
            case 62:
                adopt(mixing("7u"));
                mixing_.set("salt", 11);
                break;
            default: break;
        }
    }
    /// Runs to the step `until`, with the actions of act(). Stores the state at each step, after
    /// its actions, in `seen`.
    void live(History& history, std::uint64_t until, std::map<std::uint64_t, Bytes>& seen) {
        while (mixing_.now().number < until) {
            act();
            seen[mixing_.now().number] = bytes_of(mixing_);
            step(history);
        }
        seen[until] = bytes_of(mixing_);
    }

    std::size_t state_bytes() { return mixing_.capture().size_bytes(); }

    test::TemporaryFolder folder_;
    Simulation mixing_{{.device = open(), .file = folder_.write("mixing.cu", mixing())}};
};

TEST_P(HistoryOn, EachStepIsReproduced) {
    History history(mixing_, {.budget_bytes = 12 * state_bytes(), .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> seen;
    live(history, 90, seen);
    const std::vector<RunEvent> events = mixing_.events().all();
    EXPECT_EQ(events.size(), 10u);
    // On a GPU, host memory can hold another 12 snapshots.
    EXPECT_LE(history.snapshot_count(), GetParam() == "cuda" ? 24u : 12u);
    EXPECT_GE(history.snapshot_count(), 4u);
    EXPECT_FALSE(history.is_in_past());

    std::mt19937 random(1);
    for (int i = 0; i < 150; ++i) {
        const std::uint64_t to = random() % 91;
        history.go_to(to);
        ASSERT_EQ(mixing_.now().number, to);
        ASSERT_EQ(bytes_of(mixing_), seen[to]) << "step " << to;
        EXPECT_EQ(history.is_in_past(), to < 90);
        const auto& log = mixing_.events().all();
        ASSERT_LE(log.size(), events.size());
        EXPECT_TRUE(std::equal(log.begin(), log.end(), events.begin()));
        EXPECT_TRUE(log.size() == events.size() || events[log.size()].step > to);
    }
    history.go_to(30);
    EXPECT_EQ(mixing_.get<int>("salt"), 9);
    EXPECT_EQ(mixing_.get("turn"), 0.75);
    history.go_to(1'000'000);
    EXPECT_EQ(mixing_.now().number, 90u);
    EXPECT_EQ(mixing_.events().all(), events);
    EXPECT_EQ(mixing_.code().text(), mixing("7u"));
    EXPECT_EQ(history.branches().size(), 1u) << "looking about changes nothing";
}

TEST_P(HistoryOn, SteppingForwardReplaysEachStepOnce) {
    History history(mixing_, {.budget_bytes = 4 * state_bytes(), .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> seen;
    live(history, 70, seen);
    for (std::uint64_t at = 3; at <= 70; ++at) {
        history.go_to(at);
        ASSERT_EQ(bytes_of(mixing_), seen[at]) << at;
    }
    EXPECT_FALSE(history.is_in_past());
}

TEST_P(HistoryOn, ChangesInThePastStartABranch) {
    History history(mixing_, {.budget_bytes = 16 * state_bytes(), .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> first, second;
    live(history, 80, first);
    history.go_to(40);
    mixing_.set("salt", 500);
    history.end_steps(0);
    ASSERT_EQ(history.branches().size(), 2u);
    EXPECT_FALSE(history.is_in_past());
    EXPECT_EQ(history.branch().name, "branch 2");
    EXPECT_EQ(history.branch().from, "branch 1");
    EXPECT_EQ(history.branch().left_at, 40u);
    EXPECT_EQ(history.branches()[0].end, 80u);
    while (mixing_.now().number < 120) {
        second[mixing_.now().number] = bytes_of(mixing_);
        if (mixing_.now().number == 55) drag(3, 3);
        step(history);
    }
    EXPECT_EQ(second[40], first[40]);
    EXPECT_NE(second[50], first[50]);
    for (const std::uint64_t at : {20, 50, 79, 41, 0, 63}) {
        history.go_to(0, at);
        EXPECT_EQ(history.current(), 0u);
        EXPECT_EQ(bytes_of(mixing_), first[at]) << at;
        history.go_to(1, at);
        EXPECT_EQ(history.current(), 1u);
        EXPECT_EQ(bytes_of(mixing_), at == 55  ? second[at]
                                     : at < 40 ? first[at]
                                               : second[at])
            << at;
    }
    history.go_to(0, 80);
    EXPECT_FALSE(history.is_in_past());
    EXPECT_EQ(bytes_of(mixing_), first[80]);
    EXPECT_EQ(history.branches().size(), 2u);
}

TEST_P(HistoryOn, DragsInThePastStartABranch) {
    History history(mixing_, {.budget_bytes = 16 * state_bytes(), .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> seen;
    live(history, 40, seen);
    history.go_to(20);
    drag(8, 8);
    const Bytes dragged = bytes_of(mixing_);
    step(history);
    ASSERT_EQ(history.branches().size(), 2u);
    EXPECT_EQ(history.branch().events.size(), 3u);
    EXPECT_EQ(history.branch().left_at, 20u);
    history.go_to(20);
    EXPECT_EQ(bytes_of(mixing_), dragged);
    history.go_to(0, 20);
    EXPECT_EQ(bytes_of(mixing_), seen[20]);
}

// A new branch keeps the earlier steps of its parent, even if no event was logged in those steps.
TEST_P(HistoryOn, BranchesBeforeAnyEventShareEarlierSteps) {
    History history(mixing_, {.budget_bytes = 16 * state_bytes(), .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> seen;
    live(history, 12, seen);
    ASSERT_TRUE(mixing_.events().all().empty());
    history.go_to(8);
    mixing_.set("salt", 500);
    step(history);
    ASSERT_EQ(history.branches().size(), 2u);
    EXPECT_EQ(history.branch().begin, 0u);
    EXPECT_EQ(history.branch().kept.front()->step(), 0u);
    for (const std::uint64_t at : {0, 3, 7}) {
        history.go_to(1, at);
        EXPECT_EQ(mixing_.now().number, at);
        EXPECT_EQ(bytes_of(mixing_), seen[at]) << at;
    }
}

TEST_P(HistoryOn, ContinuingFromThePastRepeatsStepsInABranch) {
    History history(mixing_, {.budget_bytes = 16 * state_bytes(), .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> seen;
    live(history, 29, seen);
    history.fork();
    EXPECT_EQ(history.branches().size(), 1u) << "the present is not a past";
    history.go_to(14);
    history.fork();
    EXPECT_FALSE(history.is_in_past());
    ASSERT_EQ(history.branches().size(), 2u);
    while (mixing_.now().number < 29) {
        step(history);
        EXPECT_EQ(bytes_of(mixing_), seen[mixing_.now().number]);
    }
}

TEST_P(HistoryOn, ResetsStartABranchAndKeepThePast) {
    History history(mixing_, {.budget_bytes = 16 * state_bytes(), .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> before;
    live(history, 35, before);
    mixing_.set("width", 30);
    mixing_.reset();
    history.end_steps(0);
    ASSERT_EQ(history.branches().size(), 2u);
    EXPECT_EQ(history.branch().begin, 0u);
    EXPECT_FALSE(history.branch().from);
    for (int i = 0; i < 10; ++i) step(history);
    const Bytes now = bytes_of(mixing_);
    history.go_to(0, 33);
    EXPECT_EQ(bytes_of(mixing_), before[33]);
    EXPECT_EQ(mixing_.state().extents(0).width, 24u);
    history.go_to(1, 10);
    EXPECT_EQ(bytes_of(mixing_), now);
    EXPECT_EQ(mixing_.state().extents(0).width, 30u);
    EXPECT_FALSE(history.is_in_past());
}

TEST_P(HistoryOn, PeekingAtAnotherBranchChangesNothing) {
    History history(mixing_, {.budget_bytes = 16 * state_bytes(), .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> seen;
    live(history, 60, seen);
    history.go_to(25);
    history.fork();
    for (int i = 0; i < 10; ++i) step(history);
    const Bytes now = bytes_of(mixing_);
    const std::vector<RunEvent> log = mixing_.events().all();
    Simulation other({.device = mixing_.stream().device(), .file = mixing_.file()});
    for (const std::uint64_t at : {35, 36, 50, 59, 10}) {
        history.look_at(0, at, other);
        EXPECT_EQ(other.now().number, at);
        EXPECT_EQ(bytes_of(other).arrays[0], seen[at].arrays[0]) << at;
        EXPECT_EQ(bytes_of(mixing_), now);
        EXPECT_EQ(mixing_.events().all().size(), log.size());
        EXPECT_EQ(mixing_.now().number, 35u);
        EXPECT_EQ(history.current(), 1u);
    }
}

TEST_P(HistoryOn, OldSnapshotsMoveToTheHostAndBack) {
    const std::size_t state = state_bytes();
    History history(
        mixing_, {.budget_bytes = 8 * state, .host_bytes = 20 * state, .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> seen;
    std::uint64_t end = 90;
    live(history, end, seen);
    while (history.snapshot_count() <= 12 && end < 3000) live(history, end += 30, seen);
    EXPECT_GT(history.host_bytes(), 4 * state);
    EXPECT_GT(history.snapshot_count(), 12u) << "more than the device has room for";
    EXPECT_LE(history.device_bytes(), 9 * state) << "however slowly those move that do";
    EXPECT_LE(history.host_bytes(), 24 * state);
    for (std::uint64_t i = 0; i < 60; ++i) {
        const std::uint64_t to = 37 * i % (end + 1);
        history.go_to(to);
        ASSERT_EQ(bytes_of(mixing_), seen[to]) << to;
    }
    history.go_to(3);
    history.fork();
    live(history, 60, seen);
    history.go_to(0, end);
    EXPECT_FALSE(history.is_in_past());
}

// However often a run is reset, its history stays within its memory budget.
TEST_P(HistoryOn, ManyResetsUseNoMoreMemory) {
    const std::size_t state = state_bytes();
    History history(mixing_, {.budget_bytes = 6 * state, .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> seen;
    for (int run = 0; run < 6; ++run) {
        live(history, 12, seen);
        mixing_.reset();
        history.end_steps(0);
        EXPECT_LE(history.device_bytes(), 6 * state) << run;
    }
    live(history, 12, seen);
    history.go_to(5);
    EXPECT_EQ(bytes_of(mixing_), seen[5]);
}

// When the user goes back to step 15, no log contains the edit yet.
TEST_P(HistoryOn, AnEditBeforeTheNextStepIsKept) {
    History history(mixing_, {.budget_bytes = 60 * state_bytes(), .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> seen;
    live(history, 20, seen);
    history.go_to(15);
    history.go_to(20);
    mixing_.set("salt", 77);
    history.go_to(15);
    EXPECT_NE(mixing_.get<int>("salt"), 77);
    history.go_to(20);
    EXPECT_EQ(mixing_.get<int>("salt"), 77);
}

// The log contains only what the run did, not which past steps the user viewed.
TEST_P(HistoryOn, PeeksAreNotLogged) {
    History history(mixing_, {.budget_bytes = 6 * state_bytes(), .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> seen;
    live(history, 70, seen);
    EventLog& log = mixing_.events();
    (void)log.take_change();
    for (const std::uint64_t at : {5, 62, 31, 70}) history.go_to(at);
    EventLog::Change change = log.take_change();
    EXPECT_EQ(change.kept, 10u);
    EXPECT_TRUE(change.fresh.empty());

    history.go_to(31);
    drag(2, 2);
    step(history);
    change = log.take_change();
    EXPECT_EQ(change.kept, 6u) << "those up to step 30";
    ASSERT_EQ(change.fresh.size(), 1u);
    EXPECT_EQ(change.fresh[0].step, 31u);
    Simulation other({.device = mixing_.stream().device(), .file = mixing_.file()});
    history.look_at(0, 65, other);
    change = log.take_change();
    EXPECT_EQ(change.kept, 7u);
    EXPECT_TRUE(change.fresh.empty());
}

TEST_P(HistoryOn, PeeksAndMovesLeakNoMemory) {
    History history(mixing_, {.budget_bytes = 6 * state_bytes(), .reach = 50, .share = 1e9});
    std::map<std::uint64_t, Bytes> seen;
    live(history, 40, seen);
    history.go_to(20);
    history.fork();
    Simulation other({.device = mixing_.stream().device(), .file = mixing_.file()});
    const auto used = [&] {
        mixing_.stream().synchronize();
        other.stream().synchronize();
        return MemoryPool::default_of(mixing_.stream().device()).statistics().active_bytes;
    };
    history.look_at(0, 30, other);
    const std::size_t once = used();
    for (std::uint64_t i = 0; i < 100; ++i) history.look_at(0, i % 41, other);
    EXPECT_EQ(used(), once);
    history.go_to(0, 7);
    history.go_to(0, 40);
    const std::size_t kept = used();
    for (std::uint64_t i = 0; i < 100; ++i) history.go_to(0, i % 41);
    history.go_to(0, 40);
    EXPECT_EQ(used(), kept);
}

TEST_P(HistoryOn, LimitsMemoryAndKeepsRecentSteps) {
    const std::size_t budget = 40 * state_bytes();
    History history(mixing_, {.budget_bytes = budget, .reach = 400, .share = 1e9});
    for (int i = 0; i < 6000; ++i) {
        step(history);
        ASSERT_LE(history.device_bytes() + history.host_bytes(), budget * 2);
        ASSERT_LE(history.device_bytes(), budget);
    }
    const auto& kept = history.branch().kept;
    ASSERT_EQ(kept.front()->step(), 0u);
    const std::uint64_t spacing = history.spacing();
    for (std::size_t i = 0; i + 1 < kept.size(); ++i) {
        const std::uint64_t gap = kept[i + 1]->step() - kept[i]->step();
        const double ago = 6000.0 - static_cast<double>(kept[i + 1]->step());
        EXPECT_LE(static_cast<double>(gap), std::max(2.0 * static_cast<double>(spacing), 0.6 * ago))
            << kept[i]->step();
    }
}

TEST_P(HistoryOn, SnapshotsReturnFromTheHost) {
    Stream comparison(mixing_.stream().device());
    const PinnedPool pool(mixing_.stream().device());
    mixing_.advance(9);
    StoredSnapshot state(mixing_.capture());
    const Bytes then = bytes_of(mixing_);
    state.move_to_host(mixing_.stream(), comparison, pool);
    mixing_.set("salt", 77);
    mixing_.advance(5);
    comparison.synchronize();
    state.finish_move(mixing_.stream());
    EXPECT_FALSE(state.is_on_device());
    state.restore(mixing_, comparison);
    EXPECT_EQ(bytes_of(mixing_), then);
    EXPECT_EQ(mixing_.get<int>("salt"), 1);
    EXPECT_EQ(mixing_.now().number, 9u);
}

INSTANTIATE_TEST_SUITE_P(Backends, HistoryOn, test::each_backend(), test::name);

// A million steps with 64 snapshots, 32 of them within the last 10,000 steps.
TEST(Thinning, OlderSnapshotsAreFartherApart) {
    constexpr std::uint64_t kReach = 10'000, kSteps = 1'000'000;
    const std::uint64_t spacing = snapshot_spacing({.fitting = 64, .reach = kReach});
    EXPECT_EQ(spacing, 313u);
    std::vector<std::uint64_t> kept;
    for (std::uint64_t step = 0; step < kSteps; step += spacing) {
        kept.push_back(step);
        if (kept.size() <= 64) continue;
        const std::vector<double> values = importance(kept, step, kReach);
        kept.erase(kept.begin() + (std::ranges::min_element(values) - values.begin()));
    }
    EXPECT_EQ(kept.size(), 64u);
    EXPECT_EQ(kept.front(), 0u);
    for (std::size_t i = 0; i + 1 < kept.size(); ++i) {
        const std::uint64_t gap = kept[i + 1] - kept[i], ago = kept.back() - kept[i];
        if (ago <= kReach)
            EXPECT_EQ(gap, spacing) << kept[i];
        else
            EXPECT_LE(static_cast<double>(gap), 0.4 * static_cast<double>(ago)) << kept[i];
    }
}

TEST(Thinning, LimitsSnapshotCostAndReplayDistance) {
    SpacingRule rule{.fitting = 1000,
                     .reach = 10'000,
                     .share = 0.01,
                     .longest = 0.4,
                     .step_time = 1e-3,
                     .capture_time = 1e-4};
    EXPECT_EQ(snapshot_spacing(rule), 20u) << "by the memory";
    rule.capture_time = 1e-3;
    EXPECT_EQ(snapshot_spacing(rule), 100u) << "by their cost";
    rule.capture_time = 1e-2;
    EXPECT_EQ(snapshot_spacing(rule), 400u) << "by the time from one to the next";
    rule.fitting = 20;
    EXPECT_EQ(snapshot_spacing(rule), 1000u) << "there is no memory for more";
    EXPECT_EQ(snapshot_spacing({.reach = 10'000}), 10'000u);
}

}  // namespace
}  // namespace glint::studio
