// SPDX-License-Identifier: MIT
#include <glint/gl/vertex_array.hpp>

#include <glad/gl.h>

namespace glint::gl {
namespace {

unsigned create_vertex_array_name(const Context& context) {
    GLuint name = 0;
    context.functions().CreateVertexArrays(1, &name);
    return name;
}

}  // namespace

VertexArray::VertexArray(const Context& context)
    : handle_(context, ObjectKind::vertex_array, create_vertex_array_name(context)) {}

void VertexArray::attach(unsigned location, const RawBuffer& buffer, const VertexFormat& format) {
    context().require_same(buffer.context(), "vertex buffer");
    const GladGLContext& gl = handle_.functions();
    const bool is_float = format.component == VertexFormat::Component::float32;
    gl.VertexArrayVertexBuffer(native(), location, buffer.native(),
                               static_cast<GLintptr>(format.offset_bytes),
                               static_cast<GLsizei>(format.stride_bytes));
    gl.VertexArrayAttribFormat(native(), location, format.count,
                               is_float ? GL_FLOAT : GL_UNSIGNED_BYTE, !is_float, 0);
    gl.VertexArrayAttribBinding(native(), location, location);
    gl.VertexArrayBindingDivisor(native(), location, format.per_instance ? 1 : 0);
    gl.EnableVertexArrayAttrib(native(), location);
}

void VertexArray::detach(unsigned location) {
    handle_.functions().DisableVertexArrayAttrib(native(), location);
}

}  // namespace glint::gl
