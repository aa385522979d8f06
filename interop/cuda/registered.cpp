// SPDX-License-Identifier: MIT
// The method `registered`: GL's memory is registered with CUDA. Each map and unmap switches the GPU
// between CUDA's and GL's context. The switch takes the same time for one resource as for many, so
// all resources are mapped in one call.
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/interop/cuda/cuda_gl.hpp>
#include <glint/interop/detail/sharing_methods.hpp>

namespace glint::interop {
namespace {

using driver::cuda::check;
using driver::cuda::ContextScope;

unsigned flags_of(const Use& use) {
    unsigned flags = use.access == Access::read ? CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY
                                                : CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST;
    if (use.access == Access::write_discard) flags |= CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD;
    if (use.gather) flags |= CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER;
    return flags;
}

/// A GL object registered with CUDA. The destructor unregisters it if GL's context still exists.
class Registration {
public:
    Registration(const Device& device, gl::Context context)
        : backend_(device.backend()), cuda_(&cuda_backend(device)), context_(std::move(context)) {}
    ~Registration() {
        if (!resource_ || !context_.functions_if_alive()) return;
        try {
            const ContextScope scope(cuda_->context());
            cuda_gl().unregister(resource_);
        } catch (const Error&) {
            // CUDA's context, which contained the registration, is lost.
        }
    }
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;

    void buffer(unsigned name, const Use& use) {
        const ContextScope scope(cuda_->context());
        context_.make_current();
        // Buffers do not support surfaces, so this removes the surface flag.
        const unsigned flags =
            flags_of(use) & ~static_cast<unsigned>(CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST);
        check(cuda_gl().register_buffer(&resource_, name, flags), "register a buffer with CUDA");
    }
    void image(const gl::ImageView& view, const Use& use) {
        // Driver 580 registers cube maps without an error, but kernels then do not see all faces
        // and levels of OpenGL's content.
        if (view.target() == gl::ImageTarget::cube_map)
            throw Error(ErrorCode::unsupported,
                        fmt::format("register {} with CUDA", view.describe()),
                        "kernels cannot access all faces and levels of a cube map. Use the sharing "
                        "method 'staging'");
        const ContextScope scope(cuda_->context());
        context_.make_current();
        check(cuda_gl().register_image(&resource_, view.native(), native_target(view.target()),
                                       flags_of(use)),
              fmt::format("register {} with CUDA", view.describe()));
    }

    CUgraphicsResource get() const noexcept { return resource_; }
    driver::cuda::CudaBackend& cuda() const noexcept { return *cuda_; }

private:
    std::shared_ptr<driver::Backend> backend_;  // keeps alive the object that cuda_ points to
    driver::cuda::CudaBackend* cuda_;
    gl::Context context_;
    CUgraphicsResource resource_ = nullptr;
};

class RegisteredBuffer final : public Bridge {
public:
    RegisteredBuffer(const Device& device, const gl::RawBuffer& buffer, const Use& use)
        : registration_(device, buffer.context()) {
        registration_.buffer(buffer.native(), use);
    }

    void map(driver::Stream&) override {
        const ContextScope scope(registration_.cuda().context());
        std::size_t size_bytes = 0;
        CUdeviceptr pointer = 0;
        check(cuda_gl().mapped_pointer(&pointer, &size_bytes, registration_.get()),
              "get the address of a mapped buffer");
        address_ = reinterpret_cast<void*>(pointer);
    }
    // Does nothing, because the driver's unmap already orders the kernels before later GL commands.
    void unmap(driver::Stream&) override {}
    void give_to_gl() override {}
    void* address() const noexcept override { return address_; }
    void* graphics_resource() const noexcept override { return registration_.get(); }

private:
    Registration registration_;
    void* address_ = nullptr;
};

/// A registered image. Each map may return different CUDA arrays, although this is rare.
class RegisteredImage final : public Bridge {
public:
    RegisteredImage(const Device& device, const gl::ImageView& view, const Use& use)
        : registration_(device, view.context()), whole_{.shape = shape_of(view)} {
        registration_.image(view, use);
    }

    void map(driver::Stream&) override {
        const ContextScope scope(registration_.cuda().context());
        if (is_one_array()) {
            whole_.data = array_of(0, 0);
            return;
        }
        check(cuda_gl().mapped_mipmaps(&mipmaps_, registration_.get()), "get a mapped image");
        whole_.data = whole_.shape.levels > 1 ? static_cast<void*>(mipmaps_) : level_of(0);
    }
    void unmap(driver::Stream&) override {}
    void give_to_gl() override {}
    driver::ImageMemory image() override { return whole_; }
    driver::ImageMemory part(const ImagePart& part) override {
        const ContextScope scope(registration_.cuda().context());
        const bool alone = part.layer || is_flat();
        return {.data = alone ? array_of(part.layer.value_or(0), part.level) : level_of(part.level),
                .shape = part_shape(whole_.shape, part)};
    }
    void* graphics_resource() const noexcept override { return registration_.get(); }

private:
    /// Returns true if the image has neither layers nor faces. Each level is then one CUDA array.
    bool is_flat() const noexcept { return whole_.shape.layers == 0 && !whole_.shape.cube; }
    bool is_one_array() const noexcept { return is_flat() && whole_.shape.levels == 1; }

    CUarray array_of(unsigned layer, unsigned level) const {
        CUarray array = nullptr;
        check(cuda_gl().mapped_array(&array, registration_.get(), layer, level),
              fmt::format("get layer {} of level {} of a mapped image", layer, level));
        return array;
    }
    CUarray level_of(unsigned level) const {
        CUarray array = nullptr;
        check(driver::cuda::api().cuMipmappedArrayGetLevel(&array, mipmaps_, level),
              fmt::format("get level {} of a mapped image", level));
        return array;
    }

    Registration registration_;
    driver::ImageMemory whole_;
    CUmipmappedArray mipmaps_ = nullptr;
};

using MapCall = CUresult (*CudaGlApi::*)(unsigned, CUgraphicsResource*, CUstream);

void call_for_all(MapCall call, std::span<void* const> resources, driver::Stream& stream,
                  const char* operation) {
    if (resources.empty()) return;
    std::vector<CUgraphicsResource> handles;
    for (void* resource : resources) handles.push_back(static_cast<CUgraphicsResource>(resource));
    check((cuda_gl().*call)(static_cast<unsigned>(handles.size()), handles.data(),
                            static_cast<CUstream>(stream.native())),
          fmt::format("{} {} registered resources", operation, handles.size()));
}

}  // namespace

void map_registered(std::span<void* const> resources, driver::Stream& stream) {
    call_for_all(&CudaGlApi::map, resources, stream, "map");
}

void unmap_registered(std::span<void* const> resources, driver::Stream& stream) {
    call_for_all(&CudaGlApi::unmap, resources, stream, "unmap");
}

BridgePointer registered_buffer(const Device& device, const gl::RawBuffer& buffer, const Use& use) {
    return std::make_unique<RegisteredBuffer>(device, buffer, use);
}

BridgePointer registered_image(const Device& device, const gl::ImageView& view, const Use& use) {
    return std::make_unique<RegisteredImage>(device, view, use);
}

}  // namespace glint::interop
