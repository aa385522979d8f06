// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/error.hpp>
#include <glint/driver/event.hpp>

namespace glint::interop {

/// Waits for `event` in a destructor: memory must not go while kernels write it. If the device
/// failed, no kernel runs any more, and whoever waits for its stream gets the error.
inline void wait_quietly(Event& event) noexcept {
    try {
        event.synchronize();
    } catch (const Error&) {
        return;
    }
}

}  // namespace glint::interop
