// SPDX-License-Identifier: MIT
#pragma once

#include <cuda.h>

/// Streams that are captured, and graphs, of the fake driver. The caller holds no lock.
namespace glint::fake_cuda {

/// Puts the launch into the graph that its stream is captured into; else notes it as launched.
void launch_or_capture(const CUlaunchConfig& config, CUfunction function);
/// Whether what `stream` is given becomes part of a graph.
bool is_captured(CUstream stream);

}  // namespace glint::fake_cuda
