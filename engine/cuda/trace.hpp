// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {
namespace detail {

/// A string literal that can be a template argument.
template <std::size_t Size>
struct Literal {
    consteval Literal(const char (&given)[Size]) { std::copy_n(given, Size, text); }
    char text[Size];
};

template <class T>
std::string text_of(const T& argument) {
    if constexpr (std::is_same_v<T, const char*>) {
        return argument ? fmt::format("\"{}\"", argument) : "null";
    } else if constexpr (std::is_function_v<std::remove_pointer_t<T>> || std::is_pointer_v<T>) {
        return argument ? fmt::format("{}", reinterpret_cast<const void*>(argument)) : "null";
    } else if constexpr (std::is_enum_v<T>) {
        return fmt::format("{}", static_cast<std::underlying_type_t<T>>(argument));
    } else if constexpr (std::is_arithmetic_v<T>) {
        return fmt::format("{}", argument);
    } else {
        return fmt::format("<{} bytes>", sizeof(T));
    }
}

/// Writes the trace line of one call.
void write_call(std::string_view symbol, const std::vector<std::string>& arguments, CUresult result,
                std::chrono::steady_clock::duration time);

template <Literal Symbol, class... Arguments>
struct Traced {
    // The traced function. It is static, because `call` must have the driver's signature and cannot
    // take it as an argument.
    static inline std::atomic<CUresult(CUDAAPI*)(Arguments...)> real = nullptr;

    static CUresult CUDAAPI call(Arguments... arguments) {
        const auto start = std::chrono::steady_clock::now();
        const CUresult result = real.load(std::memory_order_relaxed)(arguments...);
        const auto time = std::chrono::steady_clock::now() - start;
        write_call(Symbol.text, {text_of(arguments)...}, result, time);
        return result;
    }
};

}  // namespace detail

/// Returns a function that calls `function` and then writes a line to stderr with the thread, the
/// call with its arguments, the result and the duration. Returns null if `function` is null.
template <detail::Literal Symbol, class... Arguments>
auto traced(CUresult(CUDAAPI* function)(Arguments...)) -> CUresult(CUDAAPI*)(Arguments...) {
    using Call = detail::Traced<Symbol, Arguments...>;
    Call::real.store(function, std::memory_order_relaxed);
    return function ? &Call::call : nullptr;
}

/// Returns `api` with all functions traced. Call this once, before any function is called.
Api traced(const Api& api);

/// Returns true if `$GLINT_TRACE` requests the tracing of calls.
bool is_tracing() noexcept;

/// Sets `function` to a driver function that is not in `Api`, found by its symbol, or to null if
/// the driver lacks it. Traces the function like the functions in `Api`.
template <detail::Literal Symbol, class Function>
void find_function(Function*& function) {
    function = reinterpret_cast<Function*>(find_symbol(Symbol.text));
    if (is_tracing()) function = traced<Symbol>(function);
}

}  // namespace glint::driver::cuda
