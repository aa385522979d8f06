// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/faults/race_detector.hpp>

#include <glint/cpu/runtime/scheduling/warp_group.hpp>

namespace glint::cpu {
namespace {

bool are_ordered(const SharedAccess& earlier, const SharedAccess& later) {
    if (earlier.place == nullptr || earlier.barrier_epoch != later.barrier_epoch) return true;
    if (earlier.thread == later.thread) return true;
    const bool same_warp = earlier.thread / kWarpSize == later.thread / kWarpSize;
    return same_warp && earlier.warp_epoch != later.warp_epoch;
}

bool race(const SharedAccess& earlier, const SharedAccess& later) {
    const bool both_atomic = earlier.kind == AccessKind::atomic && later.kind == AccessKind::atomic;
    return !both_atomic && !are_ordered(earlier, later);
}

}  // namespace

std::optional<SharedAccess> RaceDetector::note(std::size_t offset, std::size_t size_bytes,
                                               const SharedAccess& access) {
    if (bytes_.size() < offset + size_bytes) bytes_.resize(offset + size_bytes);
    for (std::size_t i = offset; i < offset + size_bytes; ++i) {
        Byte& byte = bytes_[i];
        if (race(byte.write, access)) return byte.write;
        if (access.kind != AccessKind::read)
            for (const SharedAccess& read : byte.reads)
                if (race(read, access)) return read;
        remember(byte, access);
    }
    return std::nullopt;
}

void RaceDetector::remember(Byte& byte, const SharedAccess& access) {
    if (access.kind != AccessKind::read) {
        byte.write = access;
        return;
    }
    const SharedAccess& first = byte.reads[0];
    const bool goes_first = first.place == nullptr || first.barrier_epoch != access.barrier_epoch ||
                            first.thread == access.thread;
    byte.reads[goes_first ? 0 : 1] = access;
}

}  // namespace glint::cpu
