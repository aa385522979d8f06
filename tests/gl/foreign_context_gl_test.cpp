// SPDX-License-Identifier: MIT
#include <glint/gl/foreign_context.hpp>

#include <glad/gl.h>

#include <gl/headless.hpp>

#include <glint/gl/buffer.hpp>
#include <glint/gl/detail/egl.hpp>

namespace glint {
namespace {

/// A glint context stands in for a context that other code created and glint does not know.
class ForeignContexts : public test::OnContext {
protected:
    gl::ForeignContext open() {
        return gl::ForeignContext(
            {.find = gl::detail::Egl::load().get_proc_address, .make_current = [this] {
                 ++times_made_current_;
                 context().make_current();
             }});
    }
    int times_made_current_ = 0;
};

TEST_F(ForeignContexts, ItsObjectsAreUsedByName) {
    GLuint name = 0;
    context().functions().CreateBuffers(1, &name);
    const std::vector<int> values{1, 2, 3};
    context().functions().NamedBufferStorage(name, 12, values.data(), 0);
    const gl::ForeignContext theirs = open();
    EXPECT_EQ(theirs.renderer(), context().renderer());
    EXPECT_EQ(times_made_current_, 1);
    EXPECT_EQ(gl::Buffer<int>::borrow(theirs, name).download(), values);
    context().functions().DeleteBuffers(1, &name);
}

TEST_F(ForeignContexts, BecomesCurrentAgainAfterAnother) {
    const gl::ForeignContext theirs = open();
    const gl::HeadlessContext other;
    const gl::Buffer<int> buffer(theirs, 5);
    EXPECT_EQ(times_made_current_, 2);
    EXPECT_EQ(buffer.size(), 5u);
}

TEST_F(ForeignContexts, DestructionLeavesTheContextToItsOwner) {
    { const gl::ForeignContext theirs = open(); }
    EXPECT_TRUE(context().alive());
    EXPECT_EQ(gl::Buffer<int>(context(), 5).size(), 5u);
}

TEST_F(ForeignContexts, AssignmentReleasesTheOldContext) {
    gl::ForeignContext theirs = open();
    const gl::Context old = theirs;
    theirs = open();
    EXPECT_FALSE(old.alive());
    EXPECT_TRUE(theirs.alive());
}

TEST(ForeignContextOptions, RequireBothFunctions) {
    EXPECT_STREQ(
        test::error_of([] { gl::ForeignContext({}); }).what(),
        "cannot use a foreign OpenGL context: both `find` and `make_current` are required");
}

}  // namespace
}  // namespace glint
