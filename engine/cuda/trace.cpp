// SPDX-License-Identifier: MIT
#include <glint/cuda/trace.hpp>

#include <fmt/ranges.h>

#include <glint/base/trace.hpp>

namespace glint::driver::cuda {
namespace {

// Untraced function of the driver, because getting a result's name must not be traced. Null if
// tracing is off.
std::atomic<decltype(&::cuGetErrorName)> name_result = nullptr;

std::string result_name(CUresult result) {
    const char* name = nullptr;
    name_result.load()(result, &name);
    return name ? name : fmt::format("{}", static_cast<int>(result));
}

}  // namespace

void detail::write_call(std::string_view symbol, const std::vector<std::string>& arguments,
                        CUresult result, std::chrono::steady_clock::duration time) {
    write_trace(fmt::format("{}({})", symbol, fmt::join(arguments, ", ")), result_name(result),
                time);
}

bool is_tracing() noexcept { return name_result != nullptr; }

Api traced(const Api& api) {
    name_result = api.cuGetErrorName;
    Api result;
#define GLINT_CUDA_TRACE(name) result.name = traced<GLINT_CUDA_SYMBOL(name)>(api.name);
    GLINT_CUDA_FUNCTIONS(GLINT_CUDA_TRACE)
#undef GLINT_CUDA_TRACE
#define GLINT_CUDA_TRACE(member, symbol, Type) result.member = traced<symbol>(api.member);
    GLINT_CUDA_OPTIONAL_FUNCTIONS(GLINT_CUDA_TRACE)
#undef GLINT_CUDA_TRACE
    return result;
}

}  // namespace glint::driver::cuda
