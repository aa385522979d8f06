// What a step of the galaxies costs, with its parts: the tree, of it the sort, and the walk; beside
// the error of its forces. Arguments: a device, and numbers of stars.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <apps/catalog.hpp>
#include <apps/galaxy/galaxy.hpp>
#include <bench/measure.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::bench {
namespace {

constexpr int kTurns = 7;
constexpr unsigned kWarmUp = 3;  // steps

/// How forces are found.
struct Way {
    const char* name;
    double theta;
    bool quadrupoles;
};
constexpr Way kWays[] = {{"monopoles, 0.5", 0.5, false},    {"quadrupoles, 0.5", 0.5, true},
                         {"quadrupoles, 0.65", 0.65, true}, {"quadrupoles, 0.75", 0.75, true},
                         {"quadrupoles, 0.85", 0.85, true}, {"quadrupoles, 1", 1, true}};

double seconds_of(Stream& stream, const auto& work) {
    return median_seconds(kTurns, [&] {
        work();
        stream.synchronize();
    });
}

/// The acceleration of a star by all, in double.
std::array<double, 3> direct(const std::vector<PointMass>& all, const PointMass& at,
                             double softening) {
    std::array<double, 3> sum{};
    for (const PointMass& each : all) {
        const double x = double(each.x) - at.x, y = double(each.y) - at.y,
                     z = double(each.z) - at.z;
        const double square = x * x + y * y + z * z + softening * softening;
        const double force = each.mass / (square * std::sqrt(square));
        sum[0] += force * x, sum[1] += force * y, sum[2] += force * z;
    }
    return sum;
}

/// The median and the 99th percentile of relative errors of some stars.
class Errors {
public:
    explicit Errors(apps::Galaxy& galaxy) {
        const auto all = galaxy.field<PointMass>("position").to_vector();
        for (std::size_t i = 0; i < all.size(); i += std::max<std::size_t>(1, all.size() / 400)) {
            places_.push_back(i);
            exact_.push_back(direct(all, all[i], galaxy.get("softening")));
        }
    }
    std::pair<double, double> of(apps::Galaxy& galaxy) const {
        const auto pulls = galaxy.field<PointMass>("pull").to_vector();
        std::vector<double> errors;
        for (std::size_t k = 0; k < places_.size(); ++k) {
            const auto& e = exact_[k];
            const PointMass& p = pulls[places_[k]];
            errors.push_back(std::hypot(p.x - e[0], p.y - e[1], p.z - e[2]) /
                             std::hypot(e[0], e[1], e[2]));
        }
        std::ranges::sort(errors);
        return {errors[errors.size() / 2], errors[errors.size() * 99 / 100]};
    }

private:
    std::vector<std::size_t> places_;
    std::vector<std::array<double, 3>> exact_;
};

void measure(const Device& device, std::size_t count, const std::string& leaf) {
    auto options = apps::options_for(apps::find_entry("galaxy"), device);
    options.settings = {{"count", std::to_string(count)}, {"leaf", leaf}};
    apps::Galaxy galaxy(options);
    galaxy.advance(kWarmUp);
    Stream& stream = galaxy.stream();
    const double built = seconds_of(stream, [&] { galaxy.build(); });
    auto keys = galaxy.tree().keys().copy();
    auto places = galaxy.tree().order().copy();
    const double sorted = seconds_of(stream, [&] { sort_by_key(keys, places); });
    fmt::print("  {} stars, leaves of {}: {} nodes, {} groups; tree {:.3f} ms, of it sort {:.3f}\n",
               count, leaf, galaxy.tree().nodes().size(), galaxy.tree().group_count(), built * 1e3,
               sorted * 1e3);
    const Errors errors(galaxy);
    for (const Way& way : kWays) {
        galaxy.set("theta", way.theta);
        galaxy.set("quadrupoles", way.quadrupoles ? 1 : 0);
        galaxy.build();
        const double walked = seconds_of(stream, [&] { galaxy.attract(); });
        const auto [median, most] = errors.of(galaxy);
        const double step = seconds_of(stream, [&] { galaxy.advance(1); });
        fmt::print(
            "    {:<18} walk {:>9.3f} ms, step {:>9.3f} ms {:>9.2f} M stars/s   error "
            "{:.2e}, 99 % below {:.2e}\n",
            way.name, walked * 1e3, step * 1e3, double(count) / step * 1e-6, median, most);
    }
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    const std::vector<glint::Device> devices =
        argc > 1 ? std::vector{glint::Device::open(argv[1])} : open_all();
    for (const glint::Device& device : devices) {
        const bool is_cpu = device.kind() == glint::BackendKind::cpu;
        fmt::print("{}\n", headline(device));
        std::vector<std::size_t> counts;
        for (int i = 2; i < argc; ++i) counts.push_back(std::stoull(argv[i]));
        if (counts.empty())
            counts = is_cpu ? std::vector<std::size_t>{50'000}
                            : std::vector<std::size_t>{1'000'000, 4'000'000};
        for (const std::size_t count : counts)
            for (const char* leaf : {"8", "16", "32"}) measure(device, count, leaf);
    }
}
