// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// While an instance exists, the first SIGINT or SIGTERM is recorded instead of ending the process.
/// The second ends it as usual. Signals that the process ignores stay ignored.
///
/// Signal handlers are per process: only one instance is active at a time, and a second one does
/// nothing.
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
