#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/array/views.hpp>
#include <glint/compiler/argument_list.hpp>

namespace glint {
namespace detail {

/// One argument of a call: an array's elements, or a value.
struct GivenArgument {
    const void* data = nullptr;  ///< of an array
    Layout layout{};
    bool is_constant = false;
    const Stream* stream = nullptr;  ///< null for a value
    ElementType type{};
    std::array<std::byte, 16> bytes{};  ///< of a value
    bool is_whole = false;              ///< an integer, which `whole` is; else `real`, if a number
    bool is_number = false;
    long long whole = 0;
    double real = 0;
};

template <class A>
GivenArgument given_argument(A& argument) {
    if constexpr (Viewable<A&>) {
        const auto view = view_of(argument);
        using T = std::remove_pointer_t<decltype(view.data())>;
        return {.data = view.data(),
                .layout = view.layout(),
                .is_constant = std::is_const_v<T>,
                .stream = &view.stream(),
                .type = kElementType<std::remove_const_t<T>>};
    } else {
        static_assert(std::is_trivially_copyable_v<A> && sizeof(A) <= 16,
                      "arguments are arrays, views, and values of up to 16 bytes");
        using T = std::remove_const_t<A>;
        GivenArgument given{.type = kElementType<T>};
        std::memcpy(given.bytes.data(), &argument, sizeof(A));
        given.is_whole = std::is_integral_v<T>;
        given.is_number = given.is_whole || kIsFloating<T>;
        if constexpr (std::is_integral_v<T>) given.whole = static_cast<long long>(argument);
        if constexpr (kIsFloating<T>) given.real = static_cast<double>(argument);
        return given;
    }
}

}  // namespace detail

struct ElementwiseOptions {
    std::string name = "elementwise";  ///< of the kernel, as profilers and messages tell it
    std::string preamble{};            ///< code before it: includes, functions, types
    std::string before_loop{};         ///< what each thread does once, before its elements
    std::string after_loop{};          ///< and behind them
};

/// A kernel from a short text, which runs for each index `i` of `n` elements.
///
///     const glint::Elementwise axpy(device, "float a, const float* x, float* y",
///                                   "y[i] += a * x[i]");
///     axpy(2.0f, x, y);
///
/// `x[i]` is element i of the array in C's order, whatever its strides; arrays that are `const` in
/// the list broadcast to the shape that all others have. Of arrays that lie side by side in C's
/// order `x` is the pointer. Compiled at the first call with arrays that lie so, and kept on disk.
/// Elements that other indices write may be read before or after that. Safe to use from many
/// threads.
class Elementwise {
public:
    /// `arguments` is a C list of values and pointers. Throws Error(bad_input) for other lists, and
    /// Error(invalid_argument) for a name that is none.
    Elementwise(const Device& device, std::string_view arguments, std::string operation,
                ElementwiseOptions options = {});

    /// Queues the kernel for all elements, on the stream of the first array that it may write, else
    /// of the first one. Numbers become what the list says. Throws Error(invalid_argument), naming
    /// the argument, for another number of arguments, values where arrays are meant, elements of
    /// another type, constants to be written and shapes that do not fit; CompileError if the
    /// operation does not compile.
    template <class... Arguments>
    void operator()(Arguments&&... arguments) const {
        run({}, std::array<detail::GivenArgument, sizeof...(Arguments)>{
                    detail::given_argument(arguments)...});
    }
    /// For the indices of `range` alone, as of an array of `n` elements.
    template <class... Arguments>
    void over(const Slice& range, Arguments&&... arguments) const {
        run(range, std::array<detail::GivenArgument, sizeof...(Arguments)>{
                       detail::given_argument(arguments)...});
    }

private:
    void run(const Slice& range, std::span<const detail::GivenArgument> given) const;

    Device device_;
    std::vector<compiler::KernelArgument> arguments_;
    std::string operation_;
    ElementwiseOptions options_;
    std::string hash_;  // of all that the user gave
};

}  // namespace glint
