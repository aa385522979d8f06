// SPDX-License-Identifier: MIT
#include <glint/gl/context.hpp>

#include <glad/gl.h>

#include <glint/base/error.hpp>
#include <glint/gl/detail/context_core.hpp>

namespace glint::gl {

Context::Context(std::unique_ptr<detail::Platform> platform, bool debug)
    : core_(std::make_shared<detail::ContextCore>(std::move(platform), debug)) {}

void Context::end() noexcept {
    if (core_) core_->end();
    core_.reset();
}

detail::ContextCore& Context::core() const {
    if (!core_)
        throw Error(ErrorCode::invalid_state, "use an OpenGL context",
                    "the context was moved to another object");
    return *core_;
}

detail::Platform& Context::platform() const { return core().platform(); }

void Context::make_current() const { core().make_current(); }
void Context::release_current() const { core().release_current(); }
bool Context::alive() const noexcept { return core_ && core_->alive(); }

const std::string& Context::renderer() const { return core().renderer(); }
const std::string& Context::vendor() const { return core().vendor(); }
const std::string& Context::version() const { return core().version(); }

std::optional<std::array<std::uint8_t, 16>> Context::device_uuid() const {
    if (!has_extension("GL_EXT_memory_object")) return std::nullopt;
    const GladGLContext& gl = functions();
    GLint count = 0;
    gl.GetIntegerv(GL_NUM_DEVICE_UUIDS_EXT, &count);
    if (count < 1) return std::nullopt;
    std::array<std::uint8_t, 16> uuid{};
    gl.GetUnsignedBytei_vEXT(GL_DEVICE_UUID_EXT, 0, uuid.data());
    return uuid;
}

bool Context::has_extension(std::string_view name) const { return core().has_extension(name); }
void Context::check(std::string_view operation) const { core().check(operation); }
std::optional<std::string> Context::loss() const { return core().loss(); }
void Context::require_not_lost() const { core().require_not_lost(); }
bool Context::reports_loss() const {
    GLint strategy = GL_NO_RESET_NOTIFICATION;
    functions().GetIntegerv(GL_RESET_NOTIFICATION_STRATEGY, &strategy);
    return strategy == GL_LOSE_CONTEXT_ON_RESET;
}
void Context::flush() const { functions().Flush(); }
void Context::finish() const { functions().Finish(); }

const GladGLContext& Context::functions() const { return core().functions(); }

const GladGLContext* Context::functions_if_alive() const noexcept {
    return core_ ? core_->functions_if_alive() : nullptr;
}

void Context::require_same(const Context& other, std::string_view object) const {
    if (*this == other) return;
    throw Error(ErrorCode::invalid_state, "use " + std::string(object),
                "the object belongs to another OpenGL context");
}

}  // namespace glint::gl
