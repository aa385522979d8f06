// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <apps/glint/commands.hpp>
#include <glint/app/app.hpp>

namespace glint::apps {

/// Compiles the kernels of a run's first frame for a GPU, on all CPU cores; see CompileAhead.
/// Kernels in the disk cache are not compiled again. Shows the progress in the window, or on stderr
/// after a second. Returns false if the user closed the window, and true otherwise.
bool compile_first_frame(app::App& app, const RunSpec& spec, const OpenedFile& file);

struct WarmRequest {
    std::vector<std::string> simulations;  ///< names or files; empty: the whole catalog
    std::string device = "auto";           ///< as in Device::open, or an architecture: "cuda:sm_90"
};

/// Fills the disk cache with the kernels of the requested simulations. A GPU is not required if
/// `device` is an architecture. Prints one line per simulation. Returns 1 if a simulation failed,
/// and 0 otherwise.
int warm_cache(const WarmRequest& request);

}  // namespace glint::apps
