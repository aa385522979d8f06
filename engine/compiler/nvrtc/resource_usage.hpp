// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace glint::compiler::nvrtc {

/// The resource usage of a kernel, as NVIDIA's assembler reports it.
struct ResourceUsage {
    unsigned registers = 0;        ///< per thread
    std::size_t local_bytes = 0;   ///< per thread: stack, including spilled registers
    std::size_t shared_bytes = 0;  ///< per block, without dynamic shared memory
};

/// Returns the resource usage of each kernel, by symbol, from the output of the assembler with the
/// option --verbose. "CUDA Compiler Driver NVCC", section "Printing code generation statistics",
/// documents the format. (The tables in the cubin are undocumented and differ between versions.)
std::map<std::string, ResourceUsage> resource_usage(std::string_view log);

/// Returns the maximum number of threads per block if each thread uses `registers` registers. A
/// multiprocessor has 65536 registers. Each warp gets a multiple of 256 registers, and the number
/// of warps is a multiple of four. See "Technical Specifications per Compute Capability" in the
/// "CUDA C++ Programming Guide". The numbers are the same for all GPUs from compute capability 7.0
/// on.
unsigned threads_with_registers(unsigned registers);

}  // namespace glint::compiler::nvrtc
