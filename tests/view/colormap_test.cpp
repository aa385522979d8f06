// SPDX-License-Identifier: MIT
#include <glint/view/colormap.hpp>

#include <cmath>
#include <limits>

#include <glm/vector_relational.hpp>
#include <gtest/gtest.h>

#include <glint/base/error.hpp>

namespace glint {
namespace {

std::uint32_t hex(const glm::vec3& color) {
    const auto byte = [](float channel) {
        return static_cast<std::uint32_t>(std::lround(255.0f * channel));
    };
    return byte(color.r) << 16 | byte(color.g) << 8 | byte(color.b);
}

struct Published {
    const char* name;
    std::uint32_t first;
    std::uint32_t quarter;  ///< entry 64 of 256
    std::uint32_t middle;   ///< entry 128
    std::uint32_t last;
};

class ColormapTable : public testing::TestWithParam<Published> {};

/// Largest difference of any channel, in units of 1/255.
int difference(std::uint32_t a, std::uint32_t b) {
    int largest = 0;
    for (const int shift : {0, 8, 16}) {
        largest = std::max(largest, std::abs(static_cast<int>(a >> shift & 0xff) -
                                             static_cast<int>(b >> shift & 0xff)));
    }
    return largest;
}

TEST_P(ColormapTable, MatchesThePublishedTable) {
    const view::Colormap map(GetParam().name);
    EXPECT_EQ(hex(map.at(0)), GetParam().first);
    EXPECT_EQ(hex(map.at(1)), GetParam().last);
    // The map is linear between 33 of the 256 published colors, and therefore up to 3 levels off.
    EXPECT_LE(difference(hex(map.at(64 / 255.0f)), GetParam().quarter), 3);
    EXPECT_LE(difference(hex(map.at(128 / 255.0f)), GetParam().middle), 3);
}

TEST_P(ColormapTable, IsContinuous) {
    const auto table = view::Colormap(GetParam().name).table();
    for (std::size_t i = 1; i < table.size(); ++i) {
        for (int channel = 0; channel < 3; ++channel) {
            EXPECT_LE(std::abs(table[i][channel] - table[i - 1][channel]), 8) << i;
        }
        EXPECT_EQ(table[i].a, 255);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Names, ColormapTable,
    testing::Values(Published{"viridis", 0x440154, 0x3b528b, 0x21918c, 0xfde725},
                    Published{"magma", 0x000004, 0x51127c, 0xb73779, 0xfcfdbf},
                    Published{"inferno", 0x000004, 0x57106e, 0xbc3754, 0xfcffa4},
                    Published{"plasma", 0x0d0887, 0x7e03a8, 0xcc4778, 0xf0f921},
                    Published{"turbo", 0x30123b, 0x28bceb, 0xa4fc3c, 0x7a0403},
                    Published{"grey", 0x000000, 0x404040, 0x808080, 0xffffff},
                    Published{"coolwarm", 0x3b4cc0, 0x8db0fe, 0xdddcdc, 0xb40426}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Colormap, AllNamesCanBeOpened) {
    ASSERT_EQ(view::Colormap::names().size(), 7u);
    for (const std::string_view name : view::Colormap::names()) {
        EXPECT_EQ(view::Colormap(name).name(), name);
    }
}

TEST(Colormap, ClampsAndShowsNaN) {
    const view::Colormap map("viridis");
    EXPECT_EQ(map.at(-3), map.at(0));
    EXPECT_EQ(map.at(std::numeric_limits<float>::infinity()), map.at(1));
    EXPECT_EQ(map.at(std::nanf("")), glm::vec3(0.5f));
}

TEST(Colormap, AnUnknownNameListsAll) {
    try {
        view::Colormap("viridid");
        FAIL();
    } catch (const Error& failure) {
        EXPECT_EQ(failure.code(), ErrorCode::not_found);
        EXPECT_STREQ(failure.what(),
                     "cannot find colormap 'viridid': the colormaps are viridis, magma, inferno, "
                     "plasma, turbo, "
                     "grey, coolwarm; did you mean 'viridis'?");
    }
}

}  // namespace
}  // namespace glint
