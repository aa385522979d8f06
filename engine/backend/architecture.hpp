// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace glint::driver {

/// A GPU architecture, as compilers name it: sm_90, sm_90a or compute_90.
struct Architecture {
    int capability = 0;  ///< 90 for compute capability 9.0
    /// 'a' if code may use features that only this chip has, 'f' if it may use features of the
    /// chip's family, 0 if neither.
    char features = 0;
    bool is_virtual = false;  ///< true for "compute_90": PTX for this and later GPUs

    friend bool operator==(const Architecture&, const Architecture&) = default;
};

/// Parses "sm_90", "sm_90a", "sm_100f" or "compute_90".
/// Throws Error(invalid_argument) for other text.
Architecture parse_architecture(std::string_view text);

std::string to_string(const Architecture& architecture);

}  // namespace glint::driver
