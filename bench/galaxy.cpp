// SPDX-License-Identifier: MIT
// Measures a step of galaxy, the construction of the tree (and the sort in it), the tree walk, and
// the errors of the forces. Also measures quadrupoles at the opening angle at which their error
// equals that of monopoles at an angle of 0.5. All measurements start from the same state.
// Arguments: a device, and numbers of stars.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
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

constexpr int kTurns = 5;
constexpr unsigned kWarmUp = 3;  // number of warm-up steps
constexpr std::size_t kSamples = 256;

/// A method of computing forces.
struct Way {
    std::string name;
    double theta;
    bool quadrupoles;
};
const Way kMonopoles{"monopoles, 0.5", 0.5, false};

double seconds_of(Stream& stream, const auto& work) {
    return seconds_per_run(stream, kTurns, 1, work);
}

/// Returns the acceleration of the star `at` by all other stars, in double precision.
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

/// Relative errors of the forces on a sample of stars. of() returns the median and 99th percentile.
class Errors {
public:
    explicit Errors(apps::Galaxy& galaxy) {
        const auto all = galaxy.field<PointMass>("position").to_vector();
        for (std::size_t i = 0; i < all.size();
             i += std::max<std::size_t>(1, all.size() / kSamples)) {
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

void choose(apps::Galaxy& galaxy, const Way& way) {
    galaxy.set("theta", way.theta);
    galaxy.set("quadrupoles", way.quadrupoles ? 1 : 0);
}

double median_error(apps::Galaxy& galaxy, const Errors& errors, const Way& way) {
    choose(galaxy, way);
    galaxy.build();
    galaxy.attract();
    return errors.of(galaxy).first;
}

/// Returns quadrupoles with the angle at which their median error is about that of monopoles at
/// 0.5.
Way as_good(apps::Galaxy& galaxy, const Errors& errors) {
    const double wanted = median_error(galaxy, errors, kMonopoles);
    double low = 0.5, high = 1.1;
    for (int turn = 0; turn < 7; ++turn) {
        const double theta = 0.5 * (low + high);
        (median_error(galaxy, errors, {"", theta, true}) < wanted ? low : high) = theta;
    }
    return {fmt::format("quadrupoles, {:.3f}: same error", low), low, true};
}

/// Measures `way` in the state for which `errors` was created. Restores this state afterward.
void measure(apps::Galaxy& galaxy, const Errors& errors, const Way& way) {
    const studio::Snapshot state = galaxy.capture();
    choose(galaxy, way);
    galaxy.build();
    const double walked = seconds_of(galaxy.stream(), [&] { galaxy.attract(); });
    const auto [median, most] = errors.of(galaxy);
    const double step = seconds_of(galaxy.stream(), [&] { galaxy.advance(1); });
    galaxy.restore(state);
    const auto count = static_cast<double>(galaxy.tree().points().size());
    fmt::print(
        "    {:<27} walk {:>9.3f} ms, step {:>9.3f} ms {:>9.2f} M stars/s   error {:.2e}, "
        "99 % below {:.2e}\n",
        way.name, walked * 1e3, step * 1e3, count / step * 1e-6, median, most);
}

void measure_tree(apps::Galaxy& galaxy) {
    const double built = seconds_of(galaxy.stream(), [&] { galaxy.build(); });
    auto keys = galaxy.tree().keys().copy();
    auto places = galaxy.tree().order().copy();
    const double sorted = seconds_of(galaxy.stream(), [&] { sort_by_key(keys, places); });
    fmt::print(
        "  {} stars, leaves of {}: {} nodes, {} groups; tree {:.3f} ms, of which sort {:.3f}\n",
        galaxy.tree().points().size(), galaxy.get<int>("leaf"), galaxy.tree().nodes().size(),
        galaxy.tree().group_count(), built * 1e3, sorted * 1e3);
}

void measure(const Device& device, std::size_t count) {
    auto options = apps::options_for(apps::find_entry("galaxy"), device);
    options.settings = {{"count", std::to_string(count)}};
    apps::Galaxy galaxy(options);
    galaxy.advance(kWarmUp);
    const Errors errors(galaxy);
    for (const int leaf : {16, 32}) {
        galaxy.set("leaf", leaf);
        measure_tree(galaxy);
        measure(galaxy, errors, kMonopoles);
        measure(galaxy, errors, as_good(galaxy, errors));
        for (const double theta : {0.5, 0.75, 1.0})
            measure(galaxy, errors, {fmt::format("quadrupoles, {}", theta), theta, true});
    }
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    for (const glint::Device& device : devices_of(argc, argv)) {
        const bool is_cpu = device.kind() == glint::BackendKind::cpu;
        fmt::print("{}\n", headline(device));
        std::vector<std::size_t> counts;
        for (int i = 2; i < argc; ++i) counts.push_back(std::stoull(argv[i]));
        if (counts.empty())
            counts = is_cpu ? std::vector<std::size_t>{50'000}
                            : std::vector<std::size_t>{1'000'000, 4'000'000};
        for (const std::size_t count : counts) measure(device, count);
    }
}
