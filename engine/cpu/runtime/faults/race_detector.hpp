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

/// An access to shared memory.
struct SharedAccess {
    const char* place = nullptr;      ///< source line; must stay valid while the module exists
    std::uint32_t barrier_epoch = 0;  ///< epoch of the block at the access
    std::uint32_t warp_epoch = 0;     ///< epoch of the thread's warp at the access
    unsigned thread = 0;
    AccessKind kind = AccessKind::read;
};

/// Detects races on the shared memory of a block. A race is an access to the same byte by two
/// threads without a barrier in between, if at least one of them writes. If both threads are in one
/// warp, a warp operation in between is enough.
///
/// Atomic operations do not race with each other. For each byte, the detector remembers the last
/// write and at most two reads. It may therefore miss a race, but each race that it reports is
/// real.
class RaceDetector {
public:
    /// Records an access to the `size_bytes` bytes at `offset`. Returns an earlier access that
    /// races with this access, or nullopt if there is none.
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
