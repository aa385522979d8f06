#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/base/error.hpp>
#include <glint/driver/image.hpp>

/// What a backend (CUDA, the CPU) implements. Users hold `Device`, `Stream`, `Module`...
/// instead, which are thin values over these.
namespace glint::driver {

enum class BackendKind { cuda, cpu };

using Uuid = std::array<std::uint8_t, 16>;

struct Dim3 {
    unsigned x = 1;
    unsigned y = 1;
    unsigned z = 1;

    friend bool operator==(const Dim3&, const Dim3&) = default;
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
};

/// How many blocks of how many threads a launch starts.
struct LaunchShape {
    Dim3 grid{};
    Dim3 block{};
    std::size_t shared_bytes = 0;  ///< dynamic shared memory for each block
};

/// One kernel parameter as the compiled code knows it.
struct KernelParameter {
    std::size_t offset = 0;
    std::size_t size_bytes = 0;
    std::string type;  ///< as the source spells it; empty where the backend does not know
};

struct KernelInfo {
    std::string name;  ///< as the user asked for it
    std::vector<KernelParameter> parameters;
    /// Whether `parameters` is known (drivers before CUDA 12.4 do not tell).
    bool parameters_known = false;
    unsigned registers = 0;  ///< for each thread; 0 on the CPU
    std::size_t static_shared_bytes = 0;
    unsigned max_threads_per_block = 1024;
    /// How the kernel runs: "cubin" on CUDA. On the CPU "loops" or "fibres", whichever serves
    /// blocks of any shape, or what the program's options force; see Kernel::lowering.
    std::string lowering;
};

enum class MemoryKind {
    device,  ///< read and written by kernels
    pinned,  ///< page-locked host memory, which copies to and from asynchronously
};

enum class CopyDirection { host_to_device, device_to_host, device_to_device };

class Event {
public:
    virtual ~Event() = default;
    virtual void synchronize() = 0;
    virtual bool is_done() = 0;
    /// Time on the device from `start` to this event, in seconds. Both must be done.
    virtual double seconds_since(Event& start) = 0;
    virtual void* native() const noexcept = 0;
};

/// A kernel of a loaded module. Valid as long as its module.
class Kernel {
public:
    virtual ~Kernel() = default;
    virtual const KernelInfo& info() const noexcept = 0;
    virtual void* native() const noexcept = 0;
    /// How the kernel runs in blocks of this shape, which it must be able to take: "cubin",
    /// "loops", "fibres" or "lanes". On the CPU this compiles it for them, as a launch would.
    virtual std::string lowering(Dim3) { return info().lowering; }
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
};

/// An in-order queue of work. Every call but `synchronize` and `is_done` returns at once, and
/// copies what it needs of its arguments (not what pointers point to).
class Stream {
public:
    virtual ~Stream() = default;
    virtual void synchronize() = 0;
    virtual bool is_done() = 0;
    virtual void copy(void* to, const void* from, std::size_t size_bytes, CopyDirection) = 0;
    /// `count` elements of `element_bytes` (1, 2 or 4), each set to the low bytes of `pattern`.
    virtual void fill(void* to, std::uint32_t pattern, std::size_t element_bytes,
                      std::size_t count) = 0;
    /// Images of one level, in rows of `pitch_bytes` and slices of as many rows as they have.
    virtual void copy_to_host(void* to, std::size_t pitch_bytes, const ImageMemory& from) = 0;
    virtual void copy_from_host(const ImageMemory& to, const void* from,
                                std::size_t pitch_bytes) = 0;
    virtual void record(Event& event) = 0;
    virtual void wait(Event& event) = 0;
    /// `arguments[i]` points to the value of parameter i. `module` is kept until the kernel ran.
    virtual void launch(const std::shared_ptr<Module>& module, Kernel& kernel,
                        const LaunchShape& shape, std::span<void* const> arguments) = 0;
    /// Runs `function` on a host thread once all earlier work is done. It must not throw and not
    /// call the driver.
    virtual void call(std::function<void()> function) = 0;
    virtual void* native() const noexcept = 0;
};

/// One open device. Objects made by it keep it alive.
class Backend : public std::enable_shared_from_this<Backend> {
public:
    virtual ~Backend() = default;
    virtual const DeviceInfo& info() const noexcept = 0;
    virtual std::size_t free_memory_bytes() const = 0;
    virtual void synchronize() = 0;

    /// Aligned to 256 bytes, not initialised. Throws Error(out_of_memory).
    virtual void* allocate(std::size_t size_bytes, MemoryKind kind) = 0;
    virtual void release(void* address, MemoryKind kind) noexcept = 0;

    virtual ImageMemory allocate_image(const ImageShape& shape) = 0;
    virtual void release_image(const ImageMemory& image) noexcept = 0;
    /// An image that other code made and owns: a CUarray, or with `levels` above 1 a
    /// CUmipmappedArray of so many. Throws Error(unsupported) for channels that none of ours has.
    virtual ImageMemory foreign_image(void* native, unsigned levels) {
        (void)native, (void)levels;
        throw Error(ErrorCode::unsupported, "wrap an array of CUDA's",
                    "the CPU has no such arrays: make an Image and upload to it");
    }
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

    virtual std::unique_ptr<Stream> create_stream() = 0;
    virtual std::unique_ptr<Event> create_event() = 0;
    /// `image` is what the compiler layer made for this device.
    virtual std::shared_ptr<Module> load_module(std::span<const std::byte> image) = 0;
};

}  // namespace glint::driver
