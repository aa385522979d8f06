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

/// Result of lowering the only kernel of a module.
struct SpecializedKernel {
    Lowering lowering = Lowering::loops;
    std::string entry{};      ///< symbol; empty if the module has no code for this shape
    std::string reason{};     ///< why no better lowering was possible; empty if there is none
    unsigned lane_count = 0;  ///< 0 unless lowered to lanes
};

/// True if the code of a kernel may depend on the shape of its blocks.
constexpr bool depends_on_block(LoweringPolicy policy) noexcept {
    return policy == LoweringPolicy::best || policy == LoweringPolicy::lanes;
}

/// Options for lowering the kernels of a source.
struct LoweringOptions {
    LoweringPolicy policy = LoweringPolicy::best;
    bool debug = false;  ///< adds the checks of debug_checks.hpp, except to lanes
    LanesPasses passes{};
};

/// Lowers one kernel of a freshly parsed prepared module, and removes everything that it does not
/// use.
///
/// With a block shape, tries lanes. If lanes are impossible, the result has no entry, the module
/// must be discarded, and blocks of that shape run the code for all shapes. Without a block shape,
/// lowers to loops or fibers.
///
/// Throws Error(unsupported), with the kernel and the reason, if the policy forces an impossible
/// lowering.
SpecializedKernel specialize(llvm::Module& module, const KernelRecord& kernel,
                             const std::optional<driver::Dim3>& block,
                             const LoweringOptions& options);

}  // namespace glint::cpu
