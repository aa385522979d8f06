// SPDX-License-Identifier: MIT
#include <glint/interop/shared_buffer.hpp>

#include <algorithm>
#include <cmath>

#include <glm/ext/vector_uint4_sized.hpp>
#include <glm/vec4.hpp>

#include <interop/on_each_way.hpp>

#include <glint/view/orbit_camera.hpp>
#include <glint/view/point_renderer.hpp>

namespace glint::interop {
namespace {

using test::error_of;
using Number = void(unsigned, float, glm::vec4*);
using Accumulate = void(unsigned, glm::vec4*);

class SharedBufferTest : public test::OnEachWay {
protected:
    SharedBuffer<glm::vec4> make(std::size_t count) {
        return {device(), context(), count, {.name = "numbers", .sharing = way()}};
    }

    void number(SharedBuffer<glm::vec4>& buffer, float first) {
        const auto kernel = program().kernel<Number>("number");
        const auto count = static_cast<unsigned>(buffer.size());
        const auto mapped = buffer.map(stream());
        kernel.launch(stream(), threads(count), count, first, mapped);
    }
};

// An odd count larger than a page, to reveal errors in sizes and tails.
constexpr std::size_t kOddCount = 10'007;

TEST_P(SharedBufferTest, OpenGlReadsKernelResults) {
    auto buffer = make(kOddCount);
    ASSERT_EQ(buffer.sharing(), way());
    ASSERT_EQ(buffer.size(), kOddCount);
    for (const float first : {100.0f, 7.0f, -3.0f}) {  // repeats, to find stale copies
        number(buffer, first);
        const std::vector<glm::vec4> values = buffer.gl().download();
        for (std::size_t i = 0; i < kOddCount; ++i) {
            const auto number = static_cast<float>(i);
            ASSERT_EQ(values[i], glm::vec4(first + number, -number, 0.5f, 1.0f)) << i;
        }
    }
}

TEST_P(SharedBufferTest, KernelsSeeWhatEarlierKernelsWrote) {
    auto buffer = make(kOddCount);
    number(buffer, 0.0f);
    const auto accumulate = program().kernel<Accumulate>("accumulate");
    for (int frame = 0; frame < 5; ++frame) {
        {
            const auto mapped = buffer.map(stream());
            for (int step = 0; step < 3; ++step)
                accumulate.launch(stream(), threads(kOddCount), static_cast<unsigned>(kOddCount),
                                  mapped);
        }
        (void)buffer.gl();
    }
    EXPECT_EQ(buffer.gl().download()[kOddCount - 1].x, kOddCount - 1 + 15.0f);
}

TEST_P(SharedBufferTest, MappedTwiceIsRefused) {
    auto buffer = make(4);
    const auto mapped = buffer.map(stream());
    const Error error = error_of([&] { (void)buffer.map(stream()); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_state);
    EXPECT_STREQ(error.what(),
                 "cannot map shared buffer 'numbers' (64 B): the resource is already mapped");
}

TEST_P(SharedBufferTest, OpenGlMustNotReadMappedBuffers) {
    auto buffer = make(4);
    const auto mapped = buffer.map(stream());
    EXPECT_STREQ(
        error_of([&] { (void)buffer.gl(); }).what(),
        "cannot draw shared buffer 'numbers' (64 B): the resource is mapped. Close the map first");
}

TEST_P(SharedBufferTest, UnmappingInvalidatesThePointer) {
    auto buffer = make(4);
    auto mapped = buffer.map(stream());
    EXPECT_NE(mapped.data(), nullptr);
    mapped.unmap();
    EXPECT_STREQ(error_of([&] { (void)mapped.data(); }).what(),
                 "cannot use the map of shared buffer 'numbers' (64 B): the resource was unmapped");
    mapped.unmap();  // a second call does nothing
    EXPECT_NO_THROW((void)buffer.map(stream()));
}

TEST_P(SharedBufferTest, AnExceptionUnmaps) {
    auto buffer = make(kOddCount);
    try {
        const auto mapped = buffer.map(stream());
        throw std::runtime_error("in the middle of a frame");
    } catch (const std::runtime_error&) {}
    number(buffer, 5.0f);
    EXPECT_EQ(buffer.gl().download()[0].x, 5.0f);
}

TEST_P(SharedBufferTest, ResizeIsRefusedWhileMappedAndWorksAfter) {
    auto buffer = make(4);
    {
        const auto mapped = buffer.map(stream());
        EXPECT_EQ(error_of([&] { buffer.resize(8); }).code(), ErrorCode::invalid_state);
        EXPECT_EQ(buffer.size(), 4u);
    }
    buffer.resize(kOddCount);
    EXPECT_EQ(buffer.size(), kOddCount);
    EXPECT_EQ(buffer.sharing(), way());
    number(buffer, 1.0f);
    EXPECT_EQ(buffer.gl().download()[kOddCount - 1].x, 1.0f * kOddCount);
}

TEST_P(SharedBufferTest, TheMapMayOutliveTheBufferAndTheStream) {
    const auto accumulate = program().kernel<Accumulate>("accumulate");
    {
        auto buffer = std::make_optional(make(kOddCount));
        auto mapped = std::make_optional(buffer->map(stream()));
        accumulate.launch(stream(), threads(kOddCount), static_cast<unsigned>(kOddCount), *mapped);
        buffer.reset();
        drop_stream();
        EXPECT_NE(mapped->data(), nullptr);
        mapped.reset();
    }
    EXPECT_NO_THROW(device().synchronize());
}

TEST_P(SharedBufferTest, BufferMayBeDestroyedDuringKernelWrites) {
    const auto accumulate = program().kernel<Accumulate>("accumulate");
    {
        auto buffer = make(kOddCount);
        const auto mapped = buffer.map(stream());
        for (int i = 0; i < 50; ++i)
            accumulate.launch(stream(), threads(kOddCount), static_cast<unsigned>(kOddCount),
                              mapped);
    }
    EXPECT_NO_THROW(stream().synchronize());
}

// For each way of sharing, the drawn picture must be the same as with a plain buffer, not only the
// downloaded values.
TEST_P(SharedBufferTest, DrawsLikeAPlainBuffer) {
    constexpr unsigned kPoints = 3000;
    std::vector<glm::vec4> places(kPoints);
    for (unsigned i = 0; i < kPoints; ++i) {
        const auto t = static_cast<float>(i);
        places[i] = {std::sin(0.7f * t), std::cos(0.3f * t), std::sin(0.11f * t + 1.0f), 1.0f};
    }
    SharedBuffer<glm::vec4> shared = make(kPoints);
    {
        const auto mapped = shared.map(stream());
        upload(stream(), mapped.span(), places);
    }
    const gl::Buffer<glm::vec4> plain(context(), std::span<const glm::vec4>(places));
    gl::Framebuffer target(context(), {.width = 160, .height = 120});
    view::PointRenderer points({.radius_px = 2.0f});
    const view::OrbitCamera camera({.distance_m = 4.0f});
    const auto picture = [&](const gl::Buffer<glm::vec4>& positions) {
        target.clear();
        points.draw(target, positions, camera);
        return target.read_pixels().rgba;
    };
    const auto expected = picture(plain);
    EXPECT_GT(std::ranges::count_if(expected, [](unsigned char c) { return c > 40; }), 500);
    EXPECT_EQ(picture(shared.gl()), expected);
}

INSTANTIATE_TEST_SUITE_P(Ways, SharedBufferTest, testing::ValuesIn(test::every_way()),
                         test::way_name);

class SharedBufferOnEachBackend : public test::OnContext,
                                  public testing::WithParamInterface<std::string> {};

TEST_P(SharedBufferOnEachBackend, FirstWorkingSharingMethodIsUsed) {
    const Device device = Device::open(GetParam());
    const SharedBuffer<float> buffer(device, context(), 1000);
    if (device.kind() == BackendKind::cpu) {
        EXPECT_EQ(buffer.sharing(), Sharing::host);
    } else {
        EXPECT_NE(buffer.sharing(), Sharing::automatic);
    }
}

TEST_P(SharedBufferOnEachBackend, OrphanedBuffersRefuseToMap) {
    const Device device = Device::open(GetParam());
    Stream stream(device);
    auto short_lived = std::make_optional<gl::HeadlessContext>();
    SharedBuffer<float> buffer(device, *short_lived, 1000, {.name = "orphan"});
    auto mapped = std::make_optional(buffer.map(stream));
    short_lived.reset();
    mapped.reset();  // GL's objects are gone, so nothing is given back
    const Error error = error_of([&] { (void)buffer.map(stream); });
    EXPECT_STREQ(error.what(),
                 "cannot map shared buffer 'orphan' (4.0 kB): the OpenGL context of the resource "
                 "was destroyed");
    context().make_current();
}

TEST_P(SharedBufferOnEachBackend, MethodsOfTheOtherBackendAreRefused) {
    const Device device = Device::open(GetParam());
    if (device.kind() != BackendKind::cpu) return;
    const Error error = error_of([&] {
        SharedBuffer<float>(device, context(), 10, {.name = "x", .sharing = Sharing::registered});
    });
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_STREQ(
        error.what(),
        "cannot share shared buffer 'x' (40 B) by the method 'registered': the CPU backend "
        "supports only 'host' and 'staging'");
}

INSTANTIATE_TEST_SUITE_P(Backends, SharedBufferOnEachBackend, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::interop
