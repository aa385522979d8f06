#pragma once

#include <string_view>

#include <glint/base/error.hpp>

namespace glint::driver::cuda {

/// The CUDA side of a backend's object: a program may use several backends, and mix their objects
/// up. Throws Error(invalid_argument) for an object of another one.
template <class Own, class Given>
Own& own(Given& given, std::string_view operation) {
    if (auto* mine = dynamic_cast<Own*>(&given)) return *mine;
    throw Error(ErrorCode::invalid_argument, operation, "it belongs to another device");
}

}  // namespace glint::driver::cuda
