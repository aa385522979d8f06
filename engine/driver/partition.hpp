// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glint/driver/stream.hpp>

namespace glint {

/// Some of a GPU's multiprocessors: kernels on its streams run only on these. Exception: once a
/// module whose kernels launch kernels is loaded, CUDA lets groups share two more (on compute
/// capability 9). Copies refer to the same group. Destroying the last one, and its streams, waits
/// for the device.
class MultiprocessorGroup {
public:
    MultiprocessorGroup(const Device& device, std::shared_ptr<driver::MultiprocessorGroup> state)
        : device_(device), state_(std::move(state)) {}

    /// Number of multiprocessors; the driver may give more than requested.
    unsigned multiprocessors() const noexcept { return state_->multiprocessors(); }

    /// Creates a stream, which keeps the group alive. Kernels, memory and events are those of the
    /// device. Throws Error(invalid_argument) for a priority outside the device's range, and for
    /// `waits_for_default`, which such streams do not support.
    Stream stream(const StreamOptions& options = {}) const;

    /// CUgreenCtx.
    void* native() const noexcept { return state_->native(); }

private:
    Device device_;
    std::shared_ptr<driver::MultiprocessorGroup> state_;
};

struct PartitionOptions {
    unsigned multiprocessors = 0;  ///< minimum per group
    unsigned groups = 1;
};

/// Splits a GPU into groups without common multiprocessors, so that a small, urgent kernel finds
/// free ones while a large kernel runs on the others.
///
///     const glint::Partition parts(device, {.multiprocessors = 16});
///     glint::Stream urgent = parts.groups()[0].stream();
///     glint::Stream bulk = parts.rest()->stream();
///
/// Streams outside of any group still use the whole device. As with any two streams, the driver
/// decides which kernels run concurrently. Occupancy and cooperative launches are computed for the
/// whole device: choose the number of blocks for the latter to fit the group.
class Partition {
public:
    /// Throws Error(invalid_argument) for no multiprocessors or more than the device has. Also
    /// throws it if the driver creates fewer groups, with their number (it allocates in steps: 8 on
    /// an H100). Throws Error(unsupported) on the CPU, in adopted contexts and before CUDA 12.5.
    Partition(const Device& device, const PartitionOptions& options);

    std::span<const MultiprocessorGroup> groups() const noexcept { return groups_; }
    /// The multiprocessors outside of all groups; nullopt if none are left.
    const std::optional<MultiprocessorGroup>& rest() const noexcept { return rest_; }

private:
    std::vector<MultiprocessorGroup> groups_;
    std::optional<MultiprocessorGroup> rest_;
};

}  // namespace glint
