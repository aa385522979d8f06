// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/batch/axis.hpp>

namespace glint::test {

/// Two axes with six cases in total.
inline studio::Cases two_axes() {
    return studio::cases_of(
        {{.name = "feed", .label = "Feed", .unit = "1/s", .values = {"0.1", "0.2"}},
         {.name = "kill", .label = "Kill", .values = {"1", "2", "3"}}});
}

}  // namespace glint::test
