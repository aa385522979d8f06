// SPDX-License-Identifier: MIT
#include <apps/flock/flock.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/float_vectors.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps {
namespace {

/// The boids' box, in meters. The distance field to obstacles has one cell per meter.
struct Box {
    std::size_t width, height, depth;
    bool wraps;

    bool is_flat() const { return depth == 1; }
    double volume() const { return static_cast<double>(width * height * depth); }
};

Box box_of(const studio::Simulation& flock) {
    const auto& structures = flock.declaration().structures;
    const auto space = std::ranges::find(structures, "Space", &studio::Structure::name);
    const auto extents =
        flock.state().extents(static_cast<std::size_t>(space - structures.begin()));
    return {extents.width, extents.height, extents.depth, flock.get("wraps") != 0};
}

/// Cells of a box that wraps: `length` is the greatest common divisor of the side lengths, and
/// `least` the smallest number of cells per `length` that gives each side at least three cells.
struct Parts {
    std::size_t length, least;
};

Parts parts_of(const Box& box) {
    const std::size_t flat = std::gcd(box.width, box.height);
    const std::size_t length = box.is_flat() ? flat : std::gcd(flat, box.depth);
    const std::size_t shortest =
        std::min({box.width, box.height, box.is_flat() ? box.width : box.depth});
    return {length, ceil_div(3 * length, shortest)};
}

double widest_sight(const Box& box) {
    const Parts parts = parts_of(box);
    return static_cast<double>(parts.length) / static_cast<double>(parts.least);
}

/// Width of a cell: at least the sight distance, and large enough to limit the grid to about four
/// cells per boid.
double cell_width(const Box& box, double sight, double boids) {
    const double most = std::max(4 * boids, 32768.0);
    const double roomy =
        box.is_flat() ? std::sqrt(box.volume() / most) : std::cbrt(box.volume() / most);
    const double wanted = std::max(sight, roomy);
    if (!box.wraps) return wanted;
    const Parts parts = parts_of(box);
    const auto whole = static_cast<double>(parts.length);
    const double count =
        std::max(std::floor(whole / wanted + 1e-6), static_cast<double>(parts.least));
    return whole / count;
}

CellGrid boid_grid(const Box& box, double sight, double boids) {
    const double width = cell_width(box, sight, boids);
    const auto along = [&](std::size_t length) {
        const double cells = static_cast<double>(length) / width;
        return static_cast<std::size_t>(
            std::max(box.wraps ? std::round(cells) : std::ceil(cells), 1.0));
    };
    return {.cells = {along(box.width), along(box.height), box.is_flat() ? 1 : along(box.depth)},
            .low = {0, 0, box.is_flat() ? 0.5 - width / 2 : 0},
            .width = width};
}

[[noreturn]] void refuse_flock(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "start the flock", reason);
}

void require_sight(const studio::Simulation& flock, const Box& box) {
    const double sight = flock.get("sight"), apart = flock.get("apart");
    if (apart > sight)
        refuse_flock(
            fmt::format("boids cannot keep a distance of {:g} m with a sight of only {:g} m. Use "
                        "--set sight={:g}",
                        apart, sight, 2 * apart));
    if (box.wraps && sight > widest_sight(box))
        refuse_flock(fmt::format(
            "a periodic box of {} x {} x {} m has at least three equal cells along each side. "
            "These cells are at most {:g} m wide, but boids see {:g} m far. Use --set sight={:g} "
            "or sides that are multiples of one length",
            box.width, box.height, box.depth, widest_sight(box), sight, widest_sight(box)));
}

void require_time_step(const studio::Simulation& flock) {
    const double dt = flock.now().dt, align = flock.get("align");
    if (dt * align > 0.5)
        refuse_flock(fmt::format(
            "a time step of {:g} s is too long for an alignment rate of {:g} 1/s. Use --dt "
            "{:.2g} or --set align={:.2g}",
            dt, align, 0.5 / align, 0.5 / dt));
    const double together = flock.get("together");
    if (dt * dt * together > 0.5)
        refuse_flock(fmt::format(
            "a time step of {:g} s is too long for a cohesion of {:g} 1/s2. Use --dt {:.2g}", dt,
            together, std::sqrt(0.5 / together)));
}

/// Throws Error(invalid_argument) if the whole box is solid.
void require_place(studio::Simulation& flock) {
    const auto distances = flock.field<float>("distance").to_vector();
    if (std::ranges::any_of(distances, [](float each) { return each > 0; })) return;
    refuse_flock(
        fmt::format("the entire box is solid. Use smaller balls (--set ball={:g}), no balls (--set "
                    "balls=0) or a smaller mesh",
                    flock.get("ball") / 4));
}

}  // namespace

double Flock::sight() const {
    const Box box = box_of(*this);
    const double wanted = get("sight");
    return box.wraps ? std::min(wanted, widest_sight(box)) : wanted;
}

void Flock::fit() {
    const CellGrid grid = boid_grid(box_of(*this), sight(), get("count"));
    if (!cells_ || cells_->grid() != grid) cells_.emplace(stream(), grid);
}

void Flock::sort() {
    fit();
    cells_->build(field<Float4>("position"));
    reorder_(now(), {{"order", cells_->order()}});
}

void Flock::move(const studio::Step& now) {
    hunt_(now);
    fly_(now, {{"layout", cells_->grid().layout()},
               {"sees", static_cast<float>(sight())},
               {"begins", cells_->begins()}});
}

void Flock::step(const studio::Step& now) {
    sort();
    move(now);
}

double Flock::polarisation() {
    double square = 0;
    const auto values = monitors();
    for (std::size_t i = 0; i < values.size(); ++i)
        if (declaration().derived[i].function.starts_with("order_"))
            square += values[i].value() * values[i].value();
    return std::sqrt(square);
}

void require_room(studio::Simulation& flock) {
    const Box box = box_of(flock);
    require_sight(flock, box);
    require_time_step(flock);
    require_place(flock);
}

}  // namespace glint::apps
