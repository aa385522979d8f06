// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// Says whether memory that is lent for a time may still be used. Views ask it at each use.
///
/// A kind of memory that has a function `lease()`, which gives a
/// `std::shared_ptr<const MemoryLease>`, is lent by its terms; other memory is looked up at its
/// address, as for launches.
class MemoryLease {
public:
    virtual ~MemoryLease() = default;
    /// Throws Error(invalid_state), saying what has ended, once the memory must not be used.
    virtual void require() const = 0;

protected:
    MemoryLease() = default;
    MemoryLease(const MemoryLease&) = default;
    MemoryLease& operator=(const MemoryLease&) = default;
};

}  // namespace glint
