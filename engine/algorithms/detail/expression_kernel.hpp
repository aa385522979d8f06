// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/expression_source.hpp>
#include <glint/array/detail/kernel_recipe.hpp>
#include <glint/array/detail/storage.hpp>

namespace glint::detail {

/// A kernel that takes the elements of an expression in C's order.
struct ExpressionTask {
    std::string_view file;                          ///< "algorithms/scan.cu"
    std::string_view kernel;                        ///< "scan"
    std::function<void(KernelRecipe&)> describe{};  ///< its headers beside the expression, if any
    std::string_view cpu_lowering{};                ///< "" or how the CPU runs it: by the geometry
};

/// An expression of which kernels are launched. Refers to it and to the stream.
class ExpressionKernel {
public:
    ExpressionKernel(Stream& stream, const AnyExpression& input);

    Stream& stream() const noexcept { return stream_; }
    const AnyExpression& input() const noexcept { return input_; }
    std::size_t size() const noexcept { return input_.shape.size(); }
    bool on_cpu() const;
    /// Whether indices have 64 bits.
    bool is_wide() const noexcept { return variant_.wide; }
    /// Whether packs of so many neighbours can be read in accesses of up to 16 bytes.
    bool is_aligned(std::size_t pack) const;
    /// Queues a launch. The kernel's parameters are the expression's operands, then `arguments`.
    void launch(const ExpressionTask& task, std::size_t pack, const driver::LaunchShape& shape,
                std::span<void* const> arguments) const;

private:
    Stream& stream_;
    const AnyExpression& input_;
    Loops loops_;
    ExpressionVariant variant_;
};

/// The first stream of the arrays in an expression.
/// Throws Error(invalid_argument), with `operation`, if there are none.
const Stream& stream_for(const AnyExpression& expression, std::string_view operation);

/// Memory of the stream's pool with all bits zero; a multiple of 4 bytes.
Allocation zeroed(Stream& stream, std::size_t size_bytes);

}  // namespace glint::detail
