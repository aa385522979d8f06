// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <utility>

#include <glint/gl/context.hpp>

namespace glint::gl {

enum class ObjectKind { buffer, texture, program, vertex_array, framebuffer, renderbuffer };

std::string_view to_string(ObjectKind kind) noexcept;

/// Owns or borrows one OpenGL name. The classes for buffers, textures and so on are built on it.
///
/// It deletes a name that it owns in the name's own context, from any state of the calling thread,
/// and does nothing if that context is gone.
class Handle {
public:
    /// Takes over `name`, which was created in `context`.
    Handle(const Context& context, ObjectKind kind, unsigned name) noexcept
        : context_(context), kind_(kind), name_(name) {}
    Handle(Handle&& other) noexcept
        : context_(other.context_),
          kind_(other.kind_),
          name_(std::exchange(other.name_, 0)),
          owned_(other.owned_) {}
    Handle& operator=(Handle&& other) noexcept;
    ~Handle() { reset(); }

    /// Uses `name` without owning it. Its owner must keep it until this handle is destroyed.
    static Handle borrow(const Context& context, ObjectKind kind, unsigned name) noexcept {
        Handle handle(context, kind, name);
        handle.owned_ = false;
        return handle;
    }

    unsigned native() const noexcept { return name_; }
    const Context& context() const noexcept { return context_; }

    /// Passes ownership of the name to the caller.
    [[nodiscard]] unsigned release() noexcept { return std::exchange(name_, 0); }

    /// The OpenGL functions, with the object's context current. Throws Error(invalid_state) if
    /// the context is gone or the object was moved from.
    const GladGLContext& functions() const;

private:
    void reset() noexcept;

    Context context_;
    ObjectKind kind_;
    unsigned name_;
    bool owned_ = true;
};

}  // namespace glint::gl
