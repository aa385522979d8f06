// SPDX-License-Identifier: MIT
#include <glint/app/detail/picture_gui.hpp>

#include <array>
#include <cmath>

#include <gtest/gtest.h>
#include <imgui.h>

namespace glint::app {
namespace {

using Pixel = std::array<int, 3>;

Picture plain(unsigned width, unsigned height, std::uint8_t gray) {
    Picture picture{width, height,
                    std::vector<std::uint8_t>(std::size_t(width) * height * 4, gray)};
    for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;
    return picture;
}

Pixel at(const Picture& picture, unsigned x, unsigned y) {
    const std::size_t i = (std::size_t(y) * picture.width + x) * 4;
    return {picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]};
}

TEST(PictureGui, FillsRectanglesPixelByPixel) {
    Picture picture = plain(40, 30, 100);
    PictureGui gui;
    gui.draw(picture, [] {
        ImDrawList& list = *ImGui::GetBackgroundDrawList();
        list.AddRectFilled(ImVec2(10, 5), ImVec2(20, 15), IM_COL32(255, 0, 0, 255));
        list.AddRectFilled(ImVec2(15, 10), ImVec2(30, 20), IM_COL32(0, 0, 255, 128));
    });
    for (unsigned y = 0; y < 30; ++y) {
        for (unsigned x = 0; x < 40; ++x) {
            const bool red = x >= 10 && x < 20 && y >= 5 && y < 15;
            const bool blue = x >= 15 && x < 30 && y >= 10 && y < 20;
            const Pixel below = red ? Pixel{255, 0, 0} : Pixel{100, 100, 100};
            Pixel expected = below;
            if (blue)  // blended exactly once, even where its two triangles meet
                for (std::size_t c = 0; c < 3; ++c)
                    expected[c] = static_cast<int>(
                        std::lround((c == 2 ? 255 : 0) * (128 / 255.0) + below[c] * (127 / 255.0)));
            for (std::size_t c = 0; c < 3; ++c)
                ASSERT_NEAR(at(picture, x, y)[c], expected[c], 1) << x << ", " << y;
        }
    }
}

TEST(PictureGui, WritesText) {
    Picture picture = plain(200, 40, 0);
    PictureGui gui;
    for (int i = 0; i < 2; ++i)
        gui.draw(picture, [] {
            ImGui::GetBackgroundDrawList()->AddText(ImVec2(10, 10), IM_COL32(255, 255, 255, 255),
                                                    "glint 0.25");
        });
    int bright = 0;
    for (unsigned y = 0; y < 40; ++y)
        for (unsigned x = 0; x < 200; ++x) {
            bright += at(picture, x, y)[0] > 128;
            if (x < 9 || y < 8 || y > 30) {
                EXPECT_EQ(at(picture, x, y), (Pixel{0, 0, 0}));
            }
        }
    EXPECT_GT(bright, 60);
    EXPECT_LT(bright, 1200);
}

TEST(PictureGui, DrawsNothingOutsideThePicture) {
    Picture picture = plain(16, 16, 7);
    PictureGui gui;
    gui.draw(picture, [] {
        ImGui::GetBackgroundDrawList()->AddRectFilled(ImVec2(-100, -100), ImVec2(500, 500),
                                                      IM_COL32(9, 9, 9, 255));
        ImGui::GetBackgroundDrawList()->AddLine(ImVec2(-50, 3), ImVec2(90, 12),
                                                IM_COL32(255, 255, 255, 255), 2);
    });
    EXPECT_EQ(at(picture, 0, 15), (Pixel{9, 9, 9}));
}

}  // namespace
}  // namespace glint::app
