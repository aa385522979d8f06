// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glint/driver/stream.hpp>

namespace glint {

/// Some of a GPU's multiprocessors: kernels on its streams run on these, and on no others unless a
/// module whose kernels launch kernels is loaded (CUDA then lets groups share two more, on compute
/// capability 9). A copy means the same group; the end of the last, and of its streams, waits for
/// the device.
class MultiprocessorGroup {
public:
    MultiprocessorGroup(const Device& device, std::shared_ptr<driver::MultiprocessorGroup> state)
        : device_(device), state_(std::move(state)) {}

    /// How many; the driver may give more than were asked for.
    unsigned multiprocessors() const noexcept { return state_->multiprocessors(); }

    /// A new stream, which keeps the group. Kernels, memory and events are those of the device.
    /// Throws Error(invalid_argument) for a priority that the device does not have, and for
    /// `waits_for_default`, which such streams cannot do.
    Stream stream(const StreamOptions& options = {}) const;

    /// CUgreenCtx.
    void* native() const noexcept { return state_->native(); }

private:
    Device device_;
    std::shared_ptr<driver::MultiprocessorGroup> state_;
};

struct PartitionOptions {
    unsigned multiprocessors = 0;  ///< of each group, at least
    unsigned groups = 1;
};

/// A GPU dealt out: groups that have no multiprocessor in common, so that a small, urgent kernel
/// finds its own free while a large one runs on the others.
///
///     const glint::Partition parts(device, {.multiprocessors = 16});
///     glint::Stream urgent = parts.groups()[0].stream();
///     glint::Stream bulk = parts.rest()->stream();
///
/// Streams that belong to no group still use all of the device. Which kernels run at the same time
/// is up to the driver, as with any two streams. Occupancy and cooperative launches
/// are counted for the whole device: choose the blocks of the latter for the group.
class Partition {
public:
    /// Throws Error(invalid_argument) for none or more than there are, and where the driver makes
    /// fewer groups, with how many it makes (it deals out in steps: 8 on an H100).
    /// Error(unsupported) on the CPU, in adopted contexts and before CUDA 12.5.
    Partition(const Device& device, const PartitionOptions& options);

    std::span<const MultiprocessorGroup> groups() const noexcept { return groups_; }
    /// The multiprocessors of no group; nothing if none are left.
    const std::optional<MultiprocessorGroup>& rest() const noexcept { return rest_; }

private:
    std::vector<MultiprocessorGroup> groups_;
    std::optional<MultiprocessorGroup> rest_;
};

}  // namespace glint
