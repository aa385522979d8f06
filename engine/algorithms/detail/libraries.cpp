// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/libraries.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

SharedLibrary opened_library(const char* what, std::span<const std::string> candidates,
                             const char* remedy) {
    if (auto library = SharedLibrary::open(candidates)) return *std::move(library);
    throw Error(ErrorCode::unsupported, fmt::format("load {}", what),
                fmt::format("the library was not found. {}", remedy));
}

void* function_in(const SharedLibrary& library, const std::string& name) {
    if (void* address = library.find(name.c_str())) return address;
    throw Error(ErrorCode::unsupported, fmt::format("load {}", library.path().string()),
                fmt::format("the function {} was not found", name));
}

}  // namespace glint::detail
