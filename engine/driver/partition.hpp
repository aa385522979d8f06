// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glint/driver/stream.hpp>

namespace glint {

/// A subset of a GPU's multiprocessors. Kernels on its streams run only on these. Exception: after
/// a module is loaded whose kernels launch kernels, CUDA lets groups share two more multiprocessors
/// (on compute capability 9). Copies refer to the same group. Destroying the last copy and its
/// streams waits for the device.
class MultiprocessorGroup {
public:
    MultiprocessorGroup(const Device& device, std::shared_ptr<driver::MultiprocessorGroup> state)
        : device_(device), state_(std::move(state)) {}

    /// Number of multiprocessors; the driver may assign more than requested.
    unsigned multiprocessors() const noexcept { return state_->multiprocessors(); }

    /// Creates a stream, which keeps the group alive. The stream uses kernels, memory and events of
    /// the device. Throws Error(invalid_argument) for a priority outside the device's range, and
    /// for `waits_for_default`, which such streams do not support.
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

/// Splits a GPU into groups of multiprocessors that do not overlap, so that a small, urgent kernel
/// finds free multiprocessors while a large kernel runs on the others.
///
///     const glint::Partition parts(device, {.multiprocessors = 16});
///     glint::Stream urgent = parts.groups()[0].stream();
///     glint::Stream bulk = parts.rest()->stream();
///
/// Streams outside of any group still use the whole device. As with any two streams, the driver
/// decides which kernels run concurrently. Occupancy is computed for the whole device. For
/// cooperative launches, choose a number of blocks that fits the group.
class Partition {
public:
    /// Throws Error(invalid_argument) for 0 multiprocessors or more than the device has. Also
    /// throws it, with their number, if the driver creates fewer groups than requested (it
    /// allocates in steps of, for example, 8 on an H100). Throws Error(unsupported) on the CPU, in
    /// adopted contexts and before CUDA 12.5.
    Partition(const Device& device, const PartitionOptions& options);

    std::span<const MultiprocessorGroup> groups() const noexcept { return groups_; }
    /// The multiprocessors that do not belong to any group; nullopt if none are left.
    const std::optional<MultiprocessorGroup>& rest() const noexcept { return rest_; }

private:
    std::vector<MultiprocessorGroup> groups_;
    std::optional<MultiprocessorGroup> rest_;
};

}  // namespace glint
