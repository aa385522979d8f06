// SPDX-License-Identifier: MIT
#include <glint/gl/fence.hpp>

#include <glad/gl.h>

#include <algorithm>

#include <glint/base/error.hpp>

namespace glint::gl {
namespace {

GLsync as_sync(void* native) { return static_cast<GLsync>(native); }

}  // namespace

Fence::Fence(const Context& context)
    : context_(context), sync_(context.functions().FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)) {
    context_.check("set a fence");
}

Fence& Fence::operator=(Fence&& other) noexcept {
    if (this == &other) return *this;
    reset();
    context_ = other.context_;
    sync_ = std::exchange(other.sync_, nullptr);
    return *this;
}

void Fence::reset() noexcept {
    void* sync = std::exchange(sync_, nullptr);
    if (!sync) return;
    if (const GladGLContext* gl = context_.functions_if_alive()) gl->DeleteSync(as_sync(sync));
}

const GladGLContext& Fence::functions() const {
    if (!sync_)
        throw Error(ErrorCode::invalid_state, "wait for a fence",
                    "the fence was moved to another object");
    return context_.functions();
}

bool Fence::reached() const { return wait_for(std::chrono::nanoseconds(0)); }

void Fence::wait() const {
    while (!wait_for(std::chrono::seconds(1))) {}
}

bool Fence::wait_for(std::chrono::nanoseconds limit) const {
    const auto timeout = static_cast<GLuint64>(std::max<std::int64_t>(limit.count(), 0));
    // GL_SYNC_FLUSH_COMMANDS_BIT submits the fence to the device. Without the flush, the fence
    // could stay in the host's queue, and the wait would never end.
    const GLenum result =
        functions().ClientWaitSync(as_sync(sync_), GL_SYNC_FLUSH_COMMANDS_BIT, timeout);
    if (result == GL_WAIT_FAILED) {
        throw Error(ErrorCode::graphics, "wait for a fence",
                    "glClientWaitSync returned GL_WAIT_FAILED");
    }
    return result == GL_ALREADY_SIGNALED || result == GL_CONDITION_SATISFIED;
}

}  // namespace glint::gl
