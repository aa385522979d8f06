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

/// Version of the image format below, of the calling convention in codegen/abi.hpp, and of the
/// structure of prepared modules.
inline constexpr std::uint32_t kImageVersion = 7;

/// Properties of a kernel that are known before it is compiled for a block shape.
struct KernelRecord : KernelDescription {
    std::uint64_t static_shared_bytes = 0;
    /// Loops or fibers: the lowering that runs the kernel in blocks of any shape.
    Lowering fallback = Lowering::loops;
    /// True if the kernel runs with subnormal floats flushed to 0, as fast_math requests.
    bool flushes_subnormals = false;
    std::string obstacle{};  ///< why the kernel runs as fibers: "the threads wait for each other"
};

/// A `__device__` or `__constant__` variable.
struct GlobalRecord {
    std::string symbol;
    std::uint64_t size_bytes = 0;
    /// Address in this process if another module defines it; 0 if it is in `base_object`.
    std::uint64_t address = 0;
};

/// A source compiled as far as possible without a block shape. Contains a prepared module, from
/// which each kernel is compiled at its first launch, and the code and variables that all kernels
/// share.
struct Image {
    std::string target;       ///< CPU model and features that the code needs
    std::string source_name;  ///< source name shown in messages
    bool debug = false;
    LoweringPolicy policy = LoweringPolicy::best;
    std::vector<KernelRecord> kernels{};
    std::vector<GlobalRecord> globals{};
    /// ELF relocatable file with the device variables, and with the functions that must exist
    /// outside of kernels: recursive functions and functions whose address is taken. Empty if there
    /// are neither.
    std::vector<std::byte> base_object{};
    /// The prepared module as LLVM bitcode. It refers to the variables in `base_object`, so that
    /// only one copy of each variable exists.
    std::vector<std::byte> bitcode{};
};

std::vector<std::byte> write_image(const Image& image);

/// Throws Error(bad_input) unless the bytes were written by this version of `write_image`. Does not
/// validate the object file and the bitcode inside.
Image read_image(std::span<const std::byte> bytes);

}  // namespace glint::cpu
