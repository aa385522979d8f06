// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <glint/driver/memory_lease.hpp>
#include <glint/driver/stream.hpp>
#include <glint/interop/shared_resource.hpp>

namespace glint::interop {

/// Maps several resources together on one stream. The destructor unmaps them together on this
/// stream.
class MapScope {
public:
    /// Maps all resources. If one of them is already mapped, throws Error(invalid_state) and maps
    /// nothing.
    MapScope(Stream& stream, std::vector<std::shared_ptr<SharedResource>> resources);
    ~MapScope();
    MapScope(const MapScope&) = delete;
    MapScope& operator=(const MapScope&) = delete;

    bool is_open() const noexcept { return open_; }
    /// Returns the stream on which the resources are mapped and unmapped.
    const Stream& stream() const noexcept { return stream_; }
    /// Queues the unmap. Does nothing if the resources are already unmapped. If the unmap of a
    /// resource fails, still unmaps all other resources, and then throws the first error.
    void unmap();
    /// Throws Error(invalid_state) if `unmap` was called.
    void require_open(const SharedResource& resource) const;
    /// Returns a lease for views. The lease does not keep the map open. If code uses a view after
    /// the map was closed or `scope` was destroyed, the lease throws the error of require_open().
    static std::shared_ptr<const MemoryLease> lease(const std::shared_ptr<MapScope>& scope,
                                                    const SharedResource& resource);

private:
    void unmap_quietly() noexcept;
    std::vector<void*> graphics_resources() const;

    Stream stream_;
    std::vector<std::shared_ptr<SharedResource>> resources_;
    bool open_ = false;
};

}  // namespace glint::interop
