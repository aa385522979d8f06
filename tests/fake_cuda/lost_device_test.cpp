// SPDX-License-Identifier: MIT
// How glint handles failures of the driver, using a fake driver that fails on demand and counts its
// objects.
#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <fake_cuda/fake_cuda.hpp>
#include <fake_cuda/image.hpp>
#include <glint/base/error.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/module.hpp>
#include <support/complaints.hpp>

namespace glint {
namespace {

using fake_cuda::account;
using fake_cuda::kImage;

std::optional<Error> error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return std::nullopt;
}

CUcontext current() {
    CUcontext context = nullptr;
    cuCtxGetCurrent(&context);
    return context;
}

/// One object of each kind.
struct Objects {
    explicit Objects(const Device& device)
        : stream(device),
          other(device),
          event(device),
          memory(device, 64),
          pinned(device, 64),
          module(device, kImage),
          step(module.kernel<void()>("step")),
          draw(module.kernel<void()>("draw")) {}

    Stream stream, other;
    Event event;
    DeviceMemory<int> memory;
    PinnedMemory<int> pinned;
    Module module;
    Kernel<void()> step, draw;
};

void launch(Stream& stream, const Kernel<void()>& kernel) { kernel.launch(stream, LaunchShape{}); }

class LostDevice : public testing::Test {
protected:
    LostDevice() { fake_cuda::refuse_to_recover(false); }
    // Expects that everything has been released, and that no destroyed object was used.
    ~LostDevice() override {
        EXPECT_EQ(account().primary_retains, 0);
        EXPECT_EQ(account().objects, 0);
        EXPECT_EQ(account().stale_uses, before_.stale_uses);
        EXPECT_EQ(current(), nullptr);
    }
    int resets() const { return account().resets - before_.resets; }

private:
    fake_cuda::Account before_ = account();
};

TEST_F(LostDevice, HealthyDevicesOpenAndCloseInAnyOrder) {
    std::optional<Objects> objects(Device::open("cuda"));
    EXPECT_EQ(account().primary_retains, 1);
    launch(objects->stream, objects->step);
    objects->stream.synchronize();
}

TEST_F(LostDevice, TheKernelIsNamedOnce) {
    const Device device = Device::open("cuda");
    Objects objects(device);
    launch(objects.stream, objects.step);
    EXPECT_FALSE(device.is_lost());
    fake_cuda::fail_with(CUDA_ERROR_ILLEGAL_ADDRESS);
    const auto first = error_of([&] { objects.stream.synchronize(); });
    EXPECT_EQ(first->code(), ErrorCode::launch);
    EXPECT_EQ(first->native_code(), 700);
    EXPECT_STREQ(first->what(),
                 "cannot run kernel 'step': CUDA_ERROR_ILLEGAL_ADDRESS (fake), detected when glint "
                 "tried to wait for a stream");
    EXPECT_TRUE(device.is_lost());
    const auto next = error_of([&] { objects.other.synchronize(); });
    EXPECT_EQ(next->code(), ErrorCode::device_lost);
    EXPECT_STREQ(next->what(),
                 "cannot use GPU 0 (Fake GPU): kernel 'step' failed earlier with "
                 "CUDA_ERROR_ILLEGAL_ADDRESS (fake). Restart the process to use this GPU again, or "
                 "try Device::reset, which few drivers allow after a failure");
    EXPECT_EQ(error_of([&] { launch(objects.stream, objects.step); })->code(),
              ErrorCode::device_lost);
}

TEST_F(LostDevice, OnlyKernelsInFlightAreSuspected) {
    Device device = Device::open("cuda");
    Objects objects(device);
    launch(objects.stream, objects.draw);
    objects.stream.synchronize();
    launch(objects.other, objects.draw);
    EXPECT_TRUE(objects.other.is_done());
    launch(objects.stream, objects.step);
    fake_cuda::fail_with(CUDA_ERROR_ASSERT);
    EXPECT_EQ(error_of([&] { device.synchronize(); })->operation(), "run kernel 'step'");
}

TEST_F(LostDevice, AllSuspectsAreNamedIncludingEndedStreams) {
    Device device = Device::open("cuda");
    Objects objects(device);
    {
        Stream ended(device);
        launch(ended, objects.draw);
    }
    launch(objects.stream, objects.step);
    fake_cuda::fail_with(CUDA_ERROR_ASSERT);
    const auto error = error_of([&] { objects.event.synchronize(); });
    EXPECT_EQ(error->operation(), "run one of the kernels 'draw', 'step'");
    EXPECT_EQ(error->reason(),
              "CUDA_ERROR_ASSERT (fake), detected when glint tried to wait for an event. Set "
              "CUDA_LAUNCH_BLOCKING=1 to detect the failure at the launch");
}

TEST_F(LostDevice, ListsHaveAtMostEightKernels) {
    Device device = Device::open("cuda");
    Objects objects(device);
    for (int i = 0; i < 9; ++i)
        launch(objects.stream, objects.module.kernel<void()>("k" + std::to_string(i)));
    fake_cuda::fail_with(CUDA_ERROR_ASSERT);
    EXPECT_EQ(error_of([&] { device.synchronize(); })->operation(),
              "run one of the kernels 'k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7' and others");
}

TEST_F(LostDevice, WithoutKernelsTheCallIsNamed) {
    Device device = Device::open("cuda");
    Objects objects(device);
    fake_cuda::fail_with(CUDA_ERROR_ECC_UNCORRECTABLE);
    const auto error = error_of([&] { device.synchronize(); });
    EXPECT_EQ(error->operation(), "wait for the device");
    EXPECT_EQ(error->code(), ErrorCode::device);
    EXPECT_TRUE(device.is_lost());
}

TEST_F(LostDevice, ResetWorksWhileDeadObjectsExist) {
    Device device = Device::open("cuda");
    const Device copy = device;
    Objects dead(device);
    launch(dead.stream, dead.step);
    fake_cuda::fail_with(CUDA_ERROR_ILLEGAL_ADDRESS);
    EXPECT_THROW(dead.stream.synchronize(), Error);
    device.reset();
    EXPECT_EQ(resets(), 1);
    EXPECT_NE(device, copy);
    EXPECT_EQ(Device::open("cuda"), device);
    EXPECT_FALSE(device.is_lost());
    EXPECT_TRUE(copy.is_lost());
    Objects alive(device);
    launch(alive.stream, alive.step);
    device.synchronize();
    const int launches = account().launches;
    EXPECT_EQ(error_of([&] { launch(alive.stream, dead.step); })->code(), ErrorCode::device_lost);
    EXPECT_EQ(error_of([&] { alive.stream.wait(dead.event); })->code(), ErrorCode::device_lost);
    EXPECT_EQ(error_of([&] { dead.module.kernel<void()>("new"); })->code(), ErrorCode::device_lost);
    EXPECT_EQ(account().launches, launches);
}

TEST_F(LostDevice, LateResetsReuseTheFirstReset) {
    Device device = Device::open("cuda");
    Device late = device;
    fake_cuda::fail_with(CUDA_ERROR_ILLEGAL_ADDRESS);
    EXPECT_THROW(device.synchronize(), Error);
    device.reset();
    Objects objects(device);
    late.reset();
    EXPECT_EQ(late, device);
    EXPECT_EQ(resets(), 1);
    objects.stream.synchronize();
}

TEST_F(LostDevice, OpeningIsRefusedWithoutLeaks) {
    {
        const Device device = Device::open("cuda");
        Objects objects(device);
        launch(objects.stream, objects.step);
        objects.pinned.data()[5] = 7;
        fake_cuda::fail_with(CUDA_ERROR_ILLEGAL_ADDRESS);
        EXPECT_THROW(objects.stream.synchronize(), Error);
        for (const char* name : {"cuda", "cuda:0", "auto"}) {
            const auto error = error_of([&] { Device::open(name); });
            EXPECT_EQ(error->code(), ErrorCode::device_lost) << name;
            EXPECT_TRUE(error->reason().starts_with("kernel 'step' failed earlier with "))
                << error->what();
        }
        EXPECT_EQ(resets(), 0);
        EXPECT_EQ(objects.pinned.data()[5], 7);
    }
    Device::open("cuda").synchronize();  // the driver recovers, and all old objects are gone
}

TEST_F(LostDevice, HealthyDevicesCanBeReset) {
    Device device = Device::open("cuda", {.host_wait = HostWait::sleep});
    Objects objects(device);
    device.reset();
    EXPECT_EQ(resets(), 1);
    EXPECT_EQ(error_of([&] { objects.stream.synchronize(); })->reason(),
              "the device was reset, which destroyed all objects of the device. Create the objects "
              "again");
    EXPECT_EQ(account().primary_flags, static_cast<unsigned>(CU_CTX_SCHED_BLOCKING_SYNC));
    device.synchronize();
}

void expect_given_up(const std::function<void()>& action) {
    const auto error = error_of(action);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code(), ErrorCode::device_lost);
    EXPECT_EQ(error->native_code(), 700);
    EXPECT_STREQ(error->what(),
                 "cannot open GPU 0 (Fake GPU): earlier work of this process failed with "
                 "CUDA_ERROR_ILLEGAL_ADDRESS (fake), and the driver no longer allows this process "
                 "to use the GPU. Restart the process");
}

TEST_F(LostDevice, ResetAndOpenFailIfTheDriverDoesNotRecover) {
    fake_cuda::refuse_to_recover(true);
    {
        Device device = Device::open("cuda");
        Objects objects(device);
        fake_cuda::fail_with(CUDA_ERROR_ILLEGAL_ADDRESS);
        EXPECT_THROW(objects.stream.synchronize(), Error);
        for (int i = 0; i < 2; ++i) expect_given_up([&] { device.reset(); });
        EXPECT_EQ(resets(), 1);
        EXPECT_TRUE(device.is_lost());
        expect_given_up([] { Device::open("auto"); });
        EXPECT_EQ(error_of([&] { objects.stream.synchronize(); })->code(), ErrorCode::device_lost);
    }
    expect_given_up([] { Device::open("cuda"); });
    expect_given_up([] { Device::open("auto", {.host_wait = HostWait::spin}); });
    fake_cuda::fail_with(CUDA_SUCCESS);
}

TEST_F(LostDevice, ResetReportsUnnoticedFailures) {
    fake_cuda::refuse_to_recover(true);
    Device device = Device::open("cuda");
    Objects objects(device);
    launch(objects.stream, objects.step);
    fake_cuda::fail_with(CUDA_ERROR_ILLEGAL_ADDRESS);
    expect_given_up([&] { device.reset(); });
    EXPECT_TRUE(error_of([&] { device.synchronize(); })
                    ->reason()
                    .starts_with("kernel 'step' failed earlier with CUDA_ERROR_ILLEGAL_ADDRESS"));
    fake_cuda::fail_with(CUDA_SUCCESS);
}

TEST_F(LostDevice, ResetClearsTheFailureIfTheDriverRecovers) {
    Device device = Device::open("cuda");
    Objects objects(device);
    launch(objects.stream, objects.step);
    fake_cuda::fail_with(CUDA_ERROR_ILLEGAL_ADDRESS);
    device.reset();
    device.synchronize();
}

TEST_F(LostDevice, PoolsAreReleased) {
    Device device = Device::open("cuda");
    const Stream stream(device);
    MemoryPool pool(device);
    const DeviceMemory<int> pooled(stream, 16, pool);
    const DeviceMemory<int> of_default(stream, 16);
    device.reset();
    const auto expect_lost = [](const std::function<void()>& action) {
        EXPECT_EQ(error_of(action)->code(), ErrorCode::device_lost);
    };
    expect_lost([&] { DeviceMemory<int>(stream, 16, pool); });
    expect_lost([&] { (void)pool.statistics(); });
    expect_lost([&] { pool.reset_peaks(); });
    expect_lost([&] { pool.trim(); });
    expect_lost([&] { pool.allow_access(device); });
}

TEST_F(LostDevice, ManyThreadsSeeOneFailure) {
    const Device device = Device::open("cuda");
    Objects objects(device);
    launch(objects.stream, objects.step);
    fake_cuda::fail_with(CUDA_ERROR_ILLEGAL_ADDRESS);
    std::atomic<int> named = 0;
    std::atomic<int> lost = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            try {
                objects.stream.synchronize();
            } catch (const Error& error) {
                ++(error.code() == ErrorCode::launch ? named : lost);
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(named, 1);
    EXPECT_EQ(lost, 7);
}

TEST_F(LostDevice, OtherFailuresKeepTheDevice) {
    const Device device = Device::open("cuda");
    const auto error = error_of([&] { DeviceMemory<char>(device, std::size_t{1} << 40); });
    EXPECT_EQ(error->code(), ErrorCode::out_of_memory);
    EXPECT_EQ(error->native_code(), 2);
    EXPECT_FALSE(device.is_lost());
}

TEST_F(LostDevice, PooledMemoryIsDroppedSilently) {
    Stream stream(Device::open("cuda"));
    const DeviceMemory<char> memory(stream, 100);
    fake_cuda::fail_with(CUDA_ERROR_ASSERT);
}

TEST_F(LostDevice, ForeignContextsStayCurrentAndOwned) {
    CUcontext others = fake_cuda::make_context();
    cuCtxPushCurrent(others);
    {
        Device device = Device::open("cuda");
        Objects objects(device);
        launch(objects.stream, objects.step);
        device.synchronize();
        EXPECT_EQ(current(), others);
        Device adopted = Device::adopt(others);
        EXPECT_EQ(adopted.native(), others);
        EXPECT_NE(adopted, device);
        EXPECT_EQ(Device::adopt(others), adopted);
        EXPECT_EQ(Device::adopt(device.native()), device);
        Objects there(adopted);
        EXPECT_EQ(error_of([&] { adopted.reset(); })->code(), ErrorCode::invalid_state);
        EXPECT_EQ(account().primary_retains, 1);
    }
    EXPECT_EQ(current(), others);
    cuCtxPopCurrent(&others);
}

TEST_F(LostDevice, AttributesAndPciAddressStayReadable) {
    const Device device = Device::open("00000000:3B:00.0");
    EXPECT_EQ(device.info().pci_bus_id, "0000:3b:00.0");
    EXPECT_EQ(device.info().compute_capability, (ComputeCapability{9, 0}));
    EXPECT_EQ(device.info().clock_hz, 1'000'000'000u);
    EXPECT_EQ(device.attribute(DeviceAttribute::warp_size), 32);
    EXPECT_EQ(device.attribute(DeviceAttribute::numa_id), std::nullopt) << "not known to it";
    EXPECT_THROW(Device::open("0001:3b:00.0"), Error);
}

TEST_F(LostDevice, LimitsCanBeSetAndRead) {
    Device device = Device::open("cuda");
    EXPECT_EQ(device.limit(DeviceLimit::stack_bytes), 1024u);
    device.set_limit(DeviceLimit::stack_bytes, 4096);
    EXPECT_EQ(device.limit(DeviceLimit::stack_bytes), 4096u);
    device.set_limit(DeviceLimit::stack_bytes, 1024);
}

TEST(PooledMemory, FailedFreesAreReported) {
    Stream stream(Device::open("cuda"));
    const test::ExpectedComplaints one(1);
    const DeviceMemory<char> memory(stream, 100);
    cuMemFreeAsync(reinterpret_cast<CUdeviceptr>(memory.data()), nullptr);
}

}  // namespace
}  // namespace glint
