// SPDX-License-Identifier: MIT
#pragma once

#include <apps/glint/sweep_request.hpp>

namespace CLI {
class App;
}

namespace glint::apps {

/// Adds what `glint sweep` takes to `command`, which fills `request` when it is parsed.
void add_sweep_flags(CLI::App& command, SweepRequest& request);

/// The flags of `glint run` that each case gets, as that understands them. Throws WrongOption.
RunRequest run_request_of(const SweepRequest& request);

}  // namespace glint::apps
