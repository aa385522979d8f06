// SPDX-License-Identifier: MIT
#pragma once

namespace glint::app {

/// Frames for a second of watched time, of headless runs and of recordings.
inline constexpr unsigned kFramesPerSecond = 60;

}  // namespace glint::app
