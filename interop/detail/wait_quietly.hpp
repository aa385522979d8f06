// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/error.hpp>
#include <glint/driver/event.hpp>

namespace glint::interop {

/// Waits for `event` in a destructor, because memory must not be freed while kernels write it.
/// Ignores errors: after a device failure, no kernel runs, and other code that waits for the stream
/// gets the error.
inline void wait_quietly(Event& event) noexcept {
    try {
        event.synchronize();
    } catch (const Error&) {
        return;
    }
}

}  // namespace glint::interop
