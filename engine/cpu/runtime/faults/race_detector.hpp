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
    std::uint32_t barrier_epoch = 0;  ///< ThreadBlock::barrier_epoch() at the time of the access
    std::uint32_t warp_epoch = 0;     ///< ThreadBlock::warp_epoch() at the time of the access
    unsigned thread = 0;
    AccessKind kind = AccessKind::read;
};

/// Detects races on the shared memory of a block. Two threads race if they access the same byte
/// without a barrier in between, and at least one of them writes. If the threads are in the same
/// warp, a warp operation in between also prevents the race.
///
/// Atomic operations do not race with each other. For each byte, the detector records only the last
/// write and at most two reads. Therefore, it may miss a race, but each race that it reports is
/// real.
class RaceDetector {
public:
    /// Records an access to the `size_bytes` bytes at `offset`. Returns an earlier access that
    /// races with this access, or nullopt if the detector finds no race.
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
