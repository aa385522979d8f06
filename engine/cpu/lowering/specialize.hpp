// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Result of lowering one kernel of a module.
struct SpecializedKernel {
    Lowering lowering = Lowering::loops;
    std::string entry{};      ///< symbol; empty if blocks of this shape run the code for all shapes
    std::string reason{};     ///< why a better lowering was not possible; may be empty
    unsigned lane_count = 0;  ///< number of lanes; 0 if not lowered to lanes
};

/// Returns true if the code of a kernel may be different for different block shapes.
constexpr bool depends_on_block(LoweringPolicy policy) noexcept {
    return policy == LoweringPolicy::best || policy == LoweringPolicy::lanes;
}

/// Options for lowering a kernel.
struct LoweringOptions {
    LoweringPolicy policy = LoweringPolicy::best;
    bool debug = false;  ///< add the checks of debug_checks.hpp, except in code for lanes
    LanesPasses passes{};
};

/// Lowers one kernel of a prepared module. The module must be unchanged since it was read from
/// bitcode. Removes everything that the kernel does not use.
///
/// If `block` is not nullopt, tries to lower to lanes. If this is impossible, `entry` of the result
/// is empty, and the caller must discard the module. Blocks of this shape then run the code for all
/// shapes. If `block` is nullopt, lowers to loops or fibers.
///
/// Throws Error(unsupported) with the kernel and the reason if the policy forces a lowering that is
/// impossible.
SpecializedKernel specialize(llvm::Module& module, const KernelRecord& kernel,
                             const std::optional<driver::Dim3>& block,
                             const LoweringOptions& options);

}  // namespace glint::cpu
