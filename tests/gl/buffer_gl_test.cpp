// SPDX-License-Identifier: MIT
#include <glint/gl/buffer.hpp>

#include <glad/gl.h>

#include <numeric>

#include <gl/headless.hpp>
#include <glint/gl/fence.hpp>

namespace glint {
namespace {

using test::contains;
using test::error_of;

class Buffer : public test::OnContext {};

std::vector<float> counting(std::size_t count) {
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.0f);
    return values;
}

TEST_F(Buffer, RoundTripsData) {
    const std::vector<float> values = counting(1000);
    const gl::Buffer<float> buffer(context(), std::span<const float>(values));
    EXPECT_EQ(buffer.size(), 1000u);
    EXPECT_EQ(buffer.size_bytes(), 4000u);
    EXPECT_EQ(buffer.download(), values);
}

TEST_F(Buffer, CopiesARange) {
    gl::Buffer<float> buffer(context(), 6);
    buffer.upload(counting(6));
    buffer.upload(std::array{-1.0f, -2.0f}, 3);
    std::array<float, 3> part{};
    buffer.download(part, 2);
    EXPECT_EQ(part, (std::array{2.0f, -1.0f, -2.0f}));
}

TEST_F(Buffer, RefusesARangeBeyondItsEnd) {
    gl::Buffer<float> buffer(context(), 4);
    const Error failure = error_of([&] { buffer.upload(counting(3), 2); });
    EXPECT_EQ(failure.code(), ErrorCode::invalid_argument);
    EXPECT_TRUE(contains(failure.what(), "upload 12 bytes of a 16-byte buffer: bytes 8 to 20"));
    EXPECT_EQ(error_of([&] { buffer.download(std::span<float>(), 5); }).code(),
              ErrorCode::invalid_argument);
}

TEST_F(Buffer, MayBeEmpty) {
    gl::Buffer<float> buffer(context(), 0);
    EXPECT_EQ(buffer.size(), 0u);
    buffer.upload({});
    EXPECT_TRUE(buffer.download().empty());
}

TEST_F(Buffer, MayBeMappedPersistently) {
    gl::Buffer<float> buffer(context(), 4, {.mapped = true});
    ASSERT_EQ(buffer.mapped().size(), 4u);
    std::ranges::copy(counting(4), buffer.mapped().begin());
    EXPECT_EQ(buffer.download(), counting(4));
    buffer.upload(std::array{7.0f}, 3);
    gl::Fence(context()).wait();
    EXPECT_EQ(buffer.mapped()[3], 7.0f);
}

TEST_F(Buffer, IsNotMappedByDefault) {
    EXPECT_TRUE(gl::Buffer<float>(context(), 4).mapped().empty());
}

TEST_F(Buffer, AcceptsExternalStorage) {
    gl::RawBuffer raw = gl::RawBuffer::without_storage(context());
    EXPECT_EQ(raw.size_bytes(), 0u);
    context().functions().NamedBufferStorage(raw.native(), 64, nullptr, GL_DYNAMIC_STORAGE_BIT);
    raw.refresh_size();
    gl::Buffer<float> buffer(std::move(raw));
    EXPECT_EQ(buffer.size(), 16u);
    buffer.upload(counting(16));
    EXPECT_EQ(buffer.download(), counting(16));
}

TEST_F(Buffer, AdoptsAndReleasesOpenGlNames) {
    gl::Buffer<float> maker(context(), std::span<const float>(counting(8)));
    const unsigned name = maker.release();
    EXPECT_EQ(maker.native(), 0u);
    {
        const auto adopted = gl::Buffer<float>::adopt(context(), name);
        EXPECT_EQ(adopted.download(), counting(8));
    }
    EXPECT_FALSE(context().functions().IsBuffer(name));
    EXPECT_TRUE(contains(error_of([&] { gl::RawBuffer::adopt(context(), name); }).what(),
                         "is not a buffer of this OpenGL context"));
}

TEST_F(Buffer, MovesWithoutDeletingTwice) {
    gl::Buffer<float> first(context(), std::span<const float>(counting(2)));
    const unsigned name = first.native();
    gl::Buffer<float> second(context(), 1);
    const unsigned replaced = second.native();
    second = std::move(first);
    EXPECT_EQ(second.native(), name);
    EXPECT_EQ(second.download(), counting(2));
    EXPECT_FALSE(context().functions().IsBuffer(replaced));
}

}  // namespace
}  // namespace glint
