// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include <glint/backend/stream_options.hpp>

/// What a backend gives of a partition; see partition.hpp.
namespace glint::driver {

class Stream;

/// Some of a device's multiprocessors. Keeps its backend alive.
class MultiprocessorGroup {
public:
    virtual ~MultiprocessorGroup() = default;
    virtual unsigned multiprocessors() const noexcept = 0;
    /// A stream whose kernels run on these alone, and which keeps the group.
    virtual std::unique_ptr<Stream> create_stream(const StreamOptions& options) = 0;
    virtual void* native() const noexcept = 0;
};

struct PartitionParts {
    std::vector<std::shared_ptr<MultiprocessorGroup>> groups;
    std::shared_ptr<MultiprocessorGroup> rest;  ///< nullptr if none are left over
};

}  // namespace glint::driver
