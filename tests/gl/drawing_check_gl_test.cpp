// SPDX-License-Identifier: MIT
#include <glint/gl/drawing_check.hpp>

#include <glad/gl.h>

#include <array>
#include <chrono>
#include <cstring>
#include <string>

#include <gl/headless.hpp>
#include <glint/gl/detail/egl.hpp>
#include <glint/gl/foreign_context.hpp>

namespace glint {
namespace {

using test::error_of;
using Function = void (*)();

// Faults of broken drivers, as replacements of OpenGL functions.
void GLAD_API_PTR draw_nothing(GLenum, GLint, GLsizei, GLsizei) {}
void GLAD_API_PTR compute_nothing(GLuint, GLuint, GLuint) {}

/// Loads the machine's OpenGL functions, but replaces the function named `broken` by `function`.
template <class Broken>
Function find_but(const char* name, const char* broken, Broken* function) {
    if (std::strcmp(name, broken) == 0) return reinterpret_cast<Function>(function);
    return gl::detail::Egl::load().get_proc_address(name);
}

class DrawingCheck : public test::OnContext {
protected:
    /// Reason why a driver whose function `name` is replaced by `function` is refused.
    template <class Broken>
    std::string complaint(const char* name, Broken* function) {
        const gl::ForeignContext theirs(
            {.find = [=](const char* wanted) { return find_but(wanted, name, function); },
             .make_current = [this] { context().make_current(); }});
        const Error failure = error_of([&] { gl::check_drawing(theirs); });
        EXPECT_EQ(failure.code(), ErrorCode::unsupported);
        EXPECT_EQ(failure.operation(), "draw with " + theirs.renderer());
        return failure.reason();
    }
};

TEST_F(DrawingCheck, PassesOnAWorkingContext) {
    EXPECT_NO_THROW(gl::check_drawing(context()));
    EXPECT_NO_THROW(context().check("after the check"));
}

// The context is new, so the viewport that the check leaves behind shows that the check has run.
TEST_F(DrawingCheck, ContextCreationRunsIt) {
    std::array<GLint, 4> viewport{};
    context().functions().GetIntegerv(GL_VIEWPORT, viewport.data());
    EXPECT_EQ(viewport, (std::array{0, 0, 4, 4}));
}

TEST_F(DrawingCheck, ReportsMissingTriangles) {
    EXPECT_EQ(complaint("glDrawArraysInstanced", &draw_nothing),
              "the driver draws a wrong triangle. Pixel (0, 0) of 4 x 4 pixels is (0, 0, 0, 255) "
              "instead of (16, 128, 64, 255)");
}

TEST_F(DrawingCheck, ReportsWrongComputeResults) {
    EXPECT_EQ(complaint("glDispatchCompute", &compute_nothing),
              "the driver computes wrong numbers. Value 0 of a compute shader is 0 instead of 7");
}

// With a viewport that is one pixel too small, one row and one column are not drawn.
void (*real_viewport)(GLint, GLint, GLsizei, GLsizei) = nullptr;
void GLAD_API_PTR draw_less(GLint x, GLint y, GLsizei width, GLsizei height) {
    real_viewport(x, y, width - 1, height - 1);
}

TEST_F(DrawingCheck, ChecksEachPixel) {
    real_viewport = context().functions().Viewport;
    EXPECT_EQ(complaint("glViewport", &draw_less),
              "the driver draws a wrong triangle. Pixel (0, 0) of 4 x 4 pixels is (0, 0, 0, 255) "
              "instead of (16, 128, 64, 255)");
}

// Runs only half of the work groups.
void (*real_dispatch)(GLuint, GLuint, GLuint) = nullptr;
void GLAD_API_PTR compute_half(GLuint x, GLuint, GLuint) { real_dispatch(x / 2, 1, 1); }

TEST_F(DrawingCheck, ChecksEachNumber) {
    real_dispatch = context().functions().DispatchCompute;
    EXPECT_EQ(
        complaint("glDispatchCompute", &compute_half),
        "the driver computes wrong numbers. Value 32 of a compute shader is 0 instead of 103");
}

// The check runs whenever a context is created, so users would notice a slow one.
TEST_F(DrawingCheck, TakesMilliseconds) {
    gl::check_drawing(context());  // the first call compiles the shaders
    const auto start = std::chrono::steady_clock::now();
    gl::check_drawing(context());
    const auto time = std::chrono::steady_clock::now() - start;
    EXPECT_LT(time, std::chrono::milliseconds(500));
    RecordProperty(
        "microseconds",
        static_cast<int>(std::chrono::duration_cast<std::chrono::microseconds>(time).count()));
}

}  // namespace
}  // namespace glint
