// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <glint/formats/input_file.hpp>

namespace glint::soak {

inline InputFile input(std::string_view bytes) {
    return InputFile::of_content("read fuzzed input", std::string(bytes));
}

}  // namespace glint::soak
