// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/array/detail/given_argument.hpp>
#include <glint/compiler/argument_list.hpp>
#include <glint/compiler/program.hpp>

namespace glint {

struct ElementwiseOptions {
    std::string name = "elementwise";  ///< kernel name in profilers and messages
    std::string preamble{};            ///< code before the kernel: includes, functions, types
    std::string before_loop{};         ///< code that each thread runs once, before its elements
    std::string after_loop{};          ///< code that each thread runs once, after its elements
    ProgramOptions compile{};          ///< compile options; leave `instantiations` empty
};

/// A kernel written as a short piece of code, which runs for each index `i` of `n` elements.
///
///     const glint::Elementwise axpy(device, "float a, const float* x, float* y",
///                                   "y[i] += a * x[i]");
///     axpy(2.0f, x, y);
///
/// For any strides, `x[i]` is element i of the array in C order. For a contiguous array, `x` is a
/// pointer. Arrays declared `const` broadcast to the common shape of the others. An array declared
/// `raw` may have any other shape, and the code indexes it freely: "raw const float* table, const
/// int* at, float* y", "y[i] = table[at[i]]". The kernel is compiled on the first call for each
/// combination of array layouts, and cached on disk. Code that reads elements of an output array at
/// other indices may see old or new values. Safe to use from several threads.
class Elementwise {
public:
    /// `arguments` is a C parameter list of values and pointers. Throws Error(bad_input) for an
    /// invalid list, and Error(invalid_argument) if a name is not an identifier.
    Elementwise(const Device& device, std::string_view arguments, std::string operation,
                ElementwiseOptions options = {});

    /// Queues the kernel for all elements, on the stream of the first writable array, or of the
    /// first array if none is writable. Numbers are converted to the declared types. Throws
    /// Error(invalid_argument), naming the argument, if the number of arguments differs, a value is
    /// given for an array, the declared type cannot represent a number, an element type differs, a
    /// constant array would be written, shapes do not match, or all arrays are raw. Throws
    /// CompileError if the operation does not compile.
    template <class... Arguments>
    void operator()(Arguments&&... arguments) const {
        run(nullptr, {}, given(arguments...));
    }
    /// Queues the kernel on `stream`. This stream and those of the arrays wait for each other.
    template <class... Arguments>
    void operator()(Stream& stream, Arguments&&... arguments) const {
        run(&stream, {}, given(arguments...));
    }
    /// Runs the code only for the indices that `range` selects from the `n` elements. If all arrays
    /// are raw, the end of the range defines `n`, and must not be negative.
    template <class... Arguments>
    void over(const Slice& range, Arguments&&... arguments) const {
        run(nullptr, range, given(arguments...));
    }
    template <class... Arguments>
    void over(Stream& stream, const Slice& range, Arguments&&... arguments) const {
        run(&stream, range, given(arguments...));
    }

private:
    template <class... Arguments>
    static std::array<detail::GivenArgument, sizeof...(Arguments)> given(Arguments&... arguments) {
        return {detail::given_argument(arguments)...};
    }
    void run(const Stream* stream, const Slice& range,
             std::span<const detail::GivenArgument> given) const;

    Device device_;
    std::vector<compiler::KernelArgument> arguments_;
    std::string operation_;
    ElementwiseOptions options_;
    std::string hash_;  // hash of the user's code and options
};

}  // namespace glint
