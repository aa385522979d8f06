#pragma once

#include <apps/glint/commands.hpp>

// CLI11 takes seconds to compile: who parses includes it.
namespace CLI {
class App;
}

namespace glint::apps {

/// Adds the flags of `glint run` to `command`, which fill `request` when it is parsed. `request`
/// stays as long as `command`.
void add_run_flags(CLI::App& command, RunRequest& request);

}  // namespace glint::apps
