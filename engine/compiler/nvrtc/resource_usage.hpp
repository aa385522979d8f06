// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace glint::compiler::nvrtc {

/// What a kernel needs of a GPU, as NVIDIA's assembler counts it.
struct ResourceUsage {
    unsigned registers = 0;        ///< of each thread
    std::size_t local_bytes = 0;   ///< of each thread: its stack, spilled registers included
    std::size_t shared_bytes = 0;  ///< of each block, without what is asked for at the launch
};

/// The kernels, by symbol, of which `log` tells. It is what the assembler says under its option
/// --verbose, in the words that "CUDA Compiler Driver NVCC", section "Printing code generation
/// statistics", documents. (The cubin's own tables are not documented and differ by version.)
std::map<std::string, ResourceUsage> resource_usage(std::string_view log);

/// The most threads that a block can have when each needs so many registers: a multiprocessor has
/// 65536, given out to warps by 256, and warps by four ("CUDA C++ Programming Guide", "Technical
/// Specifications per Compute Capability"; all from compute capability 7.0 on).
unsigned threads_with_registers(unsigned registers);

}  // namespace glint::compiler::nvrtc
