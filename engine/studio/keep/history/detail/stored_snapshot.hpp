// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glint/driver/event.hpp>
#include <glint/driver/memory_pool.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// A snapshot of the history, on the device or in page-locked host memory.
class StoredSnapshot {
public:
    explicit StoredSnapshot(Snapshot snapshot);
    /// Waits for a move in progress.
    ~StoredSnapshot();
    StoredSnapshot(const StoredSnapshot&) = delete;
    StoredSnapshot& operator=(const StoredSnapshot&) = delete;

    std::uint64_t step() const noexcept { return snapshot_.step; }
    std::size_t events() const noexcept { return snapshot_.events; }
    std::size_t size_bytes() const noexcept { return size_bytes_; }
    /// True if the snapshot uses device memory, also while it moves to the host.
    bool is_on_device() const noexcept { return !snapshot_.arrays.empty(); }
    /// Returns the snapshot. `arrays` is empty after the arrays have moved to host memory.
    const Snapshot& snapshot() const noexcept { return snapshot_; }
    bool is_moving() const noexcept { return moved_.has_value(); }

    /// Queues copies to the host on the stream `transfers`. They wait for the earlier work of
    /// `own`, the stream that captured the snapshot. Throws Error(out_of_memory); the snapshot then
    /// stays on the device.
    void move_to_host(Stream& own, Stream& transfers, const PinnedPool& pool);
    /// Frees the device memory if the copies to the host are done. Does not wait for the device.
    void finish_move(Stream& own);

    /// Queues the copies that restore the simulation; `transfers` is the stream passed to
    /// move_to_host(). Throws Error(out_of_memory), and the errors of Simulation::restore().
    void restore(Simulation& simulation, Stream& transfers) const;

private:
    Snapshot snapshot_;
    std::vector<PinnedMemory<std::byte>> host_;
    std::optional<Event> moved_;
    std::size_t size_bytes_;
};

}  // namespace glint::studio
