// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glint/backend/detail/backend.hpp>
#include <glint/backend/source/compile_error.hpp>

namespace glint::compiler {

/// What to tell of a source's kernels.
struct InspectOptions {
    /// Which kernels: "step", "ns::step", "scale<float, 256>" (which the source has to ask for
    /// among its instantiations), or "scale" for all that became of a template. Empty: all.
    std::vector<std::string> kernels{};
    /// The blocks that the CPU compiles for; nothing: 256 threads in x, or as many as a kernel
    /// takes. CUDA does not look at it.
    std::optional<driver::Dim3> block{};
    /// Whether to give the code as text, too.
    bool with_code = false;
};

/// Why a kernel does not run in some better way.
struct Obstacle {
    std::string lowering{};  ///< "lanes" or "loops"
    std::string reason{};    ///< as in "its threads wait for each other"
};

/// What became of one kernel.
struct KernelListing {
    std::string name{};  ///< without parameters
    std::string symbol{};
    /// Their types: on the CPU as the source spells them, on CUDA with no aliases such as size_t.
    std::vector<std::string> parameters{};
    std::optional<unsigned> registers{};  ///< of each thread; nothing on the CPU
    /// Local memory of each thread; nothing on the CPU, where it is stack and registers.
    std::optional<std::size_t> local_bytes{};
    std::size_t static_shared_bytes = 0;
    unsigned max_threads_per_block = 1024;
    std::string
        lowering{};  ///< "cubin", "lanes", "loops" or "fibres"; empty if it takes no `block`
    unsigned lane_count = 0;            ///< 0 unless lowered to lanes
    driver::Dim3 block{};               ///< what the CPU compiled for
    std::vector<Obstacle> obstacles{};  ///< one for each better lowering, best first
    std::string llvm{};                 ///< optimised LLVM IR; CPU, with code
    std::string assembly{};             ///< the CPU's, with code
};

/// What became of a source.
struct Listing {
    std::vector<KernelListing> kernels{};  ///< in the source's order, as far as it is known
    std::string ptx{};                     ///< CUDA, with code
    std::vector<std::byte> cubin{};        ///< CUDA, with code
    std::vector<Diagnostic> warnings{};
};

/// "saxpy(int, float, const float*, float*)".
std::string signature_of(const KernelListing& kernel);

/// Keeps those of `kernels` that `wanted` names; see InspectOptions. `symbols` are those of the
/// instantiations that `source_name` was asked for.
/// Throws Error(not_found), with near names, for a wanted kernel that is not there.
void keep_wanted(std::vector<KernelListing>& kernels, std::span<const std::string> wanted,
                 const std::map<std::string, std::string>& symbols, const std::string& source_name);

}  // namespace glint::compiler
