// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace glint::cpu {

/// Memory layout of private arrays when threads run as lanes.
///
/// If all accesses to an array have the same size, the array is interleaved: element i of all lanes
/// is followed by element i + 1 of all lanes. If all lanes access the same index, they then access
/// adjacent memory. All other arrays are not interleaved: each lane has a contiguous copy.
class PrivateMemory {
public:
    explicit PrivateMemory(llvm::Function& function);

    const std::map<const llvm::AllocaInst*, std::uint64_t>& interleaved() const noexcept {
        return interleaved_;
    }

    /// Returns the distance in bytes between the copies of two lanes. `array` must not be
    /// interleaved.
    static std::uint64_t lane_bytes(const llvm::AllocaInst& array);

    /// Returns the element size in bytes of the interleaved array that `pointer` points into.
    /// Returns 0 if `pointer` does not point into an interleaved array.
    std::uint64_t element_bytes(const llvm::Value* pointer) const;

private:
    std::map<const llvm::AllocaInst*, std::uint64_t> interleaved_;
};

}  // namespace glint::cpu
