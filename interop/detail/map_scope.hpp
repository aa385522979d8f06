// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <glint/driver/memory_lease.hpp>
#include <glint/driver/stream.hpp>
#include <glint/interop/shared_resource.hpp>

namespace glint::interop {

/// Resources mapped together on one stream; unmapped together on it when this ends.
class MapScope {
public:
    /// Throws Error(invalid_state) if one is mapped already; then none is.
    MapScope(Stream& stream, std::vector<std::shared_ptr<SharedResource>> resources);
    ~MapScope();
    MapScope(const MapScope&) = delete;
    MapScope& operator=(const MapScope&) = delete;

    bool is_open() const noexcept { return open_; }
    /// The stream that it was mapped on and is unmapped on.
    const Stream& stream() const noexcept { return stream_; }
    /// Queues the unmap; nothing if it is done already. Where one resource fails the others are
    /// unmapped still, and the first failure is thrown.
    void unmap();
    /// Throws Error(invalid_state) after `unmap`.
    void require_open(const SharedResource& resource) const;
    /// A lease for users of the memory that do not keep the map: it throws as require_open() does
    /// once the map is closed or `scope` is gone.
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
