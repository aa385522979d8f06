// GL's memory, registered with CUDA. Each map and unmap switches the GPU between the two contexts,
// which costs the same for one resource as for many: hence one call for all.
#include <utility>
#include <vector>

#include <glad/gl.h>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/interop/cuda/cuda_gl.hpp>
#include <glint/interop/ways.hpp>

namespace glint::interop {
namespace {

using driver::cuda::check;
using driver::cuda::ContextScope;

/// A registration, undone with it unless GL's context took it along.
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
            // CUDA's context is lost, and the registration with it.
        }
    }
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;

    void buffer(unsigned name) {
        const ContextScope scope(cuda_->context());
        context_.make_current();
        check(cuda_gl().register_buffer(&resource_, name, CU_GRAPHICS_REGISTER_FLAGS_NONE),
              "register a buffer with CUDA");
    }
    void image(unsigned name) {
        const ContextScope scope(cuda_->context());
        context_.make_current();
        check(cuda_gl().register_image(&resource_, name, GL_TEXTURE_2D,
                                       CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST),
              "register a texture with CUDA");
    }

    CUgraphicsResource get() const noexcept { return resource_; }
    driver::cuda::CudaBackend& cuda() const noexcept { return *cuda_; }

private:
    std::shared_ptr<driver::Backend> backend_;  // keeps cuda_
    driver::cuda::CudaBackend* cuda_;
    gl::Context context_;
    CUgraphicsResource resource_ = nullptr;
};

class RegisteredBuffer final : public Bridge {
public:
    RegisteredBuffer(const Device& device, const gl::RawBuffer& buffer)
        : registration_(device, buffer.context()) {
        registration_.buffer(buffer.native());
    }

    void map(driver::Stream&) override {
        const ContextScope scope(registration_.cuda().context());
        std::size_t size_bytes = 0;
        CUdeviceptr pointer = 0;
        check(cuda_gl().mapped_pointer(&pointer, &size_bytes, registration_.get()),
              "find a mapped buffer");
        address_ = reinterpret_cast<void*>(pointer);
    }
    // The driver's unmap orders all; there is nothing to wait for.
    void unmap(driver::Stream&) override {}
    void give_to_gl() override {}
    void* address() const noexcept override { return address_; }
    void* graphics_resource() const noexcept override { return registration_.get(); }

private:
    Registration registration_;
    void* address_ = nullptr;
};

class RegisteredTexture final : public Bridge {
public:
    RegisteredTexture(const Device& device, const gl::Texture2D& texture)
        : registration_(device, texture.context()),
          image_{.shape = {.width = static_cast<unsigned>(texture.width()),
                           .height = static_cast<unsigned>(texture.height()),
                           .format = texture.format()}} {
        registration_.image(texture.native());
    }
    ~RegisteredTexture() override { drop_surface(); }
    RegisteredTexture(const RegisteredTexture&) = delete;
    RegisteredTexture& operator=(const RegisteredTexture&) = delete;

    // The driver may hand out another array at each map, though it rarely does.
    void map(driver::Stream&) override {
        const ContextScope scope(registration_.cuda().context());
        CUarray array = nullptr;
        check(cuda_gl().mapped_array(&array, registration_.get(), 0, 0), "find a mapped texture");
        if (array == image_.data) return;
        drop_surface();
        image_.data = array;
        surface_ = registration_.cuda().create_surface(image_);
    }
    void unmap(driver::Stream&) override {}
    void give_to_gl() override {}
    driver::ImageMemory image() const noexcept override { return image_; }
    std::uint64_t surface() const noexcept override { return surface_; }
    void* graphics_resource() const noexcept override { return registration_.get(); }

private:
    void drop_surface() noexcept {
        if (surface_) registration_.cuda().destroy_surface(std::exchange(surface_, 0));
    }

    Registration registration_;
    driver::ImageMemory image_;
    std::uint64_t surface_ = 0;
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

BufferBridge registered_buffer(const Device& device, const gl::Context& context,
                               std::size_t size_bytes) {
    gl::RawBuffer buffer(context, size_bytes);
    auto bridge = std::make_unique<RegisteredBuffer>(device, buffer);
    return {std::move(buffer), std::move(bridge)};
}

TextureBridge registered_texture(const Device& device, const gl::Context& context,
                                 const gl::TextureOptions& options) {
    gl::Texture2D texture(context, options);
    auto bridge = std::make_unique<RegisteredTexture>(device, texture);
    return {std::move(texture), std::move(bridge)};
}

}  // namespace glint::interop
