// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace glint::driver {

/// A GPU architecture in compiler notation.
struct Architecture {
    int capability = 0;  ///< 90 for compute capability 9.0
    /// 'a' allows features of this exact chip, 'f' features of its family; 0 for neither.
    char features = 0;
    bool is_virtual = false;  ///< "compute_90": PTX that runs on this GPU and later GPUs

    friend bool operator==(const Architecture&, const Architecture&) = default;
};

/// Parses "sm_90", "sm_90a", "sm_100f" or "compute_90".
/// Throws Error(invalid_argument) for other text.
Architecture parse_architecture(std::string_view text);

std::string to_string(const Architecture& architecture);

}  // namespace glint::driver
