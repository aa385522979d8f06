// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace glint::cpu {

/// Memory layout of each thread's private arrays when the threads are lanes.
///
/// An array that is only read and written in elements of one size is interleaved: element i of all
/// lanes, then element i + 1 of all lanes. So lanes that access the same index access adjacent
/// memory. Any other array exists once per lane.
class PrivateMemory {
public:
    explicit PrivateMemory(llvm::Function& function);

    const std::map<const llvm::AllocaInst*, std::uint64_t>& interleaved() const noexcept {
        return interleaved_;
    }

    /// Distance in bytes between the lanes' copies of an array that is not interleaved.
    static std::uint64_t lane_bytes(const llvm::AllocaInst& array);

    /// Element size in bytes of the interleaved array that `pointer` points into; 0 if it points
    /// into none.
    std::uint64_t element_bytes(const llvm::Value* pointer) const;

private:
    std::map<const llvm::AllocaInst*, std::uint64_t> interleaved_;
};

}  // namespace glint::cpu
