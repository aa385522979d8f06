// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <glint/driver/memory_lease.hpp>
#include <glint/driver/stream.hpp>
#include <glint/interop/shared_resource.hpp>

namespace glint::interop {

/// Resources mapped together on one stream. The destructor unmaps them together on that stream.
class MapScope {
public:
    /// Throws Error(invalid_state), and maps nothing, if one is already mapped.
    MapScope(Stream& stream, std::vector<std::shared_ptr<SharedResource>> resources);
    ~MapScope();
    MapScope(const MapScope&) = delete;
    MapScope& operator=(const MapScope&) = delete;

    bool is_open() const noexcept { return open_; }
    /// The stream of the map and the unmap.
    const Stream& stream() const noexcept { return stream_; }
    /// Queues the unmap; does nothing if the resources are already unmapped. If one resource fails,
    /// still unmaps all others, and then throws the first error.
    void unmap();
    /// Throws Error(invalid_state) after `unmap`.
    void require_open(const SharedResource& resource) const;
    /// Returns a lease for code that uses the memory without keeping the map open. The lease throws
    /// as require_open() does once the map is closed or `scope` is gone.
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
