// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/memory_limits.hpp>

#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <support/megabyte.hpp>

namespace glint::cpu::test {
namespace {

namespace fs = std::filesystem;
using glint::test::kMegabyte;

/// Simulated system files in a temporary folder.
class MemoryLimitsTest : public testing::Test {
protected:
    MemoryLimitsTest()
        : root_(fs::temp_directory_path() / ("glint-limits-" + std::to_string(getpid()))) {
        put("proc/meminfo",
            "MemTotal:        1024000 kB\nMemFree:          100000 kB\n"
            "MemAvailable:     512000 kB\n");
    }
    ~MemoryLimitsTest() override { fs::remove_all(root_); }

    void put(const fs::path& name, const std::string& text) {
        fs::create_directories((root_ / name).parent_path());
        std::ofstream(root_ / name) << text;
    }
    void put_group(const fs::path& folder, const std::string& limit, std::size_t used,
                   std::size_t files) {
        put(folder / "memory.max", limit + "\n");
        put(folder / "memory.current", std::to_string(used) + "\n");
        put(folder / "memory.stat",
            "anon 5\nfile 6\ninactive_file " + std::to_string(files) + "\nactive_file 7\n");
    }
    void expect(std::size_t total, std::size_t available) {
        const MemoryLimits limits = memory_limits(root_);
        EXPECT_EQ(limits.total_bytes, total);
        EXPECT_EQ(limits.available_bytes, available);
    }

    fs::path root_;
};

TEST_F(MemoryLimitsTest, MatchTheMachine) { expect(1024000 * 1024, 512000 * 1024); }

TEST_F(MemoryLimitsTest, UseASmallerControlGroupLimit) {
    put("proc/self/cgroup", "0::/user/job\n");
    put_group("sys/fs/cgroup/user/job", "max", 300, 0);
    expect(1024000 * 1024, 512000 * 1024);
    put_group("sys/fs/cgroup/user/job", std::to_string(100 * kMegabyte), 70 * kMegabyte,
              20 * kMegabyte);
    expect(100 * kMegabyte, 50 * kMegabyte);
    put_group("sys/fs/cgroup/user/job", std::to_string(100 * kMegabyte), 120 * kMegabyte, 0);
    expect(100 * kMegabyte, 0);
}

TEST_F(MemoryLimitsTest, IncludeLimitsOfParentGroups) {
    put("proc/self/cgroup", "0::/user/job\n");
    put_group("sys/fs/cgroup/user/job", std::to_string(200 * kMegabyte), 0, 0);
    put_group("sys/fs/cgroup/user", std::to_string(80 * kMegabyte), 10 * kMegabyte, 0);
    expect(80 * kMegabyte, 70 * kMegabyte);
}

// In a container, the container's control group is mounted as the root, but /proc/self/cgroup may
// give its path outside the container.
TEST_F(MemoryLimitsTest, AreFoundInsideOfAContainer) {
    put("proc/self/cgroup", "0::/outside/of/it\n");
    put_group("sys/fs/cgroup", std::to_string(80 * kMegabyte), 10 * kMegabyte, 0);
    expect(80 * kMegabyte, 70 * kMegabyte);
}

TEST_F(MemoryLimitsTest, SupportControlGroupsVersion1) {
    put("proc/self/cgroup", "9:cpu,cpuacct:/a\n5:memory:/job\n0::/\n");
    put("sys/fs/cgroup/memory/job/memory.limit_in_bytes", std::to_string(64 * kMegabyte));
    put("sys/fs/cgroup/memory/job/memory.usage_in_bytes", std::to_string(32 * kMegabyte));
    put("sys/fs/cgroup/memory/job/memory.stat",
        "inactive_file 3\ntotal_inactive_file " + std::to_string(8 * kMegabyte));
    expect(64 * kMegabyte, 40 * kMegabyte);
}

TEST_F(MemoryLimitsTest, FallBackToTheSystemLimits) {
    const MemoryLimits limits = memory_limits(root_ / "nowhere");
    EXPECT_EQ(limits.total_bytes, static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                                      static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE)));
    EXPECT_GT(limits.available_bytes, 0u);
    EXPECT_LE(limits.available_bytes, limits.total_bytes);
}

TEST_F(MemoryLimitsTest, ResidentMemoryCountsMappedPages) {
    put("proc/self/statm", "1000 30 20 10 0 5 0\n");
    EXPECT_EQ(resident_bytes(root_), 30u * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE)));
}

TEST(MemoryFits, KeepsAReserveFree) {
    const MemoryLimits small{.total_bytes = 640 * kMegabyte, .available_bytes = 100 * kMegabyte};
    EXPECT_TRUE(fits(90 * kMegabyte, small, 0, 0));
    EXPECT_FALSE(fits(90 * kMegabyte + 1, small, 0, 0));
    const MemoryLimits large{.total_bytes = 64000 * kMegabyte, .available_bytes = 1000 * kMegabyte};
    EXPECT_TRUE(fits(872 * kMegabyte, large, 0, 0));
    EXPECT_FALSE(fits(872 * kMegabyte + 1, large, 0, 0));
    EXPECT_FALSE(fits(0, {.total_bytes = 640 * kMegabyte, .available_bytes = 9 * kMegabyte}, 0, 0));
}

TEST(MemoryFits, CountsUntouchedReservations) {
    const MemoryLimits limits{.total_bytes = 640 * kMegabyte, .available_bytes = 100 * kMegabyte};
    EXPECT_TRUE(fits(60 * kMegabyte, limits, 50 * kMegabyte, 20 * kMegabyte));
    EXPECT_FALSE(fits(60 * kMegabyte + 1, limits, 50 * kMegabyte, 20 * kMegabyte));
    EXPECT_TRUE(fits(90 * kMegabyte, limits, 50 * kMegabyte, 70 * kMegabyte));
    EXPECT_FALSE(fits(1, limits, 500 * kMegabyte, 0));
}

TEST(MemoryFits, ReportsTheSizesIfNot) {
    check_fits(1 << 20, 0);
    const std::size_t size = memory_limits().total_bytes;
    try {
        check_fits(size, 3 * kMegabyte);
        FAIL() << "all memory of the machine was given away";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
        EXPECT_EQ(error.operation(), "allocate " + text::human_bytes(size) + " for the CPU");
        EXPECT_TRUE(error.reason().starts_with("this machine has " + text::human_bytes(size)));
        EXPECT_TRUE(error.reason().ends_with("are free, and 3.1 MB are already allocated"));
    }
}

}  // namespace
}  // namespace glint::cpu::test
