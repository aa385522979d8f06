// SPDX-License-Identifier: MIT
#include <apps/nbody/nbody.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <apps/nbody/layout.cuh>
#include <glint/base/float_vectors.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps {
namespace {

constexpr int kHermite = 1, kPlain = 0, kBothWays = 1, kOnce = 2;

// Memory for the results of columns. With more memory, launches are fewer and longer.
constexpr std::size_t kMaxPullBytes = 512u << 20;
// Minimum number of bodies for which GPUs by default sum each pair only once. With fewer bodies,
// this method does not fill a GPU. CPUs do not use it by default, because rotating sums between
// lanes costs them more than the method saves.
constexpr std::size_t kFewestForOnce = 16384;

constexpr std::size_t kBlocksOfMultiprocessor = 4;
// A fixed number, so that the results on CPUs do not depend on the number of cores.
constexpr std::size_t kBlocksOnCpu = 32;

int as_int(std::size_t value) { return static_cast<int>(value); }

LaunchShape blocks(std::size_t rows, std::size_t parts) {
    return {.grid = {static_cast<unsigned>(rows), static_cast<unsigned>(parts), 1},
            .block = {nbody::kThreads, 1, 1}};
}

studio::SimulationOptions with_scene(studio::SimulationOptions options) {
    if (!options.inputs.empty()) options.settings.insert(options.settings.begin(), {"scene", "3"});
    return options;
}

/// Weighted mean of those vectors that are finite.
Float3 weighted_mean(const std::vector<Float3>& vectors, const std::vector<float>& weights) {
    std::array<double, 3> sum{};
    double weight = 0;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        const std::array<double, 3> v{vectors[i].x, vectors[i].y, vectors[i].z};
        const double w = weights[i];
        if (!std::isfinite(v[0] + v[1] + v[2] + w)) continue;
        for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += w * v[axis];
        weight += w;
    }
    if (!(weight > 0)) return {0, 0, 0};
    return {static_cast<float>(sum[0] / weight), static_cast<float>(sum[1] / weight),
            static_cast<float>(sum[2] / weight)};
}

}  // namespace

NBody::NBody(const studio::SimulationOptions& options)
    : Simulation(with_scene(options)), device_(options.device) {
    center_bodies();
    start();
}

void NBody::reset() {
    Simulation::reset();
    center_bodies();
    start();
}

bool NBody::is_on_gpu() const { return device_.kind() == BackendKind::cuda; }

std::size_t NBody::resident_blocks() const {
    return is_on_gpu() ? kBlocksOfMultiprocessor * device_.info().multiprocessors : kBlocksOnCpu;
}

bool NBody::sums_pairs_once() const {
    if (get<int>("integrator") == kHermite || get<int>("sums") != kPlain) return false;
    const int pairs = get<int>("pairs");
    return pairs == kOnce ||
           (pairs != kBothWays && is_on_gpu() && get<std::size_t>("count") >= kFewestForOnce);
}

void NBody::fit() {
    const auto count = state().extents(0).count();
    const auto jerks = get<int>("integrator") == kHermite;
    const bool is_once = sums_pairs_once();
    if (count != count_) {
        const std::size_t resident = resident_blocks();
        const std::size_t bodies = is_on_gpu() ? nbody::kBodiesOnGpu : nbody::kBodiesOnCpu;
        const std::size_t jerk_bodies = is_on_gpu() ? nbody::kJerkBodiesOnGpu : nbody::kBodiesOnCpu;
        division_ = divide(count, bodies * nbody::kThreads, resident);
        jerk_division_ = divide(count, jerk_bodies * nbody::kThreads, resident);
        pairs_ = divide_pairs(count, bodies, resident, kMaxPullBytes);
        // division_.padded is large enough for jerk_division_, too.
        for (Array<Float4>* all : {&sources_, &motions_, &forces_, &jerks_})
            *all = Array<Float4>(stream(), division_.padded);
        for (Array<Float4>* all : {&results_, &jerk_results_, &pulls_}) *all = Array<Float4>();
        totals_ = Array<double>(stream(), 3);
        count_ = count;
    }
    const auto enlarge = [&](Array<Float4>& array, std::size_t size) {
        if (array.size() < size) array = Array<Float4>(stream(), size);
    };
    enlarge(results_, division_.parts * division_.padded);
    if (jerks) {
        enlarge(results_, jerk_division_.parts * jerk_division_.padded);
        enlarge(jerk_results_, jerk_division_.parts * jerk_division_.padded);
    }
    if (!is_once) return;
    enlarge(results_, pairs_.parts() * pairs_.padded);
    enlarge(pulls_, pairs_.pulls());
    if (totals_.size() < 3 * pairs_.padded) totals_ = Array<double>(stream(), 3 * pairs_.padded);
}

void NBody::center_bodies() {
    if (get("centred") == 0) return;
    const std::vector<float> masses = field<float>("mass").to_vector();
    const Float3 place = weighted_mean(field<Float3>("position").to_vector(), masses);
    const Float3 speed = weighted_mean(field<Float3>("velocity").to_vector(), masses);
    center_(now(), {{"place", place}, {"speed", speed}});
}

void NBody::start() {
    fit();
    const studio::Step now = this->now();
    stage(now);
    find_forces(now);
    if (get<int>("integrator") == kHermite)
        correct_(now, {{"share", 0.0f}, {"forces", forces_}, {"jerks", jerks_}});
    else
        kick_(now, {{"share", 0.0f}, {"forces", forces_}});
    if (get<int>("energy_every") > 0) note_energy(now);
}

void NBody::step(const studio::Step& now) {
    fit();
    const int padded = as_int(division_.padded);
    if (get<int>("integrator") == kHermite) {
        predict_(now, {{"padded", padded}, {"sources", sources_}, {"motions", motions_}},
                 threads(division_.padded));
        find_forces(now);
        correct_(now, {{"share", 1.0f}, {"forces", forces_}, {"jerks", jerks_}});
    } else {
        kick_and_drift_(now, {{"padded", padded}, {"sources", sources_}},
                        threads(division_.padded));
        find_forces(now);
        kick_(now, {{"share", 0.5f}, {"forces", forces_}});
    }
    const auto every = get<std::uint64_t>("energy_every");
    if (every == 0 || (now.number + 1) % every != 0) return;
    if (get<int>("integrator") == kHermite)
        stage(now);  // replaces the predicted positions by the corrected ones
    note_energy(now);
}

void NBody::sum_forces() {
    fit();
    stage(now());
    find_forces(now());
}

void NBody::stage(const studio::Step& now) {
    stage_sources_(
        now, {{"padded", as_int(division_.padded)}, {"sources", sources_}, {"motions", motions_}},
        threads(division_.padded));
}

void NBody::find_forces(const studio::Step& now) {
    const auto sums = get<std::size_t>("sums");
    if (get<int>("integrator") == kHermite) {
        const Division& division = jerk_division_;
        attract_with_jerks_[sums](now,
                                  {{"length", as_int(division.length)},
                                   {"padded", as_int(division.padded)},
                                   {"sources", sources_},
                                   {"motions", motions_},
                                   {"results", results_},
                                   {"jerk_results", jerk_results_}},
                                  blocks(division.rows, division.parts));
        gather(now, division, results_, forces_);
        gather(now, division, jerk_results_, jerks_);
    } else if (sums_pairs_once()) {
        attract_once(now);
    } else {
        attract_[sums](now,
                       {{"length", as_int(division_.length)},
                        {"padded", as_int(division_.padded)},
                        {"sources", sources_},
                        {"results", results_}},
                       blocks(division_.rows, division_.parts));
        gather(now, division_, results_, forces_);
    }
}

void NBody::attract_once(const studio::Step& now) {
    const std::size_t per_row = pairs_.padded / pairs_.rows / nbody::kThreads;
    const bool has_opposite = pairs_.rows % 2 == 0;
    for (std::size_t first = 0; first < pairs_.columns; first += pairs_.batch) {
        const std::size_t last = std::min(first + pairs_.batch, pairs_.columns);
        const bool is_last = last == pairs_.columns;
        const std::size_t pulls = (last - first) / per_row - (first == 0 ? 1 : 0);
        attract_once_(now,
                      {{"rows", as_int(pairs_.rows)},
                       {"first", as_int(first)},
                       {"last", as_int(last)},
                       {"length", as_int(pairs_.length)},
                       {"sources", sources_},
                       {"results", results_},
                       {"pulls", pulls_}},
                      blocks(pairs_.rows, pairs_.parts()));
        // If two rows are exactly opposite each other, the row in the first half handles the pair.
        // Therefore, the bodies of that row have one part fewer in `pulls`.
        const std::size_t fewer = is_last && has_opposite ? pairs_.padded / 2 : 0;
        gather_(now,
                {{"padded", as_int(pairs_.padded)},
                 {"parts", as_int(pairs_.parts())},
                 {"pull_parts", as_int(pulls)},
                 {"fewer_before", as_int(fewer)},
                 {"is_first", first == 0 ? 1 : 0},
                 {"is_last", is_last ? 1 : 0},
                 {"results", results_},
                 {"pulls", pulls_},
                 {"totals", totals_},
                 {"forces", forces_}},
                threads(pairs_.padded));
    }
}

void NBody::gather(const studio::Step& now, const Division& division, const Array<Float4>& results,
                   Array<Float4>& sums) {
    // The arrays may be padded for the other division. Only this division's bodies get sums.
    gather_(now,
            {{"padded", as_int(division.padded)},
             {"parts", as_int(division.parts)},
             {"pull_parts", 0},
             {"fewer_before", 0},
             {"is_first", 1},
             {"is_last", 1},
             {"results", results},
             {"pulls", results},
             {"totals", totals_},
             {"forces", sums}},
            threads(division.padded));
}

void NBody::note_energy(const studio::Step& now) {
    find_potentials_(now,
                     {{"length", as_int(division_.length)},
                      {"padded", as_int(division_.padded)},
                      {"sources", sources_},
                      {"results", results_}},
                     blocks(division_.rows, division_.parts));
    note_energy_(now, {{"padded", as_int(division_.padded)},
                       {"parts", as_int(division_.parts)},
                       {"results", results_}});
}

}  // namespace glint::apps
