// SPDX-License-Identifier: MIT
#include <glint/gl/detail/context_core.hpp>

#include <glad/gl.h>

#include <atomic>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>

namespace glint::gl::detail {
namespace {

// Contexts are compared by id, because a new core may have the same address as a destroyed core.
std::atomic<std::uint64_t> next_id = 1;
thread_local std::uint64_t current_id = 0;
thread_local std::weak_ptr<Platform> current_platform;

/// Releases the thread's current context unless it is `wanted`. EGL cannot make a context current
/// on a thread that holds a GLX context, and GLX cannot do so on a thread that holds an EGL
/// context.
void release_all_except(const std::shared_ptr<Platform>& wanted) noexcept {
    const std::shared_ptr<Platform> held = current_platform.lock();
    if (held && held != wanted) held->release_current();
    current_platform.reset();
    current_id = 0;
}

GLADapiproc find_function(void* platform, const char* name) {
    return static_cast<const Platform*>(platform)->find(name);
}

void GLAD_API_PTR on_message(GLenum source, GLenum type, GLuint, GLenum, GLsizei length,
                             const GLchar* text, const void* core) {
    const std::string_view message(text, static_cast<std::size_t>(length));
    static_cast<ContextCore*>(const_cast<void*>(core))->take_message(source, type, message);
}

/// Returns the driver's report but does not say who caused the reset, because some drivers report
/// GL_GUILTY_CONTEXT_RESET for a reset that another process caused.
std::string_view reset_reason(GLenum status) {
    switch (status) {
        case GL_GUILTY_CONTEXT_RESET:
            return "the GPU was reset, and the driver reports GL_GUILTY_CONTEXT_RESET";
        case GL_INNOCENT_CONTEXT_RESET:
            return "the GPU was reset, and the driver reports GL_INNOCENT_CONTEXT_RESET";
        default: return "the GPU was reset, and the driver reports GL_UNKNOWN_CONTEXT_RESET";
    }
}

std::string_view error_flag_name(GLenum flag) {
    switch (flag) {
        case GL_INVALID_ENUM: return "GL_INVALID_ENUM";
        case GL_INVALID_VALUE: return "GL_INVALID_VALUE";
        case GL_INVALID_OPERATION: return "GL_INVALID_OPERATION";
        case GL_INVALID_FRAMEBUFFER_OPERATION: return "GL_INVALID_FRAMEBUFFER_OPERATION";
        case GL_OUT_OF_MEMORY: return "GL_OUT_OF_MEMORY";
        case GL_CONTEXT_LOST: return "GL_CONTEXT_LOST";
        default: return "unknown OpenGL error";
    }
}

}  // namespace

void release_current_context() noexcept { release_all_except(nullptr); }

ContextCore::ContextCore(std::unique_ptr<Platform> platform, bool debug)
    : platform_(std::move(platform)),
      functions_(std::make_unique<GladGLContext>()),
      id_(next_id++),
      debug_(debug) {
    try {
        make_current();
        load_functions();
        read_identity();
        if (debug_) collect_messages();
    } catch (...) {
        end();  // the driver does not destroy a context that is still current
        throw;
    }
}

ContextCore::~ContextCore() { end(); }

void ContextCore::make_current() {
    require_alive();
    release_all_except(platform_);
    platform_->make_current();
    // For a foreign context, the call above runs the user's callback. If this callback used another
    // glint context, `current_platform` already refers to that context.
    if (!current_platform.lock()) current_platform = platform_;
    current_id = id_;
}

void ContextCore::release_current() {
    require_alive();
    if (current_id != id_) return;
    platform_->release_current();
    current_id = 0;
}

void ContextCore::end() noexcept {
    if (!platform_) return;
    if (current_id == id_ || current_platform.lock() == platform_) {
        platform_->release_current();
        current_id = 0;
    }
    platform_.reset();
}

void ContextCore::require_alive() const {
    if (!platform_) {
        throw Error(ErrorCode::invalid_state, "use an OpenGL context",
                    "the owner of the context was destroyed");
    }
}

Platform& ContextCore::platform() const {
    require_alive();
    return *platform_;
}

const GladGLContext& ContextCore::functions() {
    if (current_id != id_ || !platform_) make_current();
    return *functions_;
}

const GladGLContext* ContextCore::functions_if_alive() noexcept {
    if (!platform_) return nullptr;
    try {
        return &functions();
    } catch (const std::exception& failure) {
        log::error(fmt::format("leaked an OpenGL object, because glint {}", failure.what()));
        return nullptr;
    }
}

void ContextCore::load_functions() {
    const int version = gladLoadGLContextUserPtr(functions_.get(), find_function, platform_.get());
    if (version >= GLAD_MAKE_VERSION(4, 5)) return;
    throw Error(ErrorCode::unsupported, "load OpenGL",
                fmt::format("the context has OpenGL {}.{}, but 4.5 is required",
                            GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version)));
}

void ContextCore::read_identity() {
    const auto text = [this](GLenum name) {
        return std::string(reinterpret_cast<const char*>(functions_->GetString(name)));
    };
    renderer_ = text(GL_RENDERER);
    vendor_ = text(GL_VENDOR);
    version_ = text(GL_VERSION);
    GLint count = 0;
    functions_->GetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
        extensions_.emplace(
            reinterpret_cast<const char*>(functions_->GetStringi(GL_EXTENSIONS, i)));
    }
}

void ContextCore::collect_messages() {
    functions_->Enable(GL_DEBUG_OUTPUT);
    // Makes the driver report each message during the OpenGL call that caused the message.
    functions_->Enable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    functions_->DebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_NOTIFICATION, 0,
                                    nullptr, GL_FALSE);
    functions_->DebugMessageCallback(on_message, this);
}

void ContextCore::take_message(unsigned source, unsigned type, std::string_view text) {
    // Shader errors are ignored here, because the function that compiles a shader throws them with
    // file and line.
    if (source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;
    while (text.ends_with('\n') || text.ends_with('\0')) text.remove_suffix(1);
    switch (type) {
        case GL_DEBUG_TYPE_ERROR:
            log::error(fmt::format("OpenGL: {}", text));
            errors_.emplace_back(text);
            break;
        case GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR: log::warning(fmt::format("OpenGL: {}", text)); break;
        default: log::debug(fmt::format("OpenGL: {}", text)); break;
    }
}

void ContextCore::drain_error_flags() {
    // The number of iterations is limited, because a lost context may report GL_CONTEXT_LOST
    // forever.
    for (int i = 0; i < 16; ++i) {
        const GLenum flag = functions_->GetError();
        if (flag == GL_NO_ERROR) return;
        if (flag == GL_CONTEXT_LOST) {
            if (!loss()) loss_ = reset_reason(GL_UNKNOWN_CONTEXT_RESET);
            return;
        }
        out_of_memory_ |= flag == GL_OUT_OF_MEMORY;
        if (debug_) continue;
        log::error(fmt::format("OpenGL: {}", error_flag_name(flag)));
        errors_.emplace_back(error_flag_name(flag));
    }
}

std::optional<std::string> ContextCore::loss() {
    if (loss_) return loss_;
    const GladGLContext& gl = functions();
    if (!gl.GetGraphicsResetStatus) return std::nullopt;
    const GLenum status = gl.GetGraphicsResetStatus();
    if (status != GL_NO_ERROR) loss_ = reset_reason(status);
    return loss_;
}

void ContextCore::require_not_lost() {
    if (const auto reason = loss())
        throw Error(ErrorCode::device_lost, "draw with " + renderer_,
                    "the OpenGL context is lost: " + *reason);
}

void ContextCore::check(std::string_view operation) {
    functions();
    drain_error_flags();
    if (errors_.empty() && !out_of_memory_ && !loss_) return;
    require_not_lost();
    const auto code = out_of_memory_ ? ErrorCode::out_of_memory : ErrorCode::graphics;
    if (errors_.empty()) errors_.emplace_back(error_flag_name(GL_OUT_OF_MEMORY));
    const std::string reason = fmt::format("{}", fmt::join(errors_, "; "));
    errors_.clear();
    out_of_memory_ = false;
    throw Error(code, operation, reason);
}

}  // namespace glint::gl::detail
