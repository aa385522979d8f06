// SPDX-License-Identifier: MIT
// Views of memory that no array owns. The tests compute in, sort, scan, and sum each kind of memory
// in place.
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>
#include <glint/driver/block_copies.hpp>
#include <glint/driver/growing_memory.hpp>
#include <glint/driver/host_registration.hpp>
#include <glint/driver/managed_memory.hpp>
#include <glint/driver/pitched.hpp>

#include <chrono>
#include <numeric>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using Values = std::vector<float>;

class MemoryViews : public test::OnEachBackend {
protected:
    /// Writes 0, 1, ..., n - 1, then computes, sorts, and sums through a view. Checks the memory
    /// with driver copies.
    void compute_in(const ArrayView<float>& view, DeviceSpan<float> memory) {
        const auto n = static_cast<float>(memory.size());
        ASSERT_EQ(view.size(), memory.size());
        EXPECT_EQ(view.data(), memory.data());
        Values values(memory.size());
        std::iota(values.begin(), values.end(), 0.0f);
        upload(stream_, memory, values);
        view = 10.0f - 2.0f * view;
        EXPECT_EQ(view(-1).item(), 10.0f - 2.0f * (n - 1));
        sort(view);
        view += 2.0f * n;  // 12, 14 ...
        EXPECT_EQ(sum(view).item(), n * (11.0f + n));
        EXPECT_EQ(cumulative_sum(view)(-1).item(), n * (11.0f + n));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = 12.0f + 2.0f * static_cast<float>(i);
        EXPECT_EQ(to_vector(stream_, memory), values);
        view(slice(std::nullopt, std::nullopt, -2)) = 0.5f;
        EXPECT_EQ(to_vector(stream_, memory).back(), 0.5f);
    }

    Device device_ = open();
    Stream stream_{device_};
};

constexpr std::size_t kElements = 1001;

TEST_P(MemoryViews, OfDeviceMemoryAndSpans) {
    DeviceMemory<float> plain(device_, kElements), pooled(stream_, kElements);
    compute_in(ArrayView<float>(stream_, plain), plain.span());
    compute_in(ArrayView(stream_, pooled), pooled.span());
    const DeviceSpan<float> part = plain.span().subspan(3, 100);
    compute_in({stream_, part}, part);
}

TEST_P(MemoryViews, OfGrowingMemory) {
    GrowingMemory<float> list(device_, 1'000'000);
    list.resize(kElements);
    compute_in(ArrayView(stream_, list), list.span());
}

TEST_P(MemoryViews, OfManagedMemory) {
    ManagedMemory<float> managed(device_, kElements);
    compute_in(ArrayView(stream_, managed), managed.span());
    EXPECT_EQ(managed.host_span().back(), 0.5f);
}

TEST_P(MemoryViews, OfPageLockedMemory) {
    PinnedMemory<float> pinned(device_, kElements);
    compute_in(ArrayView(stream_, pinned), pinned.device_span());
    EXPECT_EQ(pinned.span().back(), 0.5f);

    PageVector<float> own(kElements);
    const HostRegistration registration(device_, std::span<float>(own));
    const auto span = registration.device_span(std::span<float>(own));
    compute_in(ArrayView(stream_, span), span);
    EXPECT_EQ(own.back(), 0.5f);
}

TEST_P(MemoryViews, OfAdoptedMemory) {
    DeviceMemory<float> theirs(device_, kElements);
    int freed = 0;
    {
        auto adopted =
            DeviceMemory<float>::adopt(device_, theirs.data(), kElements, [&](float*) { ++freed; });
        compute_in(ArrayView(stream_, adopted), adopted.span());
    }
    EXPECT_EQ(freed, 1);
}

TEST_P(MemoryViews, HaveTheRequestedShape) {
    auto memory = to_device(stream_, Values{1, 2, 3, 4, 5, 6});
    const ArrayView<float> view(stream_, memory, {2, 3});
    EXPECT_EQ(Array(sum(view, axis(1))).to_vector(), (Values{6, 15}));
    transposed(view) = transposed(view) + view(0, newaxis, slice(0, 2));
    EXPECT_EQ(to_vector(stream_, memory), (Values{2, 3, 4, 6, 7, 8}));
    for (const Shape& shape : {Shape{7}, Shape{2, 2}, Shape{}})
        expect_error(ErrorCode::invalid_argument,
                     "the memory has 6 elements, but the shape " + to_string(shape) + " has " +
                         std::to_string(shape.size()),
                     [&] { (void)ArrayView(stream_, memory, shape); });
}

TEST_P(MemoryViews, OfConstMemoryAreConst) {
    const auto memory = to_device(stream_, Values{4, 5, 6});
    const ArrayView view(stream_, memory);
    static_assert(std::is_same_v<decltype(view), const ArrayView<const float>>);
    const ArrayView<const float> part(stream_, memory.span().subspan(1, 2));
    EXPECT_EQ(sum(view).item(), 15.0f);
    EXPECT_EQ(Array(part * 2.0f).to_vector(), (Values{10, 12}));
}

TEST_P(MemoryViews, OfPitchedMemorySkipThePadding) {
    PitchedMemory<float> field(device_, 37, 11);
    fill(stream_, field.span(), 7.0f);
    const ArrayView<float> view(stream_, field);
    EXPECT_EQ(view.shape(), Shape({11, 37}));
    EXPECT_EQ(view.strides()[0], std::ptrdiff_t(field.pitch_bytes() / sizeof(float)));
    EXPECT_FALSE(view.is_contiguous());
    const Array<float> row = cast<float>(arange<int>(stream_, 37));
    view -= row;  // 7 - x
    view(slice(), 3) = 100.0f;
    view += 50.0f * cast<float>(arange<int>(stream_, 11))(slice(), newaxis);
    sort(view);
    EXPECT_EQ(Array(cumulative_sum(view, {.axis = 0})(-1, slice(0, 2))).to_vector(),
              (Values{55 * 50 - 29 * 11, 55 * 50 - 28 * 11}));
    std::vector<float> seen(37 * 11);
    download(stream_, HostPitchedSpan<float>(seen, {37, 11}), field.span());
    stream_.synchronize();
    for (std::size_t y = 0; y < 11; ++y)
        for (std::size_t x = 0; x < 37; ++x) {
            // 7 - 36, 7 - 35, ... without 7 - 3, which was replaced by 100 and sorted to the end
            const float value = x == 36 ? 100.0f : float(x) - (x < 33 ? 29.0f : 28.0f);
            ASSERT_EQ(seen[y * 37 + x], value + 50.0f * float(y)) << x << " " << y;
        }
    EXPECT_EQ(sum(view).item(), 37 * 55 * 50 + 11 * (100 - 666 + 255));
}

TEST_P(MemoryViews, OfVolumesAndSlices) {
    PitchedMemory<int> volume(device_, 5, 4, 3);
    fill(stream_, volume.span(), 1);
    const ArrayView whole(stream_, volume);
    EXPECT_EQ(whole.shape(), Shape({3, 4, 5}));
    const PitchedSpan<int> block = volume.span().block({1, 2, 0}, {3, 2, 3});
    ArrayView(stream_, block) = 10;
    EXPECT_EQ(sum(whole).item(), 60 + 9 * 18);
    EXPECT_EQ(whole(2, 3, 1).item(), 10);
    EXPECT_EQ(whole(2, 3, 0).item(), 1);
    PitchedMemory<int> row(device_, 5, 1);
    EXPECT_EQ(ArrayView(stream_, row).shape(), Shape({1, 5}));
}

struct Triple {
    float x, y, z;
};

TEST_P(MemoryViews, NeedPitchesOfWholeElements) {
    DeviceMemory<Triple> memory(device_, 100);
    const PitchedSpan<Triple> fits(memory.data(), {4, 3}, 60);
    EXPECT_EQ(ArrayView(stream_, fits).strides()[0], 5);
    expect_error(ErrorCode::invalid_argument,
                 "the rows of the memory are 64 bytes apart, which is not a multiple of the "
                 "element size, 12",
                 [&] { (void)ArrayView(stream_, PitchedSpan<Triple>(memory.data(), {4, 3}, 64)); });
    expect_error(
        ErrorCode::invalid_argument,
        "the slices of the memory are 184 bytes apart, which is not a multiple of the element "
        "size, 12",
        [&] { (void)ArrayView(stream_, PitchedSpan<Triple>(memory.data(), {4, 3, 2}, 60, 184)); });
}

TEST_P(MemoryViews, OfNoElementsAreEmpty) {
    DeviceMemory<float> none(device_, 0);
    const ArrayView view(stream_, none);
    EXPECT_TRUE(view.empty());
    view = 1.0f;
    EXPECT_TRUE(view.to_vector().empty());
    EXPECT_TRUE(ArrayView(stream_, DeviceSpan<float>()).empty());
}

TEST_P(MemoryViews, ReportFreedMemory) {
    std::optional<DeviceMemory<float>> memory(std::in_place, device_, 10);
    const ArrayView<float> view(stream_, *memory);
    const auto lazy = 2.0f * view;
    view = 1.0f;
    const auto gone = memory->span();
    memory.reset();
    const std::string why =
        GetParam() == "cpu" ? "which was freed" : "the address is not in the GPU's memory";
    const auto expect_told = [&](const auto& action) {
        try {
            action();
            ADD_FAILURE() << "memory that was freed was used";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            EXPECT_EQ(error.operation(), "use the memory of a view");
            EXPECT_EQ(error.reason().find("0x"), 0u) << error.reason();
            EXPECT_TRUE(error.reason().ends_with(why)) << error.reason();
        }
    };
    expect_told([&] { view = 2.0f; });
    expect_told([&] { (void)Array(lazy); });
    expect_told([&] { (void)view(0).item(); });
    expect_told([&] { (void)view.to_vector(); });
    expect_told([&] { sort(view); });
    expect_told([&] { (void)ArrayView(stream_, gone); });
}

TEST_P(MemoryViews, ViewsLargerThanTheMemoryAreRefused) {
    DeviceMemory<float> memory(device_, 64);
    const DeviceSpan<float> more(memory.data(), 1 << 26);
    EXPECT_THROW((void)ArrayView(stream_, more), Error);
}

/// Elements that remember a stream.
class Series {
public:
    Series(const Stream& stream, std::size_t count)
        : stream_(stream.device(), stream.share()), memory_(stream, count) {}
    const Stream& stream() const noexcept { return stream_; }
    float* data() noexcept { return memory_.data(); }
    std::size_t size() const noexcept { return memory_.size(); }
    DeviceSpan<float> span() noexcept { return memory_.span(); }

private:
    Stream stream_;
    DeviceMemory<float> memory_;
};

}  // namespace

template <>
inline constexpr bool kIsDeviceMemory<Series> = true;

namespace {

TEST_P(MemoryViews, UseTheStreamOfTheMemory) {
    Series series(stream_, kElements);
    const ArrayView<float> view = series;
    compute_in(view, series.span());
    compute_in({stream_, series}, series.span());
    Stream other(device_);
    expect_error(ErrorCode::invalid_argument,
                 "the memory belongs to another stream. Omit the stream argument",
                 [&] { (void)ArrayView(other, series); });
}

TEST_P(MemoryViews, KeepMovedMemoryAlive) {
    auto memory = to_device(stream_, Values{1, 2, 3});
    const float* const data = memory.data();
    std::optional<ArrayView<float>> part;
    {
        const ArrayView view(stream_, std::move(memory));
        EXPECT_EQ(view.data(), data);
        part.emplace(view(slice(1, 3)));
    }
    *part += 1.0f;
    EXPECT_EQ(part->to_vector(), (Values{3, 4}));

    int freed = 0;
    DeviceMemory<float> theirs(device_, 8);
    {
        const ArrayView view(stream_, DeviceMemory<float>::adopt(device_, theirs.data(), 8,
                                                                 [&](float*) { ++freed; }));
        stream_.call([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
        view = 3.0f;
        EXPECT_EQ(freed, 0);
    }
    EXPECT_EQ(freed, 1);
    EXPECT_TRUE(stream_.is_done());
}

INSTANTIATE_TEST_SUITE_P(Backends, MemoryViews, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
