// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include <glint/driver/device.hpp>
#include <glint/gl/context.hpp>
#include <glint/gl/texture.hpp>
#include <glint/interop/cuda/cuda_gl.hpp>

namespace glint::interop {

/// Physical device memory that can be exported to GL as a file descriptor.
class ExportableMemory {
public:
    /// Allocates at least `size_bytes` bytes. Rounds the size up to the device's granularity for
    /// sharing.
    ExportableMemory(const Device& device, std::size_t size_bytes);
    ~ExportableMemory();
    ExportableMemory(const ExportableMemory&) = delete;
    ExportableMemory& operator=(const ExportableMemory&) = delete;

    /// Returns a new file descriptor. The caller must close it or pass it to code that closes it.
    int descriptor() const;

    std::size_t size_bytes() const noexcept { return size_bytes_; }
    CUmemGenericAllocationHandle handle() const noexcept { return handle_; }
    driver::cuda::CudaBackend& cuda() const noexcept { return *cuda_; }

private:
    std::shared_ptr<driver::Backend> backend_;  // keeps alive the object that cuda_ points to
    driver::cuda::CudaBackend* cuda_;
    CUmemGenericAllocationHandle handle_ = 0;
    std::size_t size_bytes_ = 0;
};

/// Exported memory as an OpenGL memory object. The object is for a single buffer or texture.
class ImportedMemory {
public:
    ImportedMemory(const gl::Context& context, const ExportableMemory& memory);
    ~ImportedMemory();
    ImportedMemory(const ImportedMemory&) = delete;
    ImportedMemory& operator=(const ImportedMemory&) = delete;

    unsigned name() const noexcept { return name_; }

private:
    void import(const ExportableMemory& memory);
    void drop() noexcept;

    gl::Context context_;
    unsigned name_ = 0;
};

/// Maps exported memory to an address that kernels can use.
class MappedRange {
public:
    explicit MappedRange(const ExportableMemory& memory);
    ~MappedRange();
    MappedRange(const MappedRange&) = delete;
    MappedRange& operator=(const MappedRange&) = delete;

    void* address() const noexcept { return reinterpret_cast<void*>(address_); }

private:
    CUdeviceptr address_ = 0;
    std::size_t size_bytes_;
};

/// Exported memory as an array of pixels. The array has the same tiling as in GL.
class MappedImage {
public:
    MappedImage(const ExportableMemory& memory, const gl::TextureOptions& texture);
    ~MappedImage();
    MappedImage(const MappedImage&) = delete;
    MappedImage& operator=(const MappedImage&) = delete;

    driver::ImageMemory image() const noexcept { return image_; }

private:
    void import(const ExportableMemory& memory);
    void map(const gl::TextureOptions& texture);
    void drop() noexcept;

    driver::cuda::CudaBackend* cuda_;
    CUexternalMemory memory_ = nullptr;
    CUmipmappedArray mipmaps_ = nullptr;
    driver::ImageMemory image_;
};

}  // namespace glint::interop
