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

/// What a backend (CUDA, the CPU) implements. Users hold `Device`, `Stream`, `Module`...
/// instead, which are thin values over these.
namespace glint::detail {
class PoolAccount;
}

namespace glint::driver {

enum class BackendKind { cuda, cpu };

/// By which Device::open() finds a device of the kind.
constexpr const char* to_string(BackendKind kind) {
    return kind == BackendKind::cuda ? "cuda" : "cpu";
}

using Uuid = std::array<std::uint8_t, 16>;

/// 9.0 for an H100. What a GPU can do, not how fast it is.
struct ComputeCapability {
    unsigned major = 0;
    unsigned minor = 0;

    friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};

struct DeviceInfo {
    BackendKind kind = BackendKind::cpu;
    int ordinal = 0;           ///< the driver's index; 0 on the CPU
    std::string name;          ///< as the vendor writes it
    std::string architecture;  ///< what kernels are compiled for: "sm_90", or the CPU's model
    Uuid uuid{};
    std::size_t memory_bytes = 0;
    unsigned multiprocessors = 0;  ///< worker threads on the CPU
    unsigned warp_size = 32;
    unsigned max_threads_per_block = 1024;
    Dim3 max_block{1024, 1024, 64};
    Dim3 max_grid{2147483647u, 65535, 65535};
    std::size_t max_shared_bytes_per_block = 48 * 1024;
    ImageLimits images{};

    // Facts of the hardware; 0 where the backend does not know or has no such thing.
    ComputeCapability compute_capability{};  ///< 0.0 on the CPU
    std::string pci_bus_id{};                ///< "0000:3b:00.0"; empty on the CPU
    std::uint64_t clock_hz = 0;              ///< the highest; of the CPU where the system tells
    std::size_t l2_bytes = 0;                ///< of one core on the CPU
    std::size_t l3_bytes = 0;                ///< of the CPU
    unsigned vector_bytes = 0;               ///< of one SIMD register of the CPU
    unsigned max_threads_per_multiprocessor = 0;
    unsigned registers_per_multiprocessor = 0;  ///< of 32 bits
    std::size_t shared_bytes_per_multiprocessor = 0;
    unsigned async_engines = 0;   ///< copies that run beside kernels
    bool integrated = false;      ///< shares the host's memory, as the CPU does
    bool has_ecc = false;         ///< error correction is on; not known of the CPU
    bool managed_memory = false;  ///< memory that host and kernels both follow pointers into
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
    /// Time on the device from `start` to this event, in seconds. Both must be done.
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
    /// The kernel with this symbol, or nullptr. Owned by the module.
    virtual Kernel* find_kernel(std::string_view symbol) = 0;
    /// Symbols of all kernels (mangled unless extern "C").
    virtual std::vector<std::string> kernel_symbols() = 0;
    /// A `__device__` or `__constant__` variable by its symbol; address nullptr if absent.
    virtual Global find_global(std::string_view symbol) = 0;
    /// Symbols of all such variables. Throws Error(unsupported) where the backend cannot tell.
    virtual std::vector<std::string> global_symbols() = 0;
};

class CaptureScope;

/// An in-order queue of work. Every call but `synchronize` and `is_done` returns at once, and
/// copies what it needs of its arguments (not what pointers point to).
class Stream {
public:
    virtual ~Stream() = default;
    virtual void synchronize() = 0;
    /// Waits as `synchronize` does, which still throws what failed: for destructors. At once where
    /// nobody can wait, in a capture or on a thread of the queue's own.
    virtual void drain() noexcept = 0;
    virtual bool is_done() = 0;
    virtual void copy(void* to, const void* from, std::size_t size_bytes, CopyDirection) = 0;
    /// `count` elements of `element_bytes` (1, 2 or 4), each set to the low bytes of `pattern`.
    virtual void fill(void* to, std::uint32_t pattern, std::size_t element_bytes,
                      std::size_t count) = 0;
    virtual void copy_block(const BlockCopy& copy) = 0;
    virtual void fill_block(const BlockFill& fill) = 0;
    /// All of an image of one level, to or from rows of `pitch_bytes` on the host, in slices of as
    /// many rows as they have.
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
    /// Device memory for work that is queued on this stream later, until `release_temporary`, which
    /// does not wait. Aligned to 256 bytes, not initialised. Throws Error(out_of_memory).
    virtual void* allocate_temporary(std::size_t size_bytes) = 0;
    /// Frees it once the work queued so far is done.
    virtual void release_temporary(void* address) noexcept = 0;
    virtual void record(Event& event) = 0;
    virtual void wait(Event& event) = 0;
    /// `arguments[i]` points to the value of parameter i. `module` is kept until the kernel ran.
    virtual void launch(const std::shared_ptr<Module>& module, Kernel& kernel,
                        const LaunchShape& shape, std::span<void* const> arguments) = 0;
    /// Runs `function` on a host thread once all earlier work is done. It must not call the
    /// driver; what it throws comes out of the next `synchronize`.
    virtual void call(std::function<void()> function) = 0;
    /// See StreamOptions; 0 where a device has none.
    virtual int priority() const = 0;
    /// How many multiprocessors its kernels run on, if not on all of the device; else 0.
    virtual unsigned multiprocessors() const noexcept = 0;
    /// Whether what is queued becomes part of a graph.
    virtual bool is_captured() const = 0;
    /// The place behind all that is queued now.
    virtual std::unique_ptr<Mark> mark() = 0;
    virtual void* native() const noexcept = 0;
    /// Of the capture that the stream takes part in; nullptr if in none.
    virtual std::shared_ptr<CaptureScope> capture_scope() const = 0;
};

/// The pool that a device's own is made in, when it is first asked for.
struct PoolSlot {
    std::mutex mutex;
    std::shared_ptr<detail::PoolAccount> account;
};

class Graph;

/// One open device. Objects made by it keep it alive. What a device has not throws
/// Error(unsupported).
class Backend : public std::enable_shared_from_this<Backend> {
public:
    virtual ~Backend() = default;
    virtual const DeviceInfo& info() const noexcept = 0;
    virtual std::size_t free_memory_bytes() const = 0;
    virtual void synchronize() = 0;

    /// See Device, whose functions these serve.
    virtual std::optional<int> attribute(DeviceAttribute which) const = 0;
    virtual bool is_lost() const noexcept = 0;
    /// The backend that takes this one's place, whose objects are dead then unless it is this one.
    virtual std::shared_ptr<Backend> reset() = 0;
    /// CUcontext on CUDA, else nullptr.
    virtual void* native() const noexcept = 0;
    /// nullptr where there is nothing to set.
    virtual ContextSettings* settings() noexcept = 0;

    /// Aligned to 256 bytes, not initialised. Throws Error(out_of_memory).
    virtual void* allocate(std::size_t size_bytes, MemoryKind kind) = 0;
    virtual void release(void* address, MemoryKind kind) noexcept = 0;
    /// Why these bytes cannot be copied or filled as this device's memory or, on the host's side,
    /// the host's; nothing if they can, as far as can be told at once. `address` is not null.
    virtual std::optional<std::string> memory_fault(const void* address, std::size_t size_bytes,
                                                    MemorySide side) const = 0;
    /// Why kernels cannot use these bytes, which may also be what peers open to them; nothing if
    /// they can. For launches: what was found good may be remembered until it is freed here.
    virtual std::optional<std::string> launch_fault(const void* address,
                                                    std::size_t size_bytes) const = 0;
    virtual MemoryServices& memory() noexcept = 0;
    PoolSlot& default_pool() noexcept { return default_pool_; }

    virtual ImageMemory allocate_image(const ImageShape& shape) = 0;
    virtual void release_image(const ImageMemory& image) noexcept = 0;
    /// An image that other code made and owns: a CUarray, or with `levels` above 1 a
    /// CUmipmappedArray of so many. Throws Error(unsupported) for channels that none of ours has.
    virtual ImageMemory foreign_image(void* native, unsigned levels) = 0;
    /// One level of an image, as an image of one level that lives as long as the whole.
    virtual ImageMemory image_level(const ImageMemory& image, unsigned level) = 0;
    /// A handle that kernels take as `cudaSurfaceObject_t`, of an image of one level.
    virtual std::uint64_t create_surface(const ImageMemory& image) = 0;
    virtual void destroy_surface(std::uint64_t surface) noexcept = 0;
    /// A handle that kernels take as `cudaTextureObject_t`.
    virtual std::uint64_t create_texture(const ImageMemory& image,
                                         const TextureOptions& options) = 0;
    /// Waits for the work that may still read through it.
    virtual void destroy_texture(std::uint64_t texture) noexcept = 0;

    virtual StreamPriorities stream_priorities() const = 0;
    virtual std::unique_ptr<Stream> create_stream(const StreamOptions& options) = 0;
    virtual std::unique_ptr<Event> create_event(const EventOptions& options) = 0;
    /// A stream or event of the driver's that somebody else owns and keeps.
    virtual std::unique_ptr<Stream> wrap_stream(void* native) = 0;
    virtual std::unique_ptr<Event> wrap_event(void* native) = 0;
    /// The streams that every program has: the one that others wait for, and each thread's own.
    virtual std::unique_ptr<Stream> default_stream(bool of_thread) = 0;
    virtual std::shared_ptr<Graph> create_graph() = 0;
    /// `image` is what the compiler layer made for this device.
    virtual std::shared_ptr<Module> load_module(std::span<const std::byte> image,
                                                const ModuleOptions& options = {}) = 0;
    /// Loads code that belongs to this device itself, which it does not keep open.
    virtual std::shared_ptr<Module> load_owned_module(std::span<const std::byte> image) = 0;
    /// The T that lives as long as this device, made when it is first asked for. It must not keep
    /// the device open.
    template <class T>
    T& owned() {
        return owned_.get<T>();
    }
    /// Links `parts`, none of them LTO-IR, to a cubin for this device.
    virtual std::vector<std::byte> link(std::span<const LinkPart> parts,
                                        const ModuleOptions& options) = 0;

    /// See partition.hpp.
    virtual PartitionParts partition(unsigned multiprocessors, unsigned groups) = 0;
    /// See tensor_map.hpp; `layout` was checked.
    virtual TensorMapBytes encode_tensor_map(const TensorMapLayout& layout) = 0;

protected:
    /// To be called by destructors while the device still works: frees what belongs to it.
    void close_owned() noexcept {
        owned_.clear();
        default_pool_.account.reset();
    }

private:
    PoolSlot default_pool_;
    OwnedObjects owned_;
};

}  // namespace glint::driver
