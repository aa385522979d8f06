// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace glint::driver {

/// How the CUDA driver loads a module. Most of it is for the driver's assembler, which turns PTX
/// into machine code; a cubin is loaded as it is. On the CPU, which has no assembler of that
/// kind, all but `log` must be left alone.
struct ModuleOptions {
    enum class Caching {
        automatic,  ///< as the architecture does by default
        l2,         ///< loads from global memory pass by the first-level cache
        all,        ///< loads from global memory go through both levels
    };

    unsigned max_registers = 0;      ///< of each thread; 0: no limit
    unsigned threads_per_block = 0;  ///< limits registers so that such a block fits; 0: no limit
    unsigned optimisation = 4;       ///< 0 to 4
    bool debug = false;              ///< with what a debugger needs
    bool line_info = false;          ///< with source lines, for profilers
    bool verbose = false;            ///< has `log` tell registers and memory of each kernel
    /// A fatbin with no code for this very architecture gives its code for an older one that runs
    /// here, rather than PTX to compile.
    bool prefer_binary = false;
    Caching caching = Caching::automatic;
    /// What to assemble PTX for, as in "sm_80" or "sm_90a"; empty: the device at hand. It excludes
    /// `threads_per_block`.
    std::string architecture{};
    /// Symbols of the kernels in a cubin that wait for the whole grid, as
    /// `Binary::cooperative_kernels` names them: a plain launch of one, which would end in a trap,
    /// is refused. PTX tells by itself.
    std::vector<std::string> cooperative_kernels{};
    /// Receives what the driver said, also when it then refuses the module.
    std::string* log = nullptr;

    friend bool operator==(const ModuleOptions&, const ModuleOptions&) = default;
};

/// What a part of a program is, for the linker.
enum class LinkInput {
    detect,  ///< told by its first bytes
    cubin,   ///< machine code, relocatable
    ptx,
    ltoir,  ///< intermediate code that is optimised when it is linked
    fatbin,
    object,   ///< a host's object file with device code in it, as nvcc writes
    library,  ///< an archive of such objects
};

/// What `bytes` are, by their first; `detect` if they are nothing known.
LinkInput detect_input(std::span<const std::byte> bytes);

/// "cubin", "PTX", "LTO-IR"...
const char* to_string(LinkInput input);

struct LinkPart {
    LinkInput kind = LinkInput::detect;
    std::span<const std::byte> bytes{};
    std::string name{};  ///< as messages call it
};

}  // namespace glint::driver
