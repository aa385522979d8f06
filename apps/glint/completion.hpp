#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace glint::apps {

/// What the last of `words` can become, for the completion of a shell. `words` are those after
/// "glint", the last one as far as it is typed. A parameter ends in "=". Empty where a file name is
/// expected.
std::vector<std::string> completions(const CLI::App& program,
                                     const std::vector<std::string>& words);

}  // namespace glint::apps
