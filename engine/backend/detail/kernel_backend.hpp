// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <glint/backend/device_settings.hpp>

/// Kernels as a backend sees them; see backend.hpp.
namespace glint::driver {

struct Dim3 {
    unsigned x = 1;
    unsigned y = 1;
    unsigned z = 1;

    friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// The threads of one block.
constexpr std::size_t threads_in(const Dim3& block) noexcept {
    return std::size_t(block.x) * block.y * block.z;
}

/// How many blocks of how many threads a launch starts, and how.
struct LaunchShape {
    Dim3 grid{};
    Dim3 block{};
    std::size_t shared_bytes = 0;  ///< dynamic shared memory for each block
    /// Blocks that run together and reach each other's shared memory; it divides the grid.
    /// {1, 1, 1} is what the kernel was compiled for. The CPU has no clusters.
    Dim3 cluster{};
    /// All blocks run at the same time, so that they can wait for each other as in
    /// `this_grid().sync()`. The CPU cannot do that.
    bool cooperative = false;
    /// May start before earlier work of the stream is done: the kernel waits for that itself, by
    /// `cudaGridDependencySynchronize()`. A hint, which the CPU does not take.
    bool early_start = false;
    /// Lower numbers go first, as in a stream's priority, which counts if there is nothing here.
    /// A hint, which the CPU does not take.
    std::optional<int> priority{};
};

/// What kind of value a type has, as far as it is known.
enum class ValueKind : std::uint8_t {
    unknown,
    integer,  ///< also bool, characters and enumerations
    floating,
    pointer,
    aggregate,  ///< a struct, class or union
};

/// What is known of the type of a kernel's parameter, or of an argument, besides its size.
struct ValueType {
    ValueKind kind = ValueKind::unknown;
    ValueKind pointee = ValueKind::unknown;  ///< what a pointer points to
    std::uint32_t pointee_bytes = 0;

    friend bool operator==(const ValueType&, const ValueType&) = default;
};

constexpr bool is_scalar(ValueKind kind) noexcept {
    return kind == ValueKind::integer || kind == ValueKind::floating || kind == ValueKind::pointer;
}

/// Whether an argument of type `given` may be meant for a parameter of type `taken`. Both being
/// scalars (of the same size), they need the same kind, and pointers to scalars the same kind
/// and size of what they point to. A struct may stand for anything, as `float4*` for `float*`.
constexpr bool fits(const ValueType& given, const ValueType& taken) noexcept {
    if (!is_scalar(given.kind) || !is_scalar(taken.kind)) return true;
    if (given.kind != taken.kind) return false;
    if (!is_scalar(given.pointee) || !is_scalar(taken.pointee)) return true;
    return given == taken;
}

/// One kernel parameter as the compiled code knows it.
struct KernelParameter {
    std::size_t offset = 0;
    std::size_t size_bytes = 0;
    std::string type{};  ///< as the source spells it; empty where the backend does not know
    ValueType value{};
};

struct KernelInfo {
    std::string name;  ///< as the user asked for it
    std::vector<KernelParameter> parameters;
    /// Whether `parameters` is known (drivers before CUDA 12.4 do not tell).
    bool parameters_known = false;
    unsigned registers = 0;  ///< for each thread; 0 on the CPU
    std::size_t static_shared_bytes = 0;
    /// The most dynamic shared memory that a block can have beside the static one.
    std::size_t max_dynamic_shared_bytes = 0;
    /// Local memory of each thread; 0 on the CPU, where it is stack and registers.
    std::size_t local_bytes = 0;
    std::size_t constant_bytes = 0;  ///< its module's `__constant__` variables; 0 on the CPU
    unsigned max_threads_per_block = 1024;
    /// 10 * major + minor of the architecture that the kernel's PTX and machine code are for;
    /// 0 on the CPU.
    unsigned ptx_version = 0;
    unsigned binary_version = 0;
    bool caches_loads_in_l1 = false;  ///< compiled by `-dlcm=ca`
    std::optional<Dim3> cluster{};    ///< which it was compiled for, by `__cluster_dims__`
    /// Its blocks wait for the whole grid, so that plain launches are refused; false also where
    /// nothing tells it, see ModuleOptions::cooperative_kernels.
    bool cooperative = false;
    /// How the kernel runs: "cubin" on CUDA. On the CPU "loops" or "fibres", whichever serves
    /// blocks of any shape, or what the program's options force; see Kernel::lowering.
    std::string lowering;
};

/// How full a kernel makes one multiprocessor (one worker thread on the CPU).
struct Occupancy {
    unsigned blocks = 0;  ///< that run at the same time; 0 if not even one does
    unsigned warps = 0;   ///< of those blocks
    double fraction = 0;  ///< `warps` in relation to the most that a multiprocessor can run
};

/// The dynamic shared memory that a block of so many threads needs.
using SharedBytesOfBlock = std::function<std::size_t(unsigned threads)>;

/// A kernel of a loaded module. Valid as long as its module.
class Kernel {
public:
    virtual ~Kernel() = default;
    virtual const KernelInfo& info() const noexcept = 0;
    virtual void* native() const noexcept = 0;
    /// How the kernel runs in blocks of this shape, which it must be able to take: "cubin",
    /// "loops", "fibres" or "lanes". On the CPU this compiles it for them, as a launch would.
    virtual std::string lowering(Dim3 block) = 0;

    virtual Occupancy occupancy(unsigned block_threads, std::size_t shared_bytes) = 0;
    /// The threads of the block that suits the kernel best.
    virtual unsigned best_block(const SharedBytesOfBlock& shared_bytes) = 0;
    /// The threads of the block that suits the kernel best without dynamic shared memory. Found
    /// once and remembered.
    virtual unsigned best_block() = 0;
    /// The dynamic shared memory for each of `blocks` that share a multiprocessor.
    virtual std::size_t available_shared_bytes(unsigned blocks, unsigned block_threads) = 0;
    /// How many clusters of such a launch the device runs at the same time.
    virtual unsigned max_active_clusters(const LaunchShape& shape) = 0;

    /// Hints, for backends that have the choice.
    virtual void prefer(CachePreference preference) = 0;
    virtual void prefer_shared_memory(unsigned percent) = 0;

    /// Whether the compiled code tells the parameters' types, or somebody told them before.
    virtual bool knows_parameter_types() const = 0;
    /// Takes over what the source tells of them. Not safe while others use the kernel.
    virtual void set_parameter_types(const std::vector<std::string>& types) = 0;

    /// Has all that launches of this shape need compiled and loaded when it returns.
    virtual void prepare(const LaunchShape& shape) = 0;
};

}  // namespace glint::driver
