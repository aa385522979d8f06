// SPDX-License-Identifier: MIT
// Sums over particles: gravity between all pairs, and SPH density with a cell list.
#include <numbers>

#include <bench/cpu/data.hpp>
#include <bench/cpu/workload.hpp>

namespace glint::bench {
namespace {

constexpr unsigned kBodies = 16384;
constexpr unsigned kParticles = 100'000;
constexpr unsigned kParticlesBlock = 256;

/// Random points in the unit cube. The sum of their masses is 1.
DeviceMemory<Float4> random_points(const Device& device, unsigned count) {
    const DeviceMemory<float> numbers = random_floats(device, std::size_t{3} * count, 0, 1);
    DeviceMemory<Float4> points(device, count);
    const float* next = numbers.data();
    for (Float4& point : view(points)) {
        point = {next[0], next[1], next[2], 1.0f / static_cast<float>(count)};
        next += 3;
    }
    return points;
}

class NBody : public Workload {
public:
    NBody(const Device& device, const char* name)
        : Workload(device, "nbody.cu"),
          kernel_(kernel<Step>(name)),
          bodies_(random_points(device, kBodies)),
          accelerations_(device, kBodies) {}

    void reset() override { spoil(accelerations_); }
    void launch(Stream& stream) override {
        kernel_.launch(stream, threads(kBodies, kParticlesBlock), kBodies, kSoftening, bodies_,
                       accelerations_);
    }
    void run(const ReferenceLibrary& references) override {
        references.nbody(kBodies, kSoftening, bodies_.data(), accelerations_.data());
    }
    std::optional<std::string> mistake() const override {
        for (unsigned i = 0; i < kBodies; ++i)
            if (auto wrong = mistake_at(i)) return wrong;
        return std::nullopt;
    }

private:
    using Step = void(unsigned, float, const Float4*, Float3*);
    static constexpr float kSoftening = 0.01f;

    std::optional<std::string> mistake_at(unsigned i) const {
        const Float4& me = bodies_.data()[i];
        double wanted[3] = {};
        for (const Float4& other : view(bodies_)) {
            const double dx = other.x - me.x;
            const double dy = other.y - me.y;
            const double dz = other.z - me.z;
            const double distance2 = dx * dx + dy * dy + dz * dz + kSoftening * kSoftening;
            const double pull = other.w / (distance2 * std::sqrt(distance2));
            wanted[0] += pull * dx;
            wanted[1] += pull * dy;
            wanted[2] += pull * dz;
        }
        const Float3& got = accelerations_.data()[i];
        // Each result is a sum of 16384 terms of both signs, with square roots accurate to 22 bits.
        const Tolerance tolerance{.relative = 1e-3, .absolute = 1e-4};
        if (is_near(got.x, wanted[0], tolerance) && is_near(got.y, wanted[1], tolerance) &&
            is_near(got.z, wanted[2], tolerance))
            return std::nullopt;
        return fmt::format("the acceleration of body {} is ({}, {}, {}), not ({}, {}, {})", i,
                           got.x, got.y, got.z, wanted[0], wanted[1], wanted[2]);
    }

    WatchedKernel<Step> kernel_;
    DeviceMemory<Float4> bodies_;
    DeviceMemory<Float3> accelerations_;
};

/// SPH density. About 30 particles are within the kernel radius, which is the width of a cell.
class SphDensity : public Workload {
public:
    explicit SphDensity(const Device& device)
        : Workload(device, "sph.cu"),
          particles_(random_points(device, kParticles)),
          cell_starts_(device, kCells * kCells * kCells + 1),
          densities_(device, kParticles) {
        std::ranges::sort(view(particles_), {}, cell_of);
        fill_cell_starts();
    }

    void reset() override { spoil(densities_); }
    void launch(Stream& stream) override {
        kernel_.launch(stream, threads(kParticles, kParticlesBlock), kParticles, kCells, kRadius,
                       mass(), particles_, cell_starts_, densities_);
    }
    void run(const ReferenceLibrary& references) override {
        references.sph(kParticles, kCells, kRadius, mass(), particles_.data(), cell_starts_.data(),
                       densities_.data());
    }
    std::optional<std::string> mistake() const override {
        std::vector<double> wanted(kParticles);
        for (unsigned i = 0; i < kParticles; ++i) wanted[i] = density_at(particles_.data()[i]);
        // A neighbor near the kernel radius contributes little. Cancellation in its distance
        // therefore does not matter.
        return difference(view(densities_), wanted, {.relative = 1e-4});
    }

private:
    using Step = void(unsigned, int, float, float, const Float4*, const unsigned*, float*);
    static constexpr int kCells = 24;
    static constexpr float kRadius = 1.0f / kCells;

    static constexpr float mass() { return 1.0f / kParticles; }
    static int along(float coordinate) {
        return std::min(static_cast<int>(coordinate / kRadius), kCells - 1);
    }
    static int cell_of(const Float4& p) {
        return (along(p.z) * kCells + along(p.y)) * kCells + along(p.x);
    }

    void fill_cell_starts() {
        std::ranges::fill(view(cell_starts_), 0u);
        for (const Float4& particle : view(particles_))
            ++cell_starts_.data()[cell_of(particle) + 1];
        const auto starts = view(cell_starts_);
        for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    }

    double density_at(const Float4& me) const {
        double sum = 0;
        for (int z = std::max(along(me.z) - 1, 0); z <= std::min(along(me.z) + 1, kCells - 1); ++z)
            for (int y = std::max(along(me.y) - 1, 0); y <= std::min(along(me.y) + 1, kCells - 1);
                 ++y)
                for (int x = std::max(along(me.x) - 1, 0);
                     x <= std::min(along(me.x) + 1, kCells - 1); ++x)
                    sum += sum_in((z * kCells + y) * kCells + x, me);
        return mass() * sum * 315 / (64 * std::numbers::pi * std::pow(kRadius, 9.0));
    }

    double sum_in(int cell, const Float4& me) const {
        double sum = 0;
        for (unsigned j = cell_starts_.data()[cell]; j < cell_starts_.data()[cell + 1]; ++j) {
            const Float4& other = particles_.data()[j];
            const double dx = static_cast<double>(me.x) - other.x;
            const double dy = static_cast<double>(me.y) - other.y;
            const double dz = static_cast<double>(me.z) - other.z;
            const double radius2 = static_cast<double>(kRadius) * kRadius;
            const double rest = std::max(radius2 - dx * dx - dy * dy - dz * dz, 0.0);
            sum += rest * rest * rest;
        }
        return sum;
    }

    WatchedKernel<Step> kernel_ = kernel<Step>("sph_density");
    DeviceMemory<Float4> particles_;
    DeviceMemory<unsigned> cell_starts_;
    DeviceMemory<float> densities_;
};

}  // namespace

void add_particles(std::vector<CatalogEntry>& entries) {
    entries.push_back(entry<NBody>("nbody_naive", "16384", target::kPlain, "nbody_naive"));
    entries.push_back(entry<NBody>("nbody_tiled", "16384", target::kBarriers, "nbody_tiled"));
    entries.push_back(entry<SphDensity>("sph_density", "100000", target::kPlain));
}

}  // namespace glint::bench
