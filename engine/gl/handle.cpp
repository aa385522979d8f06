// SPDX-License-Identifier: MIT
#include <glint/gl/handle.hpp>

#include <glad/gl.h>

#include <string>

#include <glint/base/error.hpp>

namespace glint::gl {

std::string_view to_string(ObjectKind kind) noexcept {
    switch (kind) {
        case ObjectKind::buffer: return "buffer";
        case ObjectKind::texture: return "texture";
        case ObjectKind::program: return "shader program";
        case ObjectKind::vertex_array: return "vertex array";
        case ObjectKind::framebuffer: return "framebuffer";
        case ObjectKind::renderbuffer: return "renderbuffer";
    }
    return "object";
}

Handle& Handle::operator=(Handle&& other) noexcept {
    if (this == &other) return *this;
    reset();
    context_ = other.context_;
    kind_ = other.kind_;
    name_ = std::exchange(other.name_, 0);
    owned_ = other.owned_;
    return *this;
}

const GladGLContext& Handle::functions() const {
    if (name_ == 0) {
        throw Error(ErrorCode::invalid_state, "use " + std::string(to_string(kind_)),
                    "the object was moved or released");
    }
    return context_.functions();
}

void Handle::reset() noexcept {
    const unsigned name = std::exchange(name_, 0);
    if (name == 0 || !owned_) return;
    const GladGLContext* gl = context_.functions_if_alive();
    if (!gl) return;
    switch (kind_) {
        case ObjectKind::buffer: return gl->DeleteBuffers(1, &name);
        case ObjectKind::texture: return gl->DeleteTextures(1, &name);
        case ObjectKind::program: return gl->DeleteProgram(name);
        case ObjectKind::vertex_array: return gl->DeleteVertexArrays(1, &name);
        case ObjectKind::framebuffer: return gl->DeleteFramebuffers(1, &name);
        case ObjectKind::renderbuffer: return gl->DeleteRenderbuffers(1, &name);
    }
}

}  // namespace glint::gl
