// SPDX-License-Identifier: MIT
#include <apps/dam/dam.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include <apps/dam/layout.cuh>
#include <glint/algorithms/select.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/float_vectors.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps {
namespace {

using dam::kExactRadius, dam::kLayers, dam::kPacked, dam::kRun;

// Maximum number of particles that neighbours.cuh can index.
constexpr std::size_t kMax = std::size_t(1) << 27;

// A substep takes at most kCourant * h / sound and kViscous * h^2 / viscosity, where h is half a
// kernel radius.
constexpr double kCourant = 0.2, kViscous = 0.1;

[[noreturn]] void refuse_tank(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "fill the tank", reason);
}

/// Inner size of the tank along z, y and x, counted in particle spacings.
Shape tank_of(studio::Simulation& dam) { return dam.field<unsigned char>("solid").shape(); }

/// Number of lattice points of the tank and its walls.
std::size_t lattice_size(const Shape& tank) {
    const std::size_t walls = 2 * kLayers;
    return (tank[0] + (tank[0] == 1 ? 0 : walls)) * (tank[1] + walls) * (tank[2] + walls);
}

/// Cell grid of the tank, in spacings. Each cell appears twice along x, for water and for walls.
CellGrid tank_grid(const Shape& tank) {
    const auto enough = [](std::size_t length) {
        return static_cast<std::size_t>(
            std::ceil(static_cast<double>(length + 2 * kLayers) / kExactRadius));
    };
    return {.cells = {2 * enough(tank[2]), enough(tank[1]), tank[0] == 1 ? 1 : enough(tank[0])},
            .width = kExactRadius};
}

double length_of(const std::array<double, 3>& v) { return std::hypot(v[0], v[1], v[2]); }

}  // namespace

Dam::Dam(const studio::SimulationOptions& options) : Simulation(options) { reset(); }

void Dam::reset() {
    Simulation::reset();
    const Shape tank = tank_of(*this);
    Array<unsigned char> kinds(stream(), lattice_size(tank));
    choose_(now(), {{"kinds", kinds}}, threads(kinds.size()));
    auto found = nonzero(kinds);
    const std::size_t count = found.count();
    const std::size_t room = count + get<std::size_t>("spare");
    if (room > kMax)
        refuse_tank(
            fmt::format("the tank needs {} particles of water, walls and spares, but the maximum "
                        "is 2^27. Use a larger spacing and fewer particles along each axis",
                        room));
    if (room != get<std::size_t>("particles")) {
        set("particles", static_cast<double>(std::max<std::size_t>(room, 1)));
        Simulation::reset();
    }
    sow_(now(),
         {{"kinds", kinds}, {"found", found.room()}, {"found_count", static_cast<int>(count)}});
}

unsigned Dam::substeps(double dt) const {
    const double half = kExactRadius / 2 * get("spacing");
    const double wave = kCourant * half / get("sound");
    const double viscous = kViscous * half * half / std::max(get("viscosity"), 1e-12);
    return static_cast<unsigned>(std::max(std::ceil(dt / std::min(wave, viscous) - 1e-9), 1.0));
}

void Dam::step(const studio::Step& now) {
    const unsigned count = substeps(now.dt);
    studio::Step part = now;
    part.dt = now.dt / count;
    for (unsigned i = 0; i < count; ++i) {
        part.time = now.time + i * part.dt;
        sort(part);
        let_in(part);
        move(part);
    }
}

void Dam::fit() {
    const CellGrid grid = tank_grid(tank_of(*this));
    if (!cells_ || cells_->grid() != grid) cells_.emplace(stream(), grid);
    const std::size_t count = field<unsigned>("cell").size();
    const std::size_t packed = is_on_cpu() ? kPacked * count : count;
    if (packed_.size() != packed) packed_ = Array<unsigned>(stream(), packed);
}

void Dam::sort(const studio::Step& now) {
    fit();
    cells_->build_from_numbers(field<unsigned>("cell").as_const());
    reorder_(now, {{"order", cells_->order()}, {"packed", packed_}});
}

void Dam::move(const studio::Step& now) {
    press_(now, {{"begins", cells_->begins()}, {"packed", packed_}}, by_particles());
    move_(now, {{"begins", cells_->begins()}, {"packed", packed_}}, by_particles());
}

std::optional<LaunchShape> Dam::by_particles() {
    if (!is_on_cpu()) return std::nullopt;
    const std::size_t count = field<unsigned>("cell").size();
    return LaunchShape{.grid = {static_cast<unsigned>(ceil_div(count, kRun))}, .block = {1}};
}

void Dam::let_in(const studio::Step& now) {
    const double speed = get("jet") / get("spacing");  // spacings per second
    const double before = std::floor(now.time * speed),
                 after = std::floor((now.time + now.dt) * speed);
    if (!(after > before)) return;
    const double ahead = (now.time + now.dt) * speed - after;
    let_in_(now, {{"cells", static_cast<int>(cells_->grid().count())},
                  {"ahead", static_cast<float>(ahead)},
                  {"begins", cells_->begins()}});
}

void require_water(studio::Simulation& dam) {
    const auto place = dam.field<Float4>("place").to_vector();
    const bool is_dry = std::ranges::none_of(place, [](const Float4& p) { return p.w > 0; });
    if (is_dry && !(dam.get("jet") > 0))
        refuse_tank(
            "the tank has no water, because the block 'water' at 'water_at' is empty or entirely "
            "solid. Change the block, or add a jet with --set jet=3 --set spare=20000");
    const auto water = dam.get<std::array<double, 3>>("water");
    const auto gravity = dam.get<std::array<double, 3>>("gravity");
    const double fastest = std::max(std::sqrt(2 * length_of(gravity) * water[1]), dam.get("jet"));
    if (dam.get("sound") < 5 * fastest)
        refuse_tank(fmt::format(
            "a speed of sound of {:g} m/s is too low for water that reaches {:.2g} m/s. The ratio "
            "must be at least 5, and 10 is usual. Use --set sound={:.0f}",
            dam.get("sound"), fastest, std::ceil(10 * fastest)));
}

}  // namespace glint::apps
