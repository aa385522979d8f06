// SPDX-License-Identifier: MIT
// Sharing of buffers that already exist.
#include <numeric>

#include <glad/gl.h>

#include <interop/on_each_way.hpp>

#include <glint/interop/shared_buffer.hpp>

namespace glint::interop {
namespace {

using test::error_of;

constexpr unsigned kNumbers = 1003;

class ExistingBuffer : public test::OnEachWay {
protected:
    SharedBuffer<std::uint32_t> share(gl::Buffer<std::uint32_t> buffer,
                                      std::optional<Access> access = {}) {
        return {
            device(), std::move(buffer), {.name = "numbers", .sharing = way(), .access = access}};
    }
    /// Adds 1 to each element and returns the previous values.
    std::vector<std::uint32_t> add_one(SharedBuffer<std::uint32_t>& buffer) {
        std::vector<std::uint32_t> before(buffer.size());
        const auto mapped = buffer.map(stream());
        download(stream(), before, mapped.span());
        stream().synchronize();
        std::vector<std::uint32_t> after = before;
        for (std::uint32_t& value : after) ++value;
        upload(stream(), mapped.span(), after);
        stream().synchronize();
        return before;
    }
};

std::vector<std::uint32_t> counted_from(std::uint32_t first) {
    std::vector<std::uint32_t> all(kNumbers);
    std::iota(all.begin(), all.end(), first);
    return all;
}

TEST_P(ExistingBuffer, GlAndKernelsSeeEachOthersWrites) {
    const gl::Buffer<std::uint32_t> own(context(), std::span<const std::uint32_t>(counted_from(5)));
    auto shared = share(gl::Buffer<std::uint32_t>::borrow(context(), own.native()));
    ASSERT_EQ(shared.sharing(), way());
    ASSERT_EQ(shared.size(), kNumbers);
    EXPECT_EQ(add_one(shared), counted_from(5));
    // Between the calls, the buffer was not given back to GL.
    EXPECT_EQ(add_one(shared), counted_from(6));
    EXPECT_EQ(shared.gl().download(), counted_from(7));
    gl::Buffer<std::uint32_t>::borrow(context(), own.native())
        .upload(std::span<const std::uint32_t>(counted_from(100)));
    EXPECT_EQ(add_one(shared), counted_from(100));
    EXPECT_EQ(shared.gl().download(), counted_from(101));
}

TEST_P(ExistingBuffer, BorrowedBuffersStayAndOwnedOnesEnd) {
    gl::Buffer<std::uint32_t> own(context(), kNumbers);
    const unsigned name = own.native();
    const auto exists = [&] { return context().functions().IsBuffer(name) != 0; };
    { const auto shared = share(gl::Buffer<std::uint32_t>::borrow(context(), name)); }
    EXPECT_TRUE(exists());
    { const auto shared = share(std::move(own)); }
    EXPECT_FALSE(exists());
}

TEST_P(ExistingBuffer, ImmutableStorageCanBeShared) {
    const auto& gl = context().functions();
    GLuint name = 0;
    gl.CreateBuffers(1, &name);
    const auto values = counted_from(3);
    gl.NamedBufferStorage(name, kNumbers * 4, values.data(), 0);
    auto shared = share(gl::Buffer<std::uint32_t>::adopt(context(), name));
    EXPECT_EQ(add_one(shared), values);
    EXPECT_EQ(shared.gl().download(), counted_from(4));
}

TEST_P(ExistingBuffer, ReadOnlyBuffersAreNotWrittenBack) {
    gl::Buffer<std::uint32_t> own(context(), std::span<const std::uint32_t>(counted_from(1)));
    auto shared = share(gl::Buffer<std::uint32_t>::borrow(context(), own.native()), Access::read);
    std::vector<std::uint32_t> seen(kNumbers);
    {
        const auto mapped = shared.map(stream());
        download(stream(), seen, mapped.span());
        stream().synchronize();
    }
    EXPECT_EQ(seen, counted_from(1));
    own.upload(std::span<const std::uint32_t>(counted_from(50)));
    EXPECT_EQ(shared.gl().download(), counted_from(50));
}

INSTANTIATE_TEST_SUITE_P(Ways, ExistingBuffer, testing::ValuesIn(test::every_way_but_export()),
                         test::way_name);

class ExistingBufferOnContext : public test::OnContext {};

TEST_F(ExistingBufferOnContext, InvalidNamesAreRefused) {
    const Error error = error_of([&] { gl::Buffer<float>::borrow(context(), 12345); });
    EXPECT_STREQ(error.what(),
                 "cannot borrow a buffer: 12345 is not a buffer of this OpenGL context");
}

TEST_F(ExistingBufferOnContext, AutomaticSharingKeepsTheContents) {
    const Device device = Device::open();
    Stream stream(device);
    SharedBuffer<std::uint32_t> shared(
        device,
        gl::Buffer<std::uint32_t>(context(), std::span<const std::uint32_t>(counted_from(9))));
    EXPECT_NE(shared.sharing(), Sharing::automatic);
    { const auto mapped = shared.map(stream); }
    EXPECT_EQ(shared.gl().download(), counted_from(9));
}

}  // namespace
}  // namespace glint::interop
