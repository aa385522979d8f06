// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace glint::apps {

/// Returns the completions of the last word, for a shell. `words` are the words after "glint"; the
/// last word may be incomplete or empty. Parameter names end in "=". The result is sorted, and
/// empty where a file name is expected. Files that cannot be read cause no error.
std::vector<std::string> completions(const CLI::App& program,
                                     const std::vector<std::string>& words);

}  // namespace glint::apps
