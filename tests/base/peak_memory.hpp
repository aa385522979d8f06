// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <string>

#include <glint/base/files.hpp>

namespace glint::test {

/// Peak memory of the process since forget_peak() was called, in bytes.
inline std::size_t peak_bytes() {
    const std::string status = read_text("/proc/self/status");
    return std::strtoull(status.c_str() + status.find("VmHWM:") + 6, nullptr, 10) * 1024;
}

inline void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

/// Maximum growth of the process in bytes while `action` runs. Sanitizers increase it.
template <class Action>
std::size_t growth_bytes(const Action& action) {
    forget_peak();
    const std::size_t before = peak_bytes();
    action();
    return peak_bytes() - before;
}

}  // namespace glint::test
