// SPDX-License-Identifier: MIT
#include <glint/interop/detail/map_scope.hpp>

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/interop/detail/sharing_methods.hpp>

namespace glint::interop {
namespace {

[[noreturn]] void refuse_closed(const std::string& description) {
    throw Error(ErrorCode::invalid_state, "use the map of " + description,
                "the resource was unmapped");
}

class MapLease final : public MemoryLease {
public:
    MapLease(const std::shared_ptr<MapScope>& scope, std::string description)
        : scope_(scope), description_(std::move(description)) {}

    void require() const override {
        const auto scope = scope_.lock();
        if (!scope || !scope->is_open()) refuse_closed(description_);
    }

private:
    std::weak_ptr<MapScope> scope_;
    std::string description_;
};

}  // namespace

MapScope::MapScope(Stream& stream, std::vector<std::shared_ptr<SharedResource>> resources)
    : stream_(stream.device(), stream.share(), stream.pool()), resources_(std::move(resources)) {
    for (std::size_t i = 0; i < resources_.size(); ++i) {
        resources_[i]->require_unmapped("map");
        if (std::find(resources_.begin(), resources_.begin() + i, resources_[i]) !=
            resources_.begin() + i)
            throw Error(ErrorCode::invalid_state, "map " + resources_[i]->description(),
                        "the resource is listed twice");
        resources_[i]->context().make_current();
    }
    map_registered(graphics_resources(), stream_.state());
    open_ = true;
    try {
        for (const auto& resource : resources_) resource->begin_map(stream_.state());
    } catch (...) {
        unmap_quietly();  // necessary because the destructor will not run
        throw;
    }
}

MapScope::~MapScope() { unmap_quietly(); }

void MapScope::unmap_quietly() noexcept {
    try {
        unmap();
    } catch (const std::exception& error) {
        log::error(error.what());
    }
}

void MapScope::unmap() {
    if (!open_) return;
    open_ = false;
    for (const auto& resource : resources_) resource->end_map();
    const bool alive = std::ranges::all_of(
        resources_, [](const auto& resource) { return resource->context().alive(); });
    if (!alive) return;  // GL's objects no longer exist, so there is nothing to unmap
    std::exception_ptr failure;
    const auto attempt = [&failure](const auto& action) {
        try {
            action();
        } catch (...) {
            if (!failure) failure = std::current_exception();
        }
    };
    for (const auto& resource : resources_)
        attempt([&] {
            resource->context().make_current();
            resource->bridge().unmap(stream_.state());
        });
    attempt([&] { unmap_registered(graphics_resources(), stream_.state()); });
    if (failure) std::rethrow_exception(failure);
}

void MapScope::require_open(const SharedResource& resource) const {
    if (!open_) refuse_closed(resource.description());
}

std::shared_ptr<const MemoryLease> MapScope::lease(const std::shared_ptr<MapScope>& scope,
                                                   const SharedResource& resource) {
    return std::make_shared<MapLease>(scope, resource.description());
}

std::vector<void*> MapScope::graphics_resources() const {
    std::vector<void*> found;
    for (const auto& resource : resources_)
        if (void* graphics = resource->bridge().graphics_resource()) found.push_back(graphics);
    return found;
}

}  // namespace glint::interop
