// SPDX-License-Identifier: MIT
#pragma once

#include <apps/glint/sweep_request.hpp>

namespace CLI {
class App;
}

namespace glint::apps {

/// Adds the flags of `glint sweep` to `command`. Parsing fills `request`, which must outlive
/// `command`.
void add_sweep_flags(CLI::App& command, SweepRequest& request);

/// Parses the flags of `glint run` that the sweep passes to each case. Throws WrongOption.
RunSpec run_spec_of(const SweepRequest& request);

}  // namespace glint::apps
