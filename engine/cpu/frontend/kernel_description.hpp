// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Describes where an argument of a kernel's LLVM function comes from. The x86-64 ABI may split a
/// struct into several arguments, or pass its address instead.
struct ArgumentPiece {
    std::size_t offset = 0;   ///< offset in the packed kernel arguments
    bool by_address = false;  ///< true: the argument is the address of the value
};

/// A kernel that the front end found in a source.
struct KernelDescription {
    std::string name;
    std::string symbol;
    std::vector<driver::KernelParameter> parameters;
    std::size_t argument_bytes = 0;
    unsigned max_threads_per_block = 1024;
    std::vector<ArgumentPiece> pieces;  ///< one element per argument of the LLVM function
};

}  // namespace glint::cpu
