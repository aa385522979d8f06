// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

namespace glint::test {

/// An X server of its own with no screen (Xvfb), and `DISPLAY` set to it; both end with it.
class VirtualDisplay {
public:
    /// Nothing where Xvfb is not installed or does not start.
    static std::optional<VirtualDisplay> start();

    VirtualDisplay(VirtualDisplay&& other) noexcept;
    VirtualDisplay& operator=(VirtualDisplay&& other) noexcept;
    ~VirtualDisplay();

private:
    VirtualDisplay(pid_t server, const std::string& name);

    pid_t server_;
};

}  // namespace glint::test
