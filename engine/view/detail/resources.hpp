// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glint/gl/context.hpp>

namespace glint::view::detail {

/// A renderer's GL objects, made when it first draws and made again for another context.
/// `Resources` is constructed from a context and has it as `context`.
template <class Resources>
Resources& resources_for(const gl::Context& context, std::unique_ptr<Resources>& resources) {
    if (!resources || resources->context != context) {
        resources = std::make_unique<Resources>(context);
    }
    return *resources;
}

}  // namespace glint::view::detail
