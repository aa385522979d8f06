// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace glint::cpu {

/// How each thread's own arrays lie in memory when the threads are lanes.
///
/// An array that is only read and written in elements of one size is interleaved: element i of
/// all lanes, then element i + 1 of all lanes, so that lanes that look at the same index look at
/// neighbouring places. Any other array is simply there once for each lane.
class PrivateMemory {
public:
    explicit PrivateMemory(llvm::Function& function);

    const std::map<const llvm::AllocaInst*, std::uint64_t>& interleaved() const noexcept {
        return interleaved_;
    }

    /// From a lane's copy of an array that is not interleaved to the next lane's.
    static std::uint64_t lane_bytes(const llvm::AllocaInst& array);

    /// Bytes of an element of the interleaved array that `pointer` points into; 0 if it does not.
    std::uint64_t element_bytes(const llvm::Value* pointer) const;

private:
    std::map<const llvm::AllocaInst*, std::uint64_t> interleaved_;
};

}  // namespace glint::cpu
