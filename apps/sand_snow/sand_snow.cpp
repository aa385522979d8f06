// SPDX-License-Identifier: MIT
#include <apps/sand_snow/sand_snow.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <apps/sand_snow/layout.cuh>
#include <glint/algorithms/sort.hpp>
#include <glint/array/sequence.hpp>
#include <glint/base/error.hpp>
#include <glint/base/float_vectors.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps {
namespace {

using sand_snow::kBlock, sand_snow::kShare, sand_snow::kTurns;

constexpr double kMaxMass = 8;  // per cell, in cells of water: half the capacity of a node

double speed_of_sound(double young, double poisson, double density) {
    return std::sqrt(young * (1 - poisson) / ((1 + poisson) * (1 - 2 * poisson)) / density);
}

[[noreturn]] void refuse_box(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "fill the box", reason);
}

/// Returns the mass in each cell, in masses of a cell of water.
std::vector<double> masses_of_cells(studio::Simulation& box) {
    const auto width = box.get<std::size_t>("width"), height = box.get<std::size_t>("height"),
               depth = box.get<std::size_t>("depth");
    const auto places = box.field<Float4>("position").to_vector();
    const auto mass = box.field<float>("mass").to_vector();
    const auto material = box.field<unsigned char>("material").to_vector();
    const double scale = std::pow(static_cast<double>(width), 3) / 1000;
    std::vector<double> cells(width * height * depth);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (material[i] >= sand_snow::kLeft) continue;
        const auto along = [&](float x) {
            return static_cast<std::size_t>(x * static_cast<float>(width));
        };
        const Float4& p = places[i];
        cells[(along(p.z) * height + along(p.y)) * width + along(p.x)] += scale * mass[i];
    }
    return cells;
}

}  // namespace

unsigned SandSnow::substeps() const {
    const auto sound = [&](const char* name, double harder = 1) {
        const auto of = [&](const char* what) { return get(std::string(name) + what); };
        return speed_of_sound(harder * of("_stiffness"), of("_poisson"), of("_density"));
    };
    const double fastest =
        std::max({std::sqrt(get("water_stiffness") / get("water_density")), sound("jelly"),
                  sound("snow", sand_snow::kHardest), sound("sand")}) +
        get("speed");
    return static_cast<unsigned>(
        std::max(1.0, std::ceil(now().dt * fastest * get("width") / get("courant"))));
}

SandSnow::Size SandSnow::size() const {
    Size size{1, 1};
    for (const char* name : {"width", "height", "depth"}) {
        const auto nodes = get<std::size_t>(name);
        size.nodes *= nodes;
        size.blocks *= (nodes - 3) / kBlock + 1;
    }
    return size;
}

void SandSnow::fit() {
    const std::size_t count = field<Float4>("position").size();
    const Size wanted = size();
    if (keys_.size() != count) {
        keys_ = Array<unsigned>(stream(), Shape{count});
        order_ = Array<unsigned>(stream(), Shape{count});
    }
    if (first_.size() != wanted.blocks + 1) first_ = Array<int>(stream(), Shape{wanted.blocks + 1});
    if (is_on_cpu() && shares_.size() != kShare * count)
        shares_ = Array<float>(stream(), Shape{kShare * count});
    if (nodes_[0].size() != 4 * wanted.nodes)
        for (Array<int>& nodes : nodes_) nodes = Array<int>(stream(), Shape{4, wanted.nodes});
}

void SandSnow::sort(const studio::Step& now) {
    fit();
    find_keys_(now, {{"keys", keys_}});
    order_.view() = arange<unsigned>(stream(), order_.size());
    const int bits = sand_snow::kBitsInBlock + static_cast<int>(std::bit_width(size().blocks));
    sort_by_key(keys_, order_, {.last_bit = bits});
    reorder_(now, {{"order", order_}});
    find_blocks_(now, {{"keys", keys_}, {"first", first_}}, threads(keys_.size() + 1));
}

studio::HostArguments SandSnow::arguments(double seconds) const {
    return {{"substep", static_cast<float>(seconds)}, {"first", first_}};
}

LaunchShape SandSnow::blocks_shape() const {
    return {.grid = {static_cast<unsigned>(size().blocks)}, .block = {sand_snow::kThreads}};
}

void SandSnow::to_grid(const studio::Step& now, double seconds, Array<int>& to) {
    to.view() = 0;
    studio::HostArguments given = arguments(seconds);
    given.emplace_back("to", to);
    given.emplace_back("shares", shares_);
    scatter_(now, given, blocks_shape());
    add_shares(now, to);
}

void SandSnow::add_shares(const studio::Step& now, Array<int>& to) {
    if (!is_on_cpu()) return;
    const auto blocks = static_cast<unsigned>(size().blocks);
    for (int turn = 0; turn <= kTurns; ++turn)
        add_shares_(now, {{"turn", turn}, {"first", first_}, {"shares", shares_}, {"to", to}},
                    LaunchShape{.grid = {turn == kTurns ? 1 : blocks}, .block = {1}});
}

void SandSnow::to_particles(const studio::Step& now, double seconds, const Array<int>& from) {
    studio::HostArguments given = arguments(seconds);
    given.emplace_back("from", from);
    gather_(now, given, blocks_shape());
}

void SandSnow::move(const studio::Step& now, unsigned substeps, double seconds) {
    auto& [grid, other] = nodes_;
    to_grid(now, seconds, grid);
    for (unsigned i = 1; i < substeps; ++i) {
        if (get<bool>("fused")) {
            other.view() = 0;
            studio::HostArguments given = arguments(seconds);
            given.emplace_back("from", std::as_const(grid));
            given.emplace_back("to", other);
            given.emplace_back("shares", shares_);
            carry_on_(now, given, blocks_shape());
            add_shares(now, other);
            std::swap(grid, other);
        } else {
            to_particles(now, seconds, grid);
            to_grid(now, seconds, grid);
        }
    }
    to_particles(now, seconds, grid);
}

void SandSnow::step(const studio::Step& now) {
    sort(now);
    const unsigned parts = substeps();
    move(now, parts, now.dt / parts);
}

void require_filling(studio::Simulation& box) {
    const auto filled = static_cast<std::size_t>(box.field<int>("total").to_vector().front());
    const auto material = box.field<unsigned char>("material").to_vector();
    if (std::ranges::all_of(material, [](unsigned char each) { return each >= sand_snow::kLeft; }))
        refuse_box("the scene has no particles. Use --set scene=0 or --input mesh=FILE");
    if (filled > 0 && material.size() < filled)
        refuse_box(
            fmt::format("{} particles are too few to fill {} cells. Use --set count={}, which "
                        "gives eight particles per cell",
                        material.size(), filled, 8 * filled));
    const std::vector<double> cells = masses_of_cells(box);
    const auto most = std::ranges::max_element(cells);
    if (*most <= kMaxMass) return;
    const auto i = static_cast<std::size_t>(most - cells.begin());
    const auto width = box.get<std::size_t>("width"), height = box.get<std::size_t>("height");
    refuse_box(fmt::format(
        "cell {},{},{} has the mass of {:.1f} cells of water, but the maximum is {:g}. Check the "
        "input for coinciding particles. About eight particles per cell are usual",
        i % width, i / width % height, i / width / height, *most, kMaxMass));
}

}  // namespace glint::apps
