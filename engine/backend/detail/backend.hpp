// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/detail/block_copy.hpp>
#include <glint/backend/detail/kernel_backend.hpp>
#include <glint/backend/detail/memory_services.hpp>
#include <glint/backend/detail/owned_objects.hpp>
#include <glint/backend/detail/partition_backend.hpp>
#include <glint/backend/detail/tensor_map_layout.hpp>
#include <glint/backend/device_attribute.hpp>
#include <glint/backend/device_settings.hpp>
#include <glint/backend/image.hpp>
#include <glint/backend/module_options.hpp>
#include <glint/backend/stream_options.hpp>
#include <glint/base/error.hpp>

/// The interface that a backend (CUDA, the CPU) implements. Users hold `Device`, `Stream`,
/// `Module`... instead, which are thin values over these classes.
namespace glint::detail {
class PoolAccount;
}

namespace glint::driver {

enum class BackendKind { cuda, cpu };

/// Returns the name by which Device::open() finds a device of this kind.
constexpr const char* to_string(BackendKind kind) {
    return kind == BackendKind::cuda ? "cuda" : "cpu";
}

using Uuid = std::array<std::uint8_t, 16>;

/// 9.0 for an H100. Describes features, not speed.
struct ComputeCapability {
    unsigned major = 0;
    unsigned minor = 0;

    friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};

struct DeviceInfo {
    BackendKind kind = BackendKind::cpu;
    int ordinal = 0;           ///< the driver's index; 0 on the CPU
    std::string name;          ///< the vendor's spelling
    std::string architecture;  ///< the compile target: "sm_90", or the CPU's model
    Uuid uuid{};
    std::size_t memory_bytes = 0;
    unsigned multiprocessors = 0;  ///< worker threads on the CPU
    unsigned warp_size = 32;
    unsigned max_threads_per_block = 1024;
    Dim3 max_block{1024, 1024, 64};
    Dim3 max_grid{2147483647u, 65535, 65535};
    std::size_t max_shared_bytes_per_block = 48 * 1024;
    ImageLimits images{};

    // Hardware properties; 0 if unknown to the backend or not applicable.
    ComputeCapability compute_capability{};  ///< 0.0 on the CPU
    std::string pci_bus_id{};                ///< "0000:3b:00.0"; empty on the CPU
    std::uint64_t clock_hz = 0;              ///< maximum; on the CPU only if the system reports it
    std::size_t l2_bytes = 0;                ///< per core on the CPU
    std::size_t l3_bytes = 0;                ///< CPU only
    unsigned vector_bytes = 0;               ///< size of a SIMD register; CPU only
    unsigned max_threads_per_multiprocessor = 0;
    unsigned registers_per_multiprocessor = 0;  ///< 32-bit registers
    std::size_t shared_bytes_per_multiprocessor = 0;
    unsigned async_engines = 0;   ///< number of copies that can overlap with kernels
    bool integrated = false;      ///< shares the host's memory; true for the CPU
    bool has_ecc = false;         ///< error correction is on; unknown for the CPU
    bool managed_memory = false;  ///< host and kernels can dereference the same pointers
    bool cooperative_launch = false;
    bool cluster_launch = false;
};

enum class CopyDirection { host_to_device, device_to_host, device_to_device };

class Event {
public:
    virtual ~Event() = default;
    virtual void synchronize() = 0;
    virtual bool is_done() = 0;
    virtual bool has_timing() const noexcept = 0;
    /// Device time from `start` to this event, in seconds. Both events must be done.
    virtual double seconds_since(Event& start) = 0;
    virtual void* native() const noexcept = 0;
};

class Module {
public:
    struct Global {
        void* address = nullptr;
        std::size_t size_bytes = 0;
    };

    virtual ~Module() = default;
    /// Returns the kernel with this symbol, or nullptr. The module owns it.
    virtual Kernel* find_kernel(std::string_view symbol) = 0;
    /// Symbols of all kernels (mangled unless extern "C").
    virtual std::vector<std::string> kernel_symbols() = 0;
    /// Returns a `__device__` or `__constant__` variable by its symbol; address is nullptr if
    /// absent.
    virtual Global find_global(std::string_view symbol) = 0;
    /// Symbols of all such variables. Throws Error(unsupported) if the backend cannot list them.
    virtual std::vector<std::string> global_symbols() = 0;
};

class CaptureScope;

/// An in-order queue of work. All calls except `synchronize` and `is_done` return immediately and
/// copy their arguments (but not the memory that pointers refer to).
class Stream {
public:
    virtual ~Stream() = default;
    virtual void synchronize() = 0;
    /// Waits like `synchronize`, but leaves errors for the next `synchronize`; for destructors.
    /// Returns immediately where waiting is impossible: in a capture, or on the queue's own thread.
    virtual void drain() noexcept = 0;
    virtual bool is_done() = 0;
    virtual void copy(void* to, const void* from, std::size_t size_bytes, CopyDirection) = 0;
    /// Sets `count` elements of `element_bytes` (1, 2 or 4) to the low bytes of `pattern`.
    virtual void fill(void* to, std::uint32_t pattern, std::size_t element_bytes,
                      std::size_t count) = 0;
    virtual void copy_block(const BlockCopy& copy) = 0;
    virtual void fill_block(const BlockFill& fill) = 0;
    /// Copies a whole single-level image to host rows of `pitch_bytes`; slices follow each other
    /// without gaps.
    void copy_to_host(void* to, std::size_t pitch_bytes, const ImageMemory& from) {
        copy_block({.to = rows_for(from.shape, to, pitch_bytes),
                    .from = Texels{.image = from},
                    .extent = extent_in_bytes(from.shape)});
    }
    void copy_from_host(const ImageMemory& to, const void* from, std::size_t pitch_bytes) {
        copy_block({.to = Texels{.image = to},
                    .from = rows_for(to.shape, const_cast<void*>(from), pitch_bytes),
                    .extent = extent_in_bytes(to.shape)});
    }
    /// Allocates device memory for work queued on this stream from now until `release_temporary`;
    /// does not wait. Aligned to 256 bytes, uninitialized. Throws Error(out_of_memory).
    virtual void* allocate_temporary(std::size_t size_bytes) = 0;
    /// Frees the memory once all work queued so far is done.
    virtual void release_temporary(void* address) noexcept = 0;
    virtual void record(Event& event) = 0;
    virtual void wait(Event& event) = 0;
    /// `arguments[i]` points to the value of parameter i. Keeps `module` until the kernel has run.
    virtual void launch(const std::shared_ptr<Module>& module, Kernel& kernel,
                        const LaunchShape& shape, std::span<void* const> arguments) = 0;
    /// Runs `function` on a host thread once all earlier work is done. It must not call the driver;
    /// the next `synchronize` rethrows its exceptions.
    virtual void call(std::function<void()> function) = 0;
    /// See StreamOptions; 0 if the device has no priorities.
    virtual int priority() const = 0;
    /// Number of multiprocessors that its kernels are limited to, or 0 if they may use all.
    virtual unsigned multiprocessors() const noexcept = 0;
    /// Returns true if queued work becomes part of a graph.
    virtual bool is_captured() const = 0;
    /// Marks the point after all work queued so far.
    virtual std::unique_ptr<Mark> mark() = 0;
    virtual void* native() const noexcept = 0;
    /// Scope of the capture that the stream takes part in, or nullptr.
    virtual std::shared_ptr<CaptureScope> capture_scope() const = 0;
};

/// Holds a device's default pool, created on first use.
struct PoolSlot {
    std::mutex mutex;
    std::shared_ptr<detail::PoolAccount> account;
};

class Graph;

/// An open device. Objects that it creates keep it alive. Functions that the device does not
/// support throw Error(unsupported).
class Backend : public std::enable_shared_from_this<Backend> {
public:
    virtual ~Backend() = default;
    virtual const DeviceInfo& info() const noexcept = 0;
    virtual std::size_t free_memory_bytes() const = 0;
    virtual void synchronize() = 0;

    /// See the Device functions that call these.
    virtual std::optional<int> attribute(DeviceAttribute which) const = 0;
    virtual bool is_lost() const noexcept = 0;
    /// Returns the backend that replaces this one. If it is a different backend, this backend's
    /// objects become invalid.
    virtual std::shared_ptr<Backend> reset() = 0;
    /// CUcontext on CUDA, else nullptr.
    virtual void* native() const noexcept = 0;
    /// Returns nullptr if the backend has no settings.
    virtual ContextSettings* settings() noexcept = 0;

    /// Allocates memory, aligned to 256 bytes and uninitialized. Throws Error(out_of_memory).
    virtual void* allocate(std::size_t size_bytes, MemoryKind kind) = 0;
    virtual void release(void* address, MemoryKind kind) noexcept = 0;
    /// Returns why these bytes cannot be copied or filled as memory of this device or, for the host
    /// side, of the host. Returns nullopt if they can, as far as a quick check can tell. `address`
    /// must not be null.
    virtual std::optional<std::string> memory_fault(const void* address, std::size_t size_bytes,
                                                    MemorySide side) const = 0;
    /// Returns why kernels cannot access these bytes, or nullopt. Memory that peers share with this
    /// device is allowed. Used for launches: a result of nullopt may be cached until the memory is
    /// freed through this backend.
    virtual std::optional<std::string> launch_fault(const void* address,
                                                    std::size_t size_bytes) const = 0;
    virtual MemoryServices& memory() noexcept = 0;
    PoolSlot& default_pool() noexcept { return default_pool_; }

    virtual ImageMemory allocate_image(const ImageShape& shape) = 0;
    virtual void release_image(const ImageMemory& image) noexcept = 0;
    /// Wraps an image that other code created and owns: a CUarray, or for `levels` above 1 a
    /// CUmipmappedArray with that many levels. Throws Error(unsupported) for a channel format that
    /// TexelFormat does not cover.
    virtual ImageMemory foreign_image(void* native, unsigned levels) = 0;
    /// Returns one level as a single-level image, valid as long as the whole image.
    virtual ImageMemory image_level(const ImageMemory& image, unsigned level) = 0;
    /// Returns a handle that kernels take as `cudaSurfaceObject_t`; `image` must have one level.
    virtual std::uint64_t create_surface(const ImageMemory& image) = 0;
    virtual void destroy_surface(std::uint64_t surface) noexcept = 0;
    /// Returns a handle that kernels take as `cudaTextureObject_t`.
    virtual std::uint64_t create_texture(const ImageMemory& image,
                                         const TextureOptions& options) = 0;
    /// Waits for work that may still read through the texture.
    virtual void destroy_texture(std::uint64_t texture) noexcept = 0;

    virtual StreamPriorities stream_priorities() const = 0;
    virtual std::unique_ptr<Stream> create_stream(const StreamOptions& options) = 0;
    virtual std::unique_ptr<Event> create_event(const EventOptions& options) = 0;
    /// Wraps a driver stream or event that is owned elsewhere.
    virtual std::unique_ptr<Stream> wrap_stream(void* native) = 0;
    virtual std::unique_ptr<Event> wrap_event(void* native) = 0;
    /// Returns a default stream: the legacy one, which synchronizes with other streams, or the
    /// calling thread's own.
    virtual std::unique_ptr<Stream> default_stream(bool of_thread) = 0;
    virtual std::shared_ptr<Graph> create_graph() = 0;
    /// `image` is the output of the compiler layer for this device.
    virtual std::shared_ptr<Module> load_module(std::span<const std::byte> image,
                                                const ModuleOptions& options = {}) = 0;
    /// Loads code that is part of this device; the module does not keep the device open.
    virtual std::shared_ptr<Module> load_owned_module(std::span<const std::byte> image) = 0;
    /// Returns an object of type T that lives as long as this device, created on first use. It must
    /// not keep the device open.
    template <class T>
    T& owned() {
        return owned_.get<T>();
    }
    /// Links `parts`, none of which may be LTO-IR, to a cubin for this device.
    virtual std::vector<std::byte> link(std::span<const LinkPart> parts,
                                        const ModuleOptions& options) = 0;

    /// See partition.hpp.
    virtual PartitionParts partition(unsigned multiprocessors, unsigned groups) = 0;
    /// See tensor_map.hpp; the caller has checked `layout`.
    virtual TensorMapBytes encode_tensor_map(const TensorMapLayout& layout) = 0;

protected:
    /// Destructors call this while the device still works; frees the objects that it owns.
    void close_owned() noexcept {
        owned_.clear();
        default_pool_.account.reset();
    }

private:
    PoolSlot default_pool_;
    OwnedObjects owned_;
};

}  // namespace glint::driver
