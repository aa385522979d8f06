#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <glint/driver/backend.hpp>

namespace glint::cpu {

/// How a kernel runs on CPU threads. A vectorising form will stand beside these.
enum class Lowering : std::uint8_t {
    loops = 0,   ///< the threads of a block are the iterations of a loop
    fibres = 1,  ///< each thread of a block has its own stack, so that it can wait for others
};

std::string_view to_string(Lowering lowering) noexcept;

/// The version of the format below and of the calling convention in codegen/abi.hpp.
inline constexpr std::uint32_t kImageVersion = 1;

/// What the loader must know of one kernel.
struct KernelRecord {
    std::string name;    ///< as the source writes it, with template arguments
    std::string symbol;  ///< as nvcc would mangle it
    std::vector<driver::KernelParameter> parameters;
    std::uint64_t argument_bytes = 0;  ///< size of the block of all arguments
    std::uint64_t static_shared_bytes = 0;
    std::uint32_t max_threads_per_block = 1024;
    Lowering lowering = Lowering::loops;
};

/// A `__device__` or `__constant__` variable.
struct GlobalRecord {
    std::string symbol;
    std::uint64_t size_bytes = 0;
};

/// A compiled source: machine code for one CPU model and what there is to find in it.
struct Image {
    std::string target;  ///< CPU model and features that the code needs
    std::vector<KernelRecord> kernels;
    std::vector<GlobalRecord> globals;
    std::vector<std::byte> object;  ///< an ELF relocatable file
};

std::vector<std::byte> write_image(const Image& image);

/// Throws Error(bad_input) for bytes that `write_image` of this version did not write.
Image read_image(std::span<const std::byte> bytes);

/// The name of the function in the object through which the runtime starts `symbol`.
std::string entry_symbol(std::string_view symbol);

}  // namespace glint::cpu
