// SPDX-License-Identifier: MIT
#pragma once

namespace glint::studio {

/// The exit statuses of runs, in addition to 0 and 1.
inline constexpr int kWentWrong = 3;  ///< a monitor left its limits, or NaN or infinity was found
inline constexpr int kDeviceLost = 4;
inline constexpr int kInterrupted = 130;

}  // namespace glint::studio
