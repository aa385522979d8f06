// SPDX-License-Identifier: MIT
#include <glint/formats/field.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/png.hpp>

namespace glint {
namespace {

void require_finite(const InputFile& file, const ScalarField& field) {
    const auto odd =
        std::ranges::find_if_not(field.values, [](float v) { return std::isfinite(v); });
    if (odd == field.values.end()) return;
    const auto place = static_cast<std::size_t>(odd - field.values.begin());
    file.fail(fmt::format("the value in row {}, column {} is {}", place / field.width,
                          place % field.width, *odd));
}

ScalarField parse_npy_field(const InputFile& file) {
    NpyArray array = parse_npy(file);
    const auto& shape = array.shape;
    const bool flat = shape.size() == 2 || (shape.size() == 3 && shape[2] == 1);
    if (!flat || array.values.empty()) {
        file.fail(
            fmt::format("expected shape (height, width), found ({})", fmt::join(shape, ", ")));
    }
    ScalarField field{static_cast<unsigned>(shape[1]), static_cast<unsigned>(shape[0]),
                      std::move(array.values)};
    require_finite(file, field);
    return field;
}

/// The input values, and their weights, for computing one output value in a row or column.
struct Window {
    std::size_t first = 0;
    std::vector<double> weights;  ///< weights of `first` and the values after it; their sum is 1
};

Window mean_window(unsigned index, unsigned from, unsigned to) {
    const double begin = static_cast<double>(index) * from / to;
    const double end = (index + 1.0) * from / to;
    Window window{static_cast<std::size_t>(begin), {}};
    for (std::size_t i = window.first; static_cast<double>(i) < end; ++i) {
        const double left = std::max(begin, static_cast<double>(i));
        const double right = std::min(end, static_cast<double>(i + 1));
        window.weights.push_back((right - left) / (end - begin));
    }
    return window;
}

Window linear_window(unsigned index, unsigned from, unsigned to) {
    const double centre = (index + 0.5) * from / to - 0.5;
    const double place = std::clamp(centre, 0.0, from - 1.0);
    const double below = std::floor(place);
    const double above = place - below;
    if (above == 0) return {static_cast<std::size_t>(below), {1.0}};
    return {static_cast<std::size_t>(below), {1 - above, above}};
}

std::vector<Window> windows(unsigned from, unsigned to) {
    std::vector<Window> all;
    for (unsigned i = 0; i < to; ++i)
        all.push_back(to < from ? mean_window(i, from, to) : linear_window(i, from, to));
    return all;
}

double weighted_sum(const Window& window, const float* values, std::size_t stride) {
    double sum = 0;
    for (std::size_t i = 0; i < window.weights.size(); ++i)
        sum += window.weights[i] * values[(window.first + i) * stride];
    return sum;
}

ScalarField resample_rows(const ScalarField& field, unsigned width) {
    const std::vector<Window> columns = windows(field.width, width);
    ScalarField result{width, field.height, {}};
    result.values.reserve(std::size_t{width} * field.height);
    for (std::size_t y = 0; y < field.height; ++y)
        for (const Window& window : columns)
            result.values.push_back(
                static_cast<float>(weighted_sum(window, field.values.data() + y * field.width, 1)));
    return result;
}

ScalarField resample_columns(const ScalarField& field, unsigned height) {
    ScalarField result{field.width, height, {}};
    result.values.reserve(std::size_t{field.width} * height);
    for (const Window& window : windows(field.height, height))
        for (std::size_t x = 0; x < field.width; ++x)
            result.values.push_back(
                static_cast<float>(weighted_sum(window, field.values.data() + x, field.width)));
    return result;
}

}  // namespace

ScalarField read_field(const std::filesystem::path& path) {
    const std::string extension = text::lower_case(path.extension().string());
    constexpr const char* purpose = "read field";
    if (extension == ".png") return parse_png_luminance(InputFile(purpose, path));
    if (extension == ".npy") return parse_npy_field(InputFile(purpose, path));
    throw Error(ErrorCode::unsupported, fmt::format("{} '{}'", purpose, path.string()),
                fmt::format("the extension '{}' is not supported. Use .npy or .png", extension));
}

ScalarField resample(const ScalarField& field, unsigned width, unsigned height) {
    if (field.values.empty() || width == 0 || height == 0) {
        throw Error(ErrorCode::invalid_argument, "resample a field",
                    fmt::format("the field has {} x {} values and the result would have {} x {}, "
                                "but no side may be 0",
                                field.width, field.height, width, height));
    }
    return resample_columns(resample_rows(field, width), height);
}

}  // namespace glint
