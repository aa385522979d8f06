// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// Options for creating a stream.
struct StreamOptions {
    /// Smaller numbers run first when work of several streams competes. Must be in the range of
    /// `Device::stream_priorities`; 0 is the default on every device.
    int priority = 0;
    /// True to synchronize with CUDA's legacy default stream, for programs with libraries that use
    /// that stream. The CPU has no such stream.
    bool waits_for_default = false;
};

/// The range of a device's stream priorities; both are 0 on the CPU.
struct StreamPriorities {
    int least = 0;
    int greatest = 0;  ///< numerically at most `least`
};

/// Options for creating an event.
struct EventOptions {
    bool timing = true;  ///< if false, the event is cheaper, but `elapsed` rejects it
    /// True if a waiting host thread sleeps instead of spinning, which frees a core but adds some
    /// microseconds. Threads that wait for the CPU always sleep.
    bool blocking_wait = false;
};

}  // namespace glint
