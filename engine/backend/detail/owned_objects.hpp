// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <typeindex>
#include <utility>
#include <vector>

namespace glint::driver {

/// Owns at most one object of each type. The owner need not know these types. Thread-safe.
class OwnedObjects {
public:
    /// Returns the object of type T. Creates it on first use.
    template <class T>
    T& get() {
        const std::lock_guard lock(mutex_);
        for (const auto& [type, object] : objects_)
            if (type == typeid(T)) return *static_cast<T*>(object.get());
        objects_.emplace_back(typeid(T), std::make_shared<T>());
        return *static_cast<T*>(objects_.back().second.get());
    }

    void clear() noexcept { objects_.clear(); }

private:
    std::mutex mutex_;
    std::vector<std::pair<std::type_index, std::shared_ptr<void>>> objects_;
};

}  // namespace glint::driver
