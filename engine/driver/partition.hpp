// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glint/driver/stream.hpp>

namespace glint {

/// A subset of a GPU's multiprocessors. Kernels on its streams run only on these multiprocessors.
/// Exception on compute capability 9: after the program loads a module with kernels that launch
/// other kernels, CUDA lets the groups share two more multiprocessors. Copies refer to the same
/// group. When the last copy and all streams of the group are destroyed, the host waits for the
/// device.
class MultiprocessorGroup {
public:
    MultiprocessorGroup(const Device& device, std::shared_ptr<driver::MultiprocessorGroup> state)
        : device_(device), state_(std::move(state)) {}

    /// Returns the number of multiprocessors, which may be larger than the requested number.
    unsigned multiprocessors() const noexcept { return state_->multiprocessors(); }

    /// Creates a stream, which keeps the group alive. The stream can use kernels, memory and events
    /// of the device. Throws Error(invalid_argument) for a priority outside the device's range, and
    /// for `waits_for_default`, which such streams do not support.
    Stream stream(const StreamOptions& options = {}) const;

    /// Returns the CUgreenCtx.
    void* native() const noexcept { return state_->native(); }

private:
    Device device_;
    std::shared_ptr<driver::MultiprocessorGroup> state_;
};

struct PartitionOptions {
    unsigned multiprocessors = 0;  ///< minimum number per group
    unsigned groups = 1;
};

/// Splits a GPU into groups of multiprocessors that do not overlap. A small, urgent kernel on one
/// group then finds free multiprocessors while a large kernel occupies the other ones.
///
///     const glint::Partition parts(device, {.multiprocessors = 16});
///     glint::Stream urgent = parts.groups()[0].stream();
///     glint::Stream bulk = parts.rest()->stream();
///
/// Streams that do not belong to a group use the whole device. The driver decides which kernels run
/// concurrently, as for any two streams. Occupancy is computed for the whole device. For a
/// cooperative launch, choose a number of blocks that fits on the group.
class Partition {
public:
    /// Throws Error(invalid_argument) for 0 multiprocessors or for more than the device has. The
    /// driver allocates multiprocessors in steps (of 8 on an H100). If it therefore creates fewer
    /// groups than requested, throws Error(invalid_argument) with the possible number of groups.
    /// Throws Error(unsupported) on the CPU, in adopted contexts and for drivers before CUDA 12.5.
    Partition(const Device& device, const PartitionOptions& options);

    std::span<const MultiprocessorGroup> groups() const noexcept { return groups_; }
    /// Returns the multiprocessors that belong to no group, or nullopt if there are none.
    const std::optional<MultiprocessorGroup>& rest() const noexcept { return rest_; }

private:
    std::vector<MultiprocessorGroup> groups_;
    std::optional<MultiprocessorGroup> rest_;
};

}  // namespace glint
