# SPDX-License-Identifier: MIT
# Third-party headers that most sources include are parsed once for many targets. Each source still
# includes what it uses, so that -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON also builds.
set(GLINT_COMMON_HEADERS <algorithm> <array> <atomic> <chrono> <cmath> <cstring> <filesystem>
    <functional> <map> <memory> <mutex> <numeric> <optional> <set> <span> <string> <string_view>
    <utility> <variant> <vector> <fmt/format.h>)

# glint_use_precompiled(TARGET): for a library. GCC requires the same flags to create and to use a
# precompiled header, so libraries and test programs have separate ones.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "int main() {}\n")
add_library(glint_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
target_link_libraries(glint_precompiled PRIVATE glint_flags fmt::fmt)
target_precompile_headers(glint_precompiled PRIVATE ${GLINT_COMMON_HEADERS})

function(glint_use_precompiled target)
    target_precompile_headers(${target} REUSE_FROM glint_precompiled)
endfunction()
