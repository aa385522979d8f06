// SPDX-License-Identifier: MIT
#include <glint/gl/context.hpp>

#include <glad/gl.h>

#include <cstdlib>
#include <map>
#include <thread>

#include <gl/headless.hpp>
#include <glint/gl/buffer.hpp>
#include <glint/gl/detail/egl.hpp>
#include <glint/gl/foreign_context.hpp>
#include <support/complaints.hpp>

namespace glint {
namespace {

using test::contains;
using test::error_of;

class Context : public test::OnContext {};

TEST_F(Context, IsOpenGl45Core) {
    const GladGLContext& gl = context().functions();
    GLint profile = 0;
    gl.GetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    EXPECT_EQ(profile, GL_CONTEXT_CORE_PROFILE_BIT);
    EXPECT_GE(context().version().substr(0, 3), "4.5");
    EXPECT_FALSE(context().renderer().empty());
    EXPECT_FALSE(context().vendor().empty());
}

TEST_F(Context, ListsItsExtensions) {
    EXPECT_TRUE(context().has_extension("GL_ARB_direct_state_access"));
    EXPECT_FALSE(context().has_extension("GL_ARB_direct_state"));
}

TEST_F(Context, HasADeviceUuidIfTheDriverReportsOne) {
    const auto uuid = context().device_uuid();
    EXPECT_EQ(uuid.has_value(), context().has_extension("GL_EXT_memory_object"));
    if (!uuid) return;
    EXPECT_NE(*uuid, (std::array<std::uint8_t, 16>{}));
}

TEST_F(Context, FallsBackIfTheCudaDeviceIsMissing) {
    const gl::HeadlessContext other({.cuda_ordinal = 4711});
    EXPECT_TRUE(other.alive());
}

TEST_F(Context, CopiesReferToTheSameContext) {
    const gl::Context borrowed = context();
    const gl::HeadlessContext other;
    EXPECT_EQ(borrowed, context());
    EXPECT_NE(borrowed, other);
}

TEST_F(Context, OwnersCanBeMoved) {
    gl::HeadlessContext first;
    const gl::Context borrowed = first;
    const gl::HeadlessContext second = std::move(first);
    EXPECT_TRUE(borrowed.alive());
    EXPECT_EQ(borrowed, second);
}

TEST_F(Context, AssignmentEndsTheOldContext) {
    gl::HeadlessContext owner;
    const gl::Context old = owner;
    owner = gl::HeadlessContext();
    EXPECT_FALSE(old.alive());
    EXPECT_TRUE(owner.alive());
}

TEST_F(Context, EndedContextsRefuseUse) {
    std::optional<gl::HeadlessContext> owner(std::in_place);
    const gl::Context borrowed = *owner;
    owner.reset();
    EXPECT_FALSE(borrowed.alive());
    const Error failure = error_of([&] { borrowed.finish(); });
    EXPECT_EQ(failure.code(), ErrorCode::invalid_state);
    EXPECT_TRUE(contains(failure.what(), "the owner of the context was destroyed"));
}

TEST_F(Context, ObjectsMayOutliveIt) {
    std::optional<gl::HeadlessContext> owner(std::in_place);
    gl::Buffer<float> buffer(*owner, 16);
    owner.reset();
    EXPECT_EQ(error_of([&] { buffer.download(); }).code(), ErrorCode::invalid_state);
}

TEST_F(Context, ObjectsMakeTheirContextCurrent) {
    const gl::HeadlessContext other;
    gl::Buffer<float> here(context(), 1);
    gl::Buffer<float> there(other, 1);
    here.upload(std::array{1.0f});
    there.upload(std::array{2.0f});
    EXPECT_EQ(here.download().front(), 1.0f);
    EXPECT_EQ(there.download().front(), 2.0f);
}

TEST_F(Context, ObjectsAreDeletedInTheirOwnContext) {
    const gl::HeadlessContext other;
    std::optional<gl::Buffer<float>> buffer(std::in_place, context(), 1);
    const unsigned name = buffer->native();
    const gl::Buffer<float> namesake(other, 1);
    ASSERT_EQ(namesake.native(), name);  // each context counts its object names separately
    other.make_current();
    buffer.reset();
    EXPECT_FALSE(context().functions().IsBuffer(name));
    EXPECT_TRUE(other.functions().IsBuffer(name));
}

TEST_F(Context, MayMoveToAnotherThread) {
    gl::Buffer<float> buffer(context(), 1);
    context().release_current();
    std::thread([&] {
        buffer.upload(std::array{3.0f});
        context().release_current();
    }).join();
    EXPECT_EQ(buffer.download().front(), 3.0f);
}

TEST_F(Context, SecondThreadsAreRefused) {
    context().make_current();
    std::string reason;
    std::thread([&] { reason = error_of([&] { context().make_current(); }).what(); }).join();
    EXPECT_TRUE(contains(reason, "EGL_BAD_ACCESS"));
}

TEST_F(Context, CheckThrowsTheDriversMessage) {
    const test::ExpectedComplaints one(1);
    context().functions().Enable(GL_INVALID_INDEX);
    const Error failure = error_of([&] { context().check("enable nonsense"); });
    EXPECT_EQ(failure.code(), ErrorCode::graphics);
    EXPECT_EQ(failure.operation(), "enable nonsense");
    EXPECT_TRUE(contains(failure.reason(), "GL_INVALID_ENUM"));
    EXPECT_GT(failure.reason().size(), std::string_view("GL_INVALID_ENUM").size());
    EXPECT_NO_THROW(context().check("nothing since"));
}

TEST_F(Context, CheckThrowsTheErrorNameWithoutDebugOutput) {
    const gl::HeadlessContext quiet({.debug = false});
    const test::ExpectedComplaints one(1);
    quiet.functions().Enable(GL_INVALID_INDEX);
    EXPECT_EQ(error_of([&] { quiet.check("enable nonsense"); }).reason(), "GL_INVALID_ENUM");
}

unsigned GLAD_API_PTR say_nothing() { return GL_NO_ERROR; }
unsigned GLAD_API_PTR say_guilty() { return GL_GUILTY_CONTEXT_RESET; }
unsigned GLAD_API_PTR say_innocent() { return GL_INNOCENT_CONTEXT_RESET; }
unsigned GLAD_API_PTR say_unknown() { return GL_UNKNOWN_CONTEXT_RESET; }
unsigned GLAD_API_PTR say_lost() { return GL_CONTEXT_LOST; }
// Drivers report a reset only once.
unsigned resets_to_tell = 0;
unsigned GLAD_API_PTR say_once() {
    return resets_to_tell-- > 0 ? GL_GUILTY_CONTEXT_RESET : GL_NO_ERROR;
}

/// Replaces some functions of the test's context.
class LostContext : public test::OnContext {
protected:
    using Function = void (*)();
    using Functions = std::map<std::string, unsigned(GLAD_API_PTR*)()>;

    gl::ForeignContext with(const Functions& others) {
        return gl::ForeignContext({.find = [others](const char* name) -> Function {
                                       const auto found = others.find(name);
                                       if (found != others.end())
                                           return reinterpret_cast<Function>(found->second);
                                       return gl::detail::Egl::load().get_proc_address(name);
                                   },
                                   .make_current = [this] { context().make_current(); }});
    }
};

TEST_F(LostContext, IsNotReportedInitially) {
    EXPECT_EQ(context().loss(), std::nullopt);
    EXPECT_NO_THROW(context().require_not_lost());
    RecordProperty("reports_loss", context().reports_loss());
}

TEST_F(LostContext, ReportsTheDriversReason) {
    const std::pair<unsigned(GLAD_API_PTR*)(), std::string> cases[] = {
        {&say_guilty, "the GPU was reset, and the driver reports GL_GUILTY_CONTEXT_RESET"},
        {&say_innocent, "the GPU was reset, and the driver reports GL_INNOCENT_CONTEXT_RESET"},
        {&say_unknown, "the GPU was reset, and the driver reports GL_UNKNOWN_CONTEXT_RESET"}};
    for (const auto& [say, reason] : cases) {
        const gl::ForeignContext lost = with({{"glGetGraphicsResetStatus", say}});
        EXPECT_EQ(lost.loss(), reason);
        for (const Error& failure :
             {error_of([&] { lost.require_not_lost(); }), error_of([&] { lost.check("draw"); })}) {
            EXPECT_EQ(failure.code(), ErrorCode::device_lost);
            EXPECT_EQ(failure.what(), "cannot draw with " + context().renderer() +
                                          ": the OpenGL context is lost: " + reason);
        }
    }
}

TEST_F(LostContext, StaysLost) {
    const gl::ForeignContext lost = with({{"glGetGraphicsResetStatus", &say_once}});
    resets_to_tell = 1;
    EXPECT_TRUE(lost.loss());
    EXPECT_TRUE(lost.loss());
    EXPECT_EQ(error_of([&] { lost.check("draw"); }).code(), ErrorCode::device_lost);
}

TEST_F(LostContext, IsDetectedByErrorsToo) {
    const gl::ForeignContext lost =
        with({{"glGetGraphicsResetStatus", &say_nothing}, {"glGetError", &say_lost}});
    EXPECT_EQ(lost.loss(), std::nullopt);
    EXPECT_EQ(error_of([&] { lost.check("draw"); }).code(), ErrorCode::device_lost);
    EXPECT_EQ(lost.loss(), "the GPU was reset, and the driver reports GL_UNKNOWN_CONTEXT_RESET");
}

void open_and_exit_with_code() {
    try {
        const gl::HeadlessContext context;
    } catch (const Error& failure) {
        std::fputs(failure.what(), stderr);
        std::exit(failure.code() == ErrorCode::unsupported ? 3 : 4);
    }
    std::exit(0);
}

TEST(HeadlessContext, ReportsAllAttempts) {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    // Without a vendor library, libEGL itself loads, but every display fails.
    EXPECT_EXIT(
        {
            setenv("__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent", 1);
            setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent", 1);
            open_and_exit_with_code();
        },
        testing::ExitedWithCode(3),
        "cannot open a headless OpenGL 4.5 context: every display failed: none of the 0 EGL "
        "devices.*default display");
}

}  // namespace
}  // namespace glint
