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

/// Where the mouse is: in cells on a grid, else in the structure's units.
struct Mouse {
    std::array<float, 3> place{};
    std::array<float, 3> before{};  ///< at the previous event of the same drag

    friend bool operator==(const Mouse&, const Mouse&) = default;
};

/// A parameter got another value.
struct Edit {
    std::string name;  ///< "Params.speed"
    std::string text;  ///< as ParameterSet::set_text takes it

    friend bool operator==(const Edit&, const Edit&) = default;
};
/// `drag` kernels ran with the mouse here.
struct Drag {
    Mouse mouse;

    friend bool operator==(const Drag&, const Drag&) = default;
};
/// The state was made anew, and the next step is 0.
struct Reset {
    friend bool operator==(const Reset&, const Reset&) = default;
};
/// The simulation went on with another version of its file.
struct OtherVersion {
    std::shared_ptr<const Code> code;
    /// What its variables held then, in the order of Code::variables(), as far as that tells them.
    std::vector<std::vector<std::byte>> variables{};

    friend bool operator==(const OtherVersion&, const OtherVersion&) = default;
};

/// What came to a simulation from outside.
struct RunEvent {
    std::uint64_t step = 0;  ///< the one that was next
    std::variant<Edit, Drag, Reset, OtherVersion> what;

    friend bool operator==(const RunEvent&, const RunEvent&) = default;
};

/// All that came to a simulation from outside, in order: with it, a run can be made again.
class EventLog {
public:
    const std::vector<RunEvent>& all() const noexcept { return events_; }

    void add(RunEvent event) { events_.push_back(std::move(event)); }
    /// The events from this index on have not happened: the run went back.
    void cut(std::size_t size);

    /// What changed since the last call: how many of the events that were there then still are, and
    /// those behind them now. For whoever writes them down, of whom there is one.
    struct Change {
        std::size_t kept = 0;
        std::span<const RunEvent> fresh{};
    };
    Change take_change();
    /// How many there were at that call.
    std::size_t taken() const noexcept { return taken_; }

private:
    std::vector<RunEvent> events_;
    std::size_t taken_ = 0;
    std::size_t kept_ = 0;  ///< of those
};

}  // namespace glint::studio
