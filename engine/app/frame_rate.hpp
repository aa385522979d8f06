// SPDX-License-Identifier: MIT
#pragma once

namespace glint::app {

/// Frames per second at which headless runs and recordings are played back.
inline constexpr unsigned kFramesPerSecond = 60;

}  // namespace glint::app
