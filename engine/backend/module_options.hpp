// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace glint::driver {

/// How the CUDA driver loads a module. Most options apply to the driver's assembler, which turns
/// PTX into machine code; a cubin is loaded unchanged. The CPU has no such assembler, so all
/// options except `log` must keep their defaults there.
struct ModuleOptions {
    enum class Caching {
        automatic,  ///< default of the architecture
        l2,         ///< global loads bypass the L1 cache
        all,        ///< global loads use both cache levels
    };

    unsigned max_registers = 0;      ///< per thread; 0: no limit
    unsigned threads_per_block = 0;  ///< limits registers so that such a block fits; 0: no limit
    unsigned optimisation = 4;       ///< 0 to 4
    bool debug = false;              ///< include debug information
    bool line_info = false;          ///< include source lines, for profilers
    bool verbose = false;            ///< report registers and memory of each kernel in `log`
    /// If a fatbin has no code for this exact architecture, use compatible code for an older one
    /// rather than compile its PTX.
    bool prefer_binary = false;
    Caching caching = Caching::automatic;
    /// Target architecture for PTX, such as "sm_80" or "sm_90a"; empty: the current device. Cannot
    /// be combined with `threads_per_block`.
    std::string architecture{};
    /// Symbols of a cubin's kernels that wait for the whole grid, as listed in
    /// `Binary::cooperative_kernels`. A plain launch of one is refused, since it would end in a
    /// trap. For PTX this is detected automatically.
    std::vector<std::string> cooperative_kernels{};
    /// Receives the driver's messages, even if it then refuses the module.
    std::string* log = nullptr;

    friend bool operator==(const ModuleOptions&, const ModuleOptions&) = default;
};

/// Input types of the linker.
enum class LinkInput {
    detect,  ///< detected from the first bytes
    cubin,   ///< relocatable machine code
    ptx,
    ltoir,  ///< intermediate code that is optimized at link time
    fatbin,
    object,   ///< host object file with embedded device code, as nvcc writes
    library,  ///< an archive of such objects
};

/// Detects the type of `bytes` from their start; returns `detect` if it is unknown.
LinkInput detect_input(std::span<const std::byte> bytes);

/// Returns "cubin", "PTX", "LTO-IR"...
const char* to_string(LinkInput input);

struct LinkPart {
    LinkInput kind = LinkInput::detect;
    std::span<const std::byte> bytes{};
    std::string name{};  ///< used in messages
};

}  // namespace glint::driver
