// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <glint/backend/device_settings.hpp>

/// The backend's interface for kernels; see backend.hpp.
namespace glint::driver {

struct Dim3 {
    unsigned x = 1;
    unsigned y = 1;
    unsigned z = 1;

    friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// Number of threads in one block.
constexpr std::size_t threads_in(const Dim3& block) noexcept {
    return std::size_t(block.x) * block.y * block.z;
}

/// Launch configuration of a kernel.
struct LaunchShape {
    Dim3 grid{};
    Dim3 block{};
    std::size_t shared_bytes = 0;  ///< dynamic shared memory per block
    /// Blocks that run together and can access each other's shared memory; must divide the grid.
    /// {1, 1, 1} uses the size that the kernel was compiled for. The CPU does not support clusters.
    Dim3 cluster{};
    /// All blocks run at the same time, so that they can wait for each other as in
    /// `this_grid().sync()`. Not supported on the CPU.
    bool cooperative = false;
    /// The kernel may start before earlier work of the stream is done, and waits for that work by
    /// calling `cudaGridDependencySynchronize()`. A hint; the CPU ignores it.
    bool early_start = false;
    /// Lower numbers run first. The default is the stream's priority. A hint; the CPU ignores it.
    std::optional<int> priority{};
};

/// The category of a type, as far as it is known.
enum class ValueKind : std::uint8_t {
    unknown,
    integer,  ///< including bool, characters and enumerations
    floating,
    pointer,
    aggregate,  ///< a struct, class or union
};

/// Known properties of the type of a kernel parameter or argument, besides its size.
struct ValueType {
    ValueKind kind = ValueKind::unknown;
    ValueKind pointee = ValueKind::unknown;  ///< what a pointer points to
    std::uint32_t pointee_bytes = 0;

    friend bool operator==(const ValueType&, const ValueType&) = default;
};

constexpr bool is_scalar(ValueKind kind) noexcept {
    return kind == ValueKind::integer || kind == ValueKind::floating || kind == ValueKind::pointer;
}

/// Returns true if an argument of type `given` is plausible for a parameter of type `taken`. Two
/// scalars (of equal size) need the same kind; pointers to scalars need pointees of the same kind
/// and size. A struct matches anything, such as `float4*` for `float*`.
constexpr bool fits(const ValueType& given, const ValueType& taken) noexcept {
    if (!is_scalar(given.kind) || !is_scalar(taken.kind)) return true;
    if (given.kind != taken.kind) return false;
    if (!is_scalar(given.pointee) || !is_scalar(taken.pointee)) return true;
    return given == taken;
}

/// A kernel parameter according to the compiled code.
struct KernelParameter {
    std::size_t offset = 0;
    std::size_t size_bytes = 0;
    std::string type{};  ///< spelled as in the source; empty if the backend does not know it
    ValueType value{};
};

struct KernelInfo {
    std::string name;  ///< name as the user requested it
    std::vector<KernelParameter> parameters;
    /// False if `parameters` is unknown (drivers before CUDA 12.4 do not report it).
    bool parameters_known = false;
    unsigned registers = 0;  ///< per thread; 0 on the CPU
    std::size_t static_shared_bytes = 0;
    /// Maximum dynamic shared memory per block, in addition to static shared memory.
    std::size_t max_dynamic_shared_bytes = 0;
    /// Local memory per thread; 0 on the CPU, where stack and registers serve that purpose.
    std::size_t local_bytes = 0;
    std::size_t constant_bytes = 0;  ///< size of the module's `__constant__` variables; 0 on the
                                     ///< CPU
    unsigned max_threads_per_block = 1024;
    /// 10 * major + minor of the architecture of the kernel's PTX and machine code; 0 on the CPU.
    unsigned ptx_version = 0;
    unsigned binary_version = 0;
    bool caches_loads_in_l1 = false;  ///< compiled with `-dlcm=ca`
    std::optional<Dim3> cluster{};    ///< cluster size set by `__cluster_dims__`
    /// True if its blocks wait for the whole grid, so that plain launches are refused. Also false
    /// if unknown, see ModuleOptions::cooperative_kernels.
    bool cooperative = false;
    /// How the kernel runs: "cubin" on CUDA. On the CPU "loops" or "fibres", whichever handles
    /// blocks of any shape, or the lowering forced by the program's options; see Kernel::lowering.
    std::string lowering;
};

/// How many blocks of a kernel fit on one multiprocessor (one worker thread on the CPU).
struct Occupancy {
    unsigned blocks = 0;  ///< blocks that run concurrently; 0 if not even one fits
    unsigned warps = 0;   ///< warps of those blocks
    double fraction = 0;  ///< `warps` divided by the maximum that a multiprocessor can run
};

/// Dynamic shared memory needed by a block of `threads` threads.
using SharedBytesOfBlock = std::function<std::size_t(unsigned threads)>;

/// A kernel of a loaded module. Valid as long as its module.
class Kernel {
public:
    virtual ~Kernel() = default;
    virtual const KernelInfo& info() const noexcept = 0;
    virtual void* native() const noexcept = 0;
    /// Returns how the kernel runs in blocks of this shape, which it must support: "cubin",
    /// "loops", "fibres" or "lanes". On the CPU this compiles the kernel for them, as a launch
    /// would.
    virtual std::string lowering(Dim3 block) = 0;

    virtual Occupancy occupancy(unsigned block_threads, std::size_t shared_bytes) = 0;
    /// Number of threads in the block that suits the kernel best.
    virtual unsigned best_block(const SharedBytesOfBlock& shared_bytes) = 0;
    /// Number of threads in the block that suits the kernel best without dynamic shared memory. The
    /// result is cached.
    virtual unsigned best_block() = 0;
    /// Dynamic shared memory available to each of `blocks` blocks that share a multiprocessor.
    virtual std::size_t available_shared_bytes(unsigned blocks, unsigned block_threads) = 0;
    /// Number of clusters of such a launch that the device can run concurrently.
    virtual unsigned max_active_clusters(const LaunchShape& shape) = 0;

    /// Hints, for backends where these are configurable.
    virtual void prefer(CachePreference preference) = 0;
    virtual void prefer_shared_memory(unsigned percent) = 0;

    /// Returns true if the parameters' types come from the compiled code or have been set.
    virtual bool knows_parameter_types() const = 0;
    /// Sets the types from the source. Not safe while other threads use the kernel.
    virtual void set_parameter_types(const std::vector<std::string>& types) = 0;

    /// Compiles and loads everything that launches of this shape need.
    virtual void prepare(const LaunchShape& shape) = 0;
};

}  // namespace glint::driver
