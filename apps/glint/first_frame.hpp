// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <apps/glint/commands.hpp>
#include <glint/app/app.hpp>
#include <glint/compiler/compile_ahead.hpp>

namespace glint::apps {

/// Compiles the kernels of a run's first frame for a GPU, on all CPU cores; see CompileAhead.
/// Kernels in the disk cache are not compiled again.
class FirstFrameKernels {
public:
    /// Starts the compilation if the GPU of the run is already known. App can then open OpenGL at
    /// the same time. `spec` and `file` must outlive this object. Ignores errors, which App
    /// reports.
    FirstFrameKernels(const RunSpec& spec, const OpenedFile& file, const app::AppOptions& options);
    ~FirstFrameKernels();
    FirstFrameKernels(const FirstFrameKernels&) = delete;
    FirstFrameKernels& operator=(const FirstFrameKernels&) = delete;

    /// Waits until the kernels are compiled. Starts to compile them now if the constructor did not.
    /// Shows the progress in the window, or on stderr after a second. Returns false if the user
    /// closed the window, and true otherwise.
    bool wait(app::App& app);

private:
    void start(const Device& gpu, const app::AppOptions& options);

    const RunSpec& spec_;
    const OpenedFile& file_;
    std::string description_;  ///< describes the first frame that `ahead_` compiles
    std::string device_;       ///< name of the GPU for which `ahead_` compiles
    std::unique_ptr<CompileAhead> ahead_;
    bool is_cached_ = false;  ///< true if all these kernels are in the cache
};

struct WarmRequest {
    std::vector<std::string> simulations;  ///< names or files; empty: the whole catalog
    std::string device = "auto";           ///< as in Device::open, or an architecture: "cuda:sm_90"
};

/// Fills the disk cache with the kernels of the requested simulations. A GPU is not required if
/// `device` is an architecture. Prints one line per simulation. Returns 1 if a simulation failed,
/// and 0 otherwise.
int warm_cache(const WarmRequest& request);

}  // namespace glint::apps
