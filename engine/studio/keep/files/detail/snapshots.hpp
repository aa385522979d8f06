#pragma once

#include <array>
#include <cstddef>
#include <optional>

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

/// Copies fields to the host while a simulation goes on.
class FieldCopier {
public:
    explicit FieldCopier(Simulation& simulation);
    FieldCopier(const FieldCopier&) = delete;
    FieldCopier& operator=(const FieldCopier&) = delete;
    ~FieldCopier();

    /// Queues the copies of the job's fields behind the steps that are queued. Later steps wait at
    /// most until they are copied on the device, if that has the memory.
    void queue(const SaveJob& job, HostCopy& to);

private:
    template <class Copy>
    void for_each(const SaveJob& job, const Copy& copy);
    bool reserve_staging(std::size_t size_bytes);

    Simulation& simulation_;
    std::optional<Stream> copies_;  ///< on a GPU
    DeviceMemory<std::byte> staging_;
};

}  // namespace glint::studio
