// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include <glint/base/environment.hpp>
#include <glint/base/formats/png.hpp>

/// Compares pictures with each other, and with a folder of references that a person has checked.
namespace glint::test {

/// True if $GLINT_WRITE_REFERENCES asks for new references after an intended change. Look at them
/// afterward.
inline bool writes_references() { return environment("GLINT_WRITE_REFERENCES").has_value(); }

/// Returns true if the pictures have the same size; otherwise fails the test.
inline bool have_same_size(const Picture& a, const Picture& b) {
    if (a.width == b.width && a.height == b.height && a.rgba.size() == b.rgba.size()) return true;
    ADD_FAILURE() << "images of " << a.width << " x " << a.height << " and " << b.width << " x "
                  << b.height;
    return false;
}

/// Root mean square difference over all channels, from 0 to 255. Pictures of different sizes fail
/// the test and return 255.
inline double rms_difference(const Picture& a, const Picture& b) {
    if (!have_same_size(a, b)) return 255;
    double sum = 0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i) {
        const int difference = a.rgba[i] - b.rgba[i];
        sum += difference * difference;
    }
    return std::sqrt(sum / static_cast<double>(a.rgba.size()));
}

/// Expects the RMS difference from the picture in `file` to be less than `tolerance`.
inline void expect_picture(const Picture& actual, const std::filesystem::path& file,
                           double tolerance) {
    const Picture expected = read_png(file);
    ASSERT_EQ(actual.width, expected.width) << file;
    ASSERT_EQ(actual.height, expected.height) << file;
    EXPECT_LT(rms_difference(actual, expected), tolerance) << file;
}

}  // namespace glint::test
