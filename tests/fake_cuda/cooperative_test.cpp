// SPDX-License-Identifier: MIT
// Cooperative launches: kernels that synchronize across the whole grid.
#include <string_view>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <fake_cuda/fake_cuda.hpp>
#include <fake_cuda/waiting_kernel.hpp>
#include <glint/driver/module.hpp>

namespace glint {
namespace {

constexpr const char* kReason =
    "the blocks of the kernel wait for the whole grid, as in this_grid().sync(). Launch the kernel "
    "with LaunchShape::cooperative, and with no more blocks than can run at the same time";

class Cooperative : public testing::Test {
protected:
    void expect_refusal(const Module& module) {
        const auto waits = module.kernel<void()>("waits");
        const int before = fake_cuda::account().launches;
        EXPECT_TRUE(waits.info().cooperative);
        test::expect_error(ErrorCode::invalid_argument, kReason,
                           [&] { waits.launch(stream_, LaunchShape{}); });
        EXPECT_EQ(fake_cuda::account().launches, before);
        const auto plain = module.kernel<void()>("plain");
        EXPECT_FALSE(plain.info().cooperative);
        plain.launch(stream_, LaunchShape{});
        EXPECT_EQ(fake_cuda::account().launches, before + 1);
    }

    Device device_ = Device::open("cuda");
    Stream stream_{device_};
};

TEST_F(Cooperative, PtxReportsThatPlainLaunchesWouldTrap) {
    expect_refusal(Module(device_, std::as_bytes(std::span(fake_cuda::kWaitingAndPlainPtx))));
}

TEST_F(Cooperative, CubinsReportIt) {
    constexpr std::array<std::byte, 4> kCubin{};
    expect_refusal(Module(device_, kCubin, {.cooperative_kernels = {"waits"}}));
}

}  // namespace
}  // namespace glint
