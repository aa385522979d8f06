// SPDX-License-Identifier: MIT
// Arrays in memory from a chosen pool, and arrays that other libraries share through DLPack.
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/dlpack.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>

#include <atomic>
#include <cstring>
#include <optional>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using Numbers = std::vector<std::int64_t>;

using ArrayPools = test::OnEachBackend;

TEST_P(ArrayPools, ServeArraysAndTheirResults) {
    const Device device = open();
    Stream stream(device);
    std::atomic<std::size_t> allocations = 0;
    MemoryPool pool(device, {.observer = [&](const PoolEvent& event) {
                        allocations += event.is_allocation ? 1 : 0;
                    }});
    constexpr std::size_t kBytes = 10'000 * sizeof(float);
    {
        const Stream pooled = stream.with_pool(pool);
        Array<float> x(pooled, 10'000);
        EXPECT_EQ(pool.statistics().active_bytes, kBytes);
        x = 2.0f;
        const Array<float> y = 3.0f * x;  // allocates from the pool of its first array
        EXPECT_EQ(pool.statistics().active_bytes, 2 * kBytes);
        const Array<float> z = evaluated(x(slice(0, 5000)) + y(slice(0, 5000))).copy();
        EXPECT_EQ(pool.statistics().active_bytes, 2 * kBytes + kBytes / 2);
        const Array<float> w = full<float>(pooled, {100}, 1);
        EXPECT_EQ(pool.statistics().active_bytes, 2 * kBytes + kBytes / 2 + 400);
        const std::size_t before = allocations;
        sort(x);  // allocates memory for a copy
        EXPECT_GT(allocations, before);
        EXPECT_EQ(sum(z).item(), 5000 * 8.0f);
        const std::size_t own = allocations;
        Array<float> plain(stream, 1000);  // uses the default pool
        plain = 1.0f;
        EXPECT_EQ(Array(plain * 2.0f).to_vector(), std::vector<float>(1000, 2.0f));
        const DeviceMemory<float> memory(pooled, 1000);
        EXPECT_EQ(allocations, own + 1);
    }
    EXPECT_EQ(pool.statistics().active_bytes, 0u);
}

TEST_P(ArrayPools, EnforceTheirLimit) {
    const Device device = open();
    Stream stream(device);
    const MemoryPool pool(device, {.limit_bytes = 1'000'000});
    const Array<float> x = full<float>(stream.with_pool(pool), {200'000}, 2);
    expect_error(
        ErrorCode::out_of_memory,
        "800000 bytes of the pool's limit of 1000000 are in use, and 800000 were requested",
        [&] { (void)Array(2.0f * x); });
    expect_error(
        ErrorCode::out_of_memory,
        "800000 bytes of the pool's limit of 1000000 are in use, and 204000 were requested",
        [&] { (void)Array<float>(x.stream(), 51'000); });
    EXPECT_EQ(sum(x).item(), 400'000.0f);
}

TEST_P(ArrayPools, LiveAsLongAsTheirArrays) {
    const Device device = open();
    std::optional<Array<int>> x;
    {
        Stream stream(device);
        const MemoryPool pool(device);
        x.emplace(stream.with_pool(pool), 100);
    }
    *x = 3;
    EXPECT_EQ(Array(*x + 1).to_vector(), std::vector<int>(100, 4));
}

INSTANTIATE_TEST_SUITE_P(Backends, ArrayPools, test::each_backend(), test::name);

class ArrayDlpack : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

Numbers shape_of(const dlpack::OwnedTensor& tensor) {
    return {tensor->tensor.shape, tensor->tensor.shape + tensor->tensor.dimensions};
}
Numbers strides_of(const dlpack::OwnedTensor& tensor) {
    return {tensor->tensor.strides, tensor->tensor.strides + tensor->tensor.dimensions};
}

TEST_P(ArrayDlpack, ExportsViewsWithTheirStrides) {
    Array<int> x(stream_, {3, 4}, std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    const auto whole = dlpack::to_dlpack(x);
    EXPECT_EQ(whole->tensor.data, x.data());
    EXPECT_EQ(shape_of(whole), (Numbers{3, 4}));
    EXPECT_EQ(strides_of(whole), (Numbers{4, 1}));
    EXPECT_EQ(whole->flags, 0u);
    const auto part = dlpack::to_dlpack(x(slice(std::nullopt, std::nullopt, -1), slice(0, 4, 2)));
    EXPECT_EQ(part->tensor.data, x.data() + 8);
    EXPECT_EQ(shape_of(part), (Numbers{3, 2}));
    EXPECT_EQ(strides_of(part), (Numbers{-4, 2}));
    EXPECT_EQ(dlpack::to_dlpack(std::as_const(x))->flags, dlpack::kReadOnly);
    EXPECT_EQ(dlpack::to_dlpack(x.view().as_const())->flags, dlpack::kReadOnly);
}

TEST_P(ArrayDlpack, SharesTheMemory) {
    dlpack::OwnedTensor tensor;
    const float* data = nullptr;
    {
        Array<float> x = linspace<float>(stream_, 0.0, 9.0, 10);
        data = x.data();
        tensor = dlpack::to_dlpack(x);
        x += 1.0f;
    }
    const ArrayView taken(stream_, dlpack::from_dlpack<float>(stream_, std::move(tensor)));
    EXPECT_EQ(taken.data(), data);
    EXPECT_EQ(sum(taken).item(), 55.0f);  // the tensor keeps the array's memory alive
}

TEST_P(ArrayDlpack, ImportsTensorsWithNegativeStrides) {
    auto x = to_device(stream_, std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    std::int64_t shape[] = {2, 3}, strides[] = {-6, 2};
    const dlpack::Tensor lent{
        .data = x.data() + 7,
        .place = {GetParam() == "cpu" ? dlpack::Place::cpu : dlpack::Place::cuda,
                  device_.info().ordinal},
        .dimensions = 2,
        .type = dlpack::Describe<int>::kType,
        .shape = shape,
        .strides = strides};
    auto imported = dlpack::from_dlpack<int>(stream_, lent);
    const ArrayView<int> view(stream_, imported);
    EXPECT_EQ(view.to_vector(), (std::vector<int>{7, 9, 11, 1, 3, 5}));
    sort(view, {.axis = 0});
    view(0) += 100;
    EXPECT_EQ(to_vector(stream_, x),
              (std::vector<int>{0, 7, 2, 9, 4, 11, 6, 101, 8, 103, 10, 105}));
    EXPECT_EQ(Array(sum(view, axis(1))).to_vector(), (std::vector<std::int64_t>{309, 27}));
}

template <class T>
std::uint16_t bits_of(T value) {
    std::uint16_t bits = 0;
    static_assert(sizeof value == sizeof bits);
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

// 1.5 is 0x3e00 as half and 0x3fc0 as bfloat16.
TEST_P(ArrayDlpack, ImportsAndExports16BitFloats) {
    const auto comes_through = [&](auto one, std::uint16_t bits) {
        using T = decltype(one);
        Array<T> x = full<T>(stream_, {4}, one);
        auto tensor = dlpack::to_dlpack(x);
        EXPECT_EQ(tensor->tensor.type.bits, 16);
        auto old = dlpack::unversioned(std::move(tensor));
        const ArrayView view(stream_, dlpack::from_dlpack<T>(stream_, std::move(old)));
        view(slice(0, 2)) = view(slice(0, 2)) + view(slice(2, 4));
        EXPECT_EQ(bits_of(x.to_vector()[3]), bits);
        EXPECT_EQ(static_cast<float>(sum(view).item()), 9.0f);
    };
    comes_through(half(1.5f), 0x3e00);
    comes_through(bfloat16(1.5f), 0x3fc0);
}

TEST_P(ArrayDlpack, ExportsOtherMemoryKinds) {
    auto memory = to_device(stream_, std::vector<float>{1, 2, 3, 4, 5, 6});
    const ArrayView<float> view(stream_, memory, {2, 3});
    auto tensor = dlpack::to_dlpack(view(slice(), slice(1, 3)));
    EXPECT_EQ(tensor->tensor.data, memory.data() + 1);
    EXPECT_EQ(strides_of(tensor), (Numbers{3, 1}));
    tensor.reset();
    EXPECT_EQ(to_vector(stream_, memory), (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST_P(ArrayDlpack, TheOtherStreamWaits) {
    Stream consumer(device_);
    Array<int> x(stream_, 100'000);
    for (int i = 0; i <= 20; ++i) x = i;
    auto tensor = dlpack::to_dlpack(consumer, x);
    const ArrayView view(consumer, dlpack::from_dlpack<int>(consumer, std::move(tensor)));
    EXPECT_EQ(view.to_vector(), std::vector<int>(100'000, 20));
}

INSTANTIATE_TEST_SUITE_P(Backends, ArrayDlpack, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
