// SPDX-License-Identifier: MIT
#include <glint/backend/detail/cpu_entry.hpp>

#include <fmt/format.h>

#include <glint/base/version.hpp>

namespace glint::driver {

std::string interface_version() {
    return fmt::format("{} (interface {})", version(), cpu_entry::kInterface);
}

}  // namespace glint::driver
