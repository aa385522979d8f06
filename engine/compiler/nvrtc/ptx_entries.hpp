// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint::compiler::nvrtc {

/// What PTX declares of a kernel.
struct PtxEntry {
    std::string symbol{};
    /// PTX's types: "u64", or "24 bytes" for a struct.
    std::vector<std::string> parameters{};
    /// The product of `__launch_bounds__`'s PTX form, `.maxntid` or `.reqntid`.
    std::optional<unsigned> max_threads{};
};

/// The kernels that are defined in `ptx`, in its order, which is that of the source (instantiated
/// templates may come later).
std::vector<PtxEntry> ptx_entries(std::string_view ptx);

}  // namespace glint::compiler::nvrtc
