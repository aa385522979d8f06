// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/base/parameters.hpp>

namespace glint::test {

/// A float parameter with a slider from 0 to `maximum`.
inline Parameter slider(std::string name, double initial, double maximum = 1,
                        std::size_t offset = 0) {
    Parameter parameter;
    parameter.name = std::move(name);
    parameter.offset = offset;
    parameter.initial[0] = initial;
    parameter.annotation.emplace();
    parameter.annotation->maximum = maximum;
    parameter.annotation->label = parameter.name;
    return parameter;
}

}  // namespace glint::test
