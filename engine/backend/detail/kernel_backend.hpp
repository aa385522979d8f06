// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <glint/backend/device_settings.hpp>

/// The backend's interface for kernels. See also backend.hpp.
namespace glint::driver {

struct Dim3 {
    unsigned x = 1;
    unsigned y = 1;
    unsigned z = 1;

    friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// Returns the number of threads in a block.
constexpr std::size_t threads_in(const Dim3& block) noexcept {
    return std::size_t(block.x) * block.y * block.z;
}

/// Launch configuration of a kernel.
struct LaunchShape {
    Dim3 grid{};
    Dim3 block{};
    std::size_t shared_bytes = 0;  ///< dynamic shared memory per block
    /// Cluster size: the number of blocks that run together and can access each other's shared
    /// memory. The grid must be a multiple of the cluster size. {1, 1, 1} means the size for which
    /// the kernel was compiled. The CPU does not support clusters.
    Dim3 cluster{};
    /// True if all blocks must run at the same time, so that they can wait for each other with
    /// `this_grid().sync()`. The CPU does not support it.
    bool cooperative = false;
    /// True if the kernel may start before earlier work of the stream is done. The kernel then
    /// waits for that work with `cudaGridDependencySynchronize()`. This is a hint, which the CPU
    /// ignores.
    bool early_start = false;
    /// Kernels with lower numbers run first. If nullopt, the stream's priority applies. This is a
    /// hint, which the CPU ignores.
    std::optional<int> priority{};
};

/// The category of a type; `unknown` if glint cannot determine it.
enum class ValueKind : std::uint8_t {
    unknown,
    integer,  ///< including bool, characters and enumerations
    floating,
    pointer,
    aggregate,  ///< a struct, class or union
};

/// Properties of the type of a kernel parameter or argument, except its size.
struct ValueType {
    ValueKind kind = ValueKind::unknown;
    ValueKind pointee = ValueKind::unknown;  ///< category of the type that a pointer points to
    std::uint32_t pointee_bytes = 0;

    friend bool operator==(const ValueType&, const ValueType&) = default;
};

constexpr bool is_scalar(ValueKind kind) noexcept {
    return kind == ValueKind::integer || kind == ValueKind::floating || kind == ValueKind::pointer;
}

/// Returns true if an argument of type `given` is acceptable for a parameter of type `taken`. Two
/// scalars (of equal size) must be of the same kind. Pointers to scalars must point to scalars of
/// the same kind and size. Structs and unknown types match every type, so `float4*` is accepted for
/// `float*`.
constexpr bool fits(const ValueType& given, const ValueType& taken) noexcept {
    if (!is_scalar(given.kind) || !is_scalar(taken.kind)) return true;
    if (given.kind != taken.kind) return false;
    if (!is_scalar(given.pointee) || !is_scalar(taken.pointee)) return true;
    return given == taken;
}

/// A kernel parameter, as the compiled code describes it.
struct KernelParameter {
    std::size_t offset = 0;
    std::size_t size_bytes = 0;
    std::string type{};  ///< as in the source; empty if the backend does not know it
    ValueType value{};
};

struct KernelInfo {
    std::string name;  ///< name by which the user requested the kernel
    std::vector<KernelParameter> parameters;
    /// False if `parameters` is unknown, because drivers before CUDA 12.4 do not report it.
    bool parameters_known = false;
    unsigned registers = 0;  ///< per thread; 0 on the CPU
    std::size_t static_shared_bytes = 0;
    /// Maximum dynamic shared memory per block, in addition to static shared memory.
    std::size_t max_dynamic_shared_bytes = 0;
    /// Local memory per thread; 0 on the CPU, which uses its stack and registers instead.
    std::size_t local_bytes = 0;
    std::size_t constant_bytes = 0;  ///< size of the module's `__constant__` variables; 0 on the
                                     ///< CPU
    unsigned max_threads_per_block = 1024;
    /// Architectures of the kernel's PTX and of its machine code, as 10 * major + minor; 0 on the
    /// CPU.
    unsigned ptx_version = 0;
    unsigned binary_version = 0;
    bool caches_loads_in_l1 = false;  ///< true if compiled with `-dlcm=ca`
    std::optional<Dim3> cluster{};    ///< cluster size set by `__cluster_dims__`
    /// True if the kernel is known to wait for the whole grid. A launch that is not cooperative is
    /// then refused. See also ModuleOptions::cooperative_kernels.
    bool cooperative = false;
    /// The method by which the kernel runs: "cubin" on CUDA. On the CPU, this is the lowering that
    /// the program's options select. Without such an option, it is "loops" if that lowering
    /// supports all block shapes, otherwise "fibres". See also Kernel::lowering.
    std::string lowering;
};

/// The number of blocks of a kernel that run together on one multiprocessor (CPU: worker thread).
struct Occupancy {
    unsigned blocks = 0;  ///< blocks that run concurrently; 0 if not even one block fits
    unsigned warps = 0;   ///< warps in these blocks
    double fraction = 0;  ///< `warps` divided by the maximum number of warps
};

/// Returns the dynamic shared memory that a block of `threads` threads needs.
using SharedBytesOfBlock = std::function<std::size_t(unsigned threads)>;

/// A kernel of a loaded module. The kernel is valid as long as its module.
class Kernel {
public:
    virtual ~Kernel() = default;
    virtual const KernelInfo& info() const noexcept = 0;
    virtual void* native() const noexcept = 0;
    /// Returns the method by which the kernel runs in blocks of this shape: "cubin", "loops",
    /// "fibres" or "lanes". The kernel must support the shape. On the CPU, compiles the kernel for
    /// the shape, as a launch would.
    virtual std::string lowering(Dim3 block) = 0;

    virtual Occupancy occupancy(unsigned block_threads, std::size_t shared_bytes) = 0;
    /// Returns the recommended number of threads per block.
    virtual unsigned best_block(const SharedBytesOfBlock& shared_bytes) = 0;
    /// Returns the recommended number of threads per block for launches without dynamic shared
    /// memory. The result is cached.
    virtual unsigned best_block() = 0;
    /// Returns the maximum dynamic shared memory per block with which `blocks` blocks run together
    /// on one multiprocessor.
    virtual std::size_t available_shared_bytes(unsigned blocks, unsigned block_threads) = 0;
    /// Returns the maximum number of clusters of this launch shape that can run concurrently.
    virtual unsigned max_active_clusters(const LaunchShape& shape) = 0;

    /// These two functions set hints, which some backends ignore.
    virtual void prefer(CachePreference preference) = 0;
    virtual void prefer_shared_memory(unsigned percent) = 0;

    /// Returns true if the types of all parameters are known from the compiled code or have been
    /// set.
    virtual bool knows_parameter_types() const = 0;
    /// Sets the parameter types, as spelled in the source. No other thread may use the kernel at
    /// the same time.
    virtual void set_parameter_types(const std::vector<std::string>& types) = 0;

    /// Compiles and loads all code that launches of this shape need.
    virtual void prepare(const LaunchShape& shape) = 0;
};

}  // namespace glint::driver
