// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <glint/driver/device.hpp>

namespace glint {

/// Stores one T per device, such as kernels or tables that are expensive to create. Creates it on
/// first use. Thread-safe. The next `get` destroys the values of closed devices. A value that
/// refers to its device (such as a Program or memory) keeps the device open until `clear` is
/// called, or until `drop_lost` is called after the device was lost.
template <class T>
class PerDevice {
public:
    /// Returns the device's value. The first call for a device creates it with `make(device)`. Only
    /// one thread creates the value; other threads wait for it. If `make` throws, the next call
    /// tries again. Users share ownership of the value.
    template <class Make>
    std::shared_ptr<T> get(const Device& device, Make&& make) {
        const std::shared_ptr<Slot> slot = slot_of(device);
        const std::lock_guard lock(slot->mutex);
        if (!slot->value) slot->value = std::make_shared<T>(std::forward<Make>(make)(device));
        return slot->value;
    }

    /// Removes all values. A value that is in use stays valid for its users.
    void clear() {
        drop_if([](const Slot&) { return true; });
    }

    /// Removes the values of lost devices.
    void drop_lost() {
        drop_if([](const Slot& slot) {
            const auto backend = slot.backend.lock();
            return !backend || backend->is_lost();
        });
    }

    /// Returns the number of devices whose value exists or is being created.
    std::size_t size() const {
        const std::lock_guard lock(mutex_);
        return static_cast<std::size_t>(std::ranges::count_if(
            slots_, [](const auto& slot) { return !slot->backend.expired(); }));
    }

private:
    struct Slot {
        std::weak_ptr<driver::Backend> backend;
        std::mutex mutex;
        std::shared_ptr<T> value;
    };

    std::shared_ptr<Slot> slot_of(const Device& device) {
        drop_if([](const Slot& slot) { return slot.backend.expired(); });
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find_if(
            slots_, [&](const auto& slot) { return slot->backend.lock() == device.backend(); });
        if (found != slots_.end()) return *found;
        auto slot = std::make_shared<Slot>();
        slot->backend = device.backend();
        return slots_.emplace_back(std::move(slot));
    }

    // Destroys values after unlocking, because destructors may take a long time or request other
    // values.
    template <class Predicate>
    void drop_if(Predicate is_unwanted) {
        std::vector<std::shared_ptr<Slot>> dropped;
        const std::lock_guard lock(mutex_);
        const auto kept = std::stable_partition(
            slots_.begin(), slots_.end(), [&](const auto& slot) { return !is_unwanted(*slot); });
        dropped.assign(std::make_move_iterator(kept), std::make_move_iterator(slots_.end()));
        slots_.erase(kept, slots_.end());
    }

    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<Slot>> slots_;
};

}  // namespace glint
