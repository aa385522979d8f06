// SPDX-License-Identifier: MIT
#include <apps/glint/viewed_cloud.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <apps/glint/view_text.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/point_rows.hpp>
#include <glint/studio/state/cloud_input.hpp>
#include <glint/studio/state/field_name.hpp>
#include <glint/studio/views/points.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPlaceBytes = 12;
constexpr std::size_t kMaxColumns = 256;  // each column becomes a field of the compiled simulation
constexpr std::size_t kEachBytes = 4;     // size of a color, a number or a row number

/// The columns of a file, grouped by what they are used for.
struct Fields {
    bool has_colors = false;
    std::vector<std::pair<std::string, std::string>> numbers{};  ///< names and labels
    std::size_t left_out = 0;  ///< number of columns after the first kMaxColumns
    bool has_rows = true;
    std::array<double, 3> origin{};

    std::size_t point_bytes() const {
        return kPlaceBytes + kEachBytes * (numbers.size() + has_colors + has_rows);
    }
};

bool has_all(const std::set<std::string>& names, std::span<const char* const> wanted) {
    return std::ranges::all_of(wanted, [&](const char* name) { return names.contains(name); });
}

Fields fields_of(const PointRows& rows) {
    std::set<std::string> names;
    for (const PointColumn& column : rows.columns()) names.insert(text::lower_case(column.name));
    Fields fields;
    std::set<std::string> taken{"x", "y", "z"};  // names of columns that are positions or colors
    static constexpr std::array<std::array<const char*, 4>, 2> kColors{
        {{"red", "green", "blue", "alpha"}, {"r", "g", "b", "a"}}};
    for (const auto& color : kColors) {
        if (fields.has_colors || !has_all(names, std::span(color).first(3))) continue;
        fields.has_colors = true;
        taken.insert(color.begin(), color.end());
    }
    std::vector<std::string> all_names;
    for (const PointColumn& column : rows.columns()) all_names.push_back(column.name);
    const std::vector<std::string> of_fields = studio::field_names(all_names);
    for (std::size_t i = 0; i < of_fields.size(); ++i) {
        const PointColumn& column = rows.columns()[i];
        const std::string lower = text::lower_case(column.name);
        if (lower == "x" || lower == "y" || lower == "z")
            fields.origin[static_cast<std::size_t>(lower.front() - 'x')] =
                studio::origin_of(column);
        if (taken.contains(lower)) continue;
        if (fields.numbers.size() == kMaxColumns) {
            ++fields.left_out;
            continue;
        }
        fields.numbers.emplace_back(of_fields[i], column.name);
        fields.has_rows = fields.has_rows && text::lower_case(of_fields[i]) != "row";
    }
    return fields;
}

std::string label_of(const Fields& fields) {
    const auto& [x, y, z] = fields.origin;
    return x == 0 && y == 0 && z == 0 ? "position"
                                      : fmt::format("position minus ({}, {}, {})", x, y, z);
}

/// Returns the field that colors the points: the colors in the file, or else the first other
/// number, or else the height. Returns "" for liquids without colors in the file, because liquids
/// have a default color.
std::string colored_by(const Fields& fields, std::string_view as) {
    if (fields.has_colors) return "colour";
    if (as == "liquid") return "";
    return fields.numbers.empty() ? "z" : fields.numbers.front().first;
}

/// Returns the number of points to show: all points, or the number that fits into memory.
std::size_t shown_count(const fs::path& file, std::uint64_t all, const Fields& fields,
                        std::size_t memory_bytes) {
    constexpr std::size_t kMinPart = 1000;
    const auto bytes = [&](std::uint64_t points) {
        return studio::cloud_bytes(points, fields.point_bytes(), kPlaceBytes);
    };
    std::uint64_t count = std::min<std::uint64_t>(all, studio::kMaxPoints);
    // A binary search finds the maximum number that fits.
    for (std::uint64_t low = 0; bytes(count) > memory_bytes;) {
        const std::uint64_t middle = low + (count - low) / 2;
        if (bytes(middle) > memory_bytes)
            count = middle;
        else if (low == middle || bytes(middle + 1) > memory_bytes)
            count = middle;
        else
            low = middle;
    }
    if (count == all) return count;
    const std::string reason =
        fmt::format("the {} points of the file need {} of device memory, but {} are available", all,
                    text::human_bytes(bytes(all)), text::human_bytes(memory_bytes));
    if (count == 0 || count < all / kMinPart)
        throw Error(ErrorCode::out_of_memory, view_operation(file),
                    fmt::format("{}, which is not enough for even one point in {}. Use a device "
                                "with more memory, a larger --memory, or a file with fewer columns "
                                "(each column takes {} bytes per point)",
                                reason, kMinPart, kEachBytes));
    log::warning(fmt::format("{}: {}. Only {} points are drawn, one in {:.3g}", file.string(),
                             reason, count, static_cast<double>(all) / static_cast<double>(count)));
    return count;
}

/// Returns the columns of the file, and the views that show them. If the points have colors,
/// "colour" means these colors, even if a column has this name.
std::vector<std::pair<std::string, std::string>> columns_with_views(const Fields& fields,
                                                                    const PointRows& rows) {
    std::vector<std::pair<std::string, std::string>> columns;
    if (fields.has_colors) columns.emplace_back("colour", "colour");
    for (const auto& [name, label] : fields.numbers) columns.emplace_back(label, name);
    for (const PointColumn& column : rows.columns())
        if (const std::string lower = text::lower_case(column.name);
            lower == "x" || lower == "y" || lower == "z")
            columns.emplace_back(column.name, lower);
    return columns;
}

}  // namespace

ViewedFile view_of_cloud(const fs::path& file, std::string_view as, std::size_t memory_bytes) {
    const auto rows = open_point_rows(file);
    const Fields fields = fields_of(*rows);
    const std::size_t count = shown_count(file, rows->count(), fields, memory_bytes);
    if (fields.left_out > 0)
        log::warning(fmt::format("{}: ignoring the {} columns after the first {}", file.string(),
                                 fields.left_out, kMaxColumns));
    ViewText text(file, "Points", std::array{count});
    text.choose(as, {"points", "glow", "liquid"}, colored_by(fields, as));
    text.add("float3", "position", label_of(fields));
    if (fields.has_colors) text.add("uchar4", "colour", "Color");
    for (const auto& [name, label] : fields.numbers) text.add("float", name, label);
    if (fields.has_rows) text.add_unseen("unsigned", "row");
    for (const std::string axis : {"x", "y", "z"})
        text.add_shown(axis, axis, "float3 position", "position." + axis);
    return {.text = text.take(),
            .inputs = {file.string() + ",streamed"},
            .columns = columns_with_views(fields, *rows)};
}

}  // namespace glint::apps
