// SPDX-License-Identifier: MIT
#pragma once

namespace glint::studio {

/// The exit statuses of runs, in addition to 0 and 1.
inline constexpr int kWentWrong = 3;  ///< a monitor left its limits, or there is a NaN or infinity
inline constexpr int kDeviceLost = 4;
inline constexpr int kInterrupted = 130;

}  // namespace glint::studio
