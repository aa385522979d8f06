// SPDX-License-Identifier: MIT
#include <glint/base/debug_mode.hpp>

#include <cstdlib>
#include <string_view>

namespace glint {

bool is_debug_mode() {
    const char* wish = std::getenv("GLINT_DEBUG");
    return wish && *wish && std::string_view(wish) != "0";
}

}  // namespace glint
