// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Origin of one argument of a kernel's LLVM function. The x86-64 ABI may split a struct into
/// several arguments, or pass its address.
struct ArgumentPiece {
    std::size_t offset = 0;   ///< byte offset in the packed arguments
    bool by_address = false;  ///< the argument is the address of the value, not the value
};

/// A kernel found by the front end.
struct KernelDescription {
    std::string name;
    std::string symbol;
    std::vector<driver::KernelParameter> parameters;
    std::size_t argument_bytes = 0;
    unsigned max_threads_per_block = 1024;
    std::vector<ArgumentPiece> pieces;  ///< one per argument of the LLVM function
};

}  // namespace glint::cpu
