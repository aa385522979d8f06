// SPDX-License-Identifier: MIT
#include <glint/base/shared_library.hpp>

#include <dlfcn.h>
#include <link.h>

namespace glint {
namespace {

thread_local std::string failure;

}  // namespace

std::optional<SharedLibrary> SharedLibrary::open(std::span<const std::string> candidates) {
    failure.clear();
    for (const std::string& name : candidates) {
        if (void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
            return SharedLibrary(handle);
        failure += (failure.empty() ? "" : "; ") + std::string(dlerror());
    }
    return std::nullopt;
}

void* SharedLibrary::find(const char* symbol) const noexcept { return dlsym(handle_, symbol); }

std::filesystem::path SharedLibrary::path() const {
    link_map* map = nullptr;
    return dlinfo(handle_, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : "";
}

std::string SharedLibrary::last_failure() { return failure; }

}  // namespace glint
