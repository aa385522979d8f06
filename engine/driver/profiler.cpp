// SPDX-License-Identifier: MIT
#include <glint/driver/profiler.hpp>

#include <glint/cuda/cuda_profiler.hpp>

namespace glint {

ProfilerRange::ProfilerRange(const std::string& name)
    : id_(driver::cuda::start_range(name.c_str())) {}

ProfilerRange::~ProfilerRange() { driver::cuda::end_range(id_); }

ProfilerScope::ProfilerScope(const Device& device) : device_(device) {
    if (device_.kind() == BackendKind::cuda) driver::cuda::start_profiler(*device_.backend());
}

ProfilerScope::~ProfilerScope() {
    if (device_.kind() == BackendKind::cuda) driver::cuda::stop_profiler(*device_.backend());
}

}  // namespace glint
