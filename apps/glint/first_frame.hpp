// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <apps/glint/commands.hpp>
#include <glint/app/app.hpp>

namespace glint::apps {

/// Compiles the kernels that a run's first frame needs on a GPU, on all CPU cores, unless they are
/// in the disk cache; see CompileAhead. Reports progress in the window, or on stderr after a
/// second. Returns false if the user closed the window meanwhile.
bool compile_first_frame(app::App& app, const RunSpec& spec, const OpenedFile& file);

struct WarmRequest {
    std::vector<std::string> simulations;  ///< names or files; empty: the whole catalog
    std::string device = "auto";           ///< as for Device::open, or "cuda:sm_90"
};

/// Fills the disk cache with the kernels of these simulations. If `device` names a GPU
/// architecture, no GPU of that architecture is needed. Prints one line per simulation. Returns 1
/// if a simulation failed.
int warm_cache(const WarmRequest& request);

}  // namespace glint::apps
