// SPDX-License-Identifier: MIT
// How launches check their memory, and how they order streams.
#include <glint/driver/kernel.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/driver/any_kernel.hpp>
#include <glint/driver/block_copies.hpp>
#include <glint/driver/executable_graph.hpp>
#include <glint/driver/growing_memory.hpp>
#include <glint/driver/managed_memory.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/peer.hpp>
#include <glint/driver/pitched.hpp>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <driver/kernels.hpp>
#include <driver/plain_memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace test {

/// Pooled elements that remember their stream, like arrays.
class Series {
public:
    Series(Stream& stream, std::size_t count) : stream_(&stream), memory_(stream, count) {}

    Stream& stream() const { return *stream_; }
    float* data() noexcept { return memory_.data(); }
    const float* data() const noexcept { return memory_.data(); }
    std::size_t size() const noexcept { return memory_.size(); }
    DeviceSpan<float> span() noexcept { return memory_.span(); }

private:
    Stream* stream_;
    DeviceMemory<float> memory_;
};

}  // namespace test

template <>
inline constexpr bool kIsDeviceMemory<test::Series> = true;

namespace {

using test::Series;

using Saxpy = void(std::size_t, float, const float*, float*);
constexpr std::size_t kSeriesCount = 100;

class LaunchMemory : public test::OnEachBackend {
protected:
    bool is_cpu() const { return GetParam() == "cpu"; }

    template <class Action>
    void expect_refused(const std::string& argument, const std::string& reason,
                        const Action& action) {
        try {
            action();
            ADD_FAILURE() << "not refused: " << reason;
        } catch (const Error& error) {
            const std::string text = error.what();
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << text;
            EXPECT_EQ(text.find("cannot launch kernel 'saxpy': argument " + argument + " (0x"), 0u)
                << text;
            EXPECT_NE(text.find(reason), std::string::npos) << text;
        }
        saxpy_.launch(stream_, threads(1), 1, 1.0f, y_, y_);  // valid launches still work
        stream_.synchronize();
    }

    void launch(DeviceSpan<const float> x) { saxpy_.launch(stream_, threads(1), 1, 1.0f, x, y_); }

    std::string freed() const {
        return is_cpu() ? "which was freed" : "the address is not in the GPU's memory";
    }

    Device device_ = open();
    Stream stream_{device_};
    Module module_ = test::kernels(device_);
    Kernel<Saxpy> saxpy_ = module_.kernel<Saxpy>("saxpy");
    AnyKernel any_ = module_.kernel("saxpy");
    DeviceMemory<float> y_ = test::to_plain_memory(stream_, std::vector<float>(kSeriesCount, 1.0f));
};

TEST_P(LaunchMemory, FreedMemoryIsRefused) {
    DeviceSpan<float> gone;
    {
        DeviceMemory<float> memory(device_, kSeriesCount);
        gone = memory.span();
        fill(stream_, gone, 1.0f);
        launch(gone);  // after this, glint knows that the memory and its parts are valid
        launch(gone.subspan(10, 5));
    }
    expect_refused("3", freed(), [&] { launch(gone); });
    expect_refused("3", freed(), [&] { launch(gone.subspan(10, 5)); });
    expect_refused("4", freed(), [&] { saxpy_.launch(stream_, elements(1), 1, 1.0f, y_, gone); });
    expect_refused("4", freed(),
                   [&] { (void)saxpy_.timed_launch(stream_, threads(1), 1, 1.0f, y_, gone); });
    expect_refused("3", freed(),
                   [&] { any_.launch(stream_, threads(1), {std::size_t{1}, 1.0f, gone, y_}); });
}

TEST_P(LaunchMemory, SpansBeyondAnAllocationAreRefused) {
    const std::string reason =
        is_cpu() ? "40 bytes past the end of the buffer of 400 B" : "past the end of the 400 B";
    expect_refused("3", reason, [&] { launch({y_.data() + 10, kSeriesCount}); });
    launch({y_.data() + 10, kSeriesCount - 10});
    stream_.synchronize();
}

TEST_P(LaunchMemory, UpdatesOfGraphsRefuseTheSame) {
    const Graph graph = Graph::capture(stream_, [&] { launch(y_.span()); });
    ExecutableGraph work = graph.instantiate();
    DeviceSpan<float> gone;
    {
        DeviceMemory<float> memory(device_, kSeriesCount);
        gone = memory.span();
    }
    const GraphNode node = graph.nodes().front().node;
    expect_refused("4", freed(), [&] { work.update(node, saxpy_, threads(1), 1, 1.0f, y_, gone); });
    work.launch(stream_);
    EXPECT_EQ(to_vector(stream_, y_)[0], 4.0f);  // doubled by a launch, and again by the graph
}

TEST_P(LaunchMemory, EmptySpansNeedNoMemory) {
    saxpy_.launch(stream_, threads(1), 0, 1.0f, nullptr, y_.span().subspan(kSeriesCount, 0));
    saxpy_.launch(stream_, threads(1), 0, 1.0f, DeviceMemory<float>(), DeviceSpan<float>());
    any_.launch(stream_, threads(1), {std::size_t{0}, 1.0f, DeviceMemory<float>(), y_});
    stream_.synchronize();
}

TEST_P(LaunchMemory, EveryMemoryKindIsAccepted) {
    PinnedMemory<float> pinned(device_, kSeriesCount);
    PitchedMemory<float> pitched(device_, kSeriesCount, 2);
    GrowingMemory<float> growing(device_, kSeriesCount);
    std::ranges::fill(pinned.span(), 2.0f);
    growing.resize(kSeriesCount);
    fill(stream_, growing.span(), 3.0f);
    fill(stream_, pitched.span(), 4.0f);
    saxpy_.launch(stream_, threads(kSeriesCount), kSeriesCount, 1.0f, pinned, y_);
    saxpy_.launch(stream_, threads(kSeriesCount), kSeriesCount, 1.0f, growing, y_);
    saxpy_.launch(stream_, threads(kSeriesCount), kSeriesCount, 1.0f, pitched, y_);
    saxpy_.launch(stream_, threads(kSeriesCount), kSeriesCount, 1.0f, pitched.span(), y_);
    any_.launch(stream_, threads(kSeriesCount), {kSeriesCount, 1.0f, pinned, y_});
    if (device_.info().managed_memory) {
        ManagedMemory<float> managed(device_, kSeriesCount);
        std::ranges::fill(managed.host_span(), 5.0f);
        saxpy_.launch(stream_, threads(kSeriesCount), kSeriesCount, 1.0f, managed, y_);
        stream_.synchronize();
        EXPECT_EQ(to_vector(stream_, y_), std::vector<float>(kSeriesCount, 21.0f));
    }
}

TEST_P(LaunchMemory, ALaunchWaitsForTheStreamOfItsArrays) {
    Stream owner(device_);
    Series x(owner, kSeriesCount);
    for (const bool is_typed : {true, false}) {
        fill(owner, x.span(), 0.0f);
        owner.synchronize();
        test::Gate gate(owner);
        fill(owner, x.span(), 2.0f);
        if (is_typed)
            saxpy_.launch(stream_, threads(kSeriesCount), kSeriesCount, 1.0f, x, y_);
        else
            any_.launch(stream_, threads(kSeriesCount), {kSeriesCount, 1.0f, x, y_});
        EXPECT_FALSE(stream_.is_done());
        gate.open();
        EXPECT_EQ(to_vector(stream_, y_), std::vector<float>(kSeriesCount, is_typed ? 3.0f : 5.0f));
    }
}

TEST_P(LaunchMemory, ATimedLaunchWaitsForTheStreamOfItsArrays) {
    Stream owner(device_);
    Series x(owner, kSeriesCount);
    owner.call([] { std::this_thread::sleep_for(std::chrono::milliseconds(30)); });
    fill(owner, x.span(), 2.0f);
    (void)saxpy_.timed_launch(stream_, threads(kSeriesCount), kSeriesCount, 1.0f, x, y_);
    EXPECT_EQ(to_vector(stream_, y_), std::vector<float>(kSeriesCount, 3.0f));
}

TEST_P(LaunchMemory, TheStreamOfAnArrayWaitsForTheLaunch) {
    Stream owner(device_);
    for (const bool is_typed : {true, false}) {
        std::optional<Series> to(std::in_place, owner, kSeriesCount);
        fill(owner, to->span(), 0.0f);
        owner.synchronize();
        const float* const address = to->data();
        test::Gate gate(stream_);
        if (is_typed)
            saxpy_.launch(stream_, threads(kSeriesCount), kSeriesCount, 5.0f, y_, *to);
        else
            any_.launch(stream_, threads(kSeriesCount), {kSeriesCount, 5.0f, y_, *to});
        EXPECT_FALSE(owner.is_done());
        to.reset();
        Series next(owner, kSeriesCount);  // reuses the same memory, and must wait for the launch
        EXPECT_EQ(next.data(), address);
        fill(owner, next.span(), 7.0f);
        gate.open();
        EXPECT_EQ(to_vector(owner, next), std::vector<float>(kSeriesCount, 7.0f));
    }
}

TEST_P(LaunchMemory, ASpanBelongsToNoStream) {
    Stream owner(device_);
    Series x(owner, kSeriesCount);
    fill(owner, x.span(), 2.0f);
    owner.synchronize();
    test::Gate gate(owner);
    saxpy_.launch(stream_, threads(kSeriesCount), kSeriesCount, 1.0f, x.span(), y_);
    EXPECT_EQ(to_vector(stream_, y_), std::vector<float>(kSeriesCount, 3.0f));
    EXPECT_FALSE(owner.is_done());
}

TEST_P(LaunchMemory, CapturesAcceptArraysOfOtherStreams) {
    Stream owner(device_);
    Series x(owner, kSeriesCount);
    fill(owner, x.span(), 2.0f);
    owner.synchronize();
    const Graph graph = Graph::capture(
        stream_, [&] { saxpy_.launch(stream_, threads(kSeriesCount), kSeriesCount, 1.0f, x, y_); });
    EXPECT_EQ(graph.nodes().size(), 1u);
    fill(owner, x.span(), 3.0f);  // not captured
    owner.synchronize();
    graph.instantiate().launch(stream_);
    EXPECT_EQ(to_vector(stream_, y_), std::vector<float>(kSeriesCount, 4.0f));
}

// Needs two GPUs.
TEST_P(LaunchMemory, APeersMemoryNeedsAccess) {
    for (const DeviceInfo& info : devices()) {
        if (is_cpu() || info.kind != BackendKind::cuda || info.uuid == device_.info().uuid)
            continue;
        const Device peer = Device::open(to_string(info.uuid));
        if (!can_access(device_, peer)) continue;
        Stream there(peer);
        const auto x = test::to_plain_memory(there, std::vector<float>(kSeriesCount, 2.0f));
        const std::string reason = "the memory belongs to another device, GPU ";
        expect_refused("3", reason, [&] { launch(x.span()); });
        enable_peer_access(device_, peer);
        fill(stream_, y_.span(), 1.0f);
        saxpy_.launch(stream_, threads(kSeriesCount), kSeriesCount, 3.0f, x, y_);
        EXPECT_EQ(to_vector(stream_, y_), std::vector<float>(kSeriesCount, 7.0f));
        disable_peer_access(device_, peer);
        expect_refused("3", reason, [&] { launch(x.span()); });
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, LaunchMemory, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
