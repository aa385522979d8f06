// SPDX-License-Identifier: MIT
#include <apps/glint/viewed_curve.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <apps/glint/view_text.hpp>
#include <glint/app/options.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/npy.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

struct Range {
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();
};

Range range_in(const fs::path& file) {
    Range range;
    for (const float value : read_npy(file).values) {
        if (!std::isfinite(value)) continue;
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
    }
    if (range.high < range.low) refuse_view(file, "the array has no finite numbers");
    return range;
}

// For each pixel column, the kernels find the minimum and maximum of the curve: of the samples
// inside the column, and of the values interpolated at its left and right edges.
constexpr const char* kKernels = R"(
struct Columns {  //@ 1280
    float2* extent;
};
struct Picture {      //@ 1280 x 560
    uchar4* picture;  //@ "LABEL"
};
//@ min "Minimum"
__device__ double least(NUMBER values) { return static_cast<double>(WIDE(values)); }
//@ max "Maximum"
__device__ double greatest(NUMBER values) { return static_cast<double>(WIDE(values)); }
//@ mean "Mean"
__device__ double average(NUMBER values) { return static_cast<double>(WIDE(values)); }

__device__ float between(const NUMBER* values, long long count, double at) {
    const long long i = static_cast<long long>(at);
    const float part = static_cast<float>(at - i);
    const float here = static_cast<float>(values[i < count ? i : count - 1]);
    const float next = static_cast<float>(values[i + 1 < count ? i + 1 : count - 1]);
    return part == 0 ? here : here + part * (next - here);
}
//@ draw over Columns
__global__ void find_extents(int count, int array_count, const NUMBER* values, float2* extent) {
    const int column = glint::index();
    if (column >= count) return;
    const double per_column = static_cast<double>(array_count - 1) / count;
    const double left = column * per_column, right = (column + 1) * per_column;
    const float first = between(values, array_count, left);
    const float last = between(values, array_count, right);
    float low = fminf(first, last), high = fmaxf(first, last);  // numbers, if there are any
    for (long long i = static_cast<long long>(left) + 1; i < right; ++i) {
        low = fminf(low, static_cast<float>(values[i]));
        high = fmaxf(high, static_cast<float>(values[i]));
    }
    extent[column] = make_float2(low, high);
}
//@ draw over Picture
__global__ void draw_curve(int width, int height, const float2* extent, uchar4* picture) {
    const int2 at = glint::cell();
    if (at.x >= width || at.y >= height) return;
    constexpr float kLow = LOW, kHigh = HIGH, kMargin = 0.06f;
    const float per_row = (kHigh - kLow) * (1 + 2 * kMargin) / height;
    const float value = kLow - kMargin * (kHigh - kLow) + (at.y + 0.5f) * per_row;
    const float2 curve = extent[at.x];
    // As high as it is thick, and softer by a row at its edges.
    const float off = fmaxf(curve.x - value, value - curve.y) / per_row;
    const float light = fminf(fmaxf(2.0f - off, 0.0f), 1.0f);
    const bool is_zero = fabsf(value) <= 0.5f * per_row;
    const float dark = is_zero ? 70.0f : 24.0f;
    picture[at.y * width + at.x] = make_uchar4(dark + light * (120 - dark), dark + light * (200 - dark),
                                               dark + 6 + light * (245 - dark), 255);
}
)";

std::string replaced(std::string text, std::string_view what, const std::string& with) {
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

std::string literal(float value) { return fmt::format("{:e}f", value); }

}  // namespace

ViewedFile view_of_curve(const fs::path& file, std::string_view as, const NpyHeader& header) {
    if (!as.empty() && as != "curve")
        throw app::WrongOption(
            "--as",
            fmt::format("'{}' does not apply, because the only view of this array is curve", as));
    const auto type = type_name(header.type, 1);
    if (!type)
        refuse_view(file, fmt::format("the type {} is not supported", to_string(header.type)));
    ViewText text(file, "Array", std::array{header.shape.front()});
    text.add(*type, "values", "values");
    const Range range = range_in(file);
    const float size = range.high > range.low ? 0 : std::max(std::abs(range.low) * 0.5f, 1.0f);
    std::string kernels =
        replaced(kKernels, "LABEL",
                 fmt::format("{} numbers, from {} to {}", header.shape.front(),
                             text::shortest(range.low), text::shortest(range.high)));
    kernels = replaced(kernels, "NUMBER", *type);
    kernels = replaced(kernels, "WIDE", *type == "__half" ? "static_cast<float>" : "");
    kernels = replaced(kernels, "LOW", literal(range.low - size));
    kernels = replaced(kernels, "HIGH", literal(range.high + size));
    return {.text = text.take() + kernels, .inputs = {fmt::format("values={}", file.string())}};
}

}  // namespace glint::apps
