// SPDX-License-Identifier: MIT
#include <glint/gl/buffer.hpp>

#include <glad/gl.h>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::gl {
namespace {

constexpr GLbitfield kMapFlags =
    GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT | GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;

unsigned create_buffer_name(const Context& context) {
    GLuint name = 0;
    context.functions().CreateBuffers(1, &name);
    return name;
}

void require_buffer(const Context& context, unsigned native, const char* operation) {
    if (context.functions().IsBuffer(native)) return;
    throw Error(ErrorCode::invalid_argument, operation,
                fmt::format("{} is not a buffer of this OpenGL context", native));
}

std::string describe(const char* operation, std::size_t count, std::size_t size) {
    return fmt::format("{} {} bytes of a {}-byte buffer", operation, count, size);
}

}  // namespace

RawBuffer::RawBuffer(const Context& context, std::size_t size_bytes, const BufferOptions& options)
    : RawBuffer(Handle(context, ObjectKind::buffer, create_buffer_name(context))) {
    if (size_bytes == 0) return;  // OpenGL does not allow storage of 0 bytes
    const GladGLContext& gl = handle_.functions();
    const GLbitfield map_flags = options.mapped ? kMapFlags : 0;
    const auto size = static_cast<GLsizeiptr>(size_bytes);
    gl.NamedBufferStorage(native(), size, nullptr, GL_DYNAMIC_STORAGE_BIT | map_flags);
    context.check(fmt::format("allocate a buffer of {}", text::counted(size_bytes, "byte")));
    if (options.mapped) {
        mapped_ = static_cast<std::byte*>(gl.MapNamedBufferRange(native(), 0, size, map_flags));
        context.check(fmt::format("map a buffer of {}", text::counted(size_bytes, "byte")));
    }
    size_bytes_ = size_bytes;
}

RawBuffer RawBuffer::without_storage(const Context& context) {
    RawBuffer buffer(Handle(context, ObjectKind::buffer, create_buffer_name(context)));
    buffer.written_elsewhere_ = true;
    return buffer;
}

RawBuffer RawBuffer::adopt(const Context& context, unsigned native) {
    require_buffer(context, native, "adopt a buffer");
    RawBuffer buffer(Handle(context, ObjectKind::buffer, native));
    buffer.find_storage();
    return buffer;
}

RawBuffer RawBuffer::borrow(const Context& context, unsigned native) {
    require_buffer(context, native, "borrow a buffer");
    RawBuffer buffer(Handle::borrow(context, ObjectKind::buffer, native));
    buffer.find_storage();
    return buffer;
}

void RawBuffer::find_storage() {
    refresh_size();
    GLint immutable = 0, flags = 0;
    const GladGLContext& gl = handle_.functions();
    gl.GetNamedBufferParameteriv(native(), GL_BUFFER_IMMUTABLE_STORAGE, &immutable);
    gl.GetNamedBufferParameteriv(native(), GL_BUFFER_STORAGE_FLAGS, &flags);
    takes_uploads_ = !immutable || (flags & GL_DYNAMIC_STORAGE_BIT);
}

void RawBuffer::refresh_size() {
    GLint64 size = 0;
    handle_.functions().GetNamedBufferParameteri64v(native(), GL_BUFFER_SIZE, &size);
    size_bytes_ = static_cast<std::size_t>(size);
}

void RawBuffer::upload(std::span<const std::byte> bytes, std::size_t offset_bytes) {
    require_range(bytes.size(), offset_bytes, "upload");
    if (bytes.empty()) return;
    if (!takes_uploads_) {
        upload_by_copy(bytes, offset_bytes);
        return;
    }
    handle_.functions().NamedBufferSubData(native(), static_cast<GLintptr>(offset_bytes),
                                           static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    context().check(describe("upload", bytes.size(), size_bytes_));
}

void RawBuffer::clear() {
    if (size_bytes_ == 0) return;
    handle_.functions().ClearNamedBufferData(native(), GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE,
                                             nullptr);
    context().check(fmt::format("clear a buffer of {}", text::counted(size_bytes_, "byte")));
}

void RawBuffer::download(std::span<std::byte> bytes, std::size_t offset_bytes) const {
    require_range(bytes.size(), offset_bytes, "download");
    if (bytes.empty()) return;
    if (written_elsewhere_) {
        download_by_copy(bytes, offset_bytes);
        return;
    }
    handle_.functions().GetNamedBufferSubData(native(), static_cast<GLintptr>(offset_bytes),
                                              static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    context().check(describe("download", bytes.size(), size_bytes_));
}

// NVIDIA's driver keeps a copy of downloaded bytes in host memory. A later download would return
// this old copy even if CUDA has written to the buffer in the meantime. A copy on the device
// contains CUDA's writes, so this function downloads such a copy.
void RawBuffer::download_by_copy(std::span<std::byte> bytes, std::size_t offset_bytes) const {
    const RawBuffer copy(context(), bytes.size());
    handle_.functions().CopyNamedBufferSubData(native(), copy.native(),
                                               static_cast<GLintptr>(offset_bytes), 0,
                                               static_cast<GLsizeiptr>(bytes.size()));
    copy.download(bytes);
}

void RawBuffer::upload_by_copy(std::span<const std::byte> bytes, std::size_t offset_bytes) {
    RawBuffer copy(context(), bytes.size());
    copy.upload(bytes);
    handle_.functions().CopyNamedBufferSubData(copy.native(), native(), 0,
                                               static_cast<GLintptr>(offset_bytes),
                                               static_cast<GLsizeiptr>(bytes.size()));
    context().check(describe("upload", bytes.size(), size_bytes_));
}

void RawBuffer::require_range(std::size_t count, std::size_t offset, const char* operation) const {
    if (offset <= size_bytes_ && count <= size_bytes_ - offset) return;
    throw Error(ErrorCode::invalid_argument, describe(operation, count, size_bytes_),
                fmt::format("bytes {} to {} are out of range", offset, offset + count));
}

}  // namespace glint::gl
