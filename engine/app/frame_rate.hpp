// SPDX-License-Identifier: MIT
#pragma once

namespace glint::app {

/// Frames per second of playback, for headless runs and recordings.
inline constexpr unsigned kFramesPerSecond = 60;

}  // namespace glint::app
