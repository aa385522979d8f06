// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// While it lives, the first SIGINT or SIGTERM that comes to the process is noted instead of ending
/// it. The second ends it as if this were not there. A signal that the process ignores stays so.
///
/// Handlers are the process's: only one lives at a time, and a second one does nothing.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// Whether a signal came since it was made.
    bool came() const noexcept;

private:
    bool is_first_;
};

}  // namespace glint
