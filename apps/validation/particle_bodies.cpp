// SPDX-License-Identifier: MIT
#include <apps/validation/particle_bodies.hpp>

#include <cmath>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <glint/base/float_vectors.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps::particle_bodies {
namespace {

/// `parts` returns N numbers for a particle. Stores these numbers as N contiguous arrays.
template <std::size_t N, class Parts>
std::vector<float> by_parts(const std::vector<Particle>& all, Parts parts) {
    std::vector<float> values(N * all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t c = 0; c < N; ++c)
            values[c * all.size() + i] = static_cast<float>(parts(all[i])[c]);
    return values;
}

template <class T, class Of>
void assign(SandSnow& box, const char* name, const std::vector<Particle>& all, Of of) {
    std::vector<T> values;
    values.reserve(all.size());
    for (const Particle& p : all) values.push_back(of(p));
    box.field<T>(name).assign(values);
}

void put(SandSnow& box, const std::vector<Particle>& all) {
    const auto f = [](double x) { return static_cast<float>(x); };
    assign<Float4>(box, "position", all, [&](const Particle& p) {
        const auto& [x, y, z] = p.position;
        return Float4{f(x), f(y), f(z), f(p.memory)};
    });
    assign<Float3>(box, "velocity", all, [&](const Particle& p) {
        const auto& [x, y, z] = p.velocity;
        return Float3{f(x), f(y), f(z)};
    });
    assign<float>(box, "mass", all, [&](const Particle& p) { return f(p.mass); });
    assign<unsigned char>(box, "material", all, [](const Particle& p) { return p.material; });
    box.field<float>("strain").assign(by_parts<6>(all, [](const Particle& p) { return p.strain; }));
    box.field<float>("affine").assign(by_parts<9>(all, [](const Particle& p) { return p.slope; }));
    box.stream().synchronize();
}

}  // namespace

Vector3 cross(const Vector3& a, const Vector3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

void fill(std::vector<Particle>& all, const Vector3& low, const Vector3& high, double cell,
          const std::function<std::optional<Particle>(Particle)>& made) {
    const auto along = [&](std::size_t axis) {
        return static_cast<int>(std::lround(2 * (high[axis] - low[axis]) / cell));
    };
    for (int k = 0; k < along(2); ++k)
        for (int j = 0; j < along(1); ++j)
            for (int i = 0; i < along(0); ++i) {
                const Vector3 place{low[0] + (i + 0.5) * cell / 2, low[1] + (j + 0.5) * cell / 2,
                                    low[2] + (k + 0.5) * cell / 2};
                if (auto particle = made({.position = place, .mass = std::pow(cell / 2, 3)}))
                    all.push_back(*particle);
            }
}

std::unique_ptr<SandSnow> box_with(const Device& device, const std::vector<Particle>& all,
                                   const BoxOptions& options) {
    studio::SimulationOptions made = options_for(find_entry("sand_snow"), device);
    made.dt = options.dt;
    made.settings = {{"scene", "3"},
                     {"count", fmt::format("{}", all.size())},
                     {"width", fmt::format("{}", options.width)},
                     {"height", fmt::format("{}", options.height)},
                     {"depth", fmt::format("{}", options.depth)}};
    made.settings.insert(made.settings.end(), options.settings.begin(), options.settings.end());
    auto box = std::make_unique<SandSnow>(made);
    put(*box, all);
    return box;
}

std::vector<Particle> read(SandSnow& box) {
    const auto position = box.field<Float4>("position").to_vector();
    const auto velocity = box.field<Float3>("velocity").to_vector();
    const auto mass = box.field<float>("mass").to_vector();
    const auto material = box.field<unsigned char>("material").to_vector();
    const auto number = box.field<int>("number").to_vector();
    const auto affine = box.field<float>("affine").to_vector();
    const auto strain = box.field<float>("strain").to_vector();
    const std::size_t n = position.size();
    std::vector<Particle> all(n);
    for (std::size_t i = 0; i < n; ++i) {
        const auto& [x, y, z, memory] = position[i];
        Particle& p = all[static_cast<std::size_t>(number[i])];
        p = {.position = {x, y, z},
             .velocity = {velocity[i].x, velocity[i].y, velocity[i].z},
             .mass = mass[i],
             .memory = memory,
             .material = material[i]};
        for (std::size_t c = 0; c < 9; ++c) p.slope[c] = affine[c * n + i];
        for (std::size_t c = 0; c < 6; ++c) p.strain[c] = strain[c * n + i];
    }
    return all;
}

double energy_of_jelly(const std::vector<Particle>& all, double young, double poisson,
                       double cell) {
    constexpr double kDensity = 1000;
    const double mu = young / (2 * (1 + poisson));
    const double lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
    double sum = 0;
    for (const Particle& p : all) {
        double square = 0;
        for (const double v : p.velocity) square += v * v;
        for (const double a : p.slope) square += cell * cell / 4 * a * a;
        const auto& [xx, yy, zz, xy, xz, yz] = p.strain;
        const double growth = (1 + xx) * ((1 + yy) * (1 + zz) - yz * yz) -
                              xy * (xy * (1 + zz) - yz * xz) + xz * (xy * yz - (1 + yy) * xz) - 1;
        const double log_j = 0.5 * std::log1p(growth);
        const double elastic = mu / 2 * (xx + yy + zz - 2 * log_j) + lambda / 2 * log_j * log_j;
        sum += 0.5 * p.mass * square + p.mass / kDensity * elastic;
    }
    return sum;
}

}  // namespace glint::apps::particle_bodies
