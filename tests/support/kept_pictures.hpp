// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include <glint/base/environment.hpp>
#include <glint/formats/png.hpp>

namespace glint::test {

/// If $GLINT_TEST_PICTURES names a folder, saves a picture there for people to look at.
inline void keep(const Picture& picture, const std::string& name) {
    if (const auto folder = environment("GLINT_TEST_PICTURES"))
        write_png(std::filesystem::path(*folder) / (name + ".png"), picture);
}

}  // namespace glint::test
