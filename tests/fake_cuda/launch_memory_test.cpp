// SPDX-License-Identifier: MIT
// How often launches query the driver about their memory, and how they handle its answers.
#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <fake_cuda/fake_cuda.hpp>
#include <fake_cuda/image.hpp>
#include <glint/base/error.hpp>
#include <glint/driver/any_kernel.hpp>
#include <glint/driver/growing_memory.hpp>
#include <glint/driver/ipc_descriptor.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/module.hpp>

namespace glint {
namespace {

using fake_cuda::account;
using fake_cuda::kImage;

class FakeLaunchMemory : public testing::Test {
protected:
    FakeLaunchMemory() { fake_cuda::refuse_to_recover(false); }
    ~FakeLaunchMemory() override {
        fake_cuda::move_to_peer(nullptr);
        fake_cuda::open_peer(false);
    }

    void launch(DeviceSpan<int> x) { kernel_.launch(stream_, LaunchShape{}, x, 1); }
    /// Number of driver queries made by launches with these elements.
    template <class... Spans>
    int questions(const Spans&... spans) {
        const int before = account().pointer_questions;
        (launch(spans), ...);
        return account().pointer_questions - before;
    }
    void expect_refused(DeviceSpan<int> x, const std::string& reason) {
        const int launches = account().launches;
        try {
            launch(x);
            ADD_FAILURE() << "not refused: " << reason;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            EXPECT_EQ(error.operation(), "launch kernel 'step'");
            EXPECT_EQ(error.reason().find("argument 1 (0x"), 0u) << error.what();
            EXPECT_NE(error.reason().find("): " + reason), std::string::npos) << error.what();
        }
        EXPECT_EQ(account().launches, launches);
    }

    Device device_ = Device::open("cuda");
    Stream stream_{device_};
    Module module_{device_, kImage};
    Kernel<void(int*, int)> kernel_ = module_.kernel<void(int*, int)>("step");
};

TEST_F(FakeLaunchMemory, IsQueriedOnce) {
    DeviceMemory<int> memory(device_, 64);
    const DeviceSpan<int> all = memory.span(), part = all.subspan(8, 16);
    EXPECT_EQ(questions(all), 1);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(questions(all), 0);
    EXPECT_EQ(questions(part), 1);
    EXPECT_EQ(questions(all, part, all, part), 0);
    EXPECT_EQ(questions(all.subspan(0, 63), all), 2) << "an address has one size at a time";
    const AnyKernel any = module_.kernel("step");
    const int before = account().pointer_questions;
    any.launch(stream_, LaunchShape{}, {memory, 1});
    EXPECT_EQ(account().pointer_questions, before);
}

TEST_F(FakeLaunchMemory, RawAndNullPointersAreNotQueried) {
    DeviceMemory<int> memory(device_, 64);
    const int before = account().pointer_questions;
    kernel_.launch(stream_, LaunchShape{}, memory.data(), 1);
    kernel_.launch(stream_, LaunchShape{}, nullptr, 1);
    kernel_.launch(stream_, LaunchShape{}, memory.span().subspan(64, 0), 1);
    kernel_.launch(stream_, LaunchShape{}, DeviceMemory<int>(), 1);
    EXPECT_EQ(account().pointer_questions, before);
}

TEST_F(FakeLaunchMemory, FreedMemoryIsForgotten) {
    DeviceSpan<int> all, part;
    DeviceMemory<int> other(device_, 64);
    {
        DeviceMemory<int> memory(device_, 64);
        all = memory.span(), part = all.subspan(8, 16);
        EXPECT_EQ(questions(all, part, other.span()), 3);
    }
    expect_refused(all, "the address is not in the GPU's memory");
    expect_refused(part, "the address is not in the GPU's memory");
    EXPECT_EQ(questions(other.span(), other.span()), 1);
}

TEST_F(FakeLaunchMemory, MemoryReturnedToPoolsIsForgotten) {
    DeviceMemory<int> other(device_, 64);
    DeviceSpan<int> all;
    {
        DeviceMemory<int> memory(stream_, 64);
        all = memory.span();
        EXPECT_EQ(questions(all, other.span()), 2);
    }
    expect_refused(all, "the address is not in the GPU's memory");
    EXPECT_EQ(questions(other.span()), 0) << "pools go on for the others";
    MemoryPool::default_of(device_).trim();
    EXPECT_EQ(questions(other.span()), 1);
}

TEST_F(FakeLaunchMemory, OtherReleasesAreForgotten) {
    DeviceMemory<int> other(device_, 64);
    const auto expect_forgotten = [&](const auto& end) {
        launch(other.span());
        EXPECT_EQ(questions(other.span()), 0);
        end();
        EXPECT_EQ(questions(other.span()), 1);
    };
    GrowingMemory<int> growing(device_, 4);
    growing.resize(4);
    expect_forgotten([&] {
        growing.resize(0);
        growing.shrink_to_fit();
    });
    auto pinned = std::make_optional<PinnedMemory<int>>(device_, 4);
    expect_forgotten([&] { pinned.reset(); });
    auto pool = std::make_optional<MemoryPool>(device_);
    expect_forgotten([&] { pool.reset(); });
    auto shared = std::make_optional(ipc::allocate_shareable<int>(device_, 4));
    expect_forgotten([&] { shared.reset(); });
}

TEST_F(FakeLaunchMemory, MovedMemoryIsFreedByItsOriginalMethod) {
    const int before = account().wrong_frees;
    {
        PinnedMemory<int> pinned;
        pinned = PinnedMemory<int>(device_, 4);
        pinned = PinnedMemory<int>(device_, 8);
        const PinnedMemory<int> moved(std::move(pinned));
        DeviceMemory<int> memory(device_, 4);
        memory = DeviceMemory<int>(device_, 8);
    }
    EXPECT_EQ(account().wrong_frees, before);
}

TEST_F(FakeLaunchMemory, BeyondTheEndIsRefused) {
    DeviceMemory<int> memory(device_, 64);
    expect_refused({memory.data() + 60, 5}, "the range ends 4 bytes past the end of the 256 B at");
    launch({memory.data() + 60, 4});
}

TEST_F(FakeLaunchMemory, AccessiblePeerMemoryIsAccepted) {
    DeviceMemory<int> memory(device_, 64);
    fake_cuda::move_to_peer(memory.data());
    expect_refused(memory.span(), "the memory belongs to another device, GPU 1");
    fake_cuda::open_peer(true);
    launch(memory.span());
    EXPECT_THROW(fill(stream_, memory.span(), 1), Error) << "copies between devices name both";
    fake_cuda::open_peer(false);  // the peer does this without any notification
    expect_refused(memory.span(), "the memory belongs to another device, GPU 1");
}

}  // namespace
}  // namespace glint
