// SPDX-License-Identifier: MIT
// Compares the race detector with an exhaustive detector, which remembers all accesses, for each
// short history.
#include <vector>

#include <gtest/gtest.h>

#include <glint/cpu/runtime/faults/race_detector.hpp>

namespace glint::cpu {
namespace {

constexpr char kPlace[] = "kernel.cu:1";

/// An event in a history: an access by a thread, or a barrier for the block or the first warp.
struct Happening {
    unsigned thread;
    AccessKind kind;
};

bool are_in_order(const SharedAccess& a, const SharedAccess& b) {
    return a.thread == b.thread || a.barrier_epoch != b.barrier_epoch ||
           (a.thread / 32 == b.thread / 32 && a.warp_epoch != b.warp_epoch);
}

bool is_race(const SharedAccess& a, const SharedAccess& b) {
    const bool only_read = a.kind == AccessKind::read && b.kind == AccessKind::read;
    const bool only_atomic = a.kind == AccessKind::atomic && b.kind == AccessKind::atomic;
    return !only_read && !only_atomic && !are_in_order(a, b);
}

bool is_same(const SharedAccess& a, const SharedAccess& b) {
    return a.thread == b.thread && a.kind == b.kind && a.barrier_epoch == b.barrier_epoch &&
           a.warp_epoch == b.warp_epoch;
}

/// All histories of `length` accesses by these threads. Before each access, the block or the first
/// warp may have passed a barrier. A history ends at its first race.
class Histories {
public:
    Histories(std::vector<unsigned> threads, std::vector<AccessKind> kinds, bool warps_meet)
        : threads_(std::move(threads)), kinds_(std::move(kinds)), warps_meet_(warps_meet) {}

    void walk(int length) { walk(length, RaceDetector(), 0, 0); }
    int races() const { return races_; }
    /// Number of races that the detector did not report.
    int missed() const { return missed_; }

private:
    void walk(int length, const RaceDetector& detector, std::uint32_t barriers,
              std::uint32_t warp_meetings) {
        if (length == 0) return;
        for (const unsigned thread : threads_)
            for (const AccessKind kind : kinds_)
                for (const int meeting : {0, 1, 2})
                    if (meeting < 2 || warps_meet_)
                        step(length, detector,
                             {.place = kPlace,
                              .barrier_epoch = barriers + (meeting == 1),
                              .warp_epoch = warp_meetings + (meeting == 2),
                              .thread = thread,
                              .kind = kind});
    }

    void step(int length, RaceDetector detector, const SharedAccess& access) {
        // The access is to four bytes. An earlier access to other bytes must have no effect.
        (void)detector.note(8, 4, {.place = kPlace, .thread = 900, .kind = AccessKind::write});
        const auto found = detector.note(4, 4, access);
        std::vector<SharedAccess> with;
        for (const SharedAccess& earlier : past_)
            if (is_race(earlier, access)) with.push_back(earlier);
        races_ += with.empty() ? 0 : 1;
        missed_ += !with.empty() && !found ? 1 : 0;
        if (found) {
            const auto is_found = [&](const SharedAccess& a) { return is_same(a, *found); };
            ASSERT_TRUE(std::any_of(with.begin(), with.end(), is_found)) << describe(access);
        }
        if (!with.empty()) return;
        past_.push_back(access);
        walk(length - 1, detector, access.barrier_epoch, access.warp_epoch);
        past_.pop_back();
    }

    std::string describe(const SharedAccess& last) const {
        std::string text;
        for (const SharedAccess& access : past_) text += text_of(access);
        return text + text_of(last);
    }
    static std::string text_of(const SharedAccess& access) {
        return "thread " + std::to_string(access.thread) + " kind " +
               std::to_string(static_cast<int>(access.kind)) + " after barrier " +
               std::to_string(access.barrier_epoch) + " and warp's " +
               std::to_string(access.warp_epoch) + "; ";
    }

    std::vector<unsigned> threads_;
    std::vector<AccessKind> kinds_;
    bool warps_meet_;
    std::vector<SharedAccess> past_;
    int races_ = 0, missed_ = 0;
};

TEST(RaceDetector, FindsAllRacesOfTwoThreads) {
    for (const unsigned other : {1u, 31u, 32u, 40u}) {
        Histories histories({0, other}, {AccessKind::read, AccessKind::write}, true);
        histories.walk(5);
        EXPECT_GT(histories.races(), 1000) << other;
        EXPECT_EQ(histories.missed(), 0) << other;
    }
}

TEST(RaceDetector, FindsAllRacesOfThreeThreadsBetweenBarriers) {
    Histories histories({0, 1, 40}, {AccessKind::read, AccessKind::write}, false);
    histories.walk(5);
    EXPECT_GT(histories.races(), 10'000);
    EXPECT_EQ(histories.missed(), 0);
}

// The detector remembers only the last atomic access, so it misses some races with earlier
// accesses.
TEST(RaceDetector, FindsRacesOfAllAccessKinds) {
    const std::vector<AccessKind> kinds{AccessKind::read, AccessKind::write, AccessKind::atomic};
    Histories pairs({0, 1, 40}, kinds, true);
    pairs.walk(2);
    EXPECT_GT(pairs.races(), 50);
    EXPECT_EQ(pairs.missed(), 0);
    Histories longer({0, 1, 40}, kinds, true);
    longer.walk(4);  // only checks that every reported race is real
    EXPECT_GT(longer.races(), 10'000);
}

TEST(RaceDetector, DistinguishesBytes) {
    const SharedAccess write{.place = kPlace, .thread = 0, .kind = AccessKind::write};
    SharedAccess other = write;
    other.thread = 1;
    for (std::size_t offset = 0; offset < 16; ++offset)
        for (std::size_t size = 1; size <= 8; size *= 2) {
            RaceDetector detector;
            ASSERT_FALSE(detector.note(6, 3, write));
            const bool overlaps = offset < 9 && offset + size > 6;
            ASSERT_EQ(detector.note(offset, size, other).has_value(), overlaps)
                << size << " bytes at " << offset;
        }
}

}  // namespace
}  // namespace glint::cpu
