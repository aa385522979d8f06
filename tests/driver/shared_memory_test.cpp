// SPDX-License-Identifier: MIT
// Static and dynamic shared memory in one kernel.
#include <glint/driver/kernel.hpp>

#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <glint/base/text.hpp>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

constexpr std::size_t kStaticBytes = 40 * 1024;

class SharedMemory : public test::OnEachBackend {
protected:
    using BothShared = void(unsigned, unsigned*);

    LaunchShape shape(std::size_t dynamic_bytes) const {
        return {.grid = {4}, .block = {32}, .shared_bytes = dynamic_bytes};
    }
    void expect_sums(Stream& stream, std::size_t dynamic_bytes) const {
        auto sums = to_device(stream, std::vector<unsigned>(4, 0));
        kernel_.launch(stream, shape(dynamic_bytes), dynamic_bytes / 4, sums);
        EXPECT_EQ(to_vector(stream, sums), (std::vector<unsigned>{1, 4, 7, 10})) << dynamic_bytes;
    }

    Device device_ = open();
    Module module_{device_, test::compiled(device_, "launch.cu").image};
    Kernel<BothShared> kernel_ = module_.kernel<BothShared>("both_shared");
    std::size_t most_ = device_.info().max_shared_bytes_per_block;
};

TEST_P(SharedMemory, InfoReportsStaticAndDynamicSizes) {
    EXPECT_EQ(kernel_.info().static_shared_bytes, kStaticBytes);
    EXPECT_EQ(kernel_.info().max_dynamic_shared_bytes, most_ - kStaticBytes);
}

// 40 KiB of static memory or 20 KiB of dynamic memory alone need no opt-in, but the sum does.
TEST_P(SharedMemory, StaticAndDynamicSizesAreAdded) {
    Stream stream(device_);
    for (const std::size_t dynamic : {4096u, 8192u, 8196u, 20480u})
        if (kStaticBytes + dynamic <= most_) expect_sums(stream, dynamic);
    expect_sums(stream, most_ - kStaticBytes);
}

TEST_P(SharedMemory, TooMuchIsRefusedWithBothSizes) {
    Stream stream(device_);
    const std::size_t dynamic = most_ - kStaticBytes + 4;
    expect_error(ErrorCode::invalid_argument,
                 fmt::format("a block needs {} of shared memory, {} of it static and {} dynamic, "
                             "but this device has only {}",
                             text::human_bytes(most_ + 4), text::human_bytes(kStaticBytes),
                             text::human_bytes(dynamic), text::human_bytes(most_)),
                 [&] { kernel_.launch(stream, shape(dynamic), 1, nullptr); });
    EXPECT_THROW(kernel_.launch(stream, shape(~std::size_t{0}), 1, nullptr), Error);
}

TEST_P(SharedMemory, ManyThreadsLaunchOneKernelWithDifferentSizes) {
    std::vector<std::thread> threads;
    for (std::size_t part = 1; part <= 8; ++part)
        threads.emplace_back([this, part] {
            Stream stream(device_);
            for (int i = 0; i < 20; ++i)
                expect_sums(stream, (most_ - kStaticBytes) / 32 * part * 4);
        });
    for (std::thread& thread : threads) thread.join();
}

INSTANTIATE_TEST_SUITE_P(Backends, SharedMemory, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
