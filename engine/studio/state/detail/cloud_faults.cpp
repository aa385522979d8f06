// SPDX-License-Identifier: MIT
#include <glint/studio/state/detail/cloud_faults.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/log.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

bool is_normal(const std::string& name) {
    const std::string lower = text::lower_case(name);
    return lower == "nx" || lower == "ny" || lower == "nz";
}

}  // namespace

void CloudFaults::watch(const CloudInput::Part& part, const std::vector<std::size_t>& columns,
                        bool are_places) {
    if (are_places) {
        places_ = columns;
        return;
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string& name = rows_.columns()[part.columns[i]].name;
        if (is_normal(name))
            normals_.push_back(columns[i]);
        else
            numbers_.push_back({.name = name, .column = columns[i]});
    }
}

void CloudFaults::count(const PointBlock& block, std::size_t rows) {
    count_places(block, rows);
    if (normals_.size() == 3) count_normals(block, rows);
    for (Watched& each : numbers_)
        each.missing += static_cast<std::uint64_t>(
            std::count_if(block.columns[each.column].begin(),
                          block.columns[each.column].begin() + static_cast<std::ptrdiff_t>(rows),
                          [](float value) { return std::isnan(value); }));
}

void CloudFaults::add_changed(std::size_t column, const std::string& type, std::uint64_t numbers) {
    if (numbers == 0) return;
    Changed& changed = changed_[column];
    changed.type = type;
    changed.numbers += numbers;
}

void CloudFaults::count_places(const PointBlock& block, std::size_t rows) {
    for (std::size_t i = 0; i < rows; ++i) {
        bool is_number = true, is_finite = true;
        for (const std::size_t column : places_) {
            is_number = is_number && !std::isnan(block.columns[column][i]);
            is_finite = is_finite && std::isfinite(block.columns[column][i]);
        }
        nowhere_ += !is_number;
        infinite_ += is_number && !is_finite;
    }
}

void CloudFaults::count_normals(const PointBlock& block, std::size_t rows) {
    constexpr float kShort = 1e-6f;
    for (std::size_t i = 0; i < rows; ++i) {
        float square = 0;
        for (const std::size_t column : normals_)
            square += block.columns[column][i] * block.columns[column][i];
        bad_normals_ += !(square > kShort && std::isfinite(square));
    }
}

void CloudFaults::report(const std::string& file, std::size_t points,
                         const RowFaults& faults) const {
    const auto warn = [&](const std::string& what) {
        log::warning(fmt::format("{}: {}", file, what));
    };
    const std::string of_all = fmt::format(" of {}", text::counted(points, "point"));
    if (!rows_.left_out().empty())
        log::info(fmt::format("{}: ignoring {}", file, fmt::join(rows_.left_out(), ", ")));
    if (faults.missing > 0)
        warn(fmt::format("the file ends before the last {} that its header declares",
                         text::counted(faults.missing, "point")));
    if (faults.rows > 0)
        warn(fmt::format("{} invalid. The first error is: {}",
                         faults.rows == 1 ? "1 row is" : fmt::format("{} rows are", faults.rows),
                         faults.first));
    if (faults.too_large > 0)
        warn(fmt::format(
            "{} too large for a float. The first of these is: {}",
            faults.too_large == 1 ? "1 number is" : fmt::format("{} numbers are", faults.too_large),
            faults.first_too_large));
    if (nowhere_ > 0)
        warn(fmt::format("the positions of {}{} are missing, so these points are not drawn",
                         nowhere_, of_all));
    if (infinite_ > 0)
        warn(fmt::format("the positions of {}{} are infinite, so these points are not drawn",
                         infinite_, of_all));
    if (bad_normals_ > 0)
        warn(fmt::format("the normals of {}{} are missing or have zero length", bad_normals_,
                         of_all));
    for (const Watched& each : numbers_)
        if (each.missing > 0)
            warn(fmt::format("the value of '{}' is missing for {}{}", each.name, each.missing,
                             of_all));
    for (const auto& [column, changed] : changed_)
        warn(fmt::format(
            "the value of '{}' for {}{} cannot be stored as '{}' and is set to the nearest value",
            rows_.columns()[column].name, changed.numbers, of_all, changed.type));
}

}  // namespace glint::studio
