// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace glint::compiler::nvrtc {

/// A kernel's resource usage, as reported by NVIDIA's assembler.
struct ResourceUsage {
    unsigned registers = 0;        ///< per thread
    std::size_t local_bytes = 0;   ///< per thread: stack, including spilled registers
    std::size_t shared_bytes = 0;  ///< per block, without dynamic shared memory
};

/// Parses the resource usage of kernels, by symbol, from the assembler's output with --verbose. The
/// format is documented in "CUDA Compiler Driver NVCC", section "Printing code generation
/// statistics". (The cubin's own tables are undocumented and differ between versions.)
std::map<std::string, ResourceUsage> resource_usage(std::string_view log);

/// Maximum number of threads in a block if each thread needs this many registers. A multiprocessor
/// has 65536 registers, allocated to warps in units of 256, and warps are allocated in groups of
/// four ("CUDA C++ Programming Guide", "Technical Specifications per Compute Capability"; the same
/// for all GPUs from compute capability 7.0 on).
unsigned threads_with_registers(unsigned registers);

}  // namespace glint::compiler::nvrtc
