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

/// A kernel that reads the elements of an expression in C order.
struct ExpressionTask {
    std::string_view file;                          ///< such as "algorithms/scan.cu"
    std::string_view kernel;                        ///< such as "scan"
    std::function<void(KernelRecipe&)> describe{};  ///< adds other headers; may be empty
    std::string_view cpu_lowering{};                ///< CPU compilation method; if empty, automatic
};

/// Launches kernels that read an expression. The object refers to the expression and the stream.
class ExpressionKernel {
public:
    ExpressionKernel(Stream& stream, const AnyExpression& input);

    Stream& stream() const noexcept { return stream_; }
    const AnyExpression& input() const noexcept { return input_; }
    std::size_t size() const noexcept { return input_.shape.size(); }
    bool on_cpu() const;
    /// True if indices have 64 bits.
    bool is_wide() const noexcept { return variant_.wide; }
    /// True if `pack` neighboring elements can be read together, in accesses of up to 16 bytes.
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

/// Returns the stream of the first array in an expression. Throws Error(invalid_argument), with
/// `operation` in the message, if the expression is without arrays.
const Stream& stream_for(const AnyExpression& expression, std::string_view operation);

/// Allocates memory from the stream's pool and sets all bits to 0. The size must be a multiple of 4
/// bytes.
Allocation zeroed(Stream& stream, std::size_t size_bytes);

}  // namespace glint::detail
