// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glint/driver/event.hpp>
#include <glint/driver/memory_pool.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// A snapshot that stays, on the device or in page-locked memory of the host.
class KeptState {
public:
    explicit KeptState(Snapshot snapshot);
    /// Waits for a move under way.
    ~KeptState();
    KeptState(const KeptState&) = delete;
    KeptState& operator=(const KeptState&) = delete;

    std::uint64_t step() const noexcept { return snapshot_.step; }
    std::size_t events() const noexcept { return snapshot_.events; }
    std::size_t size_bytes() const noexcept { return size_bytes_; }
    /// Whether it takes memory of the device; it still does while it moves.
    bool is_on_device() const noexcept { return !snapshot_.arrays.empty(); }
    /// Without arrays where they are on the host.
    const Snapshot& snapshot() const noexcept { return snapshot_; }
    bool is_moving() const noexcept { return moved_.has_value(); }

    /// Queues copies to the host on a stream beside the one that it was captured on, whose earlier
    /// work they wait for. Throws Error(out_of_memory), and then stays where it is.
    void move_to_host(Stream& own, Stream& beside, const PinnedPool& pool);
    /// Gives the device's memory back if the copies are done; does not wait.
    void finish_move(Stream& own);

    /// Queues what brings the simulation back to it; `beside` is the stream of move_to_host().
    /// Throws Error(out_of_memory), and what Simulation::restore does.
    void restore(Simulation& simulation, Stream& beside) const;

private:
    Snapshot snapshot_;
    std::vector<PinnedMemory<std::byte>> host_;
    std::optional<Event> moved_;
    std::size_t size_bytes_;
};

}  // namespace glint::studio
