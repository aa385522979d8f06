// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace glint::cpu {

/// Kinds of memory access.
enum class AccessKind : std::uint32_t { read = 0, write = 1, atomic = 2 };

/// One access to shared memory, by a thread at a line.
struct SharedAccess {
    const char* place = nullptr;      ///< source line; must live as long as the module
    std::uint32_t barrier_epoch = 0;  ///< epoch of the block
    std::uint32_t warp_epoch = 0;     ///< epoch of the thread's warp
    unsigned thread = 0;
    AccessKind kind = AccessKind::read;
};

/// Detects races on a block's shared memory: accesses of different threads to the same byte, one of
/// them a write, with no barrier between them (or warp operation, if both threads are in one warp).
///
/// Atomic operations do not race with each other. For each byte, the detector remembers the last
/// write and two of the reads since. So it may miss a race, but every race that it reports is real.
class RaceDetector {
public:
    /// Records an access to `size_bytes` at `offset`. Returns the earlier access that it races
    /// with, if any.
    std::optional<SharedAccess> note(std::size_t offset, std::size_t size_bytes,
                                     const SharedAccess& access);

private:
    struct Byte {
        SharedAccess write;
        std::array<SharedAccess, 2> reads;
    };

    static void remember(Byte& byte, const SharedAccess& access);

    std::vector<Byte> bytes_;
};

}  // namespace glint::cpu
