// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/gl/detail/bindings.hpp>
#include <glint/gl/shader.hpp>

namespace glint::gl {

/// The scope of one or more runs of compute shaders. Later passes and copies see the buffer writes
/// of these runs; runs within one pass are not ordered.
class [[nodiscard]] ComputePass {
public:
    explicit ComputePass(const Context& context) : bindings_(context) {}
    ComputePass(const ComputePass&) = delete;
    ComputePass& operator=(const ComputePass&) = delete;
    ~ComputePass();

    /// Binds `texture` to this texture unit, 0 to 15, for this pass.
    void sample(unsigned unit, const Texture2D& texture) { bindings_.sample(unit, texture); }
    void sample(unsigned unit, const ImageView& texture) { bindings_.sample(unit, texture); }

    /// Binds `buffer` to this storage block binding, 0 to 7, for this pass.
    void store(unsigned binding, const RawBuffer& buffer) { bindings_.store(binding, buffer); }

    /// Starts at least `count` invocations: whole work groups, in rows of at most 65535. The index
    /// of an invocation is therefore x + y * gl_NumWorkGroups.x * gl_WorkGroupSize.x. Throws
    /// Error(invalid_state) if the program belongs to another context, Error(invalid_argument) if
    /// `count` is above 2^31 - 1.
    void run(const ShaderProgram& program, std::size_t count);

private:
    detail::Bindings bindings_;
};

}  // namespace glint::gl
