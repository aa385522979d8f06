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

/// Options for reporting on a source's kernels.
struct InspectOptions {
    /// Kernels to report: "step", "ns::step", "scale<float, 256>" (which must be one of the
    /// source's instantiations), or "scale" for all instantiations of a template. Empty: all.
    std::vector<std::string> kernels{};
    /// Block size for the CPU's compilation; nullopt: 256 threads in x, or as many as a kernel
    /// supports. Ignored on CUDA.
    std::optional<driver::Dim3> block{};
    /// True to include the generated code as text.
    bool with_code = false;
};

/// The reason why a kernel cannot use a better lowering.
struct Obstacle {
    std::string lowering{};  ///< "lanes" or "loops"
    std::string reason{};    ///< "the threads wait for each other"
};

/// The result of compiling one kernel.
struct KernelListing {
    std::string name{};  ///< name without parameters
    std::string symbol{};
    /// Parameter types: on the CPU as the source spells them, on CUDA without aliases such as
    /// size_t.
    std::vector<std::string> parameters{};
    std::optional<unsigned> registers{};  ///< per thread; nullopt on the CPU
    /// Local memory per thread; nullopt on the CPU, where stack and registers serve that purpose.
    std::optional<std::size_t> local_bytes{};
    std::size_t static_shared_bytes = 0;
    unsigned max_threads_per_block = 1024;
    std::string
        lowering{};  ///< "cubin", "lanes", "loops" or "fibres"; empty if it cannot run `block`
    unsigned lane_count = 0;            ///< 0 unless lowered to lanes
    driver::Dim3 block{};               ///< block size that the CPU compiled for
    std::vector<Obstacle> obstacles{};  ///< one for each better lowering, best first
    std::string llvm{};                 ///< optimized LLVM IR; CPU only, if with_code
    std::string assembly{};             ///< CPU only, if with_code
};

/// The result of compiling a source.
struct Listing {
    std::vector<KernelListing> kernels{};  ///< in source order, as far as it is known
    std::string ptx{};                     ///< CUDA only, if with_code
    std::vector<std::byte> cubin{};        ///< CUDA only, if with_code
    std::vector<Diagnostic> warnings{};
};

/// Returns "saxpy(int, float, const float*, float*)".
std::string signature_of(const KernelListing& kernel);

/// Removes kernels that `wanted` does not name; see InspectOptions. `symbols` maps the
/// instantiations requested from `source_name` to their symbols. Throws Error(not_found), with
/// similar names, for a wanted kernel that does not exist.
void select_wanted(std::vector<KernelListing>& kernels, std::span<const std::string> wanted,
                   const std::map<std::string, std::string>& symbols,
                   const std::string& source_name);
[[deprecated("use select_wanted")]] inline void keep_wanted(
    std::vector<KernelListing>& kernels, std::span<const std::string> wanted,
    const std::map<std::string, std::string>& symbols, const std::string& source_name) {
    select_wanted(kernels, wanted, symbols, source_name);
}

}  // namespace glint::compiler
