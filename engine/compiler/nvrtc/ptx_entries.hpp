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
    /// PTX's types: "u64", or "24 bytes" for a struct.
    std::vector<std::string> parameters{};
    /// The product of `__launch_bounds__`'s PTX form, `.maxntid` or `.reqntid`.
    std::optional<unsigned> max_threads{};
};

/// Returns the kernels defined in `ptx`, in its order, which is that of the source (except that
/// instantiated templates may come later).
std::vector<PtxEntry> ptx_entries(std::string_view ptx);

}  // namespace glint::compiler::nvrtc
