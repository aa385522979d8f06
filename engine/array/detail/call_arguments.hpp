// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/array/detail/argument_bytes.hpp>
#include <glint/array/detail/given_argument.hpp>
#include <glint/array/detail/kernel_recipe.hpp>
#include <glint/array/detail/loops.hpp>
#include <glint/array/detail/operand_list.hpp>
#include <glint/compiler/argument_list.hpp>
#include <glint/compiler/program.hpp>

namespace glint::detail {

/// Parses the parameter list of user-written kernel code, which also uses the index `i`. Throws
/// Error(bad_input) if the list is invalid or a parameter is named `i`.
std::vector<compiler::KernelArgument> text_arguments(std::string_view list);

/// CUDA C++ code generated from a parameter list and a call.
struct ArgumentTexts {
    std::string headers{};  ///< declarations of the types
    std::string members{};  ///< members of a struct that holds the arguments; requires an `Index`
    std::string locals{};   ///< the user's variables, initialized from a struct `glint_arguments`

    /// Adds a header unless it was already added.
    void declare(std::string_view header);
};

/// Returns a hash of code strings and options.
std::string hash_of_texts(std::initializer_list<std::string_view> texts,
                          const ProgramOptions& options);

/// Returns the user's code with a #line directive before it, so that compiler errors state which
/// part of the kernel contains the code.
std::string named_text(std::string_view part, std::string_view kernel, std::string_view code);

/// The arguments of one call of a user-written kernel, and the loops over its arrays.
/// Refers to `declared` and `given`.
class CallArguments {
public:
    /// Broadcasts all arrays that are not raw to a common shape, which defines the indices. If all
    /// arrays are raw, there are `size` indices. Throws Error(invalid_argument), naming the
    /// argument, for arguments that do not match, and if the number of indices is unknown.
    CallArguments(std::string_view kernel, std::span<const compiler::KernelArgument> declared,
                  std::span<const GivenArgument> given, std::optional<std::size_t> size = {});

    std::size_t size() const noexcept { return shape_.size(); }
    /// The stream of the first writable array, or of the first array if none is writable.
    const Stream& stream() const noexcept { return *stream_; }
    /// All arrays, including raw ones.
    const OperandList& operands() const noexcept { return operands_; }
    /// True if an index needs 64 bits.
    bool is_wide() const noexcept { return is_wide_; }

    /// Appends everything that the generated code depends on to `key`, except the parameter list.
    void append_to(KernelKey& key) const;
    /// The generated code. `Index` must have 64 bits if is_wide(), otherwise it may have 32 or 64
    /// bits.
    ArgumentTexts texts() const;
    /// Appends the bytes of the struct's members.
    void append_to(ArgumentBytes& bytes, bool wide_index) const;

private:
    [[noreturn]] void refuse(const std::string& reason) const;
    void check(const compiler::KernelArgument& declared, const GivenArgument& given) const;
    void add(const compiler::KernelArgument& declared, const GivenArgument& given);
    void find_shape(std::optional<std::size_t> size);
    void find_loops();
    void append_value(ArgumentBytes& bytes, const compiler::KernelArgument& declared,
                      const GivenArgument& given) const;
    template <class Each>
    void for_each_argument(const Each& each) const;

    std::string_view kernel_;
    std::span<const compiler::KernelArgument> declared_;
    std::span<const GivenArgument> given_;
    OperandList operands_;
    const Stream* stream_ = nullptr;
    bool is_written_ = false;  // at least one array is written
    Shape shape_;
    Loops loops_;  // loops over the arrays that are not raw
    bool is_wide_ = false;
};

}  // namespace glint::detail
