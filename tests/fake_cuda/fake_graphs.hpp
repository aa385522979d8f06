// SPDX-License-Identifier: MIT
#pragma once

#include <cuda.h>

/// Stream captures and graphs of the fake driver. Callers must not hold a lock.
namespace glint::fake_cuda {

/// Adds the launch to the graph into which its stream is captured; otherwise, records the launch.
void launch_or_capture(const CUlaunchConfig& config, CUfunction function);
/// True if work queued on `stream` becomes part of a graph.
bool is_captured(CUstream stream);

}  // namespace glint::fake_cuda
