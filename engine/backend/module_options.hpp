// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace glint::driver {

/// Options for loading a module with the CUDA driver. Most options apply to the driver's assembler,
/// which turns PTX into machine code; a cubin is loaded unchanged. The CPU does not have such an
/// assembler and supports only the defaults of all options except `log`.
struct ModuleOptions {
    enum class Caching {
        automatic,  ///< the architecture's default
        l2,         ///< global loads use only the L2 cache
        all,        ///< global loads use the L1 and L2 caches
    };

    unsigned max_registers = 0;      ///< per thread; 0 for no limit
    unsigned threads_per_block = 0;  ///< limit registers so that such a block fits; 0 for no limit
    unsigned optimisation = 4;       ///< optimization level, 0 to 4
    bool debug = false;              ///< include debug information
    bool line_info = false;          ///< include source lines, for profilers
    bool verbose = false;            ///< report registers and memory of each kernel in `log`
    /// Applies if a fatbin lacks machine code for this architecture. True to use machine code for
    /// an older, compatible architecture. False to compile the fatbin's PTX.
    bool prefer_binary = false;
    Caching caching = Caching::automatic;
    /// Target architecture for PTX, such as "sm_80" or "sm_90a". If empty, the target is the
    /// current device. Cannot be combined with `threads_per_block`.
    std::string architecture{};
    /// Symbols of a cubin's kernels that wait for the whole grid, as listed in
    /// `Binary::cooperative_kernels`. A launch of such a kernel that is not cooperative is refused,
    /// because it would end in a trap. In PTX, these kernels are detected automatically.
    std::vector<std::string> cooperative_kernels{};
    /// Receives the driver's messages, even if the driver refuses the module.
    std::string* log = nullptr;

    friend bool operator==(const ModuleOptions&, const ModuleOptions&) = default;
};

/// Input types of the linker.
enum class LinkInput {
    detect,  ///< determine the type from the first bytes
    cubin,   ///< relocatable machine code
    ptx,
    ltoir,  ///< intermediate code that is optimized at link time
    fatbin,
    object,   ///< a host object file that contains device code, as nvcc writes it
    library,  ///< an archive of such object files
};

/// Returns the type of `bytes`, determined from their start, or `detect` if the type is unknown.
LinkInput detect_input(std::span<const std::byte> bytes);

/// Returns the name of the type, such as "cubin", "PTX" or "LTO-IR".
const char* to_string(LinkInput input);

struct LinkPart {
    LinkInput kind = LinkInput::detect;
    std::span<const std::byte> bytes{};
    std::string name{};  ///< used in messages
};

}  // namespace glint::driver
