// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <glint/driver/event.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>
#include <glint/studio/keep/files/detail/save_job.hpp>

namespace glint::studio {

/// Page-locked memory that a job's elements are copied to.
struct HostCopy {
    PinnedMemory<std::byte> memory;
    std::optional<Event> arrived;  ///< when they are there
};

/// How elements come to the host.
enum class CopyWay {
    straight,  ///< in turn with the steps: where the host's memory is the device's
    staged,    ///< copied on the device first; the steps go on behind that
    waiting,   ///< on another stream, for which the steps wait: where the device has no memory left
};

/// Copies fields to the host while a simulation goes on.
class FieldCopier {
public:
    /// Chooses the way, unless one is given.
    explicit FieldCopier(Simulation& simulation, std::optional<CopyWay> way = std::nullopt);
    FieldCopier(const FieldCopier&) = delete;
    FieldCopier& operator=(const FieldCopier&) = delete;
    ~FieldCopier();

    /// Queues the copies of the job's fields behind the steps that are queued. Steps that are
    /// queued later do not change what is copied.
    void queue(const SaveJob& job, HostCopy& to);

private:
    struct Source {
        std::size_t offset;  ///< in the host's memory
        DeviceSpan<const std::byte> bytes;
    };

    std::vector<Source> sources_of(const SaveJob& job);
    CopyWay way_for(const SaveJob& job);
    bool reserve_staging(std::size_t size_bytes);
    void copy_staged(std::span<const Source> sources, std::size_t size_bytes, HostCopy& to);
    void copy_waiting(std::span<const Source> sources, HostCopy& to);

    Simulation& simulation_;
    std::optional<CopyWay> way_;
    std::optional<Stream> copies_;  ///< unless straight
    DeviceMemory<std::byte> staging_;
};

}  // namespace glint::studio
