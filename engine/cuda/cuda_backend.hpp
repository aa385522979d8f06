// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <glint/backend/detail/backend.hpp>
#include <glint/cuda/api.hpp>
#include <glint/cuda/context_life.hpp>
#include <glint/cuda/cuda_fault.hpp>
#include <glint/cuda/cuda_images.hpp>
#include <glint/cuda/cuda_memory.hpp>
#include <glint/cuda/host_calls.hpp>
#include <glint/cuda/known_memory.hpp>

namespace glint::driver::cuda {

CUdevice device_at(int ordinal);
DeviceInfo describe(int ordinal);
/// Returns the value of an attribute. Throws the driver's error, for example for an attribute that
/// the driver does not know.
int device_attribute(CUdevice device, CUdevice_attribute which);
/// Returns the value of an attribute, or nullopt if the driver does not know the attribute.
std::optional<int> find_attribute(CUdevice device, CUdevice_attribute which);

/// The primary context of a GPU, or a context that other code created.
///
/// After a kernel has failed in the context, or after a reset, `context` throws. From then on, no
/// driver function may be called for the objects created here, and the destructors of these objects
/// do nothing.
class CudaBackend final : public Backend, private ContextSettings {
public:
    /// Retains the primary context of a GPU.
    explicit CudaBackend(int ordinal);
    /// Uses a context of this GPU that other code owns.
    CudaBackend(int ordinal, CUcontext adopted);
    ~CudaBackend() override;
    CudaBackend(const CudaBackend&) = delete;
    CudaBackend& operator=(const CudaBackend&) = delete;

    const DeviceInfo& info() const noexcept override { return info_; }
    std::size_t free_memory_bytes() const override;
    void synchronize() override;

    void* allocate(std::size_t size_bytes, MemoryKind kind) override;
    void release(void* address, MemoryKind kind) noexcept override;
    /// For device memory, queries the driver. For host memory, checks that the address is mapped.
    std::optional<std::string> memory_fault(const void* address, std::size_t size_bytes,
                                            MemorySide side) const override;
    /// Queries the driver only once for the same bytes, until memory is freed.
    std::optional<std::string> launch_fault(const void* address,
                                            std::size_t size_bytes) const override;
    MemoryServices& memory() noexcept override { return memory_; }
    ImageMemory allocate_image(const ImageShape& shape) override;
    void release_image(const ImageMemory& image) noexcept override;
    ImageMemory foreign_image(void* native, unsigned levels) override;
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
    std::shared_ptr<Module> load_owned_module(std::span<const std::byte> image) override;
    std::shared_ptr<Module> load_module(std::span<const std::byte> image,
                                        const ModuleOptions& options) override;
    std::vector<std::byte> link(std::span<const LinkPart> parts,
                                const ModuleOptions& options) override;
    PartitionParts partition(unsigned multiprocessors, unsigned groups) override;
    TensorMapBytes encode_tensor_map(const TensorMapLayout& layout) override;

    std::optional<int> attribute(DeviceAttribute which) const override;
    bool is_lost() const noexcept override { return life_.has_ended(); }
    std::shared_ptr<Backend> reset() override;
    void* native() const noexcept override { return context_; }
    ContextSettings* settings() noexcept override { return this; }

    /// Creates an object that stores exceptions of a stream's or graph's host functions.
    /// `synchronize` of this backend also rethrows these exceptions.
    std::shared_ptr<HostFailures> create_failures();

    /// Adds `more` to the number of captures in progress. During a capture, waiting for the device
    /// is impossible.
    void count_captures(int more) noexcept { captures_ += more; }

    /// Returns the context. Throws Error(device_lost) after a kernel has failed in it, or after a
    /// reset.
    CUcontext context() const {
        if (life_.has_ended()) [[unlikely]]
            life_.throw_ended();
        return context_;
    }
    CUdevice device() const noexcept { return device_; }
    bool is_adopted() const noexcept { return is_adopted_; }
    FaultRecord& faults() noexcept { return faults_; }
    /// Cache of memory that kernels can access. Code that frees memory must call its `forget`
    /// function.
    KnownMemory& known_memory() const noexcept { return known_memory_; }

    /// Ends the use of the context after a failure. The first call throws Error(launch), naming the
    /// kernels that may have failed. Later calls throw Error(device_lost).
    [[noreturn]] void fail_for_good(CUresult result, std::string_view operation,
                                    std::source_location place);
    /// Waits for the context's work and ends the use of the context. Returns true if this object
    /// has retained the primary context until now.
    bool retire();
    /// Returns true while this object retains the primary context. Returns false for an adopted
    /// context and after a reset.
    bool is_retained() const noexcept { return is_retained_; }

    std::shared_ptr<CudaBackend> self();
    std::vector<std::shared_ptr<HostFailures>> live_failures();
    /// Marks the context as ended. Returns true only for the first call.
    bool end_by(CUresult result, const std::string& suspects);

    std::size_t limit(DeviceLimit which) const override;
    void set_limit(DeviceLimit which, std::size_t value) override;
    CachePreference cache_preference() const override;
    void set_cache_preference(CachePreference preference) override;

private:
    CUdevice device_;
    CUcontext context_ = nullptr;
    DeviceInfo info_;
    bool is_adopted_ = false;
    FaultRecord faults_;
    ContextLife life_;
    std::atomic<bool> is_retained_ = false;
    std::atomic<int> captures_ = 0;
    std::mutex mutex_;
    std::vector<std::weak_ptr<HostFailures>> failures_;
    CudaMemory memory_{*this};
    mutable KnownMemory known_memory_;
};

/// Returns the backend of this thread's current context, or null if the context does not belong to
/// glint.
std::shared_ptr<CudaBackend> current_backend();

}  // namespace glint::driver::cuda
