// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/lowering/entries.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>
#include <glint/cpu/lowering/shared_memory.hpp>

namespace glint::cpu {

/// Result of vectorizing a kernel.
struct LanesEntry {
    Entry entry{};  ///< `function` is nullptr if there is an obstacle
    unsigned lane_count = 0;
    std::string obstacle{};  ///< why the kernel cannot run as lanes
};

/// Gives a kernel of a prepared module an entry with LoopsEntry's signature for blocks of shape
/// `block`. Replaces its placeholders and shared variables. If there is an obstacle, the module is
/// left in an unspecified state and must be discarded.
LanesEntry add_lanes_entry(llvm::Module& module, const KernelRecord& kernel,
                           const driver::Dim3& block, const SharedMemory& shared,
                           const SharedMemory::Layout& layout, const LanesPasses& passes);

}  // namespace glint::cpu
