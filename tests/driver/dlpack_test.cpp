// SPDX-License-Identifier: MIT
#include <glint/driver/dlpack.hpp>

#include <stdexcept>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using Dlpack = test::OnEachBackend;
using Numbers = std::vector<std::int64_t>;

TEST_P(Dlpack, DescribesExportedTensors) {
    Stream stream(open());
    auto memory = to_device(stream, std::vector<float>(24, 1.5f));
    const float* data = memory.data();
    const auto tensor = dlpack::to_dlpack(stream, std::move(memory), {2, 3, 4});
    EXPECT_EQ(tensor->version.major, 1u);
    EXPECT_EQ(tensor->flags, 0u);
    EXPECT_EQ(tensor->tensor.data, data);
    EXPECT_EQ(tensor->tensor.offset_bytes, 0u);
    EXPECT_EQ(static_cast<int>(tensor->tensor.place.place), GetParam() == "cpu" ? 1 : 2);
    EXPECT_EQ(tensor->tensor.place.ordinal, stream.device().info().ordinal);
    EXPECT_EQ(tensor->tensor.type, (dlpack::ElementType{dlpack::Code::floating, 32, 1}));
    ASSERT_EQ(tensor->tensor.dimensions, 3);
    EXPECT_EQ(Numbers(tensor->tensor.shape, tensor->tensor.shape + 3), (Numbers{2, 3, 4}));
    EXPECT_EQ(Numbers(tensor->tensor.strides, tensor->tensor.strides + 3), (Numbers{12, 4, 1}));
}

TEST_P(Dlpack, ExportsAndImports) {
    Stream stream(open());
    auto tensor = dlpack::to_dlpack(stream, to_device(stream, std::vector<int>{1, 2, 3, 4}));
    const auto taken = dlpack::from_dlpack<int>(stream, std::move(tensor));
    EXPECT_EQ(taken.shape, Numbers{4});
    EXPECT_EQ(taken.strides, Numbers{1});
    EXPECT_EQ(to_vector(stream, taken.memory), (std::vector<int>{1, 2, 3, 4}));
}

TEST_P(Dlpack, TheOtherStreamWaitsForTheElements) {
    const Device device = open();
    Stream producer(device);
    Stream consumer(device);
    DeviceMemory<int> memory(device, 1000);
    test::Gate gate(producer);
    fill(producer, memory.span(), 5);
    auto tensor = dlpack::to_dlpack(producer, consumer, std::move(memory));
    EXPECT_FALSE(producer.is_done()) << "the host did not wait";
    const auto taken = dlpack::from_dlpack<int>(consumer, std::move(tensor));
    gate.open();
    EXPECT_EQ(to_vector(consumer, taken.memory), std::vector<int>(1000, 5));
}

/// A tensor as another library would create it, which counts how often it is released.
struct ForeignTensor {
    dlpack::ManagedTensor managed;
    Numbers shape;
    Numbers strides;
    int freed = 0;

    ForeignTensor(const Device& device, void* data, dlpack::ElementType type, Numbers of_shape,
                  Numbers of_strides)
        : shape(std::move(of_shape)), strides(std::move(of_strides)) {
        managed.manager = this;
        managed.deleter = [](dlpack::ManagedTensor* tensor) {
            ++static_cast<ForeignTensor*>(tensor->manager)->freed;
        };
        managed.tensor = {
            .data = data,
            .place = {device.kind() == BackendKind::cpu ? dlpack::Place::cpu : dlpack::Place::cuda,
                      device.info().ordinal},
            .dimensions = static_cast<std::int32_t>(shape.size()),
            .type = type,
            .shape = shape.data(),
            .strides = strides.empty() ? nullptr : strides.data()};
    }
    dlpack::OwnedTensor give() { return dlpack::OwnedTensor(&managed); }
};

constexpr dlpack::ElementType kInt = dlpack::Describe<int>::kType;

TEST_P(Dlpack, ImportsStridesAndOffsets) {
    Stream stream(open());
    auto owner = to_device(stream, std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    ForeignTensor foreign(stream.device(), owner.data(), kInt, {2, 2}, {4, 2});
    foreign.managed.tensor.offset_bytes = 4;
    {
        const auto taken = dlpack::from_dlpack<int>(stream, foreign.give());
        EXPECT_EQ(taken.memory.data(), owner.data() + 1);
        EXPECT_EQ(taken.strides, (Numbers{4, 2}));
        // The tensor is 1 3 / 5 7. The memory also includes the elements in the gaps between them.
        EXPECT_EQ(to_vector(stream, taken.memory), (std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
        EXPECT_EQ(foreign.freed, 0);
    }
    EXPECT_EQ(foreign.freed, 1);
}

TEST_P(Dlpack, ReleasesTensorsWhenTheStreamIsDone) {
    Stream stream(open());
    auto owner = to_device(stream, std::vector<int>(100, 0));
    ForeignTensor foreign(stream.device(), owner.data(), kInt, {100}, {});
    {
        auto taken = dlpack::from_dlpack<int>(stream, foreign.give());
        stream.call([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
        fill(stream, taken.memory.span(), 3);
    }
    EXPECT_EQ(foreign.freed, 1);
    EXPECT_TRUE(stream.is_done());
}

TEST_P(Dlpack, ImportsMemoryOfAllDeviceKinds) {
    Stream stream(open());
    PinnedMemory<int> owner(stream.device(), 4);
    for (const auto place : {dlpack::Place::cuda_pinned, dlpack::Place::cuda_managed}) {
        ForeignTensor foreign(stream.device(), owner.data(), kInt, {4}, {});
        foreign.managed.tensor.place = {place, 0};
        EXPECT_EQ(dlpack::from_dlpack<int>(stream, foreign.give()).memory.data(), owner.data());
    }
}

TEST_P(Dlpack, EmptyTensorsAreImportedAndReleased) {
    Stream stream(open());
    ForeignTensor foreign(stream.device(), nullptr, kInt, {3, 0}, {});
    EXPECT_EQ(dlpack::from_dlpack<int>(stream, foreign.give()).memory.size(), 0u);
    EXPECT_EQ(foreign.freed, 1);
}

TEST_P(Dlpack, InvalidTensorsAreRefusedAndReleased) {
    Stream stream(open());
    auto owner = to_device(stream, std::vector<int>(4, 0));
    ForeignTensor foreign(stream.device(), owner.data(), kInt, {4}, {1});
    expect_error(ErrorCode::invalid_argument,
                 "the element type (code 0, 32 bits, 1 lane) differs from the requested type (code "
                 "2, 32 bits, 1 lane)",
                 [&] { (void)dlpack::from_dlpack<float>(stream, foreign.give()); });
    EXPECT_EQ(foreign.freed, 1);

    foreign.managed.flags = dlpack::kReadOnly;
    expect_error(ErrorCode::invalid_argument,
                 "the tensor is read-only. Import the tensor with const elements",
                 [&] { (void)dlpack::from_dlpack<int>(stream, foreign.give()); });
    EXPECT_EQ(dlpack::from_dlpack<const int>(stream, foreign.give()).memory.size(), 4u);
    foreign.managed.flags = 0;

    foreign.managed.tensor.place.ordinal = 99;
    expect_error(ErrorCode::invalid_argument,
                 "the tensor is on device 99 of type " +
                     std::string(GetParam() == "cpu" ? "1" : "2") + ", which " +
                     stream.device().name() + " cannot access",
                 [&] { (void)dlpack::from_dlpack<int>(stream, foreign.give()); });

    foreign.managed.version.major = 2;
    expect_error(ErrorCode::unsupported,
                 "the tensor has version 2.1, but only version 1 is supported",
                 [&] { (void)dlpack::from_dlpack<int>(stream, foreign.give()); });
    EXPECT_EQ(foreign.freed, 5);
}

TEST_P(Dlpack, ImportsNegativeStrides) {
    Stream stream(open());
    auto owner = to_device(stream, std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    // The tensor is 10 8 6 / 4 2 0, with a broadcast third axis.
    ForeignTensor foreign(stream.device(), owner.data() + 10, kInt, {2, 3, 4}, {-6, -2, 0});
    {
        const auto taken = dlpack::from_dlpack<int>(stream, foreign.give());
        EXPECT_EQ(taken.memory.data(), owner.data());
        EXPECT_EQ(taken.memory.size(), 11u);
        EXPECT_EQ(taken.first, 10u);
        EXPECT_EQ(taken.data(), owner.data() + 10);
        EXPECT_EQ(taken.strides, (Numbers{-6, -2, 0}));
    }
    EXPECT_EQ(foreign.freed, 1);
    foreign.strides = {-6, 2, 0};  // 10 12 14 / 4 6 8
    EXPECT_EQ(dlpack::from_dlpack<int>(stream, foreign.give()).first, 6u);
    constexpr std::int64_t k62 = std::int64_t{1} << 62;
    foreign.strides = {-k62, 2 * (1 - k62), 0};
    expect_error(ErrorCode::invalid_argument,
                 "the shape [2, 3, 4] with the strides [-4611686018427387904, "
                 "-9223372036854775806, 0] does not fit in memory",
                 [&] { (void)dlpack::from_dlpack<int>(stream, foreign.give()); });
}

TEST_P(Dlpack, SupportsUnversionedTensors) {
    Stream stream(open());
    auto owner = to_device(stream, std::vector<int>{1, 2, 3, 4, 5, 6});
    static int freed;
    freed = 0;
    Numbers shape{3};
    Numbers strides{2};
    dlpack::UnversionedTensor theirs{
        .tensor = {.data = owner.data(),
                   .place = {GetParam() == "cpu" ? dlpack::Place::cpu : dlpack::Place::cuda,
                             stream.device().info().ordinal},
                   .dimensions = 1,
                   .type = kInt,
                   .shape = shape.data(),
                   .strides = strides.data()},
        .deleter = [](dlpack::UnversionedTensor*) { ++freed; }};
    {
        const auto taken = dlpack::from_dlpack<int>(stream, dlpack::OwnedUnversioned(&theirs));
        EXPECT_EQ(to_vector(stream, taken.memory), (std::vector<int>{1, 2, 3, 4, 5}));
        EXPECT_EQ(freed, 0);
    }
    EXPECT_EQ(freed, 1);

    ForeignTensor foreign(stream.device(), owner.data(), kInt, {2, 3}, {3, 1});
    {
        const auto given = dlpack::unversioned(foreign.give());
        EXPECT_EQ(given->tensor.data, owner.data());
        EXPECT_EQ(Numbers(given->tensor.shape, given->tensor.shape + 2), (Numbers{2, 3}));
        EXPECT_EQ(Numbers(given->tensor.strides, given->tensor.strides + 2), (Numbers{3, 1}));
        EXPECT_EQ(foreign.freed, 0);
    }
    EXPECT_EQ(foreign.freed, 1);
    foreign.managed.flags = dlpack::kReadOnly;
    expect_error(ErrorCode::unsupported, "the memory is read-only, which only DLPack 1 can express",
                 [&] { (void)dlpack::unversioned(foreign.give()); });
    EXPECT_EQ(foreign.freed, 2);
    EXPECT_EQ(dlpack::unversioned(nullptr), nullptr);
    EXPECT_EQ(dlpack::versioned(nullptr), nullptr);
}

TEST_P(Dlpack, ExportsAndImportsBorrowedMemory) {
    Stream stream(open());
    auto owner = to_device(stream, std::vector<float>{1, 2, 3, 4, 5, 6});
    {
        const auto lent = dlpack::to_dlpack(stream, owner.span(), {2, 3});
        EXPECT_EQ(lent->tensor.data, owner.data());
        EXPECT_EQ(lent->flags, 0u);
        EXPECT_EQ(dlpack::to_dlpack(stream, std::as_const(owner).span())->flags, dlpack::kReadOnly);
        auto borrowed = dlpack::from_dlpack<float>(stream, lent->tensor);
        EXPECT_EQ(borrowed.data(), owner.data());
        EXPECT_EQ(borrowed.shape, (Numbers{2, 3}));
        fill(stream, borrowed.memory.span().subspan(4, 2), 9.0f);
    }
    EXPECT_EQ(to_vector(stream, owner), (std::vector<float>{1, 2, 3, 4, 9, 9}));
}

TEST_P(Dlpack, ReportsTheLocationOfHostMemory) {
    const Device device = open();
    Stream stream(device);
    const PinnedMemory<float> pinned(device, 4);
    const auto place = dlpack::to_dlpack(stream, pinned.device_span())->tensor.place.place;
    EXPECT_EQ(place, GetParam() == "cpu" ? dlpack::Place::cpu : dlpack::Place::cuda_pinned);
}

TEST_P(Dlpack, OtherElementTypesAreRefused) {
    Stream stream(open());
    const auto give = [&](std::size_t count, const Numbers& shape) {
        (void)dlpack::to_dlpack(stream, DeviceMemory<int>(stream.device(), count), shape);
    };
    const auto expect_refused = [&](std::size_t count, const Numbers& shape,
                                    const std::string& text) {
        expect_error(ErrorCode::invalid_argument,
                     "the shape " + text + " does not match " + text::counted(count, "element"),
                     [&] { give(count, shape); });
    };
    constexpr std::int64_t k32 = std::int64_t{1} << 32;
    expect_refused(5, {2, 3}, "[2, 3]");
    expect_refused(6, {-2, -3}, "[-2, -3]");
    expect_refused(0, {k32, k32}, "[4294967296, 4294967296]");
    expect_refused(4, {4, k32, k32, 1}, "[4, 4294967296, 4294967296, 1]");
    expect_refused(1, {k32, 0, k32}, "[4294967296, 0, 4294967296]");
    give(0, {k32, 0, k32, k32});
    give(6, {3, 1, 2});
}

TEST_P(Dlpack, ShapesLargerThanMemoryAreRefused) {
    Stream stream(open());
    auto owner = to_device(stream, std::vector<int>(4, 0));
    int given = 0;
    const auto expect_refused = [&](const Numbers& shape, const Numbers& strides,
                                    const std::string& reason) {
        ForeignTensor foreign(stream.device(), owner.data(), kInt, shape, strides);
        expect_error(ErrorCode::invalid_argument, reason,
                     [&] { (void)dlpack::from_dlpack<int>(stream, foreign.give()); });
        given += foreign.freed;
    };
    constexpr std::int64_t k62 = std::int64_t{1} << 62;
    const std::string big = std::to_string(k62);
    expect_refused({-1}, {1}, "the shape [-1] is not valid");
    expect_refused({2, -2}, {}, "the shape [2, -2] is not valid");
    expect_refused({4, k62}, {}, "the shape [4, " + big + "] is not valid");
    expect_refused({2}, {k62},
                   "the shape [2] with the strides [" + big + "] does not fit in memory");
    expect_refused({k62}, {1},
                   "the shape [" + big + "] with the strides [1] does not fit in memory");
    expect_refused({4, 2}, {k62, 1},
                   "the shape [4, 2] with the strides [" + big + ", 1] does not fit in memory");
    expect_refused(
        {2, 2}, {k62, k62},
        "the shape [2, 2] with the strides [" + big + ", " + big + "] does not fit in memory");
    EXPECT_EQ(given, 7) << "tensors that were given back";

    ForeignTensor negative(stream.device(), owner.data(), kInt, {4}, {});
    negative.managed.tensor.dimensions = -1;
    expect_error(ErrorCode::invalid_argument, "the tensor has -1 dimensions",
                 [&] { (void)dlpack::from_dlpack<int>(stream, negative.give()); });
    ForeignTensor one(stream.device(), owner.data(), kInt, {1, 4}, {-k62, 1});
    EXPECT_EQ(dlpack::from_dlpack<int>(stream, one.give()).memory.size(), 4u);
    ForeignTensor none(stream.device(), owner.data(), kInt, {k62, 0, k62}, {});
    EXPECT_EQ(dlpack::from_dlpack<int>(stream, none.give()).memory.size(), 0u);
}

TEST_P(Dlpack, ReleaseKeepsStreamErrorsForOthers) {
    Stream stream(open());
    auto owner = to_device(stream, std::vector<int>(4, 0));
    ForeignTensor foreign(stream.device(), owner.data(), kInt, {4}, {});
    {
        const auto taken = dlpack::from_dlpack<int>(stream, foreign.give());
        stream.call([] { throw std::runtime_error("it failed"); });
    }
    EXPECT_EQ(foreign.freed, 1);
    EXPECT_TRUE(stream.is_done());
    EXPECT_THROW(stream.synchronize(), std::runtime_error);
    stream.synchronize();
}

TEST(DlpackTypes, MatchTheStandard) {
    using dlpack::Code;
    using dlpack::ElementType;
    EXPECT_EQ(dlpack::Describe<double>::kType, (ElementType{Code::floating, 64, 1}));
    EXPECT_EQ(dlpack::Describe<std::uint8_t>::kType, (ElementType{Code::unsigned_integer, 8, 1}));
    EXPECT_EQ(dlpack::Describe<std::int64_t>::kType, (ElementType{Code::signed_integer, 64, 1}));
    EXPECT_EQ(dlpack::Describe<bool>::kType, (ElementType{Code::boolean, 8, 1}));
    EXPECT_EQ(dlpack::Describe<std::complex<float>>::kType, (ElementType{Code::complex, 64, 1}));
    EXPECT_EQ(dlpack::Describe<half>::kType, (ElementType{Code::floating, 16, 1}));
    EXPECT_EQ(dlpack::Describe<bfloat16>::kType, (ElementType{Code::bfloat, 16, 1}));
}

INSTANTIATE_TEST_SUITE_P(Backends, Dlpack, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
