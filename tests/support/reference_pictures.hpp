// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include <glint/base/environment.hpp>
#include <glint/formats/png.hpp>

/// Compares pictures with each other, or with a folder of references that a person has checked.
namespace glint::test {

/// Returns true if $GLINT_WRITE_REFERENCES is set, which asks for new references after an intended
/// change. Look at the new references afterward.
inline bool writes_references() { return environment("GLINT_WRITE_REFERENCES").has_value(); }

/// Returns true if the pictures have the same size; otherwise fails the test.
inline bool have_same_size(const Picture& a, const Picture& b) {
    if (a.width == b.width && a.height == b.height && a.rgba.size() == b.rgba.size()) return true;
    ADD_FAILURE() << "images of " << a.width << " x " << a.height << " and " << b.width << " x "
                  << b.height;
    return false;
}

/// Returns the root mean square difference over all channels, from 0 to 255. If the sizes of the
/// pictures differ, fails the test and returns 255.
inline double rms_difference(const Picture& a, const Picture& b) {
    if (!have_same_size(a, b)) return 255;
    double sum = 0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i) {
        const int difference = a.rgba[i] - b.rgba[i];
        sum += difference * difference;
    }
    return std::sqrt(sum / static_cast<double>(a.rgba.size()));
}

/// Expects the picture in `file` to have the same size, and an RMS difference below `tolerance`.
inline void expect_picture(const Picture& actual, const std::filesystem::path& file,
                           double tolerance) {
    const Picture expected = read_png(file);
    ASSERT_EQ(actual.width, expected.width) << file;
    ASSERT_EQ(actual.height, expected.height) << file;
    EXPECT_LT(rms_difference(actual, expected), tolerance) << file;
}

}  // namespace glint::test
