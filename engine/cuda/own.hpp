// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include <glint/base/error.hpp>

namespace glint::driver::cuda {

/// Returns the CUDA object that `given` refers to. Throws Error(invalid_argument) for an object of
/// another backend, because a program with several backends may mix up their objects. Throws
/// Error(device_lost) if the object's device is lost.
template <class Own, class Given>
Own& own(Given& given, std::string_view operation) {
    auto* mine = dynamic_cast<Own*>(&given);
    if (!mine)
        throw Error(ErrorCode::invalid_argument, operation, "the object belongs to another device");
    (void)mine->backend().context();
    return *mine;
}

}  // namespace glint::driver::cuda
