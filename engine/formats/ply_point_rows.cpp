// SPDX-License-Identifier: MIT
#include <glint/formats/ply_point_rows.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <glint/formats/ply_rows.hpp>

namespace glint {
namespace {

constexpr std::size_t kBlockRows = std::size_t{1} << 18;
constexpr std::size_t kPlySample = 4096;

}  // namespace

PlyPointRows::PlyPointRows(const std::filesystem::path& path) {
    const InputFile file("read points from", path);
    LineReader lines = LineReader::with_ends_of_first(file.content());
    const PlyHeader header = parse_ply_header(file, lines);
    const PlyElement& vertices = header.vertices(file);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < vertices.properties.size(); ++i) {
        const PlyProperty& property = vertices.properties[i];
        if (property.length_type) {
            left_out_.push_back(fmt::format("the list property '{}'", property.name));
            continue;
        }
        places.push_back(i);
        columns_.push_back({.name = property.name, .type = property.type});
    }
    numbers_.resize(places.size());
    read_ply_element(file, header, lines, vertices, [&](auto&, std::size_t, const PlyRow& row) {
        for (std::size_t c = 0; c < places.size(); ++c)
            numbers_[c].push_back(row.numbers[places[c]]);
    });
    count_ = vertices.count;
    sample();
}

void PlyPointRows::sample() {
    for (std::size_t c = 0; c < columns_.size(); ++c)
        for (const double value : std::span(numbers_[c]).first(std::min(kPlySample, count_))) {
            if (!std::isfinite(value)) continue;
            if (std::isnan(columns_[c].first)) columns_[c].first = value;
            columns_[c].greatest = std::max(columns_[c].greatest, value);
        }
}

void PlyPointRows::start(std::vector<Wanted> wanted) {
    wanted_ = std::move(wanted);
    done_ = 0;
    faults_ = {};
}

bool PlyPointRows::next(PointBlock& block) {
    block.rows = std::min<std::size_t>(count_ - done_, kBlockRows);
    block.columns.assign(wanted_.size(), {});
    for (std::size_t i = 0; i < wanted_.size(); ++i)
        for (std::size_t row = done_; row < done_ + block.rows; ++row) {
            const double value = numbers_[wanted_[i].column][row];
            block.columns[i].push_back(static_cast<float>(value - wanted_[i].less));
            note_if_too_large(value, block.columns[i].back(), row, wanted_[i].column);
        }
    done_ += block.rows;
    return block.rows > 0;
}

double PlyPointRows::progress() const noexcept {
    return static_cast<double>(done_) / static_cast<double>(count_);
}

}  // namespace glint
