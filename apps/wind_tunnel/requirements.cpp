#include <apps/wind_tunnel/requirements.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps {
namespace {

// Reynolds numbers of a cell. docs/simulations/wind_tunnel.md tells how they were found.
constexpr double kStable = 30;
constexpr double kStableWithoutInlet = 15;
constexpr double kStableWithModel = 400;
constexpr double kModel = 0.15;  // the least constant that this holds for
constexpr double kUsualModel = 0.17;

constexpr int kThrough = 0, kPeriodic = 2;  // of `ends` and `walls`

double highest_cell_reynolds(studio::Simulation& tunnel) {
    if (tunnel.get("turbulence") >= kModel) return kStableWithModel;
    return tunnel.get<int>("ends") == kThrough ? kStable : kStableWithoutInlet;
}

[[noreturn]] void refuse(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "run wind_tunnel", reason);
}

void require_stability(studio::Simulation& tunnel) {
    const double reynolds = tunnel.get("reynolds"), size = tunnel.get("size");
    const double most = highest_cell_reynolds(tunnel);
    if (reynolds <= most * size) return;
    const std::string model =
        most < kStableWithModel ? fmt::format(", or --set turbulence={}", kUsualModel) : "";
    refuse(
        fmt::format("a Reynolds number of {:g} is unstable with a size of {:g} cells: at most "
                    "{:g} is stable there, or --set size={:g} in a tunnel that is as much "
                    "larger{}",
                    reynolds, size, std::floor(most * size), std::ceil(reynolds / most), model));
}

/// Whether some way leads through cells that are not solid from the left to the right.
class Way {
public:
    Way(std::vector<unsigned char> solid, std::size_t width, bool is_periodic)
        : taken_(std::move(solid)),
          width_(width),
          height_(taken_.size() / width),
          is_periodic_(is_periodic) {}

    bool is_open() {
        for (std::size_t y = 0; y < height_; ++y) visit(0, y);
        while (!waiting_.empty()) {
            const std::size_t x = waiting_.back() % width_, y = waiting_.back() / width_;
            waiting_.pop_back();
            if (x + 1 == width_) return true;
            visit(x + 1, y);
            if (x > 0) visit(x - 1, y);
            if (y > 0 || is_periodic_) visit(x, (y + height_ - 1) % height_);
            if (y + 1 < height_ || is_periodic_) visit(x, (y + 1) % height_);
        }
        return false;
    }

private:
    void visit(std::size_t x, std::size_t y) {
        unsigned char& taken = taken_[y * width_ + x];
        if (!taken) waiting_.push_back(y * width_ + x);
        taken = 1;
    }

    std::vector<unsigned char> taken_;
    std::size_t width_, height_;
    bool is_periodic_;
    std::vector<std::size_t> waiting_;
};

void require_way_through(studio::Simulation& tunnel) {
    if (tunnel.get<int>("ends") != kThrough) return;
    const auto width = static_cast<std::size_t>(tunnel.get("width"));
    Way way(tunnel.field<unsigned char>("solid").to_vector(), width,
            tunnel.get<int>("walls") == kPeriodic);
    if (!way.is_open())
        refuse(
            "the obstacle closes the tunnel: no way leads from the inlet to the outlet. Leave "
            "one open, or close the ends, too, by --set ends=2");
}

}  // namespace

void require_flow(studio::Simulation& tunnel) {
    require_stability(tunnel);
    require_way_through(tunnel);
}

}  // namespace glint::apps
