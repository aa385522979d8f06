// SPDX-License-Identifier: MIT
#include <glint/interop/cuda/exported_memory.hpp>

#include <unistd.h>

#include <glad/gl.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::interop {
namespace {

using driver::cuda::api;
using driver::cuda::check;
using driver::cuda::ContextScope;

CUmemAllocationProp shareable_memory_on(CUdevice device) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties.location = {};
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = device;
    return properties;
}

std::size_t granularity(const CUmemAllocationProp& properties) {
    std::size_t unit = 0;
    check(api().cuMemGetAllocationGranularity(&unit, &properties,
                                              CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
          "read the allocation granularity");
    return unit;
}

CUresult allow_reading_and_writing(CUdeviceptr address, std::size_t size_bytes, CUdevice device) {
    CUmemAccessDesc access{};
    access.location = shareable_memory_on(device).location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return api().cuMemSetAccess(address, size_bytes, &access, 1);
}

}  // namespace

ExportableMemory::ExportableMemory(const Device& device, std::size_t size_bytes)
    : backend_(device.backend()), cuda_(&cuda_backend(device)) {
    const ContextScope scope(cuda_->context());
    const CUmemAllocationProp properties = shareable_memory_on(cuda_->device());
    const std::size_t unit = granularity(properties);
    size_bytes_ = round_up(size_bytes, unit);
    check(api().cuMemCreate(&handle_, size_bytes_, &properties, 0),
          "allocate " + text::human_bytes(size_bytes_) + " to share");
}

ExportableMemory::~ExportableMemory() { api().cuMemRelease(handle_); }

int ExportableMemory::descriptor() const {
    int descriptor = -1;
    check(api().cuMemExportToShareableHandle(&descriptor, handle_,
                                             CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
          "export device memory");
    return descriptor;
}

ImportedMemory::ImportedMemory(const gl::Context& context, const ExportableMemory& memory)
    : context_(context) {
    context.functions().CreateMemoryObjectsEXT(1, &name_);
    try {
        import(memory);
    } catch (...) {
        drop();
        throw;
    }
}

ImportedMemory::~ImportedMemory() { drop(); }

void ImportedMemory::import(const ExportableMemory& memory) {
    const auto& gl = context_.functions();
    // The memory must be dedicated, which means used by a single object. Otherwise, once there are
    // other textures, NVIDIA's driver may place a texture in different pages without an error.
    const GLint dedicated = GL_TRUE;
    gl.MemoryObjectParameterivEXT(name_, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated);
    context_.check("create a memory object");
    const int descriptor = memory.descriptor();
    gl.ImportMemoryFdEXT(name_, memory.size_bytes(), GL_HANDLE_TYPE_OPAQUE_FD_EXT, descriptor);
    try {
        context_.check("import CUDA memory");
    } catch (...) {
        close(descriptor);  // GL closes the descriptor only if the import succeeds
        throw;
    }
}

void ImportedMemory::drop() noexcept {
    if (const auto* gl = context_.functions_if_alive()) gl->DeleteMemoryObjectsEXT(1, &name_);
}

MappedRange::MappedRange(const ExportableMemory& memory) : size_bytes_(memory.size_bytes()) {
    const ContextScope scope(memory.cuda().context());
    check(api().cuMemAddressReserve(&address_, size_bytes_, 0, 0, 0), "reserve addresses");
    CUresult result = api().cuMemMap(address_, size_bytes_, 0, memory.handle(), 0);
    if (result == CUDA_SUCCESS) {
        result = allow_reading_and_writing(address_, size_bytes_, memory.cuda().device());
        if (result == CUDA_SUCCESS) return;
        api().cuMemUnmap(address_, size_bytes_);
    }
    api().cuMemAddressFree(address_, size_bytes_);
    check(result, "map shared device memory");
}

MappedRange::~MappedRange() {
    api().cuMemUnmap(address_, size_bytes_);
    api().cuMemAddressFree(address_, size_bytes_);
}

MappedImage::MappedImage(const ExportableMemory& memory, const gl::TextureOptions& texture)
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

MappedImage::~MappedImage() { drop(); }

void MappedImage::import(const ExportableMemory& memory) {
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC description{};
    description.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
    description.handle.fd = memory.descriptor();
    description.size = memory.size_bytes();
    const CUresult result = api().cuImportExternalMemory(&memory_, &description);
    if (result == CUDA_SUCCESS) return;  // CUDA now owns the file descriptor
    close(description.handle.fd);
    check(result, "import shared memory as an image");
}

void MappedImage::map(const gl::TextureOptions& texture) {
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
              .shape = {.width = static_cast<unsigned>(texture.width),
                        .height = static_cast<unsigned>(texture.height),
                        .format = texture.format}};
}

void MappedImage::drop() noexcept {
    try {
        const ContextScope scope(cuda_->context());
        if (mipmaps_) api().cuMipmappedArrayDestroy(mipmaps_);
        api().cuDestroyExternalMemory(memory_);
    } catch (const Error&) {
        return;  // CUDA's context, which contained the memory, is lost
    }
}

}  // namespace glint::interop
