// SPDX-License-Identifier: MIT
#include <glint/formats/point_cloud.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <glint/formats/npy.hpp>

#include "bytes.hpp"

namespace glint {
namespace {

using test::expect_error;
using test::TemporaryFolder;
using Positions = std::vector<std::array<float, 3>>;
using Shape = std::vector<std::size_t>;

PointCloud cloud_of_array(const Shape& shape, const std::vector<float>& values) {
    const TemporaryFolder folder;
    write_npy(folder.path() / "a.npy", shape, values);
    return read_point_cloud(folder.path() / "a.npy");
}

TEST(PointCloud, UsesTheExtensionInAnyCase) {
    const TemporaryFolder folder;
    const Positions expected{{1, 2, 3}};
    EXPECT_EQ(read_point_cloud(folder.write("a.CSV", "1,2,3")).positions, expected);
    const char* ply =
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
        "property float z\nend_header\n1 2 3\n";
    EXPECT_EQ(read_point_cloud(folder.write("a.Ply", ply)).positions, expected);
    EXPECT_EQ(cloud_of_array({1, 3}, {1, 2, 3}).positions, expected);
}

TEST(PointCloud, UnknownExtensionsListTheKnownOnes) {
    expect_error(ErrorCode::unsupported,
                 "the extension '.obj' is not supported. Use .csv, .npy or .ply",
                 [] { read_point_cloud("a.OBJ"); });
    expect_error(ErrorCode::unsupported,
                 "the extension '' is not supported. Use .csv, .npy or .ply",
                 [] { read_point_cloud("cloud"); });
}

TEST(PointCloud, ErrorsNameThePath) {
    try {
        read_point_cloud("none.csv");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.what(),
                  "cannot read file 'none.csv': No such file or directory (the "
                  "current folder is '" +
                      std::filesystem::current_path().string() + "')");
    }
    const TemporaryFolder folder;
    const auto path = folder.write("bad.csv", "1,2\n");
    try {
        read_point_cloud(path);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.operation(), "read point cloud '" + path.string() + "'");
    }
}

TEST(PointCloud, AFourthArrayColumnIsIgnored) {
    const PointCloud cloud = cloud_of_array({2, 4}, {1, 2, 3, NAN, 4, 5, 6, 9});
    EXPECT_EQ(cloud.positions, (Positions{{1, 2, 3}, {4, 5, 6}}));
    EXPECT_TRUE(cloud.colors.empty());
}

TEST(PointCloud, OtherArrayShapesAndValuesAreRefused) {
    const auto refuse = [](const Shape& shape, const std::vector<float>& values,
                           std::string_view reason) {
        expect_error(ErrorCode::bad_input, reason, [&] { cloud_of_array(shape, values); });
    };
    refuse({3}, {1, 2, 3}, "expected shape (points, 3) or (points, 4), found (3)");
    refuse({1, 5}, {1, 2, 3, 4, 5}, "expected shape (points, 3) or (points, 4), found (1, 5)");
    refuse({1, 2}, {1, 2}, "expected shape (points, 3) or (points, 4), found (1, 2)");
    refuse({1, 1, 3}, {1, 2, 3}, "expected shape (points, 3) or (points, 4), found (1, 1, 3)");
    refuse({0, 3}, {}, "the file has no points");
    refuse({2, 3}, {1, 2, 3, 4, NAN, 6}, "the value in row 1, column 1 is nan");
    refuse({1, 3}, {1, 2, -INFINITY}, "the value in row 0, column 2 is -inf");
}

}  // namespace
}  // namespace glint
