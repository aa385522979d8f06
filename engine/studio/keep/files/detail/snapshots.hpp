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

/// Page-locked host memory for the elements of a job.
struct HostCopy {
    PinnedMemory<std::byte> memory;
    std::optional<Event> arrived;  ///< completes when the elements have arrived
};

/// How elements are copied to the host.
enum class CopyMethod {
    direct,   ///< on the stream of the steps, if host and device share memory
    staged,   ///< through device memory, so that later steps need not wait for the host copy
    waiting,  ///< on another stream while the steps wait, if device memory is short
};

/// Copies fields to the host while the simulation runs.
class FieldCopier {
public:
    /// If `method` is nullopt, the copier chooses the method for each job.
    explicit FieldCopier(Simulation& simulation, std::optional<CopyMethod> method = std::nullopt);
    FieldCopier(const FieldCopier&) = delete;
    FieldCopier& operator=(const FieldCopier&) = delete;
    ~FieldCopier();

    /// Queues copies of the job's fields after the steps that are already queued. Steps queued
    /// later do not affect the copies.
    void queue(const SaveJob& job, HostCopy& to);

private:
    struct Source {
        std::size_t offset;  ///< offset in host memory
        DeviceSpan<const std::byte> bytes;
    };

    std::vector<Source> sources_of(const SaveJob& job);
    CopyMethod method_for(const SaveJob& job);
    bool reserve_staging(std::size_t size_bytes);
    void copy_staged(std::span<const Source> sources, std::size_t size_bytes, HostCopy& to);
    void copy_waiting(std::span<const Source> sources, HostCopy& to);

    Simulation& simulation_;
    std::optional<CopyMethod> method_;
    std::optional<Stream> copies_;  ///< nullopt for CopyMethod::direct
    DeviceMemory<std::byte> staging_;
};

}  // namespace glint::studio
