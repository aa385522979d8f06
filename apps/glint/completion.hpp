// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace glint::apps {

/// Returns the completions of the last of `words`, for a shell. `words` are those after "glint";
/// the last may be incomplete or empty. Parameter names end in "=". The result is sorted; it is
/// empty where a file name is expected. Does not throw for files that cannot be read.
std::vector<std::string> completions(const CLI::App& program,
                                     const std::vector<std::string>& words);

}  // namespace glint::apps
