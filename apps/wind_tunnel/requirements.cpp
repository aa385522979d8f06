// SPDX-License-Identifier: MIT
#include <apps/wind_tunnel/requirements.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps {
namespace {

// Largest stable cell Reynolds number; docs/simulations/wind_tunnel.md says how it was measured.
constexpr double kStable = 30;
constexpr double kStableInSpace = 20;
constexpr double kStableWithoutInlet = 15;
constexpr double kStableWithModel = 400;
constexpr double kModel = 0.15;  // smallest model constant for which kStableWithModel holds
constexpr double kDefaultModel = 0.17;

constexpr int kThroughEnds = 0, kClosedEnds = 2;  // values of `ends`
constexpr int kPeriodicSides = 2;                 // value of `walls` and `sides`

bool is_flat(studio::Simulation& tunnel) {
    return tunnel.field<unsigned char>("solid").shape().rank() == 2;
}

double highest_cell_reynolds(studio::Simulation& tunnel) {
    if (tunnel.get("turbulence") >= kModel) return kStableWithModel;
    if (tunnel.get<int>("ends") != kThroughEnds) return kStableWithoutInlet;
    return is_flat(tunnel) ? kStable : kStableInSpace;
}

[[noreturn]] void refuse_tunnel(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "start the wind tunnel", reason);
}

void require_stability(studio::Simulation& tunnel) {
    const double reynolds = tunnel.get("reynolds"), size = tunnel.get("size");
    const double most = highest_cell_reynolds(tunnel);
    if (reynolds <= most * size) return;
    const std::string model =
        most < kStableWithModel ? fmt::format(", or --set turbulence={}", kDefaultModel) : "";
    refuse_tunnel(
        fmt::format("a Reynolds number of {:g} is unstable with a size of {:g} cells, for which "
                    "the maximum is {:g}. Lower the Reynolds number, or use --set size={:g} in a "
                    "proportionally larger tunnel{}",
                    reynolds, size, std::floor(most * size), std::ceil(reynolds / most), model));
}

void require_length(studio::Simulation& tunnel) {
    const double sponge = tunnel.get("sponge"), width = tunnel.get("width");
    if (tunnel.get<int>("ends") != kThroughEnds || sponge < width) return;
    refuse_tunnel(
        fmt::format("a sponge of {:g} cells covers the entire tunnel, which is {:g} cells long. "
                    "Use --set sponge={:g}, a sixth of this length",
                    sponge, width, std::floor(width / 6)));
}

using Cell = std::array<std::size_t, 3>;

/// Finds a path from left to right through cells that are not solid. The search is depth-first and
/// tries the step to the right first, so it visits few cells in a tunnel that is mostly open.
class Way {
public:
    /// `solid` has x as its fastest index. y_wraps and z_wraps are true for periodic axes.
    Way(std::vector<unsigned char> solid, const Cell& lengths, bool y_wraps, bool z_wraps)
        : taken_(std::move(solid)), lengths_(lengths), wraps_{false, y_wraps, z_wraps} {}

    bool is_open() {
        for (std::size_t z = 0; z < lengths_[2]; ++z)
            for (std::size_t y = 0; y < lengths_[1]; ++y) visit({0, y, z});
        while (!waiting_.empty()) {
            const Cell at = waiting_.back();
            waiting_.pop_back();
            if (at[0] + 1 == lengths_[0]) return true;
            for (std::size_t axis = 3; axis-- > 0;) visit_neighbors(at, axis);
        }
        return false;
    }

private:
    void visit_neighbors(Cell at, std::size_t axis) {
        const std::size_t here = at[axis], length = lengths_[axis];
        if (here > 0 || wraps_[axis]) {
            at[axis] = (here + length - 1) % length;
            visit(at);
        }
        if (here + 1 < length || wraps_[axis]) {
            at[axis] = (here + 1) % length;
            visit(at);
        }
    }
    void visit(const Cell& at) {
        unsigned char& taken = taken_[(at[2] * lengths_[1] + at[1]) * lengths_[0] + at[0]];
        if (!taken) waiting_.push_back(at);
        taken = 1;
    }

    std::vector<unsigned char> taken_;
    Cell lengths_;
    std::array<bool, 3> wraps_;
    std::vector<Cell> waiting_;
};

void require_way_through(studio::Simulation& tunnel) {
    const int ends = tunnel.get<int>("ends");
    if (ends == kClosedEnds || (ends != kThroughEnds && tunnel.get("push") == 0)) return;
    if (!is_flat(tunnel) && !tunnel.get<bool>("obstacles")) return;
    const auto solid = tunnel.field<unsigned char>("solid");
    const auto length = [&](const char* name) {
        return static_cast<std::size_t>(tunnel.get(name));
    };
    Way way(solid.to_vector(),
            {length("width"), length("height"), is_flat(tunnel) ? 1 : length("depth")},
            tunnel.get<int>("walls") == kPeriodicSides,
            !is_flat(tunnel) && tunnel.get<int>("sides") == kPeriodicSides);
    if (!way.is_open())
        refuse_tunnel(
            "the obstacle blocks the tunnel, so no path leads from the inlet to the outlet. Open a "
            "path, or also close the ends with --set ends=2");
}

}  // namespace

void require_flow(studio::Simulation& tunnel) {
    require_stability(tunnel);
    require_length(tunnel);
    require_way_through(tunnel);
}

}  // namespace glint::apps
