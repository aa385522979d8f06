// SPDX-License-Identifier: MIT
#include <glint/formats/field.hpp>

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/formats/npy.hpp>
#include <glint/formats/png.hpp>

#include "bytes.hpp"

namespace glint {
namespace {

using test::expect_error;
using test::TemporaryFolder;
using Shape = std::vector<std::size_t>;
using Values = std::vector<float>;

ScalarField field_of_array(const Shape& shape, const Values& values) {
    const TemporaryFolder folder;
    write_npy(folder.path() / "a.NPY", shape, values);
    return read_field(folder.path() / "a.NPY");
}

double mean(const ScalarField& field) {
    return std::accumulate(field.values.begin(), field.values.end(), 0.0) /
           static_cast<double>(field.values.size());
}

TEST(Field, ReadsArraysRowByRow) {
    for (const Shape& shape : {Shape{2, 3}, Shape{2, 3, 1}}) {
        const ScalarField field = field_of_array(shape, {1, -2, 3, 4, 5, 1e9f});
        EXPECT_EQ(field.width, 3u);
        EXPECT_EQ(field.height, 2u);
        EXPECT_EQ(field.values, (Values{1, -2, 3, 4, 5, 1e9f}));
    }
}

TEST(Field, ReadsImages) {
    const TemporaryFolder folder;
    write_png(folder.path() / "a.png", {2, 1, {255, 255, 255, 255, 51, 51, 51, 0}});
    const ScalarField field = read_field(folder.path() / "a.png");
    EXPECT_EQ(field.width, 2u);
    EXPECT_FLOAT_EQ(field.values[0], 1.0f);
    EXPECT_FLOAT_EQ(field.values[1], 0.2f);
}

TEST(Field, OtherShapesAndValuesAreRefused) {
    const auto refuse = [](const Shape& shape, const Values& values, std::string_view reason) {
        expect_error(ErrorCode::bad_input, reason, [&] { field_of_array(shape, values); });
    };
    refuse({3}, {1, 2, 3}, "expected shape (height, width), found (3)");
    refuse({1, 1, 3}, {1, 2, 3}, "expected shape (height, width), found (1, 1, 3)");
    refuse({0, 3}, {}, "expected shape (height, width), found (0, 3)");
    refuse({2, 2}, {1, 2, NAN, 4}, "the value in row 1, column 0 is nan");
    expect_error(ErrorCode::unsupported, "the extension '.tif' is not supported. Use .npy or .png",
                 [] { read_field("a.tif"); });
}

TEST(Resample, SameSizeChangesNothing) {
    const ScalarField field{3, 2, {1, 2, 3, 4, 5, 6}};
    EXPECT_EQ(resample(field, 3, 2).values, field.values);
}

TEST(Resample, ShrinkingAveragesByArea) {
    const ScalarField field{4, 2, {1, 3, 5, 7, 1, 3, 5, 7}};
    EXPECT_EQ(resample(field, 2, 1).values, (Values{2, 6}));
    // Each output element covers one and a half input elements: one completely, and half of
    // another.
    EXPECT_EQ(resample({3, 1, {0, 3, 6}}, 2, 1).values, (Values{1, 5}));
    EXPECT_EQ(resample({1, 4, {1, 2, 3, 4}}, 1, 2).values, (Values{1.5f, 3.5f}));
}

TEST(Resample, ShrinkingKeepsTheMean) {
    ScalarField field{97, 61, Values(std::size_t{97} * 61)};
    for (std::size_t i = 0; i < field.values.size(); ++i)
        field.values[i] = static_cast<float>((i * 2654435761u) % 1000);
    for (const auto& [width, height] : {std::pair{96u, 60u}, {13u, 7u}, {1u, 1u}}) {
        // Each of two passes rounds values of up to 1000 to float.
        EXPECT_NEAR(mean(resample(field, width, height)), mean(field), 1e-3);
    }
}

TEST(Resample, EnlargingInterpolatesBetweenCenters) {
    EXPECT_EQ(resample({2, 1, {0, 1}}, 4, 1).values, (Values{0, 0.25f, 0.75f, 1}));
    EXPECT_EQ(resample({1, 2, {0, 1}}, 1, 4).values, (Values{0, 0.25f, 0.75f, 1}));
    EXPECT_EQ(resample({1, 1, {5}}, 2, 3).values, Values(6, 5.0f));
}

TEST(Resample, SidesOfZeroAreRefused) {
    expect_error(ErrorCode::invalid_argument,
                 "the field has 1 x 1 values and the result would have 0 x 4, but no side may be 0",
                 [] { resample({1, 1, {5}}, 0, 4); });
    expect_error(ErrorCode::invalid_argument,
                 "the field has 0 x 0 values and the result would have 2 x 2, but no side may be 0",
                 [] { resample({}, 2, 2); });
}

}  // namespace
}  // namespace glint
