// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace glint::studio {

class Code;

/// Position of the mouse. The unit is a cell for a grid, and otherwise the unit of the structure.
struct Mouse {
    std::array<float, 3> place{};
    std::array<float, 3> before{};  ///< position at the previous event of the same drag

    friend bool operator==(const Mouse&, const Mouse&) = default;
};

/// A parameter was changed.
struct Edit {
    std::string name;  ///< "Params.speed"
    std::string text;  ///< in the format of ParameterSet::set_text

    friend bool operator==(const Edit&, const Edit&) = default;
};
/// `drag` kernels ran with the mouse at this position.
struct Drag {
    Mouse mouse;

    friend bool operator==(const Drag&, const Drag&) = default;
};
/// The state was initialized again, and the next step is 0.
struct Reset {
    friend bool operator==(const Reset&, const Reset&) = default;
};
/// The simulation continued with another version of its file.
struct VersionChange {
    std::shared_ptr<const Code> code;
    /// Values of the new version's variables at that time, in the order of Code::variables(); empty
    /// if they are unknown.
    std::vector<std::vector<std::byte>> variables{};

    friend bool operator==(const VersionChange&, const VersionChange&) = default;
};
using OtherVersion [[deprecated("use VersionChange")]] = VersionChange;

/// An external event of a simulation.
struct RunEvent {
    std::uint64_t step = 0;  ///< number of the next step at the time of the event
    std::variant<Edit, Drag, Reset, VersionChange> what;

    friend bool operator==(const RunEvent&, const RunEvent&) = default;
};

/// All external events of a simulation, in order. With these events, a run can be replayed.
class EventLog {
public:
    const std::vector<RunEvent>& all() const noexcept { return events_; }

    void add(RunEvent event) { events_.push_back(std::move(event)); }
    /// Removes all events after the first `size` events. Call when the run goes back to a time
    /// before the removed events.
    void cut(std::size_t size);

    /// The changes since the last call of take_change(): the number of earlier events that remain,
    /// and the new events after them. Only the code that writes the log may call take_change().
    struct Change {
        std::size_t kept = 0;
        std::span<const RunEvent> fresh{};
    };
    Change take_change();
    /// Returns the number of events at the last call of take_change().
    std::size_t taken() const noexcept { return taken_; }

private:
    std::vector<RunEvent> events_;
    std::size_t taken_ = 0;
    std::size_t kept_ = 0;  ///< how many of the first `taken_` events were not cut
};

}  // namespace glint::studio
