// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// Options for creating a stream.
struct StreamOptions {
    /// If several streams have work, the stream with the smallest number runs first. The number
    /// must be in the range of `Device::stream_priorities`; 0 is the default on every device.
    int priority = 0;
    /// True if the stream synchronizes with CUDA's legacy default stream. Programs need this for
    /// libraries that use that stream. The CPU does not have a legacy default stream.
    bool waits_for_default = false;
};

/// The range of a device's stream priorities. On the CPU, both ends are 0.
struct StreamPriorities {
    int least = 0;
    int greatest = 0;  ///< number of the highest priority; at most `least`
};

/// Options for creating an event.
struct EventOptions {
    bool timing = true;  ///< if false, the event is cheaper, but `elapsed` throws
    /// True if a host thread that waits for the event sleeps instead of spinning. This frees a
    /// core, but adds some microseconds. Threads that wait for the CPU backend always sleep.
    bool blocking_wait = false;
};

}  // namespace glint
