// SPDX-License-Identifier: MIT
#pragma once

#include <cuda.h>

/// Stream captures and graphs of the fake driver. The caller must not hold a lock.
namespace glint::fake_cuda {

/// Adds the launch to the graph that its stream is captured into; otherwise records it as launched.
void launch_or_capture(const CUlaunchConfig& config, CUfunction function);
/// True if work queued on `stream` becomes part of a graph.
bool is_captured(CUstream stream);

}  // namespace glint::fake_cuda
