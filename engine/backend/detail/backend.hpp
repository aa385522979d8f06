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

/// The interface that a backend (CUDA or the CPU) implements. User code holds `Device`, `Stream`,
/// `Module` and similar objects, which are thin wrappers of these classes.
namespace glint::detail {
class PoolAccount;
}

namespace glint::driver {

enum class BackendKind { cuda, cpu };

/// Returns the name by which Device::open() selects this kind of device: "cuda" or "cpu".
constexpr const char* to_string(BackendKind kind) {
    return kind == BackendKind::cuda ? "cuda" : "cpu";
}

using Uuid = std::array<std::uint8_t, 16>;

/// The compute capability of a GPU, such as 9.0 for an H100. It identifies features, not speed.
struct ComputeCapability {
    unsigned major = 0;
    unsigned minor = 0;

    friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};

struct DeviceInfo {
    BackendKind kind = BackendKind::cpu;
    int ordinal = 0;           ///< index of the device in the driver; 0 on the CPU
    std::string name;          ///< as the vendor spells it
    std::string architecture;  ///< the compile target: "sm_90", or the CPU's model
    Uuid uuid{};
    std::size_t memory_bytes = 0;
    unsigned multiprocessors = 0;  ///< number of SMs; on the CPU, number of worker threads
    unsigned warp_size = 32;
    unsigned max_threads_per_block = 1024;
    Dim3 max_block{1024, 1024, 64};
    Dim3 max_grid{2147483647u, 65535, 65535};
    std::size_t max_shared_bytes_per_block = 48 * 1024;
    ImageLimits images{};

    // Hardware properties. A value is 0 if the backend does not know it or if it does not apply.
    ComputeCapability compute_capability{};  ///< 0.0 on the CPU
    std::string pci_bus_id{};                ///< "0000:3b:00.0"; empty on the CPU
    std::uint64_t clock_hz = 0;              ///< maximum; on the CPU, 0 if not reported
    std::size_t l2_bytes = 0;                ///< size of the L2 cache; on the CPU, per core
    std::size_t l3_bytes = 0;                ///< size of the L3 cache; CPU only
    unsigned vector_bytes = 0;               ///< size of a SIMD register; CPU only
    unsigned max_threads_per_multiprocessor = 0;
    unsigned registers_per_multiprocessor = 0;  ///< 32-bit registers
    std::size_t shared_bytes_per_multiprocessor = 0;
    unsigned async_engines = 0;   ///< number of copies that can overlap with kernels
    bool integrated = false;      ///< true if the device shares the host's memory, as the CPU does
    bool has_ecc = false;         ///< true if error correction is on; false on the CPU
    bool managed_memory = false;  ///< true if the host and kernels can use the same pointers
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
    /// Returns the time on the device from `start` to this event, in seconds. Both must be done.
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
    /// Returns the symbols of all kernels. They are mangled, except those of extern "C" kernels.
    virtual std::vector<std::string> kernel_symbols() = 0;
    /// Returns a `__device__` or `__constant__` variable by its symbol. If the symbol does not
    /// exist, `address` is nullptr.
    virtual Global find_global(std::string_view symbol) = 0;
    /// Returns the symbols of all such variables. Throws Error(unsupported) if the backend cannot.
    virtual std::vector<std::string> global_symbols() = 0;
};

class CaptureScope;

/// An in-order queue of work. All functions except `synchronize` and `is_done` return immediately.
/// They copy their arguments, but not the memory that pointers refer to.
class Stream {
public:
    virtual ~Stream() = default;
    virtual void synchronize() = 0;
    /// Waits like `synchronize`, but throws nothing: the next `synchronize` reports the errors.
    /// Destructors call this function. Returns immediately if waiting is impossible: in a capture,
    /// or on the queue's own thread.
    virtual void drain() noexcept = 0;
    virtual bool is_done() = 0;
    virtual void copy(void* to, const void* from, std::size_t size_bytes, CopyDirection) = 0;
    /// Sets `count` elements of 1, 2 or 4 bytes (`element_bytes`) to the low bytes of `pattern`.
    virtual void fill(void* to, std::uint32_t pattern, std::size_t element_bytes,
                      std::size_t count) = 0;
    virtual void copy_block(const BlockCopy& copy) = 0;
    virtual void fill_block(const BlockFill& fill) = 0;
    /// Copies a whole image with one mipmap level to host memory. Rows are `pitch_bytes` apart, and
    /// slices follow each other without gaps.
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
    /// Allocates device memory for work that is queued on this stream before `release_temporary`;
    /// does not wait. The memory is aligned to 256 bytes and uninitialized. Throws
    /// Error(out_of_memory).
    virtual void* allocate_temporary(std::size_t size_bytes) = 0;
    /// Frees memory from `allocate_temporary` after all work that is queued so far; does not wait.
    virtual void release_temporary(void* address) noexcept = 0;
    virtual void record(Event& event) = 0;
    virtual void wait(Event& event) = 0;
    /// Queues a kernel. `arguments[i]` points to parameter i. Keeps `module` alive until the kernel
    /// is done.
    virtual void launch(const std::shared_ptr<Module>& module, Kernel& kernel,
                        const LaunchShape& shape, std::span<void* const> arguments) = 0;
    /// Runs `function` on a host thread after all earlier work. The function must not call the
    /// driver. If it throws, the next `synchronize` throws that exception.
    virtual void call(std::function<void()> function) = 0;
    /// Returns the priority (see StreamOptions), or 0 if the device does not support priorities.
    virtual int priority() const = 0;
    /// Returns the number of multiprocessors that kernels may use, or 0 if they may use all.
    virtual unsigned multiprocessors() const noexcept = 0;
    /// Returns true during a capture, in which queued work becomes part of a graph.
    virtual bool is_captured() const = 0;
    /// Returns a mark that is passed when all work queued so far is done.
    virtual std::unique_ptr<Mark> mark() = 0;
    virtual void* native() const noexcept = 0;
    /// Returns the scope of the capture that the stream takes part in, or nullptr.
    virtual std::shared_ptr<CaptureScope> capture_scope() const = 0;
};

/// Holds the default pool of a device. The pool is created on first use.
struct PoolSlot {
    std::mutex mutex;
    std::shared_ptr<detail::PoolAccount> account;
};

class Graph;

/// An open device. Objects that it creates keep the device open. A function throws
/// Error(unsupported) if the device does not support its operation.
class Backend : public std::enable_shared_from_this<Backend> {
public:
    virtual ~Backend() = default;
    virtual const DeviceInfo& info() const noexcept = 0;
    virtual std::size_t free_memory_bytes() const = 0;
    virtual void synchronize() = 0;

    /// Device::attribute(), Device::is_lost() and Device::reset() call these three functions.
    virtual std::optional<int> attribute(DeviceAttribute which) const = 0;
    virtual bool is_lost() const noexcept = 0;
    /// Resets the device and returns the backend to use afterwards. If that is a different object,
    /// all objects that this backend created become invalid.
    virtual std::shared_ptr<Backend> reset() = 0;
    /// Returns the CUcontext on CUDA, otherwise nullptr.
    virtual void* native() const noexcept = 0;
    /// Returns the settings of all work on the device, or nullptr if the backend has none.
    virtual ContextSettings* settings() noexcept = 0;

    /// Allocates memory, aligned to 256 bytes and uninitialized. Throws Error(out_of_memory).
    virtual void* allocate(std::size_t size_bytes, MemoryKind kind) = 0;
    virtual void release(void* address, MemoryKind kind) noexcept = 0;
    /// Checks whether these bytes are valid memory of `side` (this device or the host) for a copy
    /// or a fill. Returns the reason if they are not. Returns nullopt if a quick check finds no
    /// error. `address` must not be null.
    virtual std::optional<std::string> memory_fault(const void* address, std::size_t size_bytes,
                                                    MemorySide side) const = 0;
    /// Returns the reason why kernels cannot access these bytes, or nullopt if they can. Memory
    /// that peers share with this device is accessible. Callers may cache a result of nullopt until
    /// the memory is freed through this backend.
    virtual std::optional<std::string> launch_fault(const void* address,
                                                    std::size_t size_bytes) const = 0;
    virtual MemoryServices& memory() noexcept = 0;
    PoolSlot& default_pool() noexcept { return default_pool_; }

    virtual ImageMemory allocate_image(const ImageShape& shape) = 0;
    virtual void release_image(const ImageMemory& image) noexcept = 0;
    /// Wraps an image that other code created and owns: a CUarray, or, for `levels` > 1, a
    /// CUmipmappedArray with that many mipmap levels. Throws Error(unsupported) for a channel
    /// format that TexelFormat does not cover.
    virtual ImageMemory foreign_image(void* native, unsigned levels) = 0;
    /// Returns one mipmap level as an image. The result is valid as long as the whole image.
    virtual ImageMemory image_level(const ImageMemory& image, unsigned level) = 0;
    /// Returns a `cudaSurfaceObject_t` for kernels. `image` must have only one mipmap level.
    virtual std::uint64_t create_surface(const ImageMemory& image) = 0;
    virtual void destroy_surface(std::uint64_t surface) noexcept = 0;
    /// Returns a `cudaTextureObject_t` for kernels.
    virtual std::uint64_t create_texture(const ImageMemory& image,
                                         const TextureOptions& options) = 0;
    /// Destroys a texture, after waiting for all work that may still read through it.
    virtual void destroy_texture(std::uint64_t texture) noexcept = 0;

    virtual StreamPriorities stream_priorities() const = 0;
    virtual std::unique_ptr<Stream> create_stream(const StreamOptions& options) = 0;
    virtual std::unique_ptr<Event> create_event(const EventOptions& options) = 0;
    /// Wrap a driver's stream or event. The caller keeps ownership of it.
    virtual std::unique_ptr<Stream> wrap_stream(void* native) = 0;
    virtual std::unique_ptr<Event> wrap_event(void* native) = 0;
    /// Returns a default stream. If `of_thread` is true, this is the stream of the calling thread,
    /// otherwise the legacy stream, which synchronizes with other streams.
    virtual std::unique_ptr<Stream> default_stream(bool of_thread) = 0;
    virtual std::shared_ptr<Graph> create_graph() = 0;
    /// Loads code that the compiler layer created for this device.
    virtual std::shared_ptr<Module> load_module(std::span<const std::byte> image,
                                                const ModuleOptions& options = {}) = 0;
    /// Like load_module(), but the module does not keep the device open. Modules that the device
    /// itself owns are loaded with this function.
    virtual std::shared_ptr<Module> load_owned_module(std::span<const std::byte> image) = 0;
    /// Returns an object of type T that lives as long as this device and is created on first use.
    /// The object must not keep the device open.
    template <class T>
    T& owned() {
        return owned_.get<T>();
    }
    /// Links `parts` into a cubin for this device. None of them may be LTO-IR.
    virtual std::vector<std::byte> link(std::span<const LinkPart> parts,
                                        const ModuleOptions& options) = 0;

    /// Creates groups of multiprocessors; see partition.hpp.
    virtual PartitionParts partition(unsigned multiprocessors, unsigned groups) = 0;
    /// Returns a tensor map's descriptor; see tensor_map.hpp. The caller has checked `layout`.
    virtual TensorMapBytes encode_tensor_map(const TensorMapLayout& layout) = 0;

protected:
    /// Frees the owned objects. A backend's destructor calls this while the device still works.
    void close_owned() noexcept {
        owned_.clear();
        default_pool_.account.reset();
    }

private:
    PoolSlot default_pool_;
    OwnedObjects owned_;
};

}  // namespace glint::driver
