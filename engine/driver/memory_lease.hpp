// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// Checks whether borrowed memory may still be used. Views call `require` at each use.
///
/// A memory type can have a function `lease()` that returns a `std::shared_ptr<const MemoryLease>`.
/// Views then check that lease. For all other memory, they check the address, as launches do.
class MemoryLease {
public:
    virtual ~MemoryLease() = default;
    /// Throws Error(invalid_state) if the memory must no longer be used. The error names the owner
    /// or mapping that has ended.
    virtual void require() const = 0;

protected:
    MemoryLease() = default;
    MemoryLease(const MemoryLease&) = default;
    MemoryLease& operator=(const MemoryLease&) = default;
};

}  // namespace glint
