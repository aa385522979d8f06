// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glint/gl/context.hpp>

namespace glint::view::detail {

/// Returns a renderer's GL objects. Creates the objects on the renderer's first draw, and again if
/// a later draw uses another context. `Resources` is constructed from a context, which it stores in
/// its member `context`.
template <class Resources>
Resources& resources_for(const gl::Context& context, std::unique_ptr<Resources>& resources) {
    if (!resources || resources->context != context) {
        resources = std::make_unique<Resources>(context);
    }
    return *resources;
}

}  // namespace glint::view::detail
