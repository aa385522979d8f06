// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// Determines whether borrowed memory may still be used. Views check it at each use.
///
/// A memory type with a function `lease()` that returns a `std::shared_ptr<const MemoryLease>` is
/// checked through that lease. Other memory is looked up by its address, as for launches.
class MemoryLease {
public:
    virtual ~MemoryLease() = default;
    /// Throws Error(invalid_state), naming the owner or mapping that has ended, if the memory must
    /// no longer be used.
    virtual void require() const = 0;

protected:
    MemoryLease() = default;
    MemoryLease(const MemoryLease&) = default;
    MemoryLease& operator=(const MemoryLease&) = default;
};

}  // namespace glint
