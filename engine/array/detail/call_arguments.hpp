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

/// A list of the arguments that a kernel's text uses beside the index `i`.
/// Throws Error(bad_input) for what is none, and for an argument that has the index's name.
std::vector<compiler::KernelArgument> text_arguments(std::string_view list);

/// What a list and a call say, in CUDA C++.
struct ArgumentTexts {
    std::string headers{};  ///< what declares the types
    std::string members{};  ///< of a struct that holds the arguments, which needs an `Index`
    std::string locals{};   ///< what the user's text sees, of a struct called `glint_arguments`

    /// Adds a header that is not there.
    void declare(std::string_view header);
};

/// A hash that is equal for equal texts and options.
std::string hash_of_texts(std::initializer_list<std::string_view> texts,
                          const ProgramOptions& options);

/// The user's code, whose errors name the part of the kernel that it was given as.
std::string named_text(std::string_view part, std::string_view kernel, std::string_view code);

/// The arguments of one call of a kernel that is made of texts, and the loops over its arrays.
/// Refers to both lists.
class CallArguments {
public:
    /// Arrays are numbered by their own shape, which all that are not raw broadcast to; if all are
    /// raw there are `size` indices. Throws Error(invalid_argument) for arguments that do not fit,
    /// naming them, and if nothing says how many indices there are.
    CallArguments(std::string_view kernel, std::span<const compiler::KernelArgument> declared,
                  std::span<const GivenArgument> given, std::optional<std::size_t> size = {});

    std::size_t size() const noexcept { return shape_.size(); }
    /// The stream of the first array that may be written, else of the first one.
    const Stream& stream() const noexcept { return *stream_; }
    /// All arrays.
    const OperandList& operands() const noexcept { return operands_; }
    /// Whether an index needs 64 bits.
    bool is_wide() const noexcept { return is_wide_; }

    /// What else than the list the texts depend on.
    void append_to(KernelKey& key) const;
    /// For an `Index` of 64 bits if it is wide, and else of 32 or 64.
    ArgumentTexts texts() const;
    /// The members' bytes.
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
    bool is_written_ = false;  // some array is
    Shape shape_;
    Loops loops_;  // over the arrays that are not raw
    bool is_wide_ = false;
};

}  // namespace glint::detail
