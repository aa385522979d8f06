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
    std::string name = "elementwise";  ///< of the kernel, as profilers and messages call it
    std::string preamble{};            ///< code before it: includes, functions, types
    std::string before_loop{};         ///< what each thread does once, before its elements
    std::string after_loop{};          ///< and behind them
    ProgramOptions compile{};          ///< as a Program is compiled; no `instantiations`
};

/// A kernel from a short text, which runs for each index `i` of `n` elements.
///
///     const glint::Elementwise axpy(device, "float a, const float* x, float* y",
///                                   "y[i] += a * x[i]");
///     axpy(2.0f, x, y);
///
/// `x[i]` is element i of the array in C's order, whatever its strides; arrays that are `const` in
/// the list broadcast to the shape that all others have. Of arrays that are contiguous in C's
/// order `x` is the pointer. An array after the word `raw` may have any other shape, and the text
/// indexes it as it likes: "raw const float* table, const int* at, float* y", "y[i] =
/// table[at[i]]". Compiled at the first call with arrays that lie so, and kept on disk. Elements
/// that other indices write may be read before or after that. Safe to use from many threads.
class Elementwise {
public:
    /// `arguments` is a C list of values and pointers. Throws Error(bad_input) for other lists, and
    /// Error(invalid_argument) for a name that is none.
    Elementwise(const Device& device, std::string_view arguments, std::string operation,
                ElementwiseOptions options = {});

    /// Queues the kernel for all elements, on the stream of the first array that it may write, else
    /// of the first one. Numbers become what the list says. Throws Error(invalid_argument), naming
    /// the argument, for another number of arguments, values where arrays are meant, numbers that
    /// the declared type does not hold, elements of another type, constants to be written and
    /// shapes that do not fit, and if all arrays are raw; CompileError if the operation does not
    /// compile.
    template <class... Arguments>
    void operator()(Arguments&&... arguments) const {
        run(nullptr, {}, given(arguments...));
    }
    /// Queues the kernel on another stream, which waits for those of the arrays, and they for it.
    template <class... Arguments>
    void operator()(Stream& stream, Arguments&&... arguments) const {
        run(&stream, {}, given(arguments...));
    }
    /// For the indices of `range` alone, as of an array of `n` elements. If all arrays are raw, `n`
    /// is where the range ends, which then counts from the front.
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
    std::string hash_;  // of all that the user gave
};

}  // namespace glint
