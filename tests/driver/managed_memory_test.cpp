// SPDX-License-Identifier: MIT
#include <glint/driver/managed_memory.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using Managed = test::OnEachBackend;

/// Computes y[i] += 2 * x[i] on the device, where x and y both start as 0, 1, 2, ...
std::vector<float> three_times(Stream& stream, ManagedMemory<float>& x, ManagedMemory<float>& y) {
    const auto saxpy = test::kernels(stream.device())
                           .kernel<void(std::size_t, float, const float*, float*)>("saxpy");
    saxpy.launch(stream, threads(x.size()), x.size(), 2.0f, x, y);
    stream.synchronize();
    return {y.host_span().begin(), y.host_span().end()};
}

std::vector<float> counting_by(std::size_t count, float step) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = step * static_cast<float>(i);
    return values;
}

TEST_P(Managed, HostAndKernelsShareTheElements) {
    Stream stream(open());
    ManagedMemory<float> x(stream.device(), 1000);
    ManagedMemory<float> y(stream.device(), 1000);
    std::iota(x.data(), x.data() + 1000, 0.0f);
    std::iota(y.data(), y.data() + 1000, 0.0f);
    EXPECT_EQ(three_times(stream, x, y), counting_by(1000, 3.0f));
}

TEST_P(Managed, AdviceAndPrefetchesChangeNoResult) {
    Stream stream(open());
    const Device& device = stream.device();
    ManagedMemory<float> x(device, 100'000);
    ManagedMemory<float> y(device, 100'000);
    std::iota(x.data(), x.data() + x.size(), 0.0f);
    std::iota(y.data(), y.data() + y.size(), 0.0f);
    x.advise(ManagedAdvice::read_mostly);
    y.advise(ManagedAdvice::prefer, device);
    y.advise(ManagedAdvice::accessed_by, MemoryPlace::host());
    x.prefetch(stream, device);
    y.prefetch(stream, device);
    EXPECT_EQ(three_times(stream, x, y), counting_by(100'000, 3.0f));
    y.prefetch(stream, MemoryPlace::host());
    x.advise(ManagedAdvice::not_read_mostly);
    y.advise(ManagedAdvice::prefer_nowhere);
    y.advise(ManagedAdvice::not_accessed_by, MemoryPlace::host());
    stream.synchronize();
    EXPECT_EQ(y.data()[99'999], 3.0f * 99'999);
}

TEST_P(Managed, WritesAfterADiscardAreKept) {
    Stream stream(open());
    ManagedMemory<int> memory(stream.device(), 1 << 20);
    fill(stream, memory.span(), 1);
    memory.discard(stream);
    fill(stream, memory.span(), 2);
    stream.synchronize();
    EXPECT_EQ(memory.host_span().front() + memory.host_span().back(), 4);
}

TEST_P(Managed, CanBeAttachedToAStreamAndDetached) {
    Stream stream(open());
    ManagedMemory<int> memory(stream.device(), 1000);
    memory.attach(stream, Attachment::single);
    fill(stream, memory.span(), 6);
    stream.synchronize();
    EXPECT_EQ(memory.data()[999], 6);
    memory.attach(stream, Attachment::global);
    fill(stream, memory.span(), 7);
    stream.synchronize();
    EXPECT_EQ(memory.data()[999], 7);
}

TEST_P(Managed, IsCopiedToAndFromAsDeviceMemory) {
    Stream stream(open());
    ManagedMemory<int> memory(stream.device(), 100);
    auto other = to_device(stream, std::vector<int>(100, 8));
    copy(stream, memory.span(), other.span());
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(100, 8));
}

TEST_P(Managed, EmptyMemoryIsNull) {
    Stream stream(open());
    ManagedMemory<int> none(stream.device(), 0);
    none.advise(ManagedAdvice::read_mostly);
    none.prefetch(stream, stream.device());
    none.discard(stream);
    none.attach(stream, Attachment::host);
    EXPECT_EQ(none.data(), nullptr);
    ManagedMemory<int> some(stream.device(), 3);
    none = std::move(some);
    EXPECT_EQ(none.size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(Backends, Managed, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
