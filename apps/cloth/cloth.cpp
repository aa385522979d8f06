// SPDX-License-Identifier: MIT
#include <apps/cloth/cloth.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include <apps/cloth/layout.cuh>
#include <glint/algorithms/sort.hpp>
#include <glint/array/sequence.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps {
namespace {

using cloth::kColors, cloth::kContacts, cloth::kTileHeight, cloth::kTileThreads, cloth::kTileWidth;

// For each group of consecutive colors, the index after its last color. One launch processes a
// whole group, because different rows of a group do not share vertices.
constexpr std::array kEndsOfRows{1, 2, 3, 6, 8, 11, 12, kColors};

/// Number of hash cells for `count` vertices, large enough to keep hash collisions rare.
std::size_t cells_for(std::size_t count) { return std::bit_ceil(std::max<std::size_t>(count, 64)); }

unsigned tiles_along(std::size_t length, unsigned part) {
    return ceil_div(static_cast<unsigned>(length), part);
}

[[noreturn]] void refuse_cloth(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "set up the cloth", reason);
}

}  // namespace

Cloth::Size Cloth::size() const { return {get<std::size_t>("columns"), get<std::size_t>("rows")}; }

void Cloth::fit() {
    const std::size_t count = field<Float4>("position").size();
    if (ahead_.size() == count) return;
    ahead_ = Array<Float4>(stream(), Shape{count});
    if (is_on_cpu()) columns_ = Array<Float4>(stream(), Shape{count});
    sorted_ = Array<Float4>(stream(), Shape{count});
    numbers_ = Array<unsigned>(stream(), Shape{count});
    near_ = Array<unsigned>(stream(), Shape{kContacts, count});
    order_ = Array<int>(stream(), Shape{count});
    begins_ = Array<int>(stream(), Shape{cells_for(count) + 1});
}

void Cloth::find_contacts(const studio::Step& now) {
    fit();
    const auto cells = static_cast<int>(begins_.size() - 1);
    const LaunchShape each = threads(numbers_.size());
    find_cells_(now, {{"cells", cells}, {"numbers", numbers_}}, each);
    order_.view() = arange<int>(stream(), order_.size());
    sort_by_key(numbers_, order_, {.last_bit = std::bit_width(begins_.size() - 1)});
    find_begins_(now, {{"cells", cells}, {"numbers", numbers_}, {"begins", begins_}},
                 threads(numbers_.size() + 1));
    reorder_(now, {{"order", order_}, {"sorted", sorted_}}, each);
    find_near_(now, {{"cells", cells}, {"begins", begins_}, {"sorted", sorted_}, {"near", near_}},
               each);
}

void Cloth::constrain(const studio::Step& now) {
    const auto [columns, rows] = size();
    if (get<bool>("tiled")) {
        constrain_tile_(
            now, {{"ahead", ahead_}},
            LaunchShape{.grid = {tiles_along(columns, kTileWidth), tiles_along(rows, kTileHeight)},
                        .block = {kTileThreads}});
        return;
    }
    if (is_on_cpu()) return constrain_rows(now);
    predict_(now, {{"ahead", ahead_}});
    for (int color = 0; color < kColors; ++color)
        constrain_(now, {{"colour", color}, {"ahead", ahead_}}, threads(ahead_.size()));
}

void Cloth::constrain_rows(const studio::Step& now) {
    predict_(now, {{"ahead", columns_}});
    const LaunchShape row_each{.grid = {static_cast<unsigned>(size().rows)}, .block = {1}};
    int first = 0;
    for (const int last : kEndsOfRows) {
        constrain_rows_(now, {{"first", first}, {"last", last}, {"ahead", columns_}}, row_each);
        first = last;
    }
    line_up_(now, {{"columns", columns_}, {"ahead", ahead_}}, threads(ahead_.size()));
}

void Cloth::move(const studio::Step& now) {
    fit();
    constrain(now);
    settle_(now, {{"ahead", ahead_}, {"near", near_}});
}

void Cloth::step(const studio::Step& now) {
    const auto substeps = get<unsigned>("substeps"), refresh = get<unsigned>("refresh");
    if (get("air") > 0) blow_(now);
    studio::Step part = now;
    part.dt = now.dt / substeps;
    for (unsigned i = 0; i < substeps; ++i) {
        if (get<bool>("touches") && i % refresh == 0) find_contacts(part);
        move(part);
    }
}

void require_sheet(studio::Simulation& cloth) {
    const double columns = cloth.get("columns"), rows = cloth.get("rows");
    const double longest = std::max(columns, rows);
    if (longest < 2) refuse_cloth("a sheet needs at least two vertices. Use --set columns=2");
    if (cloth.get("stretch") == 0)
        refuse_cloth("the stretch stiffness is 0. Use --set stretch=2000");
    if (cloth.get("touches") != 0 && cloth.get("thickness") * cloth.get("reach") > 2.9)
        refuse_cloth(
            fmt::format("the contact distance of {:.2g} vertex spacings includes direct neighbors "
                        "in the sheet. Use --set reach={:.2g}",
                        cloth.get("thickness") * cloth.get("reach"),
                        std::floor(29 / cloth.get("thickness")) / 10));
    if (cloth.get("floor") == 0) return;
    const auto position = cloth.field<std::array<float, 4>>("position").to_vector();
    const auto below = std::ranges::count_if(position, [](const auto& at) { return at[1] < 0; });
    if (below > 0)
        refuse_cloth(fmt::format(
            "{} vertices start below the floor. Use --set floor=false, or raise the ball", below));
}

}  // namespace glint::apps
