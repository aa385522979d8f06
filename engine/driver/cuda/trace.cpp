#include <glint/driver/cuda/trace.hpp>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/trace.hpp>

namespace glint::driver::cuda {
namespace {

// What is traced: the functions below have no other way to it. Set once, before any of them runs.
Api real;

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

std::string name_of(CUresult result) {
    const char* name = nullptr;
    real.cuGetErrorName(result, &name);
    return name ? name : fmt::format("{}", static_cast<int>(result));
}

/// A text that a template can take.
template <std::size_t Size>
struct Literal {
    consteval Literal(const char (&given)[Size]) { std::copy_n(given, Size, text); }
    char text[Size];
};

template <auto Member, Literal Symbol, class Function>
struct Traced;

template <auto Member, Literal Symbol, class... Arguments>
struct Traced<Member, Symbol, CUresult (*)(Arguments...)> {
    static CUresult CUDAAPI call(Arguments... arguments) {
        const auto start = std::chrono::steady_clock::now();
        const CUresult result = (real.*Member)(arguments...);
        const auto time = std::chrono::steady_clock::now() - start;
        const std::vector<std::string> texts{text_of(arguments)...};
        write_trace(fmt::format("{}({})", Symbol.text, fmt::join(texts, ", ")), name_of(result),
                    time);
        return result;
    }
};

template <auto Member, Literal Symbol, class Function>
void replace(Function*& function) {
    if (function) function = &Traced<Member, Symbol, Function*>::call;
}

}  // namespace

Api traced(const Api& api) {
    real = api;
    Api result = api;
#define GLINT_CUDA_TRACE(name) replace<&Api::name, GLINT_CUDA_SYMBOL(name)>(result.name);
    GLINT_CUDA_FUNCTIONS(GLINT_CUDA_TRACE)
#undef GLINT_CUDA_TRACE
    replace<&Api::module_function_count, "cuModuleGetFunctionCount">(result.module_function_count);
    replace<&Api::module_enumerate_functions, "cuModuleEnumerateFunctions">(
        result.module_enumerate_functions);
    replace<&Api::function_name, "cuFuncGetName">(result.function_name);
    replace<&Api::function_parameter, "cuFuncGetParamInfo">(result.function_parameter);
    return result;
}

}  // namespace glint::driver::cuda
