// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include <glint/base/error.hpp>

namespace glint::driver::cuda {

/// Returns the CUDA object behind a backend interface. Programs that use several backends may mix
/// up their objects: throws Error(invalid_argument) for an object of another backend, and
/// Error(device_lost) if its device is lost.
template <class Own, class Given>
Own& own(Given& given, std::string_view operation) {
    auto* mine = dynamic_cast<Own*>(&given);
    if (!mine)
        throw Error(ErrorCode::invalid_argument, operation, "the object belongs to another device");
    (void)mine->backend().context();
    return *mine;
}

}  // namespace glint::driver::cuda
