// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

namespace glint::test {

/// A separate X server without a screen (Xvfb), to which `DISPLAY` is set. The destructor ends the
/// server and restores `DISPLAY`.
class VirtualDisplay {
public:
    /// Returns nullopt if Xvfb is not installed or does not start.
    static std::optional<VirtualDisplay> start();

    VirtualDisplay(VirtualDisplay&& other) noexcept;
    VirtualDisplay& operator=(VirtualDisplay&& other) noexcept;
    ~VirtualDisplay();

private:
    VirtualDisplay(pid_t server, const std::string& name);

    pid_t server_;
};

}  // namespace glint::test
