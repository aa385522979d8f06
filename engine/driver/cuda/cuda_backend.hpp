#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include <glint/driver/backend.hpp>
#include <glint/driver/cuda/api.hpp>
#include <glint/driver/cuda/cuda_images.hpp>
#include <glint/driver/cuda/host_calls.hpp>

namespace glint::driver::cuda {

CUdevice device_at(int ordinal);
DeviceInfo describe(int ordinal);

/// A GPU's primary context.
class CudaBackend final : public Backend {
public:
    explicit CudaBackend(int ordinal);
    ~CudaBackend() override;
    CudaBackend(const CudaBackend&) = delete;
    CudaBackend& operator=(const CudaBackend&) = delete;

    const DeviceInfo& info() const noexcept override { return info_; }
    std::size_t free_memory_bytes() const override;
    void synchronize() override;

    void* allocate(std::size_t size_bytes, MemoryKind kind) override;
    void release(void* address, MemoryKind kind) noexcept override;
    ImageMemory allocate_image(const ImageShape& shape) override;
    void release_image(const ImageMemory& image) noexcept override;
    ImageMemory image_level(const ImageMemory& image, unsigned level) override;
    std::uint64_t create_surface(const ImageMemory& image) override;
    void destroy_surface(std::uint64_t surface) noexcept override;
    std::uint64_t create_texture(const ImageMemory& image, const TextureOptions& options) override;
    void destroy_texture(std::uint64_t texture) noexcept override;

    StreamPriorities stream_priorities() const override;
    std::unique_ptr<Stream> create_stream(const StreamOptions& options) override;
    std::unique_ptr<Event> create_event(const EventOptions& options) override;
    std::unique_ptr<Stream> wrap_stream(void* native) override;
    std::unique_ptr<Event> wrap_event(void* native) override;
    std::unique_ptr<Stream> default_stream(bool of_thread) override;
    std::shared_ptr<Graph> create_graph() override;
    std::shared_ptr<Module> load_module(std::span<const std::byte> image) override;

    /// For the host functions of a stream or graph; `synchronize` asks it, too.
    std::shared_ptr<HostFailures> create_failures();

    /// While a stream is being captured, nobody can wait for the device.
    void count_captures(int more) noexcept { captures_ += more; }

    CUcontext context() const noexcept { return context_; }
    CUdevice device() const noexcept { return device_; }

private:
    std::shared_ptr<CudaBackend> self();
    std::vector<std::shared_ptr<HostFailures>> live_failures();

    CUdevice device_;
    CUcontext context_ = nullptr;
    DeviceInfo info_;
    std::atomic<int> captures_ = 0;
    std::mutex mutex_;
    std::vector<std::weak_ptr<HostFailures>> failures_;
};

}  // namespace glint::driver::cuda
