// SPDX-License-Identifier: MIT
#include <glint/formats/csv.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/formats/csv_row.hpp>
#include <glint/formats/input_file.hpp>

namespace glint {
namespace {

using Fields = std::vector<std::string_view>;

std::optional<std::size_t> find_column(std::span<const std::string> names,
                                       std::initializer_list<std::string_view> wanted) {
    const auto is_wanted = [&](const std::string& name) {
        return std::ranges::find(wanted, name) != wanted.end();
    };
    const auto found = std::ranges::find_if(names, is_wanted);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

std::vector<std::string> header_names(const Fields& fields) {
    std::vector<std::string> names;
    for (const std::string_view field : fields) names.push_back(text::lower_case(csv_name(field)));
    if (names.front().starts_with("//")) names.front() = text::trim(names.front().substr(2));
    return names;
}

std::vector<std::size_t> color_columns(std::span<const std::string> names) {
    const auto red = find_column(names, {"r", "red"});
    const auto green = find_column(names, {"g", "green"});
    const auto blue = find_column(names, {"b", "blue"});
    if (!red || !green || !blue) return {};
    if (const auto alpha = find_column(names, {"a", "alpha"})) return {*red, *green, *blue, *alpha};
    return {*red, *green, *blue};
}

std::vector<std::size_t> number_columns(const Fields& fields) {
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (text::parse_double(fields[i])) columns.push_back(i);
    return columns;
}

/// Colors as stored in the file. Their range, 0 to 1 or 0 to 255, is known only after the last row.
class ColorColumns {
public:
    bool empty() const noexcept { return raw_.empty(); }

    void add(const std::array<float, 4>& color) {
        raw_.push_back(color);
        for (std::size_t i = 0; i < 4; ++i) greatest_[i / 3] = std::max(greatest_[i / 3], color[i]);
    }

    std::vector<std::array<std::uint8_t, 4>> scaled() const {
        std::vector<std::array<std::uint8_t, 4>> colors(raw_.size());
        for (std::size_t point = 0; point < raw_.size(); ++point) {
            for (std::size_t i = 0; i < 4; ++i) {
                const float scale = greatest_[i / 3] <= 1 ? 255.0f : 1.0f;
                colors[point][i] = static_cast<std::uint8_t>(std::round(raw_[point][i] * scale));
            }
        }
        return colors;
    }

private:
    std::vector<std::array<float, 4>> raw_;
    std::array<float, 2> greatest_{};  ///< greatest color value, and greatest alpha
};

class TableParser {
public:
    explicit TableParser(const InputFile& file) : file_(file), rows_(file) {}

    PointCloud parse() {
        while (rows_.next()) {
            if (positions_.empty() && std::exchange(first_row_, false) && take_header()) continue;
            if (positions_.empty()) choose_first_numbers();
            add_point();
        }
        if (cloud_.positions.empty()) file_.fail("the file has no points");
        cloud_.colors = colors_.scaled();
        return std::move(cloud_);
    }

private:
    [[noreturn]] void fail(std::string_view reason) const { rows_.fail(reason); }
    const Fields& fields() const noexcept { return rows_.fields(); }

    /// If the row is a header, records its columns and returns true.
    bool take_header() {
        const std::vector<std::string> names = header_names(fields());
        const std::array named{find_column(names, {"x"}), find_column(names, {"y"}),
                               find_column(names, {"z"})};
        const auto named_count =
            std::ranges::count_if(named, [](auto& c) { return c.has_value(); });
        if (named_count < 3 && !number_columns(fields()).empty()) return false;
        rows_.require_names();
        color_columns_ = color_columns(names);
        if (named_count == 0) return true;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (!named[axis]) fail(fmt::format("column '{}' not found", "xyz"[axis]));
            positions_.push_back(*named[axis]);
        }
        return true;
    }

    void choose_first_numbers() {
        positions_ = number_columns(fields());
        if (positions_.size() < 3)
            fail(fmt::format("expected 3 numbers, found {}", positions_.size()));
        positions_.resize(3);
    }

    double number(std::size_t column) const {
        if (column >= fields().size()) {
            fail(fmt::format("expected at least {}, found {}", text::counted(column + 1, "column"),
                             fields().size()));
        }
        const auto value = text::parse_double(fields()[column]);
        if (!value)
            fail(fmt::format("'{}' in column {} is not a number{}", fields()[column], column + 1,
                             decimal_comma_cure(fields()[column])));
        return *value;
    }

    void add_point() {
        auto& position = cloud_.positions.emplace_back();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            position[axis] = static_cast<float>(number(positions_[axis]));
            if (!std::isfinite(position[axis]))
                fail(fmt::format("'{}' is not a finite float", fields()[positions_[axis]]));
        }
        if (!color_columns_.empty()) add_color();
    }

    void add_color() {
        std::array<float, 4> color{0, 0, 0, 1};
        for (std::size_t i = 0; i < color_columns_.size(); ++i) {
            const double value = number(color_columns_[i]);
            const bool possible = value >= 0 && value <= 255;  // false for NaN
            if (!possible) fail(fmt::format("the color value {} is outside 0..255", value));
            color[i] = static_cast<float>(value);
        }
        colors_.add(color);
    }

    const InputFile& file_;
    CsvRows rows_;
    bool first_row_ = true;
    std::vector<std::size_t> positions_;      ///< columns of x, y and z; empty until known
    std::vector<std::size_t> color_columns_;  ///< columns of r, g, b (and alpha), or empty
    ColorColumns colors_;
    PointCloud cloud_;
};

}  // namespace

PointCloud parse_csv(const InputFile& file) { return TableParser(file).parse(); }

PointCloud read_csv(const std::filesystem::path& path) {
    return parse_csv(InputFile("read point cloud", path));
}

}  // namespace glint
