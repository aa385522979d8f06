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

/// Options for a report on the kernels of a source.
struct InspectOptions {
    /// Kernels to report, such as "step", "ns::step", "scale<float, 256>" (if the source requests
    /// this instantiation), or "scale" for all instantiations of a template. If empty, reports all
    /// kernels.
    std::vector<std::string> kernels{};
    /// Block size for which the CPU compiles the kernels. If nullopt, the block has 256 threads
    /// along x, or fewer if a kernel requires that. Ignored on CUDA.
    std::optional<driver::Dim3> block{};
    /// True if the report includes the generated code.
    bool with_code = false;
};

/// The reason why a kernel cannot use a better lowering.
struct Obstacle {
    std::string lowering{};  ///< the better lowering: "lanes" or "loops"
    std::string reason{};    ///< such as "the threads wait for each other"
};

/// The result of compiling one kernel.
struct KernelListing {
    std::string name{};  ///< name without parameters
    std::string symbol{};
    /// Types of the parameters. On the CPU, they are spelled as in the source. On CUDA, aliases
    /// such as size_t are resolved.
    std::vector<std::string> parameters{};
    std::optional<unsigned> registers{};  ///< per thread; nullopt on the CPU
    /// Local memory per thread; nullopt on the CPU, which uses its stack and registers instead.
    std::optional<std::size_t> local_bytes{};
    std::size_t static_shared_bytes = 0;
    unsigned max_threads_per_block = 1024;
    std::string
        lowering{};  ///< "cubin", "lanes", "loops" or "fibres"; empty if it cannot run `block`
    unsigned lane_count = 0;            ///< number of lanes; 0 for other lowerings
    driver::Dim3 block{};               ///< block size for which the CPU compiled the kernel
    std::vector<Obstacle> obstacles{};  ///< one per better lowering, best first
    std::string llvm{};                 ///< optimized LLVM IR; only on the CPU and if with_code
    std::string assembly{};             ///< only on the CPU and if with_code
};

/// The result of compiling a source.
struct Listing {
    std::vector<KernelListing> kernels{};  ///< in the order of the source, if it is known
    std::string ptx{};                     ///< only on CUDA and if with_code
    std::vector<std::byte> cubin{};        ///< only on CUDA and if with_code
    std::vector<Diagnostic> warnings{};
};

/// Returns the kernel's signature, such as "saxpy(int, float, const float*, float*)".
std::string signature_of(const KernelListing& kernel);

/// Removes the kernels that `wanted` does not name; see InspectOptions. `symbols` maps requested
/// instantiations to their symbols. Throws Error(not_found), with similar names, if a wanted kernel
/// does not exist; the error names `source_name`.
void select_wanted(std::vector<KernelListing>& kernels, std::span<const std::string> wanted,
                   const std::map<std::string, std::string>& symbols,
                   const std::string& source_name);
[[deprecated("use select_wanted")]] inline void keep_wanted(
    std::vector<KernelListing>& kernels, std::span<const std::string> wanted,
    const std::map<std::string, std::string>& symbols, const std::string& source_name) {
    select_wanted(kernels, wanted, symbols, source_name);
}

}  // namespace glint::compiler
