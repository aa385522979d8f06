// SPDX-License-Identifier: MIT
#include <glint/driver/peer.hpp>

#include <gtest/gtest.h>

#include <glint/driver/memory_pool.hpp>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <driver/plain_memory.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using Peer = test::OnEachBackend;

/// All devices of the same kind, including `device` itself.
std::vector<Device> peers_of(const Device& device) {
    if (device.kind() == BackendKind::cpu) return {device};
    std::vector<Device> peers;
    for (const DeviceInfo& info : devices())
        if (info.kind == BackendKind::cuda) peers.push_back(Device::open(to_string(info.uuid)));
    return peers;
}

/// Runs a kernel on `device` that reads `from` and writes `to`, two spans in memory of `peer`.
void expect_to_reach(const Device& device, const Device& peer, DeviceSpan<const float> from,
                     DeviceSpan<float> to) {
    Stream here(device);
    Stream there(peer);
    const auto saxpy =
        test::kernels(device).kernel<void(std::size_t, float, const float*, float*)>("saxpy");
    fill(there, to, 1.0f);
    there.synchronize();
    saxpy.launch(here, threads(from.size()), from.size(), 2.0f, from, to);
    here.synchronize();
    std::vector<float> expected = to_vector(there, from);
    for (float& value : expected) value = 2 * value + 1;
    EXPECT_EQ(to_vector(there, to), expected) << device.name() << " and " << peer.name();
}

TEST_P(Peer, DevicesReachThemselves) {
    const Device device = open();
    EXPECT_TRUE(can_access(device, device));
    enable_peer_access(device, device);
    disable_peer_access(device, device);
    Stream stream(device);
    const auto from = test::to_plain_memory(stream, std::vector<float>{4, 5});
    auto to = test::to_plain_memory(stream, std::vector<float>{0, 0});
    // Always possible, even after disabling access.
    expect_to_reach(device, device, from.span(), to.span());
}

TEST_P(Peer, MemoryIsCopiedBetweenDevices) {
    const Device device = open();
    Stream stream(device);
    const auto from = test::to_plain_memory(stream, std::vector<int>{1, 2, 3});
    for (const Device& peer : peers_of(device)) {
        Stream there(peer);
        auto to = test::to_plain_memory(there, std::vector<int>(3, 0));
        copy(stream, to.span(), peer, from.span(), device);
        stream.synchronize();
        EXPECT_EQ(to_vector(there, to), (std::vector<int>{1, 2, 3}));
    }
}

TEST_P(Peer, KernelsAccessPeerMemory) {
    const Device device = open();
    for (const Device& peer : peers_of(device)) {
        if (!can_access(device, peer)) continue;
        Stream there(peer);
        const auto from = test::to_plain_memory(there, std::vector<float>{1, 2, 3, 4, 5});
        DeviceMemory<float> to(peer, 5);
        enable_peer_access(device, peer);
        enable_peer_access(device, peer);  // has no effect
        expect_to_reach(device, peer, from.span(), to.span());
        disable_peer_access(device, peer);
        disable_peer_access(device, peer);  // has no effect
        enable_peer_access(device, peer);
        expect_to_reach(device, peer, from.span(), to.span());
        disable_peer_access(device, peer);
    }
}

TEST_P(Peer, KernelsAccessSharedPools) {
    const Device device = open();
    for (const Device& peer : peers_of(device)) {
        if (!can_access(device, peer)) continue;
        Stream there(peer);
        MemoryPool pool(peer);
        pool.allow_access(device);
        DeviceMemory<float> from(there, 100, pool);
        DeviceMemory<float> to(there, 100, pool);
        fill(there, from.span(), 3.0f);
        expect_to_reach(device, peer, from.span(), to.span());
    }
}

TEST_P(Peer, DifferentSizesAreRefused) {
    const Device device = open();
    Stream stream(device);
    DeviceMemory<int> two(device, 2);
    DeviceMemory<int> three(device, 3);
    expect_error(ErrorCode::invalid_argument, "the destination has 2 elements",
                 [&] { copy(stream, two.span(), device, three.span(), device); });
}

INSTANTIATE_TEST_SUITE_P(Backends, Peer, test::each_backend(), test::name);

class PeerWithTheCpu : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = cuda_unavailable_reason(); !why.empty())
            GTEST_SKIP() << "cuda: " << why;
    }
    Device cpu_ = Device::open("cpu");
};

TEST_F(PeerWithTheCpu, GpusCopyToAndFromTheCpu) {
    const Device gpu = Device::open("cuda");
    Stream stream(gpu);
    Stream cpu_stream(cpu_);
    const auto from = test::to_plain_memory(cpu_stream, std::vector<int>{4, 5, 6});
    DeviceMemory<int> on_gpu(gpu, 3);
    copy(stream, on_gpu.span(), gpu, from.span(), cpu_);
    EXPECT_EQ(to_vector(stream, on_gpu), (std::vector<int>{4, 5, 6}));
    DeviceMemory<int> back(cpu_, 3);
    copy(stream, back.span(), cpu_, on_gpu.span(), gpu);
    stream.synchronize();
    EXPECT_EQ(to_vector(cpu_stream, back), (std::vector<int>{4, 5, 6}));
    EXPECT_THROW(copy(cpu_stream, back.span(), cpu_, on_gpu.span(), gpu), Error);
}

TEST_F(PeerWithTheCpu, GpuAndCpuAreNotPeers) {
    const Device gpu = Device::open("cuda");
    EXPECT_FALSE(can_access(gpu, cpu_));
    EXPECT_FALSE(can_access(cpu_, gpu));
    expect_error(ErrorCode::unsupported, cpu_.name() + " is not a GPU",
                 [&] { enable_peer_access(gpu, cpu_); });
    expect_error(ErrorCode::unsupported, "kernels on the CPU cannot access memory of " + gpu.name(),
                 [&] { enable_peer_access(cpu_, gpu); });
    MemoryPool pool(gpu);
    EXPECT_THROW(pool.allow_access(cpu_), Error);
}

}  // namespace
}  // namespace glint
