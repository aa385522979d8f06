// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <apps/glint/commands.hpp>
#include <glint/app/app.hpp>

namespace glint::apps {

/// Compiles the kernels that the first frame of a run on a GPU needs, on all cores, unless the disk
/// cache has them; see CompileAhead. Says how far it is: in the window, or on stderr after a
/// second. Returns false if the window was closed meanwhile.
bool compile_first_frame(app::App& app, const RunRequest& request);

struct WarmRequest {
    std::vector<std::string> simulations;  ///< names or files; empty: all of the catalog
    std::string device = "auto";           ///< as Device::open takes it, or "cuda:sm_90"
};

/// Fills the disk cache with the kernels of these simulations. A GPU that `device` names by its
/// architecture need not be there. Prints a line for each simulation. Returns 1 if one failed.
int warm_cache(const WarmRequest& request);

}  // namespace glint::apps
