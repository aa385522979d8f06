// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/gl/detail/bindings.hpp>
#include <glint/gl/shader.hpp>

namespace glint::gl {

/// A scope in which compute shaders run. Passes and copies after this scope see everything that the
/// shaders write to buffers. Runs within the same scope may overlap.
class [[nodiscard]] ComputePass {
public:
    explicit ComputePass(const Context& context) : bindings_(context) {}
    ComputePass(const ComputePass&) = delete;
    ComputePass& operator=(const ComputePass&) = delete;
    ~ComputePass();

    /// Binds `texture` to the texture unit `unit`, 0 to 15, until this pass ends.
    void sample(unsigned unit, const Texture2D& texture) { bindings_.sample(unit, texture); }
    void sample(unsigned unit, const ImageView& texture) { bindings_.sample(unit, texture); }

    /// Binds `buffer` to the storage block binding `binding`, 0 to 7, until this pass ends.
    void store(unsigned binding, const RawBuffer& buffer) { bindings_.store(binding, buffer); }

    /// Starts at least `count` invocations of `program`. Rounds up to whole work groups, which form
    /// rows of at most 65535 work groups. Therefore, the index of an invocation is x + y *
    /// gl_NumWorkGroups.x * gl_WorkGroupSize.x, where (x, y) is gl_GlobalInvocationID. Throws
    /// Error(invalid_state) if the program belongs to another context, and Error(invalid_argument)
    /// if `count` is above 2^31 - 1.
    void run(const ShaderProgram& program, std::size_t count);

private:
    detail::Bindings bindings_;
};

}  // namespace glint::gl
