// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// While an object of this class exists, the first SIGINT or SIGTERM is recorded instead of ending
/// the process. The second signal ends the process as usual. Signals that the process ignores stay
/// ignored.
///
/// Signal handlers belong to the process. Therefore only one object is active at a time, and a
/// second object does nothing.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// Returns true if a signal has arrived since construction.
    bool has_arrived() const noexcept;
    [[deprecated("use has_arrived")]] bool came() const noexcept { return has_arrived(); }

private:
    bool is_first_;
};

}  // namespace glint
