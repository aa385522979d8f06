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

/// Increase this version when the format of images, the interface in codegen/abi.hpp, or the
/// structure of prepared modules changes.
inline constexpr std::uint32_t kImageVersion = 7;

/// Facts about a kernel that do not depend on the block shape.
struct KernelRecord : KernelDescription {
    std::uint64_t static_shared_bytes = 0;
    /// The lowering for blocks of any shape: loops or fibers.
    Lowering fallback = Lowering::loops;
    /// True if the processor flushes subnormal floats to 0 while this kernel runs. The option
    /// `fast_math` requests this.
    bool flushes_subnormals = false;
    std::string obstacle{};  ///< why `fallback` is fibers; empty if it is loops
};

/// A `__device__` or `__constant__` variable.
struct GlobalRecord {
    std::string symbol;
    std::uint64_t size_bytes = 0;
    /// Address of the variable in this process if another module defines it, or 0 if `base_object`
    /// defines it.
    std::uint64_t address = 0;
};

/// A compiled source. It contains only data that does not depend on block shapes: a prepared
/// module, and the code and variables that all kernels share. Each kernel is compiled from the
/// prepared module when it is first launched.
struct Image {
    std::string target;       ///< CPU model and features that the code requires
    std::string source_name;  ///< name of the source in messages
    bool debug = false;
    LoweringPolicy policy = LoweringPolicy::best;
    std::vector<KernelRecord> kernels{};
    std::vector<GlobalRecord> globals{};
    /// An ELF relocatable file with the device variables and the functions that are needed outside
    /// of kernels. These are recursive functions and functions whose address is taken. Empty if the
    /// source does not contain such variables or functions.
    std::vector<std::byte> base_object{};
    /// The prepared module as LLVM bitcode. It only declares the variables that `base_object`
    /// defines, so that each variable exists once.
    std::vector<std::byte> bitcode{};
};

std::vector<std::byte> write_image(const Image& image);

/// Reads an image. Throws Error(bad_input) if the bytes were not written by this version of
/// `write_image`. Does not check the object file and the bitcode in the image.
Image read_image(std::span<const std::byte> bytes);

}  // namespace glint::cpu
