// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <glint/cpu/codegen/lowering_policy.hpp>
#include <glint/cpu/frontend/kernel_description.hpp>

namespace glint::cpu {

/// Version of the format below, of the calling convention in codegen/abi.hpp, and of the form of
/// prepared modules.
inline constexpr std::uint32_t kImageVersion = 7;

/// Properties of a kernel that are known before it is compiled for a block shape.
struct KernelRecord : KernelDescription {
    std::uint64_t static_shared_bytes = 0;
    /// Loops or fibers: the lowering that runs the kernel in blocks of any shape.
    Lowering fallback = Lowering::loops;
    /// Runs with subnormal floats flushed to 0, as fast_math requests.
    bool flushes_subnormals = false;
    std::string obstacle{};  ///< why it runs as fibers, as in "its threads wait for each other"
};

/// A `__device__` or `__constant__` variable.
struct GlobalRecord {
    std::string symbol;
    std::uint64_t size_bytes = 0;
    /// Address in this process if another module defines it; 0 if it is in `base_object`.
    std::uint64_t address = 0;
};

/// A source compiled as far as possible without a block shape. It has a prepared module, from which
/// each kernel is compiled at its first launch, and what all kernels share.
struct Image {
    std::string target;       ///< CPU model and features that the code needs
    std::string source_name;  ///< for messages
    bool debug = false;
    LoweringPolicy policy = LoweringPolicy::best;
    std::vector<KernelRecord> kernels{};
    std::vector<GlobalRecord> globals{};
    /// An ELF relocatable file with the device variables. It also has the functions that exist
    /// apart from kernels because they are recursive or their address is taken. Empty if there are
    /// none.
    std::vector<std::byte> base_object{};
    /// The prepared module as LLVM bitcode. It refers to the variables in `base_object`, so that
    /// there is one copy of them.
    std::vector<std::byte> bitcode{};
};

std::vector<std::byte> write_image(const Image& image);

/// Throws Error(bad_input) unless this version of `write_image` wrote the bytes. Does not check the
/// object and the bitcode.
Image read_image(std::span<const std::byte> bytes);

}  // namespace glint::cpu
