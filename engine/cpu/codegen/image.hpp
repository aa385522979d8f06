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

/// The version of the format below, of the calling convention in codegen/abi.hpp and of what
/// prepared modules look like.
inline constexpr std::uint32_t kImageVersion = 7;

/// What is known of a kernel before it is compiled for blocks of some shape.
struct KernelRecord : KernelDescription {
    std::uint64_t static_shared_bytes = 0;
    /// Loops or fibres: what runs the kernel in blocks of any shape.
    Lowering fallback = Lowering::loops;
    /// Runs with subnormal floats flushed to 0, as fast_math asks for.
    bool flushes_subnormals = false;
    std::string obstacle{};  ///< why it is fibres, as in "its threads wait for each other"
};

/// A `__device__` or `__constant__` variable.
struct GlobalRecord {
    std::string symbol;
    std::uint64_t size_bytes = 0;
    /// Where it lies in this process, if another module has it; 0 if it is in `base_object`.
    std::uint64_t address = 0;
};

/// A source as far as it can be compiled without the shape of a block: a prepared module, which
/// each kernel is compiled from at its first launch, and what all kernels have in common.
struct Image {
    std::string target;       ///< CPU model and features that the code needs
    std::string source_name;  ///< for messages
    bool debug = false;
    LoweringPolicy policy = LoweringPolicy::best;
    std::vector<KernelRecord> kernels{};
    std::vector<GlobalRecord> globals{};
    /// An ELF relocatable file: the device variables, and the functions that exist apart from
    /// kernels because their address is taken or they are recursive. Empty if there are none.
    std::vector<std::byte> base_object{};
    /// The prepared module as LLVM bitcode. It refers to the variables in `base_object`, so that
    /// there is one copy of them.
    std::vector<std::byte> bitcode{};
};

std::vector<std::byte> write_image(const Image& image);

/// Throws Error(bad_input) for bytes that `write_image` of this version did not write. Does not
/// look into object and bitcode.
Image read_image(std::span<const std::byte> bytes);

}  // namespace glint::cpu
