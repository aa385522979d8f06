// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include <glint/base/error.hpp>

namespace glint::driver::cuda {

/// The CUDA side of a backend's object: a program may use several backends, and mix their objects
/// up. Throws Error(invalid_argument) for an object of another one, and Error(device_lost) for one
/// whose device is gone.
template <class Own, class Given>
Own& own(Given& given, std::string_view operation) {
    auto* mine = dynamic_cast<Own*>(&given);
    if (!mine) throw Error(ErrorCode::invalid_argument, operation, "it belongs to another device");
    (void)mine->backend().context();
    return *mine;
}

}  // namespace glint::driver::cuda
