// CUDA's memory, exported as a file descriptor and imported by GL: both work on the same bytes and
// nothing is mapped. A fence and an event keep them out of each other's way.
#include <unistd.h>

#include <utility>

#include <glad/gl.h>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/stream.hpp>
#include <glint/gl/detail/formats.hpp>
#include <glint/gl/fence.hpp>
#include <glint/interop/cuda/cuda_gl.hpp>
#include <glint/interop/device_match.hpp>
#include <glint/interop/wait_quietly.hpp>
#include <glint/interop/ways.hpp>

namespace glint::interop {
namespace {

using driver::cuda::api;
using driver::cuda::check;
using driver::cuda::ContextScope;

constexpr std::size_t rounded_up(std::size_t value, std::size_t unit) {
    return (value + unit - 1) / unit * unit;
}

CUmemAllocationProp shareable_memory_on(CUdevice device) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties.location = {};
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = device;
    return properties;
}

/// Physical device memory that can be handed to GL.
class ExportableMemory {
public:
    ExportableMemory(const Device& device, std::size_t size_bytes)
        : backend_(device.backend()), cuda_(&cuda_backend(device)) {
        const ContextScope scope(cuda_->context());
        const CUmemAllocationProp properties = shareable_memory_on(cuda_->device());
        std::size_t unit = 0;
        check(api().cuMemGetAllocationGranularity(&unit, &properties,
                                                  CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
              "read the allocation granularity");
        size_bytes_ = rounded_up(size_bytes, unit);
        check(api().cuMemCreate(&handle_, size_bytes_, &properties, 0),
              "allocate " + text::human_bytes(size_bytes_) + " to share");
    }
    ~ExportableMemory() { api().cuMemRelease(handle_); }
    ExportableMemory(const ExportableMemory&) = delete;
    ExportableMemory& operator=(const ExportableMemory&) = delete;

    /// A new descriptor, which the caller closes or gives away.
    int descriptor() const {
        int descriptor = -1;
        check(api().cuMemExportToShareableHandle(&descriptor, handle_,
                                                 CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
              "export device memory");
        return descriptor;
    }

    std::size_t size_bytes() const noexcept { return size_bytes_; }
    CUmemGenericAllocationHandle handle() const noexcept { return handle_; }
    driver::cuda::CudaBackend& cuda() const noexcept { return *cuda_; }

private:
    std::shared_ptr<driver::Backend> backend_;  // keeps cuda_
    driver::cuda::CudaBackend* cuda_;
    CUmemGenericAllocationHandle handle_ = 0;
    std::size_t size_bytes_ = 0;
};

/// The same memory as GL's memory object.
class ImportedMemory {
public:
    ImportedMemory(const gl::Context& context, const ExportableMemory& memory) : context_(context) {
        const auto& gl = context.functions();
        gl.CreateMemoryObjectsEXT(1, &name_);
        // Memory for one object alone. Otherwise NVIDIA's driver may give a texture other pages
        // than these, without an error, once it has other textures.
        const GLint dedicated = GL_TRUE;
        gl.MemoryObjectParameterivEXT(name_, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated);
        // GL owns the descriptor once it has imported it.
        gl.ImportMemoryFdEXT(name_, memory.size_bytes(), GL_HANDLE_TYPE_OPAQUE_FD_EXT,
                             memory.descriptor());
        context.check("import CUDA memory");
    }
    ~ImportedMemory() {
        if (const auto* gl = context_.functions_if_alive()) gl->DeleteMemoryObjectsEXT(1, &name_);
    }
    ImportedMemory(const ImportedMemory&) = delete;
    ImportedMemory& operator=(const ImportedMemory&) = delete;

    unsigned name() const noexcept { return name_; }

private:
    gl::Context context_;
    unsigned name_ = 0;
};

/// The memory at an address that kernels can use.
class MappedRange {
public:
    explicit MappedRange(const ExportableMemory& memory) : size_bytes_(memory.size_bytes()) {
        const ContextScope scope(memory.cuda().context());
        check(api().cuMemAddressReserve(&address_, size_bytes_, 0, 0, 0), "reserve addresses");
        CUresult result = api().cuMemMap(address_, size_bytes_, 0, memory.handle(), 0);
        if (result == CUDA_SUCCESS) {
            CUmemAccessDesc access{};
            access.location = shareable_memory_on(memory.cuda().device()).location;
            access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
            result = api().cuMemSetAccess(address_, size_bytes_, &access, 1);
            if (result != CUDA_SUCCESS) api().cuMemUnmap(address_, size_bytes_);
        }
        if (result == CUDA_SUCCESS) return;
        api().cuMemAddressFree(address_, size_bytes_);
        check(result, "map shared device memory");
    }
    ~MappedRange() {
        api().cuMemUnmap(address_, size_bytes_);
        api().cuMemAddressFree(address_, size_bytes_);
    }
    MappedRange(const MappedRange&) = delete;
    MappedRange& operator=(const MappedRange&) = delete;

    void* address() const noexcept { return reinterpret_cast<void*>(address_); }

private:
    CUdeviceptr address_ = 0;
    std::size_t size_bytes_;
};

/// The memory as an array of pixels in the GPU's own tiling, the same that GL uses.
class MappedImage {
public:
    MappedImage(const ExportableMemory& memory, const gl::TextureOptions& texture)
        : cuda_(&memory.cuda()) {
        const ContextScope scope(cuda_->context());
        import(memory);
        try {
            map(texture);
        } catch (...) {
            drop();
            throw;
        }
    }
    ~MappedImage() { drop(); }
    MappedImage(const MappedImage&) = delete;
    MappedImage& operator=(const MappedImage&) = delete;

    driver::ImageMemory image() const noexcept { return image_; }
    std::uint64_t surface() const noexcept { return surface_; }

private:
    void import(const ExportableMemory& memory) {
        CUDA_EXTERNAL_MEMORY_HANDLE_DESC description{};
        description.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
        description.handle.fd = memory.descriptor();
        description.size = memory.size_bytes();
        const CUresult result = api().cuImportExternalMemory(&memory_, &description);
        if (result == CUDA_SUCCESS) return;  // CUDA owns the descriptor now
        close(description.handle.fd);
        check(result, "import shared memory as an image");
    }

    void map(const gl::TextureOptions& texture) {
        CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC description{};
        description.numLevels = 1;
        description.arrayDesc.Width = static_cast<std::size_t>(texture.width);
        description.arrayDesc.Height = static_cast<std::size_t>(texture.height);
        description.arrayDesc.Format = driver::cuda::array_format(texture.format);
        description.arrayDesc.NumChannels = channel_count(texture.format);
        description.arrayDesc.Flags = CUDA_ARRAY3D_SURFACE_LDST;
        check(api().cuExternalMemoryGetMappedMipmappedArray(&mipmaps_, memory_, &description),
              "map shared memory as an image");
        CUarray array = nullptr;
        check(api().cuMipmappedArrayGetLevel(&array, mipmaps_, 0), "map shared memory as an image");
        image_ = {.data = array,
                  .width = static_cast<unsigned>(texture.width),
                  .height = static_cast<unsigned>(texture.height),
                  .format = texture.format};
        surface_ = cuda_->create_surface(image_);
    }

    void drop() noexcept {
        if (surface_) cuda_->destroy_surface(surface_);
        try {
            const ContextScope scope(cuda_->context());
            if (mipmaps_) api().cuMipmappedArrayDestroy(mipmaps_);
            api().cuDestroyExternalMemory(memory_);
        } catch (const Error&) {
            // CUDA's context is lost, and the memory with it.
        }
    }

    driver::cuda::CudaBackend* cuda_;
    CUexternalMemory memory_ = nullptr;
    CUmipmappedArray mipmaps_ = nullptr;
    driver::ImageMemory image_;
    std::uint64_t surface_ = 0;
};

/// Neither side may run while the other uses the memory.
class ExportedBridge : public Bridge {
public:
    ExportedBridge(const Device& device, const gl::Context& context)
        : context_(context), written_(device) {}

    void map(driver::Stream&) override { gl::Fence(context_).wait(); }
    void unmap(driver::Stream& stream) override { stream.record(written_.state()); }
    void give_to_gl() override { written_.synchronize(); }

protected:
    /// For destructors: the memory must not go while kernels write it.
    void wait_for_kernels() noexcept { wait_quietly(written_); }

private:
    gl::Context context_;
    Event written_;
};

class ExportedBuffer final : public ExportedBridge {
public:
    ExportedBuffer(const Device& device, const gl::Context& context, std::size_t size_bytes)
        : ExportedBridge(device, context),
          memory_(device, size_bytes),
          imported_(context, memory_),
          range_(memory_) {}
    ~ExportedBuffer() override { wait_for_kernels(); }
    ExportedBuffer(const ExportedBuffer&) = delete;
    ExportedBuffer& operator=(const ExportedBuffer&) = delete;

    void* address() const noexcept override { return range_.address(); }
    unsigned memory_object() const noexcept { return imported_.name(); }

private:
    ExportableMemory memory_;
    ImportedMemory imported_;
    MappedRange range_;
};

// GL does not tell how much memory a tiled texture takes. Tiles are 64 bytes by 8 rows, stacked up
// to 16 high, so this is never too little; the self-test would show it if it were.
std::size_t tiled_size_bytes(const gl::TextureOptions& texture) {
    const std::size_t row = static_cast<std::size_t>(texture.width) * pixel_bytes(texture.format);
    return rounded_up(row, 512) * rounded_up(static_cast<std::size_t>(texture.height), 256);
}

class ExportedTexture final : public ExportedBridge {
public:
    ExportedTexture(const Device& device, const gl::Context& context,
                    const gl::TextureOptions& texture)
        : ExportedBridge(device, context),
          memory_(device, tiled_size_bytes(texture)),
          imported_(context, memory_),
          mapped_(memory_, texture) {}
    ~ExportedTexture() override { wait_for_kernels(); }
    ExportedTexture(const ExportedTexture&) = delete;
    ExportedTexture& operator=(const ExportedTexture&) = delete;

    driver::ImageMemory image() const noexcept override { return mapped_.image(); }
    std::uint64_t surface() const noexcept override { return mapped_.surface(); }
    unsigned memory_object() const noexcept { return imported_.name(); }

private:
    ExportableMemory memory_;
    ImportedMemory imported_;
    MappedImage mapped_;
};

// Memory of one GPU imported by the driver of another would be garbage, if it does not crash.
void require_same_gpu(const Device& device, const gl::Context& context) {
    const char* operation = "share exported memory with OpenGL";
    if (!context.has_extension("GL_EXT_memory_object_fd"))
        throw Error(ErrorCode::unsupported, operation,
                    context.renderer() + " cannot import memory (GL_EXT_memory_object_fd)");
    if (!draws_on(context, device))
        throw Error(ErrorCode::unsupported, operation,
                    fmt::format("OpenGL draws on {}, not on {}", context.renderer(), device.name()));
}

}  // namespace

BufferBridge exported_buffer(const Device& device, const gl::Context& context,
                             std::size_t size_bytes) {
    require_same_gpu(device, context);
    auto bridge = std::make_unique<ExportedBuffer>(device, context, size_bytes);
    gl::RawBuffer buffer = gl::RawBuffer::without_storage(context);
    context.functions().NamedBufferStorageMemEXT(
        buffer.native(), static_cast<GLsizeiptr>(size_bytes), bridge->memory_object(), 0);
    context.check("give a buffer CUDA's memory");
    buffer.refresh_size();
    return {std::move(buffer), std::move(bridge)};
}

TextureBridge exported_texture(const Device& device, const gl::Context& context,
                               const gl::TextureOptions& options) {
    require_same_gpu(device, context);
    auto bridge = std::make_unique<ExportedTexture>(device, context, options);
    gl::Texture2D texture = gl::Texture2D::without_storage(context, options);
    context.functions().TextureStorageMem2DEXT(
        texture.native(), 1, gl::detail::gl_format(options.format).internal, options.width,
        options.height, bridge->memory_object(), 0);
    context.check("give a texture CUDA's memory");
    return {std::move(texture), std::move(bridge)};
}

}  // namespace glint::interop
