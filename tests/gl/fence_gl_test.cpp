// SPDX-License-Identifier: MIT
#include <glint/gl/fence.hpp>

#include <glad/gl.h>

#include <gl/headless.hpp>

namespace glint {
namespace {

class Fence : public test::OnContext {};

TEST_F(Fence, IsReachedAfterAWait) {
    gl::Framebuffer target(context(), {.width = 64, .height = 64});
    test::cover(target, {}, {1, 0, 0, 1});
    const gl::Fence fence(context());
    fence.wait();
    EXPECT_TRUE(fence.reached());
    EXPECT_TRUE(fence.wait_for(std::chrono::nanoseconds(0)));
}

TEST_F(Fence, CanBeMoved) {
    gl::Fence first(context());
    gl::Fence second = std::move(first);
    const auto old = static_cast<GLsync>(second.native());
    EXPECT_EQ(context().functions().IsSync(old), GL_TRUE);
    gl::Fence third(context());
    void* const name = third.native();
    second = std::move(third);
    EXPECT_EQ(context().functions().IsSync(old), GL_FALSE);
    EXPECT_EQ(second.native(), name);
    second.wait();
    EXPECT_EQ(first.native(), nullptr);
    EXPECT_EQ(test::error_of([&] { first.wait(); }).code(), ErrorCode::invalid_state);
}

TEST_F(Fence, MayOutliveItsContext) {
    std::optional<gl::HeadlessContext> owner(std::in_place);
    const gl::Fence fence(*owner);
    owner.reset();
    EXPECT_EQ(test::error_of([&] { fence.wait(); }).code(), ErrorCode::invalid_state);
}

}  // namespace
}  // namespace glint
