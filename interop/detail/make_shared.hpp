// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/interop/detail/ways.hpp>
#include <glint/interop/self_test.hpp>

namespace glint::interop {

/// Throws Error(unsupported) if `device` cannot share that way at all.
void require_way(const Device& device, const std::string& description, Sharing way);

/// `make(way)` for the way asked for, or for the first way of `device` that can be made and
/// that `try_out` does not refuse. Throws Error with every way's reason if none does.
template <class Parts, class Make, class TryOut>
Parts make_by_way(const Device& device, const std::string& description, Sharing sharing,
                  const Make& make, const TryOut& try_out) {
    if (sharing != Sharing::automatic) {
        require_way(device, description, sharing);
        return make(sharing);
    }
    std::string reasons;
    for (const Sharing way : ways_of(device.kind())) {
        try {
            Parts parts = make(way);
            try_out(parts);
            return parts;
        } catch (const Error& error) {
            reasons += fmt::format("\n  {}: {}", to_string(way), error.what());
        }
    }
    throw Error(ErrorCode::unsupported, "share " + description, "no way works here:" + reasons);
}

}  // namespace glint::interop
