// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint::compiler::nvrtc {

/// The declaration of a kernel in PTX.
struct PtxEntry {
    std::string symbol{};
    /// Types in the notation of PTX, such as "u64". A struct is "24 bytes".
    std::vector<std::string> parameters{};
    /// Product of the three numbers in `.maxntid` or `.reqntid`, the PTX forms of
    /// `__launch_bounds__`. nullopt for a kernel without launch bounds.
    std::optional<unsigned> max_threads{};
};

/// Returns the kernels that `ptx` defines, in the order of the PTX. This is the order of the
/// source, except that instantiated templates may come later.
std::vector<PtxEntry> ptx_entries(std::string_view ptx);

}  // namespace glint::compiler::nvrtc
