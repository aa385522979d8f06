// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/module_shelf.hpp>

#include <map>
#include <mutex>

#include <glint/base/error.hpp>
#include <glint/compiler/loaded_modules.hpp>

namespace glint::compiler {
namespace {

struct Shelf {
    int users = 0;
    std::map<std::string, Build> builds;
};

/// The loaded modules of all devices for which a LoadedModules exists.
struct Shelves {
    std::mutex mutex;
    std::map<const driver::Backend*, Shelf> all;
};

Shelves& shelves() {
    static Shelves instance;
    return instance;
}

}  // namespace

bool may_have_variables(driver::Module& module) {
    try {
        return !module.global_symbols().empty();
    } catch (const Error&) {
        return true;
    }
}

std::optional<Build> find_loaded(const Device& device, const std::string& key) {
    const std::lock_guard lock(shelves().mutex);
    const auto shelf = shelves().all.find(device.backend().get());
    if (shelf == shelves().all.end()) return std::nullopt;
    const auto found = shelf->second.builds.find(key);
    if (found == shelf->second.builds.end()) return std::nullopt;
    return found->second;
}

void keep(const Device& device, const std::string& key, const Build& build) {
    const std::lock_guard lock(shelves().mutex);
    const auto shelf = shelves().all.find(device.backend().get());
    if (shelf == shelves().all.end() || may_have_variables(*build.module)) return;
    Build& kept = shelf->second.builds[key] = build;
    kept.was_cached = true;
}

LoadedModules::LoadedModules(const Device& device) : device_(device) {
    const std::lock_guard lock(shelves().mutex);
    ++shelves().all[device_.backend().get()].users;
}

LoadedModules::~LoadedModules() {
    std::map<std::string, Build> gone;  // destroyed after unlocking
    const std::lock_guard lock(shelves().mutex);
    const auto shelf = shelves().all.find(device_.backend().get());
    if (--shelf->second.users > 0) return;
    gone = std::move(shelf->second.builds);
    shelves().all.erase(shelf);
}

}  // namespace glint::compiler
