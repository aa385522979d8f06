// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/interop/detail/sharing_methods.hpp>
#include <glint/interop/self_test.hpp>

namespace glint::interop {

/// Throws Error(unsupported) if `device` does not support the sharing method `way`.
void require_method(const Device& device, const std::string& description, Sharing way);

/// Returns `make(sharing)`, or throws Error(unsupported) if `device` does not support this method.
/// If `sharing` is `automatic`, tries the methods of `device` in order and returns the first result
/// of `make` that `try_out` accepts. If every method fails, throws Error with all reasons.
template <class Parts, class Make, class TryOut>
Parts make_by_way(const Device& device, const std::string& description, Sharing sharing,
                  const Make& make, const TryOut& try_out) {
    if (sharing != Sharing::automatic) {
        require_method(device, description, sharing);
        return make(sharing);
    }
    std::string reasons;
    for (const Sharing way : sharing_methods(device.kind())) {
        try {
            Parts parts = make(way);
            try_out(parts);
            return parts;
        } catch (const Error& error) {
            reasons += fmt::format("\n  {}: {}", to_string(way), error.what());
        }
    }
    throw Error(ErrorCode::unsupported, "share " + description,
                "every sharing method failed:" + reasons);
}

}  // namespace glint::interop
