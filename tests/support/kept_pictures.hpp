// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include <glint/base/environment.hpp>
#include <glint/base/formats/png.hpp>

namespace glint::test {

/// Saves the picture for people to look at, in the folder $GLINT_TEST_PICTURES if that is set.
inline void keep(const Picture& picture, const std::string& name) {
    if (const auto folder = environment("GLINT_TEST_PICTURES"))
        write_png(std::filesystem::path(*folder) / (name + ".png"), picture);
}

}  // namespace glint::test
