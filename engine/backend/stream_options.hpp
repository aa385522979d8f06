// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// How a stream is made.
struct StreamOptions {
    /// Smaller numbers go first where work of several streams competes. Within what
    /// `Device::stream_priorities` tells; 0 is the default of every device.
    int priority = 0;
    /// Whether its work and that of CUDA's legacy default stream wait for each other, for programs
    /// with libraries that use that stream. The CPU has no such stream to wait for.
    bool waits_for_default = false;
};

/// The priorities that a device takes; on the CPU both are 0.
struct StreamPriorities {
    int least = 0;
    int greatest = 0;  ///< a number not above `least`
};

/// How an event is made.
struct EventOptions {
    bool timing = true;  ///< without it, events cost less and `elapsed` refuses them
    /// Whether a host thread that waits sleeps instead of looking again and again, which frees a
    /// core and takes some microseconds longer. Threads that wait for the CPU always sleep.
    bool blocking_wait = false;
};

}  // namespace glint
