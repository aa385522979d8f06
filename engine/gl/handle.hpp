// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <utility>

#include <glint/gl/context.hpp>

namespace glint::gl {

enum class ObjectKind { buffer, texture, program, vertex_array, framebuffer, renderbuffer };

std::string_view to_string(ObjectKind kind) noexcept;

/// Owns or borrows an OpenGL object, which OpenGL identifies by a number, the name. The classes for
/// buffers, textures and other objects contain a Handle.
///
/// The destructor deletes an object that the Handle owns. To do so, it makes the object's context
/// current, regardless of which context was current. If the context was destroyed, the destructor
/// does nothing.
class Handle {
public:
    /// Takes ownership of the object `name`, which was created in `context`.
    Handle(const Context& context, ObjectKind kind, unsigned name) noexcept
        : context_(context), kind_(kind), name_(name) {}
    Handle(Handle&& other) noexcept
        : context_(other.context_),
          kind_(other.kind_),
          name_(std::exchange(other.name_, 0)),
          owned_(other.owned_) {}
    Handle& operator=(Handle&& other) noexcept;
    ~Handle() { reset(); }

    /// Uses the object `name` without owning it. The owner must not delete the object before this
    /// handle is destroyed.
    static Handle borrow(const Context& context, ObjectKind kind, unsigned name) noexcept {
        Handle handle(context, kind, name);
        handle.owned_ = false;
        return handle;
    }

    unsigned native() const noexcept { return name_; }
    const Context& context() const noexcept { return context_; }

    /// Returns the name and passes the ownership of the object to the caller.
    [[nodiscard]] unsigned release() noexcept { return std::exchange(name_, 0); }

    /// Returns the OpenGL functions and makes the object's context current. Throws
    /// Error(invalid_state) if the context was destroyed or the object was moved to another handle.
    const GladGLContext& functions() const;

private:
    void reset() noexcept;

    Context context_;
    ObjectKind kind_;
    unsigned name_;
    bool owned_ = true;
};

}  // namespace glint::gl
