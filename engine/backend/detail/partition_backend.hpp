// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include <glint/backend/stream_options.hpp>

/// The backend's interface for partitions. See also partition.hpp.
namespace glint::driver {

class Stream;

/// A group of a device's multiprocessors. Keeps its backend alive.
class MultiprocessorGroup {
public:
    virtual ~MultiprocessorGroup() = default;
    virtual unsigned multiprocessors() const noexcept = 0;
    /// Creates a stream whose kernels run only on these multiprocessors. It keeps this group alive.
    virtual std::unique_ptr<Stream> create_stream(const StreamOptions& options) = 0;
    virtual void* native() const noexcept = 0;
};

struct PartitionParts {
    std::vector<std::shared_ptr<MultiprocessorGroup>> groups;
    std::shared_ptr<MultiprocessorGroup> rest;  ///< all others; nullptr if none are left
};

}  // namespace glint::driver
