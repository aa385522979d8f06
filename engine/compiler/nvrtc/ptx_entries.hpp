// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint::compiler::nvrtc {

/// A kernel's declaration in PTX.
struct PtxEntry {
    std::string symbol{};
    /// Types in PTX's notation, such as "u64", or "24 bytes" for a struct.
    std::vector<std::string> parameters{};
    /// The product of the three numbers in `.maxntid` or `.reqntid`, PTX's form of
    /// `__launch_bounds__`.
    std::optional<unsigned> max_threads{};
};

/// Returns the kernels defined in `ptx`, in the order of the PTX. It is the order of the source,
/// except that instantiated templates may come later.
std::vector<PtxEntry> ptx_entries(std::string_view ptx);

}  // namespace glint::compiler::nvrtc
