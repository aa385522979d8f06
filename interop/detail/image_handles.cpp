// SPDX-License-Identifier: MIT
#include <glint/interop/detail/image_handles.hpp>

#include <algorithm>

#include <glint/driver/detail/texture_checks.hpp>

namespace glint::interop {
namespace {

/// Returns the handle for `key` in `all` if it still refers to the memory `data`. Otherwise,
/// replaces it with the result of `make` and returns this new handle.
template <class Made, class Key, class Make, class Destroy>
std::uint64_t find_or_make(std::vector<Made>& all, const Key& key, void* data, const Make& make,
                           const Destroy& destroy) {
    const auto found = std::ranges::find(all, key, &Made::key);
    if (found != all.end() && found->data == data) return found->handle;
    if (found != all.end()) {
        destroy(found->handle);
        all.erase(found);
    }
    return all.emplace_back(Made{key, data, make()}).handle;
}

}  // namespace

ImageHandles::ImageHandles(std::shared_ptr<driver::Backend> backend)
    : backend_(std::move(backend)) {}

ImageHandles::~ImageHandles() {
    for (const auto& made : surfaces_) backend_->destroy_surface(made.handle);
    for (const auto& made : textures_) backend_->destroy_texture(made.handle);
}

std::uint64_t ImageHandles::surface(const ImagePart& part, const driver::ImageMemory& memory) {
    return find_or_make(
        surfaces_, part, memory.data, [&] { return backend_->create_surface(memory); },
        [&](std::uint64_t handle) { backend_->destroy_surface(handle); });
}

std::uint64_t ImageHandles::texture(const driver::TextureOptions& options,
                                    const driver::ImageMemory& memory) {
    detail::check_texture(memory, options, backend_->info().images);
    return find_or_make(
        textures_, options, memory.data, [&] { return backend_->create_texture(memory, options); },
        [&](std::uint64_t handle) { backend_->destroy_texture(handle); });
}

}  // namespace glint::interop
