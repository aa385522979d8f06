// SPDX-License-Identifier: MIT
#include <glint/base/trace.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace glint {

bool trace_is_wanted() {
    const char* wish = std::getenv("GLINT_TRACE");
    return wish && *wish && std::string_view(wish) != "0";
}

// Writes the line in one call, so that lines of several threads do not mix.
void write_trace(std::string_view call, std::string_view result,
                 std::chrono::duration<double, std::micro> time) {
    const std::string line = fmt::format("glint: trace [{}]: {} = {}, {:.1f} us\n", gettid(), call,
                                         result, time.count());
    std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace glint
