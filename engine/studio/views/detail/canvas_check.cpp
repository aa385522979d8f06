// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/canvas_check.hpp>

#include <array>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/studio/views/detail/canvas.hpp>

namespace glint::studio {
namespace {

// Odd sizes reveal errors with padding and tiles.
constexpr int kWidth = 37;
constexpr int kHeight = 21;

using Rgb = std::array<int, 3>;

/// Returns a color of the test pattern. Must match kernels/studio/picture.cu.
Rgb expected_at(int x, int y) { return {6 * x + 20, 11 * y + 9, (5 * x + 7 * y) % 256}; }

/// Describes the first wrong pixel of the pattern whose upper left corner is at (left, top).
/// Returns nullopt if all pixels are right.
std::optional<std::string> find_wrong(const Picture& picture, int left, int top) {
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) {
            const Rgb expected = expected_at(x, y);
            const std::uint8_t* at =
                &picture.rgba[(static_cast<std::size_t>(y + top) * picture.width +
                               static_cast<std::size_t>(x + left)) *
                              4];
            const Rgb found{at[0], at[1], at[2]};
            for (std::size_t i = 0; i < 3; ++i)
                if (std::abs(found[i] - expected[i]) > 1)
                    return fmt::format("pixel ({}, {}) of {} x {} is ({}) instead of ({})", x, y,
                                       kWidth, kHeight, fmt::join(found, ", "),
                                       fmt::join(expected, ", "));
        }
    return std::nullopt;
}

}  // namespace

void check_showing(Stream& stream, const gl::Context& context, interop::Sharing sharing) {
    Canvas canvas(std::make_shared<ViewKernels>(stream), context, sharing, kWidth, kHeight);
    canvas.begin();
    canvas.kernel("picture.cu", "draw_pattern")
        .launch(stream, canvas.pixels(), {kWidth, kHeight, canvas.surface()});
    canvas.end();
    // Tests both code paths: a picture that fills the target is copied, but a picture that fills
    // only part of the target is drawn.
    for (const int border : {0, 3}) {
        gl::Framebuffer target(
            context,
            {.width = kWidth + 2 * border, .height = kHeight + 2 * border, .depth = false});
        canvas.show(target, {.left = border, .top = border, .width = kWidth, .height = kHeight});
        const Picture picture = target.read_pixels();
        context.require_not_lost();
        if (const auto wrong = find_wrong(picture, border, border))
            throw Error(ErrorCode::unsupported,
                        fmt::format("display images from {} with {}", stream.device().name(),
                                    context.renderer()),
                        *wrong);
    }
}

}  // namespace glint::studio
